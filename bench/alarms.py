"""What it costs the processor when alarms ring, with and without auto-answers, and what one verdict of them costs.

A game of four people plays some days as in `weeks`, in time that is skipped, and is then left alone for two.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final
from unittest.mock import patch

import structlog

from bench.figures import Figure
from bench.weeks import MONDAY, Calendar, Weeks
from bot.contract.tables import AlarmKind, TableId
from bot.features.auto_answers import service as auto_answers
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.work.waking_hours import DAY, HOUR
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES

DAYS: Final = 6
KINDS: Final[dict[AlarmKind, str]] = {
    "window": "a window closes",
    "order": "an auto-answer answers",
    "remind": "a reminder is written",
    "late": "somebody is late",
}


class TimedRings(GameService):
    """A service that notes how long the processor worked for each alarm, in milliseconds."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.taken: dict[AlarmKind, list[float]] = defaultdict(list)

    async def ring(self, table: TableId, kind: AlarmKind, ask_no: int = 0) -> bool:
        """Ring it, and note how long that took."""
        begun = time.process_time()
        done = await super().ring(table, kind, ask_no)
        self.taken[kind].append((time.process_time() - begun) * 1000)
        return done


def timed_verdicts(taken: list[float]) -> Any:
    """Meanwhile it is noted how long the processor works until auto-answers have said something, in milliseconds."""
    judged = auto_answers.judge

    def timed(*about: Any) -> Any:
        begun = time.thread_time()
        said = judged(*about)
        taken.append((time.thread_time() - begun) * 1000)
        return said

    return patch.object(auto_answers, "judge", timed)


async def played(folder: Path, *, ordered: bool) -> list[Figure]:
    """The figures of one game."""
    verdicts: list[float] = []
    with timed_verdicts(verdicts):
        figures = await rung(folder, ordered=ordered)
    if verdicts:
        figures.append(Figure("a verdict of auto-answers, 95 % of them take less", quantiles(verdicts, n=20)[-1], "ms"))
    return figures


async def rung(folder: Path, *, ordered: bool) -> list[Figure]:
    """The figures of its alarms."""
    database, when = Database(f"sqlite+aiosqlite:///{folder / 'alarms.db'}"), Calendar(MONDAY)
    await database.migrate()
    service = TimedRings(database, GAMES, PostFactory(names_of, ALL), when, FileKey("bench"), lambda: "alarms")
    game = Weeks(service, when, 1, ordered)
    await game.begin()
    await game.live(DAYS * DAY)
    clock = Clock(service, when)
    for _ in range(48):
        when.now += HOUR
        await clock.close_due()
    how = "with orders" if ordered else "by hand"
    figures = [
        Figure(f"{name}, {how}, median of {len(times)}", median(times), "ms")
        for kind, name in KINDS.items()
        if (times := service.taken[kind])
    ]
    await database.close()
    return figures


def measured() -> list[Figure]:
    """The figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    figures = []
    for ordered in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            figures += asyncio.run(played(Path(folder), ordered=ordered))
    return figures
