"""How quickly the service answers.

Measures the time from an interaction to its commit, whether an answer was lost or applied twice, and the memory that a
thousand stored tables take.
"""

from __future__ import annotations

import asyncio
import logging
import random
import resource
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import structlog
from sqlmodel import col, func, select

import render
from bench.figures import Figure
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place, Refused
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import EntryRow, SealedRow
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService, secret_seed
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.core.ask import Ask
from engine.games import GAMES

TABLES, PLAYERS, ANSWERS, STORED = 200, 20, 1000, 1000
THINKING = 2.0
LOOKING = 0.5
PEOPLE = [Person(10**17 + n, f"Person {n}", guild=1) for n in range(1, 4)]


@dataclass
class Bench:
    """One service, its tables, and what was measured."""

    service: GameService
    tables: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    given: int = 0
    refused: int = 0
    busy: set[tuple[str, int]] = field(default_factory=set)
    ahead: float = 60.0
    """Seconds by which the bench's clock is ahead of the machine's."""

    def now(self) -> float:
        """The time of the bench."""
        return time.time() + self.ahead


async def open_tables(bench: Bench, tables: int) -> None:
    """Tables of three people each, begun."""
    for number in range(tables):
        place = Place(1, 1000 + number)
        settings = Settings(pace="live")
        options = {"map": "abbreviated_western"}
        info = await bench.service.open_table(PEOPLE[0], place, "acme", options=options, settings=settings)
        for person in PEOPLE[1:]:
            await bench.service.join(info.id, person)
        await bench.service.start(info.id, PEOPLE[0])
        bench.tables.append(info.id)


async def player(bench: Bench, rng: random.Random, until: int) -> None:
    """Somebody who goes from table to table, looks, and answers what is asked, with a double click now and then."""
    while bench.given < until:
        table, person = rng.choice(bench.tables), rng.choice(PEOPLE)
        if (table, person.id) in bench.busy:
            await asyncio.sleep(0)
            continue
        bench.busy.add((table, person.id))
        sheet = await bench.service.sheet(table, person)
        await asyncio.sleep(rng.random() * LOOKING)
        if sheet.ask is not None and sheet.sealed is None:
            await asyncio.sleep(rng.random() * THINKING)
            picks = chosen(rng, sheet.ask)
            clicks = [click(bench, table, person, sheet.ask_no, picks) for _ in range(2 if rng.random() < 0.1 else 1)]
            await asyncio.gather(*clicks)
        bench.busy.discard((table, person.id))


def chosen(rng: random.Random, ask: Ask) -> list[str]:
    """Some legal answer."""
    return rng.sample(list(ask.options), rng.randint(ask.least, min(ask.most, len(ask.options))))


async def click(bench: Bench, table: str, person: Person, ask_no: int, picks: list[str]) -> None:
    """One interaction, measured from its arrival to its commit."""
    begun = time.perf_counter()
    try:
        done = await bench.service.answer(table, person, ask_no, [picks])
    except Refused:
        bench.refused += 1
        return
    bench.times.append(time.perf_counter() - begun)
    bench.given += not done.repeated


async def close_windows(bench: Bench) -> None:
    """Let time pass for the windows, again and again."""
    clock = Clock(bench.service, bench.now)
    bench.service.deps = replace(bench.service.deps, now=bench.now)
    while True:
        await clock.close_due()
        await asyncio.sleep(1)


async def counted(bench: Bench) -> int:
    """Answers of people that are stored: in the journals, or sealed for a window that is still open."""
    journal = select(func.count()).select_from(EntryRow).where(col(EntryRow.auto).is_(False))
    async with bench.service.deps.database.session() as session:
        stands = (await session.execute(journal.where(EntryRow.key != "control"))).scalar_one()
        sealed = (await session.execute(select(func.count()).select_from(SealedRow))).scalar_one()
    return int(stands + sealed)


def memory() -> float:
    """The most memory this process has taken, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def run(folder: Path) -> list[Figure]:
    """Open tables, play; the figures."""
    database = Database(f"sqlite+aiosqlite:///{folder / 'bench.db'}")
    await database.migrate()
    bench = Bench(
        GameService(
            Deps(database, GAMES, PostFactory(names_of, ALL), time.time, secret_seed, FileKey("bench"), features=ALL)
        )
    )
    begun = time.perf_counter()
    await open_tables(bench, TABLES)
    opening = Figure(f"{TABLES} tables begun", time.perf_counter() - begun, "s")
    closing, rng = asyncio.create_task(close_windows(bench)), random.Random(1)
    begun = time.process_time()
    await asyncio.gather(*(player(bench, random.Random(rng.random()), ANSWERS) for _ in range(PLAYERS)))
    spent = Figure(f"{ANSWERS:,} answers of {PLAYERS} players, processor", time.process_time() - begun, "s")
    closing.cancel()
    await asyncio.gather(closing, return_exceptions=True)
    figures = [opening, spent, *of_answers(bench, await counted(bench)), *await more_tables(bench)]
    await database.close()
    return figures


def of_answers(bench: Bench, stored: int) -> list[Figure]:
    """How long the answers took from the interaction to the commit, and what became of them."""
    times = sorted(bench.times)
    taken = {"median": times[len(times) // 2], "95 % under": times[int(len(times) * 0.95)], "longest": times[-1]}
    became = {
        "double clicks": len(times) - bench.given,
        "refused, since the window had closed": bench.refused,
        "lost": max(0, bench.given - stored),
        "applied twice": max(0, stored - bench.given),
    }
    figures = [Figure(f"interaction to commit, {which}", seconds * 1000, "ms") for which, seconds in taken.items()]
    return [*figures, *(Figure(what, n, "answers") for what, n in became.items())]


async def more_tables(bench: Bench) -> list[Figure]:
    """Memory with many tables stored."""
    begun = Figure(f"memory with {len(bench.tables)} tables begun", memory(), "MiB")
    for number in range(STORED - len(bench.tables)):
        await bench.service.open_table(PEOPLE[0], Place(1, 50_000 + number), "acme")
    stored = Figure(f"memory with {STORED} tables", memory(), "MiB")
    render.warm("acme", "full")
    return [begun, stored, Figure("memory with a base map drawn as well", memory(), "MiB")]


def measured() -> list[Figure]:
    """The figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))
