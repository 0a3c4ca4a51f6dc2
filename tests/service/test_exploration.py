"""An Exploration at the service: NPCs take seats that nobody sits in while the game is played."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.contract.table_settings import Settings
from bot.delivery.outbox import Outbox
from bot.features.files import verification
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import ANA, HERE, Hand, stop
from tests.service.test_acme import Strict

SEEDS = (3, 4)
LONG, MORE, RETURN = 400, 80, 45


class Expedition:
    """A game of one person on the small map, with two NPCs to be found."""

    def __init__(self, room: GameService, clock: Hand, seed: int) -> None:
        self.game_service, self.clock, self.rng = room, clock, random.Random(seed)
        self.table = ""
        self.steps = 0

    async def begin(self) -> None:
        options = {"map": "abbreviated_western", "unknown_npcs": 2, "without_civs": "greeks"}
        settings = Settings(pace="live")
        info = await self.game_service.open_table(
            ANA, HERE, "acme", scenario="exploration", options=options, settings=settings, most=1
        )
        await self.game_service.start(info.id, ANA)
        self.table = info.id

    async def go_on(self) -> None:
        """One answer, now and then taken back; or the close of the window."""
        self.clock.now += 1
        sheet = await self.game_service.sheet(self.table, ANA)
        if sheet.ask is None or sheet.sealed is not None:
            self.clock.now += 60
            assert await Clock(self.game_service, self.clock).close_due() == 1
            return
        most = min(sheet.ask.most, len(sheet.ask.options))
        picks = self.rng.sample(list(sheet.ask.options), self.rng.randint(sheet.ask.least, most))
        done = await self.game_service.answer(self.table, ANA, sheet.ask_no, [picks])
        if done.undo and self.rng.random() < 0.2:
            await self.game_service.undo(self.table, ANA)
        self.steps += 1
        if self.steps % RETURN == 0:
            await self.go_back()

    async def go_back(self) -> None:
        """Back to one of the last moments, when fewer NPCs may have been there."""
        points = await self.game_service.back_points(self.table, ANA)
        told = await self.game_service.ask_back(self.table, ANA, self.rng.choice(points).answers, "again")
        assert told.result == "agreed"

    async def found(self) -> bool:
        """Whether an NPC is there."""
        return len((await self.game_service.sheet(self.table, ANA)).view.civs) > 1


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[GameService]:
    """A service for ACME with the posts that people see."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)
    yield GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), Hand(), lambda: "unknown lands", FileKey("key"), features=ALL)
    )
    await database.close()


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
async def test_npcs_that_are_found_join_the_table_and_the_game_follows_from_its_seed(
    room: GameService, seed: int
) -> None:
    """ACME-EXPL-29: the seat of the person stays what it was; restarts and the proof at the end know the NPCs too."""
    clock, wire = Hand(), Strict()
    room.deps = replace(room.deps, now=clock)
    box, game = Outbox(room, wire, clock), Expedition(room, clock, seed)
    await game.begin()
    while game.steps < LONG and not await game.found():
        await game.go_on()
    for n in range(MORE):
        await game.go_on()
        if n % 15 == 0:
            room.deps.restored.forget(1)
            await box.drain()
    await stop(room, game.table)
    await box.drain()
    found = await verification.verify_game(room, game.table)
    assert (found.difference, found.fits) == ("", True)


@pytest.mark.soak
async def test_npcs_that_are_found_have_seats_until_the_game_goes_back(room: GameService) -> None:
    """ACME-EXPL-29: the table shows them; going back before they were found takes their seats away."""
    clock = Hand()
    room.deps = replace(room.deps, now=clock)
    game = Expedition(room, clock, 5)
    await game.begin()
    while len(found := (await room.info(game.table)).seats) == 1:
        await game.go_on()
    (told,) = found[1:]
    assert (told.by, told.person) == ("npc", None)
    assert (await room.npc_hand(game.table, told.seat))[1] == told
    first = min(await room.back_points(game.table, ANA), key=lambda point: point.answers)
    await room.ask_back(game.table, ANA, first.answers, "again")
    room.deps.forget(1)
    assert [seat.number for seat in (await room.info(game.table)).seats] == [1]
    while len((await room.info(game.table)).seats) == 1:
        await game.go_on()
    room.deps.forget(1)
    assert len((await room.info(game.table)).seats) == 2
