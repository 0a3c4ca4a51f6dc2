"""NPC seats at the service: named in the lobby, open hands, seats handed over and back, results of games alone."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Refused, TableInfo
from bot.features.registered import ALL
from bot.features.statistics import results
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, HERE, Hand, refused, stop


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[GameService]:
    """A service for all games with the posts that people see."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)
    yield GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), Hand(), lambda: "ab" * 32, FileKey("key"), features=ALL)
    )
    await database.close()


async def opened(room: GameService, *people: Person, npcs: int = 2, civs: tuple[str, ...] = ("hittites",)) -> TableInfo:
    """A lobby on the western map with NPCs, Ana as Egypt and Ben as Assyria."""
    options = {"map": "western", "turns": 2}
    settings = Settings(pace="live")
    info = await room.open_table(people[0], HERE, "acme", options=options, settings=settings, npcs=npcs, npc_civs=civs)
    for person, civ in zip(people, ("egypt", "assyria"), strict=False):
        info = await room.join(info.id, person, civ=civ)
    return info


async def begun(room: GameService, *people: Person, npcs: int = 2) -> str:
    info = await opened(room, *people, npcs=npcs)
    await room.start(info.id, people[0])
    return info.id


async def played(room: GameService, table: str, person: Person, seed: int = 1) -> None:
    """Random answers of one person to the end."""
    dice = random.Random(seed)
    while (sheet := await room.sheet(table, person)).ask is not None:
        most = min(sheet.ask.most, len(sheet.ask.options))
        picks = dice.sample(list(sheet.ask.options), dice.randint(sheet.ask.least, most))
        await room.answer(table, person, sheet.ask_no, [picks])


async def test_named_npcs_play_what_was_named_and_others_are_drawn(room: GameService) -> None:
    table = await begun(room, ANA)
    while (sheet := await room.sheet(table, ANA)).request and sheet.request.key.startswith("setup"):
        assert sheet.ask is not None
        await room.answer(table, ANA, sheet.ask_no, [sheet.ask.options[:1]])
    seats = (await room.info(table)).seats
    assert [(s.seat, s.by) for s in seats[:2]] == [("egypt", "human"), ("hittites", "npc")]
    assert seats[2].seat not in {"seat_3", "egypt", "hittites"}


async def test_fewer_npcs_forget_the_last_names(room: GameService) -> None:
    info = await opened(room, ANA, npcs=2, civs=("hittites", "elam"))
    assert (await room.set_options(info.id, ANA, npcs=1)).npc_civs == ("hittites",)
    assert (await room.set_options(info.id, ANA, npc_civs=("elam", "babylon"))).npcs == 2
    assert (await room.set_options(info.id, ANA, npc_civs=())).npcs == 2


async def test_a_civilization_without_a_home_on_the_map_is_refused_at_once(room: GameService) -> None:
    info = await opened(room, ANA)
    told = await refused(room.set_options(info.id, ANA, npc_civs=("indus_valley",)))
    assert told.code == "setup"
    assert "no Home Area" in str(told.said["reason"])


async def test_hands_of_npcs_are_open_to_all_and_those_of_persons_are_not(room: GameService) -> None:
    table = await begun(room, ANA, BEN)
    info, seat, view = await room.npc_hand(table, "hittites")
    assert (info.id, seat.by) == (table, "npc")
    assert len(view.civs["hittites"].hand) == view.civs["hittites"].hand_count
    told = await refused(room.npc_hand(table, "egypt"))
    assert told.code == "secret"
    assert [s.seat for s in told.said["npcs"]] == ["hittites", "seat_4"]


async def test_a_seat_goes_to_the_npc_and_back_and_its_hand_stays_secret(room: GameService) -> None:
    table = await begun(room, ANA, BEN)
    await room.control(table, ANA, 1, "npc")
    assert (await refused(room.npc_hand(table, "egypt"))).code == "secret"
    assert (await room.sheet(table, ANA)).ask is None
    assert (await room.info(table)).alone
    await room.control(table, ANA, 1, "human")
    seats = {s.seat: s.by for s in (await room.info(table)).seats}
    assert seats["egypt"] == "human"
    assert not (await room.info(table)).alone


async def test_the_last_person_cannot_leave_everything_to_npcs(room: GameService) -> None:
    table = await begun(room, ANA)
    assert (await refused(room.control(table, ANA, 1, "npc"))).code == "nobody_left"
    sheet = await room.sheet(table, ANA)
    assert sheet.ask is not None


@pytest.mark.soak
@pytest.mark.sample(1)
async def test_the_end_of_a_game_alone_is_kept_and_the_best_comes_first(room: GameService) -> None:
    """ACME-SOL-KNOB-11: VP and rank are stored by player and scenario, so that they can be beaten."""
    for seed in (1, 2):
        await played(room, await begun(room, ANA), ANA, seed)
    found = await results.best(room.deps, ANA)
    assert [(r.game, r.scenario, r.seats) for r in found] == [("acme", "standard", 3)] * 2
    assert (found[0].place != 1, -found[0].score) <= (found[1].place != 1, -found[1].score)
    assert await results.best(room.deps, BEN) == ()
    about = json.loads((await room.personal_data(ANA)).raw)
    assert {result["score"] for result in about["results"]} == {r.score for r in found}
    await room.forget_person(ANA)
    assert await results.best(room.deps, ANA) == ()


async def test_games_with_others_are_no_results(room: GameService) -> None:
    table = await begun(room, ANA, BEN, npcs=1)
    await stop(room, table)
    assert await results.best(room.deps, ANA) == ()


async def test_culture_wars_is_played_against_its_computer_opponents(room: GameService) -> None:
    info = await room.open_table(ANA, HERE, "culture_wars", options={"rounds": 1}, npcs=2, npc_civs=("moons",))
    await room.start(info.id, ANA)
    assert [s.by for s in (await room.info(info.id)).seats] == ["human", "npc", "npc"]
    assert "moons" in {s.seat for s in (await room.info(info.id)).seats}
    with pytest.raises(Refused, match="secret"):
        await room.npc_hand(info.id, "moons")
    await played(room, info.id, ANA)
    assert [r.game for r in await results.best(room.deps, ANA)] == ["culture_wars"]
