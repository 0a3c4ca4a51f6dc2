"""ACME at the service with the posts that people see: random games, undo, restarts, and the proof at the end."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.contract.table_settings import Settings
from bot.contract.tables import Person
from bot.delivery import post_screens
from bot.delivery.outbox import Outbox
from bot.delivery.wire import ReadyPost, Sent, Target
from bot.features.files import verification
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.history.requests import MOST
from bot.tables.work.unit_of_work import Deps
from bot.ui.message_faults import faults
from bot.ui.parts import DISCORD
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, CHO, HERE, Hand, stop
from tests.service.wires import Recording

PEOPLE = (ANA, BEN, CHO)


class Strict(Recording):
    """A wire that takes only what Discord would take."""

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        for one in posts:
            self.check(one)
        return await super().send(target, posts)

    async def edit(self, sent: Sent, one: ReadyPost) -> Sent:
        self.check(one)
        return await super().edit(sent, one)

    def check(self, one: ReadyPost) -> None:
        alts = {post_screens.file_name(picture): "alt" for picture in post_screens.pictures(one.post)}
        made = post_screens.screen(one.post, one.table, names_of(one.game), one.accent, alts)
        assert faults(made, DISCORD) == []


class Game:
    """A game of three people and an NPC on the small map."""

    def __init__(self, room: GameService, clock: Hand, seed: int) -> None:
        self.game_service, self.clock, self.rng = room, clock, random.Random(seed)
        self.table = ""
        self.returns = 0

    async def begin(self) -> None:
        settings, options = Settings(pace="live"), {"map": "abbreviated_western"}
        info = await self.game_service.open_table(ANA, HERE, "acme", options=options, settings=settings, npcs=1)
        for person in PEOPLE[1:]:
            await self.game_service.join(info.id, person)
        await self.game_service.start(info.id, ANA)
        self.table = info.id

    async def go_on(self) -> None:
        """One answer of somebody, now and then taken back; or the close of the window."""
        self.clock.now += 1
        for person in PEOPLE:
            sheet = await self.game_service.sheet(self.table, person)
            if sheet.ask is None or sheet.sealed is not None:
                continue
            most = min(sheet.ask.most, len(sheet.ask.options))
            picks = self.rng.sample(list(sheet.ask.options), self.rng.randint(sheet.ask.least, most))
            done = await self.game_service.answer(self.table, person, sheet.ask_no, [picks])
            if done.undo and self.rng.random() < 0.1:
                await self.game_service.undo(self.table, person)
            elif self.returns < MOST and self.rng.random() < 0.04:
                await self.go_back(person)
            return
        self.clock.now += 60
        assert await Clock(self.game_service, self.clock).close_due() == 1

    async def go_back(self, person: Person) -> None:
        """Back to one of the last moments, with the consent of all."""
        points = await self.game_service.back_points(self.table, person)
        told = await self.game_service.ask_back(self.table, person, self.rng.choice(points[:3]).answers, "again")
        for seat in told.asked:
            assert seat.person is not None
            told = await self.game_service.vote_back(self.table, seat.person, told.no, agrees=True)
        assert told.result == "agreed"
        self.returns += 1


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[GameService]:
    """A service for ACME with the posts that people see."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)
    yield GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), Hand(), lambda: "four", FileKey("key"), features=ALL)
    )
    await database.close()


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_random_game_is_told_within_limits_and_follows_from_its_seed(room: GameService, seed: int) -> None:
    clock, wire = Hand(), Strict()
    room.deps = replace(room.deps, now=clock, draw_seed=lambda: f"four {seed}")
    box, game = Outbox(room, wire, clock), Game(room, clock, seed)
    with capture_logs() as logs:
        await game.begin()
        for n in range(120):
            await game.go_on()
            if n % 15 == 0:
                room.deps.forget(1)
                await box.drain()
        await stop(room, game.table)
        await box.drain()
    found = await verification.verify_game(room, game.table)
    assert (found.difference, found.fits) == ("", True)
    assert found.answers > 30
    assert game.returns > 0
    told = {word for line in logs for word in line if word not in {"event", "log_level"}}
    assert told <= {"table", "seat", "key", "ask", "game", "seats", "sealed", "answers", "asked", "result", "kind"}
    assert not [line for line in logs if line["log_level"] in {"warning", "error"}]
    assert {line["sealed"] for line in logs if "sealed" in line} <= {True, False}
