"""Named scenarios at the desk: every one can be opened and begun, NPCs take what is left, results are kept for each."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract import Person
from bot.service.desk import Desk
from bot.service.sealing import Sealer
from bot.store.database import Database
from bot.ui.table.narrator import Tale
from bot.ui.vocabulary import names_of
from engine.acme.history.casting import castings
from engine.acme.history.facts import HISTORICAL
from engine.games import GAMES
from tests.service.tables import ANA, BEN, HERE, Hand, refused


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk for all games with the posts that people see."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await database.migrate()
    yield Desk(database, GAMES, Tale(names_of), Hand(), Sealer("key"), lambda: "ab" * 32)
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


async def begun(desk: Desk, scenario: str, person: Person = ANA) -> str:
    """A game of one person with the first cast that fits."""
    info = await desk.open_table(person, HERE, "acme", scenario=scenario, npcs=2)
    assert info.npcs == 0
    for i, civ in enumerate(cast_of(scenario)):
        await desk.join(info.id, person, civ=civ, again=i > 0)
    await desk.start(info.id, person)
    return info.id


async def played(desk: Desk, table: str, seed: int) -> None:
    """Random answers of Ana to the end, with the desk forgetting everything now and then."""
    dice = random.Random(seed)
    while (sheet := await desk.sheet(table, ANA)).ask is not None:
        most = min(sheet.ask.most, len(sheet.ask.options))
        picks = dice.sample(list(sheet.ask.options), dice.randint(sheet.ask.least, most))
        await desk.answer(table, ANA, sheet.ask_no, [picks], seat=sheet.seat.number)
        if dice.random() < 0.05:
            desk.deps.forget(int(table))


@pytest.mark.parametrize("scenario", list(HISTORICAL))
async def test_acme_set_01_every_scenario_begins_with_one_person(desk: Desk, scenario: str) -> None:
    """NPCs have all seats that nobody took, by the names of the scenario."""
    table = await begun(desk, scenario)
    info, h = await desk.info(table), HISTORICAL[scenario]
    assert info.alone
    assert {seat.by for seat in info.seats if seat.person is None} <= {"npc"}
    assert len([seat for seat in info.seats if seat.person]) == len(cast_of(scenario))
    assert (await desk.standing(table)).view["scenario"] == scenario
    assert len(info.seats) == len(h.side)


async def test_the_host_may_play_all_civilizations_alone(desk: Desk) -> None:
    """ACME-SET-01: one human runs all."""
    info = await desk.open_table(ANA, HERE, "acme", scenario="sargon")
    await desk.join(info.id, ANA, civ="sumer")
    await desk.join(info.id, ANA, civ="akkad", again=True)
    await desk.start(info.id, ANA)
    assert [seat.person for seat in (await desk.info(info.id)).seats] == [ANA, ANA]


async def test_a_cast_that_does_not_fit_does_not_begin(desk: Desk) -> None:
    info = await desk.open_table(ANA, HERE, "acme", scenario="cyrus")
    await desk.join(info.id, ANA, civ="egypt")
    told = await refused(desk.start(info.id, ANA))
    assert told.code == "setup"
    assert "Babylon" in told.said["reason"]
    assert (await desk.info(info.id)).state == "lobby"
    assert len((await desk.info(info.id)).seats) == 1


async def test_what_a_scenario_settles_cannot_be_set(desk: Desk) -> None:
    info = await desk.open_table(ANA, HERE, "acme", scenario="sargon")
    for option, value in (("map", "full"), ("epochs", 4), ("hostility", True)):
        assert (await refused(desk.set_options(info.id, ANA, options={option: value}))).code == "option_elsewhere"


async def test_acme_sol_knob_11_results_are_kept_scenario_by_scenario(desk: Desk) -> None:
    for seed in (1, 2):
        table = await begun(desk, "sargon")
        await played(desk, table, seed)
        assert (await desk.verify(table)).fits
    found = await desk.results(ANA)
    assert [(r.game, r.scenario, r.seats) for r in found] == [("acme", "sargon", 2)] * 2
    assert found[0].place <= found[1].place
    assert await desk.results(BEN) == ()
