"""NPC seats at the desk: named in the lobby, open hands, seats handed over and back, results of games alone."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract import Person, Refused, Settings, TableInfo
from bot.service.desk import Desk
from bot.service.sealing import Sealer
from bot.store.database import Database
from bot.ui.table.narrator import Tale
from bot.ui.vocabulary import names_of
from engine.games import GAMES
from tests.service.tables import ANA, BEN, HERE, Hand, refused


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk for all games with the posts that people see."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await database.migrate()
    yield Desk(database, GAMES, Tale(names_of), Hand(), Sealer("key"), lambda: "ab" * 32)
    await database.close()


async def opened(desk: Desk, *people: Person, npcs: int = 2, civs: tuple[str, ...] = ("hittites",)) -> TableInfo:
    """A lobby on the western map with NPCs, Ana as Egypt and Ben as Assyria."""
    options = {"map": "western", "turns": 2}
    settings = Settings(pace="live")
    info = await desk.open_table(people[0], HERE, "acme", options=options, settings=settings, npcs=npcs, npc_civs=civs)
    for person, civ in zip(people, ("egypt", "assyria"), strict=False):
        info = await desk.join(info.id, person, civ=civ)
    return info


async def begun(desk: Desk, *people: Person, npcs: int = 2) -> str:
    info = await opened(desk, *people, npcs=npcs)
    await desk.start(info.id, people[0])
    return info.id


async def played(desk: Desk, table: str, person: Person, seed: int = 1) -> None:
    """Random answers of one person to the end."""
    dice = random.Random(seed)
    while (sheet := await desk.sheet(table, person)).ask is not None:
        most = min(sheet.ask.most, len(sheet.ask.options))
        picks = dice.sample(list(sheet.ask.options), dice.randint(sheet.ask.least, most))
        await desk.answer(table, person, sheet.ask_no, [picks])


async def test_named_npcs_play_what_was_named_and_others_are_drawn(desk: Desk) -> None:
    table = await begun(desk, ANA)
    while (sheet := await desk.sheet(table, ANA)).request and sheet.request.key.startswith("setup"):
        assert sheet.ask is not None
        await desk.answer(table, ANA, sheet.ask_no, [sheet.ask.options[:1]])
    seats = (await desk.info(table)).seats
    assert [(s.seat, s.by) for s in seats[:2]] == [("egypt", "human"), ("hittites", "npc")]
    assert seats[2].seat not in {"seat_3", "egypt", "hittites"}


async def test_fewer_npcs_forget_the_last_names(desk: Desk) -> None:
    info = await opened(desk, ANA, npcs=2, civs=("hittites", "elam"))
    assert (await desk.set_options(info.id, ANA, npcs=1)).npc_civs == ("hittites",)
    assert (await desk.set_options(info.id, ANA, npc_civs=("elam", "babylon"))).npcs == 2
    assert (await desk.set_options(info.id, ANA, npc_civs=())).npcs == 2


async def test_a_civilization_without_a_home_on_the_map_is_refused_at_once(desk: Desk) -> None:
    info = await opened(desk, ANA)
    told = await refused(desk.set_options(info.id, ANA, npc_civs=("indus_valley",)))
    assert told.code == "setup"
    assert "no Home Area" in told.said["reason"]


async def test_hands_of_npcs_are_open_to_all_and_those_of_persons_are_not(desk: Desk) -> None:
    table = await begun(desk, ANA, BEN)
    info, seat, view = await desk.npc_hand(table, "hittites")
    assert (info.id, seat.by) == (table, "npc")
    assert len(view["civs"]["hittites"]["hand"]) == view["civs"]["hittites"]["hand_count"]
    told = await refused(desk.npc_hand(table, "egypt"))
    assert told.code == "secret"
    assert [s.seat for s in told.said["npcs"]] == ["hittites", "seat_4"]


async def test_a_seat_goes_to_the_npc_and_back_and_its_hand_stays_secret(desk: Desk) -> None:
    table = await begun(desk, ANA, BEN)
    await desk.control(table, ANA, 1, "npc")
    assert (await refused(desk.npc_hand(table, "egypt"))).code == "secret"
    assert (await desk.sheet(table, ANA)).ask is None
    assert (await desk.info(table)).alone
    await desk.control(table, ANA, 1, "human")
    seats = {s.seat: s.by for s in (await desk.info(table)).seats}
    assert seats["egypt"] == "human"
    assert not (await desk.info(table)).alone


async def test_the_last_person_cannot_leave_everything_to_npcs(desk: Desk) -> None:
    table = await begun(desk, ANA)
    assert (await refused(desk.control(table, ANA, 1, "npc"))).code == "nobody_left"
    sheet = await desk.sheet(table, ANA)
    assert sheet.ask is not None


async def test_the_end_of_a_game_alone_is_kept_and_the_best_comes_first(desk: Desk) -> None:
    """ACME-SOL-KNOB-11: VP and rank are stored by player and scenario, so that they can be beaten."""
    for seed in (1, 2):
        await played(desk, await begun(desk, ANA), ANA, seed)
    found = await desk.results(ANA)
    assert [(r.game, r.scenario, r.seats) for r in found] == [("acme", "standard", 3)] * 2
    assert (found[0].place != 1, -found[0].score) <= (found[1].place != 1, -found[1].score)
    assert await desk.results(BEN) == ()
    about = json.loads((await desk.personal_data(ANA)).raw)
    assert {result["score"] for result in about["results"]} == {r.score for r in found}
    await desk.forget_person(ANA)
    assert await desk.results(ANA) == ()


async def test_games_with_others_are_no_results(desk: Desk) -> None:
    table = await begun(desk, ANA, BEN, npcs=1)
    await desk.end(table, ANA, confirm=(await refused(desk.end(table, ANA))).said["confirm"])
    assert await desk.results(ANA) == ()


async def test_culture_wars_is_played_against_its_computer_opponents(desk: Desk) -> None:
    info = await desk.open_table(ANA, HERE, "culture_wars", options={"rounds": 1}, npcs=2, npc_civs=("moons",))
    await desk.start(info.id, ANA)
    assert [s.by for s in (await desk.info(info.id)).seats] == ["human", "npc", "npc"]
    assert "moons" in {s.seat for s in (await desk.info(info.id)).seats}
    with pytest.raises(Refused, match="secret"):
        await desk.npc_hand(info.id, "moons")
    await played(desk, info.id, ANA)
    assert [r.game for r in await desk.results(ANA)] == ["culture_wars"]
