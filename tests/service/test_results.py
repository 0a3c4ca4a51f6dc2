"""What is kept of finished games: every seat of a person, with how many others, and no names of who is forgotten."""

from __future__ import annotations

import json

import pytest
from sqlmodel import col, select

from bot.contract.tables import Person
from bot.features.statistics import results
from bot.features.statistics.models import ResultRow
from tests.service.tables import ANA, BEN, CHO, HERE, SEED, Room, begun, give, stop

BIDS = {ANA: "2", BEN: "1", CHO: "0"}


async def race(made: Room, *people: Person, npcs: int = 0) -> str:
    """A game that the first of these people wins in the fewest steps, the others standing still; its id."""
    table = await begun(made, *people, npcs=npcs, options={"goal": 3})
    await give(made, table, people[0], "walk", "walk", "walk")
    return table


async def kept(made: Room) -> list[ResultRow]:
    order = (col(ResultRow.table_id), col(ResultRow.number))
    return await made.database.read(select(ResultRow).order_by(*order))


async def test_every_seat_of_a_person_has_a_result_and_no_seat_of_an_npc(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "walk", npcs=1, options={"goal": 3})
    await room.service.join(info.id, BEN)
    await room.service.join(info.id, ANA, again=True)
    await room.service.start(info.id, ANA)
    await give(room, info.id, ANA, "walk", "walk", "walk")
    rows = await kept(room)
    assert [(row.number, row.person, row.team) for row in rows] == [(1, ANA.id, 1), (2, BEN.id, 2), (3, ANA.id, 1)]
    assert [(row.score, row.place) for row in rows] == [(3, 1), (0, 2), (0, 2)], "equal scores share a place"
    assert {(row.guild, row.people, row.npcs, row.seats) for row in rows} == {(HERE.guild, 2, 1, 4)}


async def test_a_guided_game_has_no_result(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.statistics.results.is_guided", lambda row: row.seed == SEED)
    await race(room, ANA, BEN)
    assert await kept(room) == []


async def test_a_game_that_is_ended_before_its_end_has_no_result(room: Room) -> None:
    await stop(room.service, await begun(room, ANA, BEN))
    assert await kept(room) == []


async def test_only_games_alone_are_compared_with_one_another(room: Room) -> None:
    await race(room, ANA, BEN)
    assert await results.best(room.service.deps, ANA) == ()
    await race(room, ANA, npcs=1)
    assert [(one.score, one.place) for one in await results.best(room.service.deps, ANA)] == [(3, 1)]


async def test_a_person_gets_own_results_and_those_of_nobody_else(room: Room) -> None:
    await race(room, ANA, BEN)
    about = json.loads((await room.service.personal_data(BEN)).raw)
    assert [(one["place"], one["people"], one["guild"]) for one in about["results"]] == [(2, 2, HERE.guild)]
    assert str(ANA.id) not in json.dumps(about["results"])


async def test_results_of_a_forgotten_person_stay_together_and_without_the_person(room: Room) -> None:
    await race(room, ANA, npcs=1)
    for _ in range(2):
        await race(room, ANA, BEN)
    await race(room, ANA, CHO)
    await room.service.forget_person(ANA)
    await room.service.forget_person(CHO)
    rows = await kept(room)
    assert [row.people for row in rows] == [2] * 6, "nobody else is in what was played alone"
    gone = {row.person for row in rows if row.number == 1}
    assert len(gone) == 1
    cho = rows[-1].person
    assert max(*gone, cho) < 0
    assert cho not in gone
    assert [row.person for row in rows if row.number == 2][:2] == [BEN.id, BEN.id]
    assert json.loads((await room.service.personal_data(ANA)).raw)["results"] == []
