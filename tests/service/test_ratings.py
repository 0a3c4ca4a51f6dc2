"""Ratings: which games count, whose they are, and that they follow from the results alone."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from bot import settings
from bot.__main__ import main
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place
from bot.features.statistics import service as statistics
from bot.features.statistics.models import RatingRow, ResultRow
from bot.features.statistics.ratings import MODEL, Skill, after, rate_again
from bot.store.person_models import AwayRow
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, Room, begun, give, refused

RATED = Settings(rated="yes")
THERE = Place(6, 88)


async def race(made: Room, *people: Person, npcs: int = 0, wanted: Settings = RATED) -> str:
    """A rated game that the first of these people wins in the fewest steps, the others standing still; its id."""
    table = await begun(made, *people, npcs=npcs, settings=wanted, options={"goal": 3})
    await give(made, table, people[0], "walk", "walk", "walk")
    made.clock.now += 60
    return table


async def ratings(made: Room) -> list[tuple[Any, ...]]:
    order = (col(RatingRow.guild), col(RatingRow.person))
    rows = await made.database.read(select(RatingRow).order_by(*order))
    return [(row.person, row.game, row.guild, row.mu, row.sigma, row.games, row.at) for row in rows]


async def counted(made: Room) -> list[int]:
    order = (col(ResultRow.table_id), col(ResultRow.number))
    return [row.counts for row in await made.database.read(select(ResultRow).order_by(*order))]


def result(person: int, place: int, number: int = 0) -> ResultRow:
    return ResultRow(
        table_id=1, number=number or person, person=person, game="walk", scenario="standard", place=place, guild=5
    )


def test_who_is_placed_better_rises_and_ties_are_equal() -> None:
    found = after([result(1, 1), result(2, 2), result(3, 2)], {})
    assert found[1].mu > MODEL.mu > found[2].mu
    assert (found[2].mu, found[2].sigma) == (found[3].mu, found[3].sigma)
    assert all(one.sigma < MODEL.sigma and one.games == 1 for one in found.values())


def test_npcs_between_persons_count_for_nothing() -> None:
    assert after([result(1, 1), result(2, 2)], {}) == after([result(1, 3), result(2, 9)], {})


def test_who_has_left_every_seat_comes_behind_all_others() -> None:
    gone = result(1, 1)
    gone.has_left = True
    found = after([gone, result(2, 9)], {})
    assert found[2].mu > MODEL.mu > found[1].mu
    half = after([gone, result(1, 2, 3), result(2, 9)], {})
    assert half[1].mu > MODEL.mu > half[2].mu


def test_several_seats_of_a_person_are_a_team_with_the_best_of_their_places() -> None:
    found = after([result(1, 4, 1), result(2, 2, 2), result(1, 1, 3)], {})
    alone = after([result(1, 1), result(2, 2)], {})
    assert found[1].games == 1
    assert MODEL.mu < found[1].mu < alone[1].mu, "two seats were expected to win"


def test_a_surprise_moves_more_than_what_was_expected() -> None:
    known = {1: Skill(35.0, 3.0, 9), 2: Skill(15.0, 3.0, 9)}
    expected, surprise = after([result(1, 1), result(2, 2)], known), after([result(1, 2), result(2, 1)], known)
    assert surprise[2].mu - 15 > expected[1].mu - 35 > 0


async def test_a_rated_game_is_kept_and_one_that_is_not_is_not(room: Room) -> None:
    await race(room, ANA, BEN, wanted=Settings())
    assert await ratings(room) == []
    await race(room, ANA, BEN)
    ana, ben = await ratings(room)
    assert (ana[0], ben[0]) == (ANA.id, BEN.id)
    assert ana[3] > MODEL.mu > ben[3]
    assert (ana[1], ana[2], ana[5]) == ("walk", HERE.guild, 1)
    assert await counted(room) == [0, 0, 1, 1]


@pytest.mark.soak
async def test_ratings_worked_out_from_the_results_are_those_that_are_stored(room: Room) -> None:
    for people in ((ANA, BEN), (BEN, ANA, CHO), (CHO, ANA), (ANA, DEE, BEN, CHO), (DEE, CHO)):
        await race(room, *people)
    stored = await ratings(room)
    assert {row[5] for row in stored} == {2, 3, 4}
    assert await rate_again(room.database) == 5
    assert await ratings(room) == stored
    await room.service.forget_person(CHO)
    gone = await ratings(room)
    assert CHO.id not in {row[0] for row in gone}
    assert sorted(row[3] for row in gone) == sorted(row[3] for row in stored), "nobody else is rated otherwise"
    await rate_again(room.database)
    assert await ratings(room) == gone


async def test_servers_have_ratings_of_their_own(room: Room) -> None:
    await race(room, ANA, BEN)
    far = [replace(person, guild=THERE.guild) for person in (BEN, ANA)]
    info = await room.service.open_table(far[0], THERE, "walk", settings=RATED, options={"goal": 3})
    await room.service.join(info.id, far[1])
    await room.service.start(info.id, far[0])
    await give(room, info.id, far[0], "walk", "walk", "walk")
    assert [(row[0], row[2], row[5]) for row in await ratings(room)] == [
        (person.id, guild, 1) for guild in (HERE.guild, THERE.guild) for person in (ANA, BEN)
    ]


async def test_one_person_against_npcs_is_not_rated(room: Room) -> None:
    await race(room, ANA, npcs=2)
    assert await ratings(room) == []


async def test_who_wants_no_statistics_is_not_rated_and_the_others_are(room: Room) -> None:
    await room.service.set_preferences(CHO, replace(await room.service.preferences(CHO), stats=False))
    await race(room, CHO, BEN)
    assert await ratings(room) == [], "nobody is rated against nobody"
    await race(room, CHO, BEN, ANA)
    assert [row[0] for row in await ratings(room)] == [ANA.id, BEN.id]
    assert await counted(room) == [0, 0, 0, 1, 1]


async def long_race(made: Room) -> str:
    """A rated game of Ana and Ben with a round behind it, which ends once Ana takes two more steps; its id."""
    table = await begun(made, ANA, BEN, CHO, settings=RATED, options={"goal": 4})
    for person in (ANA, BEN, CHO):
        made.clock.now += 60
        await give(made, table, person, "walk", "walk", "done")
    for person in (ANA, BEN, CHO):
        await made.service.answer(table, person, None, [["1"]])
    return table


async def test_who_leaves_in_the_second_half_has_lost_to_all_who_stay(room: Room) -> None:
    table = await long_race(room)
    room.clock.now += 60
    await left(room, table, BEN)
    await give(room, table, ANA, "walk", "walk", "done")
    rated = {row[0]: row[3] for row in await ratings(room)}
    assert rated[ANA.id] > rated[CHO.id] > rated[BEN.id]
    assert await rate_again(room.database) == 1
    assert {row[0]: row[3] for row in await ratings(room)} == rated


async def test_who_leaves_in_the_first_half_is_not_rated_and_the_others_are(room: Room) -> None:
    early = await begun(room, ANA, BEN, CHO, settings=RATED, options={"goal": 4})
    await left(room, early, CHO)
    for person in (ANA, BEN):
        room.clock.now += 60
        await give(room, early, person, "walk", "walk", "done")
    for person in (ANA, BEN):
        await room.service.answer(early, person, None, [["1"]])
    await give(room, early, ANA, "walk", "walk", "done")
    assert [row[0] for row in await ratings(room)] == [ANA.id, BEN.id]


async def test_who_follows_somebody_in_the_second_half_is_not_rated_and_loses_nothing(room: Room) -> None:
    table = await long_race(room)
    room.clock.now += 60
    offer = await room.service.give_seat(table, BEN, 2, DEE)
    await room.service.answer_offer(table, DEE, offer.no, accepts=True)
    await give(room, table, ANA, "walk", "walk", "done")
    assert [row[0] for row in await ratings(room)] == [ANA.id, BEN.id, CHO.id]
    assert {one.person for one in await room.database.read(select(ResultRow).where(ResultRow.has_left))} == {BEN.id}
    (shown,) = await statistics.career(room.service.deps, DEE, DEE, "walk")
    assert (shown.games, shown.rating) == (1, None)
    assert await statistics.career(room.service.deps, BEN, BEN, "walk") == ()


async def left(made: Room, table: str, person: Person) -> None:
    refusal = await refused(made.service.leave(table, person))
    await made.service.leave(table, person, confirm=refusal.said["confirm"])


async def test_a_loser_who_leaves_the_seat_to_the_npc_spoils_no_rating(room: Room) -> None:
    table = await long_race(room)
    await room.service.control(table, BEN, 2, "npc")
    await give(room, table, ANA, "walk", "walk", "done")
    rated = {row[0]: row[3] for row in await ratings(room)}
    assert rated[ANA.id] > rated[CHO.id] > rated[BEN.id]
    assert await counted(room) == [1, 1, 1]


async def test_whoever_has_announced_that_the_npc_plays_meanwhile_is_rated_by_the_place_reached(room: Room) -> None:
    table = await long_race(room)
    await room.service.control(table, BEN, 2, "npc")
    async with room.database.session() as session, room.database.writing(session):
        session.add(AwayRow(person=BEN.id, starts=room.clock.now - 1, ends=room.clock.now + 86400, mode="npc"))
    await give(room, table, ANA, "walk", "walk", "done")
    rated = {row[0]: row[3] for row in await ratings(room)}
    assert rated[ANA.id] > rated[CHO.id] == rated[BEN.id]


async def test_whether_a_game_is_rated_is_fixed_once_it_has_begun(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await refused(room.service.change_settings(table, ANA, rated="yes"))).code == "rated_fixed"


async def test_ratings_are_given_out_to_their_person(room: Room) -> None:
    await race(room, ANA, BEN)
    about = json.loads((await room.service.personal_data(BEN)).raw)
    assert [(one["game"], one["guild"], one["games"]) for one in about["ratings"]] == [("walk", HERE.guild, 1)]
    await room.service.forget_person(BEN)
    assert json.loads((await room.service.personal_data(BEN)).raw)["ratings"] == []


async def test_a_rating_of_which_no_game_is_left_is_forgotten_as_well(room: Room) -> None:
    async with room.database.session() as session, room.database.writing(session):
        session.add(RatingRow(person=ANA.id, game="walk", guild=5, mu=25.0, sigma=8.0, games=1))
    await room.service.forget_person(ANA)
    assert await ratings(room) == []


async def test_the_command_line_works_ratings_out_anew(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    await race(room, ANA, BEN)
    stored = await ratings(room)
    monkeypatch.setenv("NISABA_DATA", str(tmp_path))
    monkeypatch.setenv("NISABA_DATABASE", room.database.engine.url.render_as_string(hide_password=False))
    assert settings.read().url
    async with room.database.session() as session, room.database.writing(session):
        for row in (await session.execute(select(RatingRow))).scalars():
            await session.delete(row)
    assert await asyncio.to_thread(main, ["--rate"]) == 0
    assert "1 rated" in capsys.readouterr().out
    assert await ratings(room) == stored
