"""Named scenarios: every one can be opened and begun, NPCs take what is left, results are kept for each."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract.tables import Person
from bot.features.files import verification
from bot.features.registered import ALL
from bot.features.statistics import results
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.acme.history.casting import castings
from engine.acme.history.facts import HISTORICAL
from engine.civ.catalog import MAPS, NATIONS
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, HERE, Hand, refused


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[GameService]:
    """A service for all games with the posts that people see."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)
    yield GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), Hand(), lambda: "ab" * 32, FileKey("key"), features=ALL)
    )
    await database.close()


def cast_of(scenario: str) -> list[str]:
    """The civilizations that one person plays in some cast of the scenario."""
    h = HISTORICAL[scenario]
    most = max(cast.most for cast in h.cast if cast.persons == 1)
    for n in range(1, most + 1):
        seats = {f"seat_{i}": "Ana" if i < n else "" for i in range(len(h.side))}
        found = next(castings(h, {}, seats), None)
        if found is not None:
            return [civ for seat, civ in found.items() if seats[seat]]
    raise AssertionError(f"{scenario}: nobody can play it alone")


async def begun(room: GameService, scenario: str, person: Person = ANA) -> str:
    """A game of one person with the first cast that fits."""
    info = await room.open_table(person, HERE, "acme", scenario=scenario, npcs=2)
    assert info.npcs == 0
    for i, civ in enumerate(cast_of(scenario)):
        await room.join(info.id, person, civ=civ, again=i > 0)
    await room.start(info.id, person)
    return info.id


async def played(room: GameService, table: str, seed: int) -> None:
    """Random answers of Ana to the end, with the service forgetting everything now and then."""
    dice = random.Random(seed)
    while (sheet := await room.sheet(table, ANA)).ask is not None:
        most = min(sheet.ask.most, len(sheet.ask.options))
        picks = dice.sample(list(sheet.ask.options), dice.randint(sheet.ask.least, most))
        await room.answer(table, ANA, sheet.ask_no, [picks], seat=sheet.seat.number)
        if dice.random() < 0.05:
            room.deps.forget(int(table))


@pytest.mark.sample(4)
@pytest.mark.parametrize("scenario", list(HISTORICAL))
async def test_acme_set_01_every_scenario_begins_with_one_person(room: GameService, scenario: str) -> None:
    """NPCs have all seats that nobody took, by the names of the scenario."""
    table = await begun(room, scenario)
    info, h = await room.info(table), HISTORICAL[scenario]
    assert info.alone
    assert {seat.by for seat in info.seats if seat.person is None} <= {"npc"}
    assert len([seat for seat in info.seats if seat.person]) == len(cast_of(scenario))
    assert (await room.standing(table)).view.scenario == scenario
    assert len(info.seats) == len(h.side)


async def test_the_host_may_play_all_civilizations_alone(room: GameService) -> None:
    """ACME-SET-01: one human runs all."""
    info = await room.open_table(ANA, HERE, "acme", scenario="sargon")
    await room.join(info.id, ANA, civ="sumer")
    await room.join(info.id, ANA, civ="akkad", again=True)
    await room.start(info.id, ANA)
    assert [seat.person for seat in (await room.info(info.id)).seats] == [ANA, ANA]


async def test_a_cast_that_does_not_fit_does_not_begin(room: GameService) -> None:
    info = await room.open_table(ANA, HERE, "acme", scenario="cyrus")
    await room.join(info.id, ANA, civ="egypt")
    told = await refused(room.start(info.id, ANA))
    assert told.code == "setup"
    assert "Babylon" in str(told.said["reason"])
    assert (await room.info(info.id)).state == "lobby"
    assert len((await room.info(info.id)).seats) == 1


async def test_what_a_scenario_settles_cannot_be_set(room: GameService) -> None:
    info = await room.open_table(ANA, HERE, "acme", scenario="sargon")
    for option, value in (("map", "full"), ("epochs", 4), ("hostility", True)):
        assert (await refused(room.set_options(info.id, ANA, options={option: value}))).code == "option_elsewhere"


@pytest.mark.soak
async def test_acme_sol_knob_11_results_are_kept_scenario_by_scenario(room: GameService) -> None:
    for seed in (1, 2):
        table = await begun(room, "sargon")
        await played(room, table, seed)
        assert (await verification.verify_game(room, table)).fits
    found = await results.best(room.deps, ANA)
    assert [(r.game, r.scenario, r.seats) for r in found] == [("acme", "sargon", 2)] * 2
    assert found[0].place <= found[1].place
    assert await results.best(room.deps, BEN) == ()


async def test_a_nation_that_the_board_of_so_many_people_lacks_is_refused_when_it_is_named(room: GameService) -> None:
    """CIV §1.3: without a board named, it follows from the number of people."""
    two, every = MAPS["2p"].nations, list(NATIONS)
    stranger = next(nation for nation in every if nation not in two)
    info = await room.open_table(ANA, HERE, "civ", scenario="basic")
    assert (await refused(room.join(info.id, ANA, civ=stranger))).code == "setup"
    assert (await refused(room.join(info.id, BEN, civ=stranger))).code == "setup"
    info = await room.join(info.id, BEN, civ=two[0])
    assert [seat.civ for seat in info.seats] == ["", two[0]]
