"""A bot whose alarms ring until it is killed: `main([DATABASE, POSTS, MOMENT, KIND])`.

It kills itself when an alarm brings a post of that kind: at the `ring`, before anything is written; when it is
`written` and not committed; once it is `committed`, before anything is sent; or `send-before`, `send-after`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from bot.contract.posts import Post
from bot.delivery.outbox import Outbox
from bot.delivery.wire import ReadyPost, Sent, Target
from bot.store import sqlite
from bot.store.models import OutboxRow
from bot.store.plain_rows import rows_of
from bot.store.steps import BoundStatement
from bot.tables.alarm_clock import Clock
from bot.tables.work import transaction
from bot.tables.work.unit_of_work import UnitOfWork
from tests.service.dying import Paper, prepare
from tests.service.tables import ANA, BEN, Room, begun, opened_room

__all__ = ["main", "prepare"]
HOUR: Final = 3600.0
LONG: Final = 32


class Mortal(Paper):
    """A wire that dies at a post of one kind."""

    def __init__(self, file: Path, moment: str, kind: str) -> None:
        super().__init__(file)
        self.fatal, self.kind = moment, kind

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        meant = any(one.post.kind == self.kind for one in posts)
        self.moment, self.times = (self.fatal, self.done[self.fatal] + 1) if meant else ("", 0)
        return await super().send(target, posts)


def die_at(moment: str, kind: str) -> None:
    """Let the process die around the commit of what an alarm has brought."""
    write, run, dying = transaction.write, sqlite.Connection._written, [False]

    def meant(work: UnitOfWork, now: str) -> bool:
        posts = [msgspec.json.decode(row.post, type=Post) for row in rows_of(OutboxRow, work.fresh)]
        return moment == now and any(post.kind == kind for post in posts)

    def die(work: UnitOfWork, now: str) -> None:
        if meant(work, now):
            os.kill(os.getpid(), signal.SIGKILL)

    def written(self: sqlite.Connection, steps: Sequence[BoundStatement]) -> list[list[Any]]:
        if not dying[0]:
            return run(self, steps)
        self._conn.execute("BEGIN IMMEDIATE")
        for step in steps:
            self._run(step)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("it lives")

    async def committed(work: UnitOfWork) -> None:
        die(work, "ring")
        dying[0] = meant(work, "written")
        await write(work)
        die(work, "committed")

    sqlite.Connection._written, transaction.write = written, committed  # type: ignore[method-assign]


async def pass_hours(made: Room, paper: Paper, hours: int) -> None:
    """Let so many hours pass one by one; what is due comes about, and what is to be sent is sent."""
    clock, box = Clock(made.game_service, made.clock), Outbox(made.game_service, paper, made.clock)
    for _ in range(hours):
        made.clock.now += HOUR
        sys.stdout.write(f"{made.clock.now}\n")
        sys.stdout.flush()
        await clock.close_due()
        await box.drain()


async def live(database: Path, posts: Path, moment: str, kind: str) -> None:
    """Begin a game in which nobody answers."""
    die_at(moment, kind)
    async with opened_room(database) as made:
        await begun(made, ANA, BEN, options={"goal": 99})
        await pass_hours(made, Mortal(posts, moment, kind), LONG)


def main(given: list[str]) -> int:
    """Live as the command line says."""
    asyncio.run(live(Path(given[0]), Path(given[1]), *given[2:]))
    return 0
