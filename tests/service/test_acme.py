"""ACME at the desk with the posts that people see: random games, undo, restarts, and the proof at the end."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.clock import Clock
from bot.contract import Person, Refused, Settings
from bot.delivery import letters
from bot.delivery.wire import Letter, Sent, Target
from bot.outbox import Outbox
from bot.service.desk import Desk
from bot.service.sealing import Sealer
from bot.store.database import Database
from bot.ui.limits import DISCORD, faults
from bot.ui.table.narrator import Tale
from bot.ui.vocabulary import names_of
from engine.games import GAMES
from tests.service.tables import ANA, BEN, CHO, HERE, Hand
from tests.service.wires import Recording

PEOPLE = (ANA, BEN, CHO)


class Strict(Recording):
    """A wire that takes only what Discord would take."""

    async def send(self, target: Target, letter: Letter) -> Sent:
        self.check(letter)
        return await super().send(target, letter)

    async def edit(self, sent: Sent, letter: Letter) -> None:
        self.check(letter)
        await super().edit(sent, letter)

    def check(self, letter: Letter) -> None:
        alts = {letters.file_name(picture): "alt" for picture in letters.pictures(letter.post)}
        made = letters.screen(letter.post, letter.table, names_of(letter.game), letter.accent, alts)
        assert faults(made, DISCORD) == []


class Game:
    """A game of three people and an NPC on the small map."""

    def __init__(self, desk: Desk, clock: Hand, seed: int) -> None:
        self.desk, self.clock, self.rng = desk, clock, random.Random(seed)
        self.table = ""
        self.returns = 0

    async def begin(self) -> None:
        settings, options = Settings(pace="live"), {"map": "abbreviated_western"}
        info = await self.desk.open_table(ANA, HERE, "acme", options=options, settings=settings, npcs=1)
        for person in PEOPLE[1:]:
            await self.desk.join(info.id, person)
        await self.desk.start(info.id, ANA)
        self.table = info.id

    async def go_on(self) -> None:
        """One answer of somebody, now and then taken back; or the close of the window."""
        self.clock.now += 1
        for person in PEOPLE:
            sheet = await self.desk.sheet(self.table, person)
            if sheet.ask is None or sheet.sealed is not None:
                continue
            most = min(sheet.ask.most, len(sheet.ask.options))
            picks = self.rng.sample(list(sheet.ask.options), self.rng.randint(sheet.ask.least, most))
            done = await self.desk.answer(self.table, person, sheet.ask_no, [picks])
            if done.undo and self.rng.random() < 0.1:
                await self.desk.undo(self.table, person)
            elif self.rng.random() < 0.04:
                await self.go_back(person)
            return
        self.clock.now += 60
        assert await Clock(self.desk, self.clock).close_due() == 1

    async def go_back(self, person: Person) -> None:
        """Back to one of the last moments, with the consent of all."""
        points = await self.desk.back_points(self.table, person)
        told = await self.desk.ask_back(self.table, person, self.rng.choice(points[:3]).answers, "again")
        for seat in told.asked:
            assert seat.person is not None
            told = await self.desk.vote_back(self.table, seat.person, told.no, agrees=True)
        assert told.result == "agreed"
        self.returns += 1


async def end(desk: Desk, table: str) -> None:
    try:
        await desk.end(table, ANA)
    except Refused as refusal:
        await desk.end(table, ANA, confirm=refusal.said["confirm"])


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk for ACME with the posts that people see."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await database.migrate()
    yield Desk(database, GAMES, Tale(names_of), Hand(), Sealer("key"))
    await database.close()


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_random_game_is_told_within_limits_and_follows_from_its_seed(desk: Desk, seed: int) -> None:
    clock, wire = Hand(), Strict()
    desk.deps = replace(desk.deps, now=clock)
    box, game = Outbox(desk, wire, clock), Game(desk, clock, seed)
    with capture_logs() as logs:
        await game.begin()
        for n in range(120):
            await game.go_on()
            if n % 15 == 0:
                desk.deps.forget(1)
                await box.drain()
        await end(desk, game.table)
        await box.drain()
    found = await desk.verify(game.table)
    assert (found.difference, found.fits) == ("", True)
    assert found.answers > 30
    assert game.returns > 0
    told = {word for line in logs for word in line if word not in {"event", "log_level"}}
    assert told <= {"table", "seat", "key", "ask", "game", "seats", "sealed", "answers", "asked", "result"}
    assert not [line for line in logs if line["log_level"] in {"warning", "error"}]
    assert {line["sealed"] for line in logs if "sealed" in line} <= {True, False}
