"""SQLite and PostgreSQL side by side: the same play, block by block in turn, without anybody thinking.

Each answer goes with three looks at one's seat. PostgreSQL is started for this on the same machine; how often an answer
waits for it is counted afterwards, through a door that counts.
"""

from __future__ import annotations

import asyncio
import logging
import random
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from bench.figures import Figure
from bench.round_trips import RoundTrips, counting
from bench.service import PEOPLE, Bench, chosen, click, close_windows, open_tables
from bot.features.registered import ALL
from bot.settings import with_driver
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.postgres.cluster import NotThere, cluster
from tests.suite import children

TABLES, PLAYERS, BLOCKS, ANSWERS, LOOKS, COUNTED = 12, 6, 3, 50, 3, 40
MINUTE = 60.0


@dataclass
class Played:
    """What play on one database has taken: seconds on the clock and of the processor, and of each answer."""

    answers: int = 0
    wall: float = 0.0
    processor: float = 0.0
    times: list[float] = field(default_factory=list)

    def figures(self, name: str) -> list[Figure]:
        """How quick it was."""
        times = sorted(self.times)
        return [
            Figure(f"{name}: answers, each with {LOOKS} looks", self.answers / self.wall, "answers/s"),
            Figure(f"{name}: processor for an answer and its looks", self.processor / self.answers * 1000, "ms"),
            Figure(f"{name}: an answer, median", times[len(times) // 2] * 1000, "ms"),
            Figure(f"{name}: an answer, 95 % under", times[int(len(times) * 0.95)] * 1000, "ms"),
        ]


@asynccontextmanager
async def opened(url: str, tables: int) -> AsyncIterator[Bench]:
    """Tables that have begun in an empty database."""
    database = Database(url)
    await database.migrate()
    service = GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), time.time, lambda: "bench", FileKey("bench"), features=ALL)
    )
    bench = Bench(service)
    await open_tables(bench, tables)
    closing = asyncio.create_task(close_windows(bench))
    try:
        yield bench
    finally:
        closing.cancel()
        await asyncio.gather(closing, return_exceptions=True)
        await database.close()


async def player(bench: Bench, rng: random.Random, until: int) -> None:
    """Somebody who answers wherever anything is asked."""
    while bench.given < until:
        table, person = rng.choice(bench.tables), rng.choice(PEOPLE)
        if table in {busy for busy, _ in bench.busy}:
            await asyncio.sleep(0)
            continue
        bench.busy.add((table, person.id))
        sheet = await bench.service.sheet(table, person)
        if sheet.ask is not None and sheet.sealed is None:
            for _ in range(LOOKS - 1):
                sheet = await bench.service.sheet(table, person)
            if sheet.ask is not None:
                await click(bench, table, person, sheet.ask_no, chosen(rng, sheet.ask))
        bench.busy.discard((table, person.id))


async def block(bench: Bench, played: Played, seed: int) -> None:
    """Some answers more."""
    before, known = bench.given, len(bench.times)
    wall, processor = time.perf_counter(), time.process_time()
    rng = random.Random(seed)
    await asyncio.gather(*(player(bench, random.Random(rng.random()), before + ANSWERS) for _ in range(PLAYERS)))
    played.wall += time.perf_counter() - wall
    played.processor += time.process_time() - processor
    played.answers += bench.given - before
    played.times += bench.times[known:]


async def trips_of(bench: Bench, trips: RoundTrips) -> list[Figure]:
    """How often one person waits for the server who looks and answers, once everything is known to both.

    With a single table, nothing happens while others may respond, so the clock is moved forward.
    """
    rng, clock = random.Random(1), Clock(bench.service, bench.now)
    looks: list[int] = []
    answers: list[int] = []
    while len(answers) < 2 * COUNTED:
        given = len(answers)
        for person in PEOPLE:
            before = trips.count
            sheet = await bench.service.sheet(bench.tables[0], person)
            looks.append(trips.count - before)
            if sheet.ask is not None and sheet.sealed is None:
                before = trips.count
                await click(bench, bench.tables[0], person, sheet.ask_no, chosen(rng, sheet.ask))
                answers.append(trips.count - before)
        if len(answers) == given:
            bench.ahead += MINUTE
            await clock.close_due()
    warm, known = sorted(answers[COUNTED:]), sorted(looks[len(looks) // 2 :])
    return [
        Figure("round trips of a look, median", known[len(known) // 2], ""),
        Figure("round trips of an answer, median", warm[len(warm) // 2], ""),
        Figure("round trips of an answer, most", warm[-1], ""),
    ]


async def run(folder: Path, server: str) -> list[Figure]:
    """Play on both in turn, then count."""
    lite, big = Played(), Played()
    async with (
        opened(f"sqlite+aiosqlite:///{folder / 'bench.db'}", TABLES) as there,
        opened(with_driver(server), TABLES) as here,
    ):
        for number in range(BLOCKS + 1):
            await block(there, lite if number else Played(), number)
            await block(here, big if number else Played(), number)
    figures = [*lite.figures("SQLite"), *big.figures("PostgreSQL")]
    quick = Figure("PostgreSQL as a share of SQLite", figures[4].value / figures[0].value * 100, "%")
    return [*figures, quick]


async def counts(server: str) -> list[Figure]:
    """How often is waited; through a door of its own, since that costs time."""
    async with counting(server) as (url, trips), opened(with_driver(url), 1) as bench:
        return await trips_of(bench, trips)


def measured() -> list[Figure]:
    """The figures; where there is no PostgreSQL, a word."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    children.watch()
    try:
        with tempfile.TemporaryDirectory() as folder:
            with cluster() as server:
                figures = asyncio.run(run(Path(folder), server))
            with cluster() as server:
                return [*figures, *asyncio.run(counts(server))]
    except NotThere as reason:
        return [Figure(str(reason), 0, "")]
