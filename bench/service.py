"""How quickly the desk answers: `python -m bench.service [--tables 200] [--players 20] [--answers 1000] [--game acme]`.

Prints the time from an interaction to its commit, whether an answer was lost or applied twice, and the memory that a
thousand stored tables take.
"""

from __future__ import annotations

import argparse
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
from bot.clock import Clock
from bot.contract import Person, Place, Refused, Settings
from bot.service.desk import Desk
from bot.service.sealing import Sealer
from bot.store.database import Database
from bot.store.models import EntryRow, SealedRow
from bot.ui.table.narrator import Tale
from bot.ui.vocabulary import names_of
from engine.core.ask import Ask
from engine.games import GAMES

THINKING = 2.0
LOOKING = 0.5
PEOPLE = [Person(10**17 + n, f"Person {n}") for n in range(1, 4)]


@dataclass
class Bench:
    """One desk, its tables, and what was measured."""

    desk: Desk
    tables: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    given: int = 0
    refused: int = 0
    busy: set[tuple[str, int]] = field(default_factory=set)


async def open_tables(bench: Bench, tables: int) -> None:
    """Tables of three people each, begun."""
    for number in range(tables):
        place = Place(1, 1000 + number)
        settings = Settings(pace="live")
        options = {"map": "abbreviated_western"}
        info = await bench.desk.open_table(PEOPLE[0], place, "acme", options=options, settings=settings)
        for person in PEOPLE[1:]:
            await bench.desk.join(info.id, person)
        await bench.desk.start(info.id, PEOPLE[0])
        bench.tables.append(info.id)


async def player(bench: Bench, rng: random.Random, until: int) -> None:
    """Somebody who goes from table to table, looks, and answers what is asked, with a double click now and then."""
    while bench.given < until:
        table, person = rng.choice(bench.tables), rng.choice(PEOPLE)
        if (table, person.id) in bench.busy:
            await asyncio.sleep(0)
            continue
        bench.busy.add((table, person.id))
        sheet = await bench.desk.sheet(table, person)
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
        done = await bench.desk.answer(table, person, ask_no, [picks])
    except Refused:
        bench.refused += 1
        return
    bench.times.append(time.perf_counter() - begun)
    bench.given += not done.repeated


async def close_windows(bench: Bench) -> None:
    """Let time pass for the windows, again and again."""
    clock = Clock(bench.desk, lambda: time.time() + 60)
    bench.desk.deps = replace(bench.desk.deps, now=lambda: time.time() + 60)
    while True:
        await clock.close_due()
        await asyncio.sleep(1)


async def counted(bench: Bench) -> int:
    """Answers of people that are stored: in the journals, or sealed for a window that is still open."""
    journal = select(func.count()).select_from(EntryRow).where(col(EntryRow.auto).is_(False))
    async with bench.desk.deps.database.session() as session:
        stands = (await session.execute(journal.where(EntryRow.key != "control"))).scalar_one()
        sealed = (await session.execute(select(func.count()).select_from(SealedRow))).scalar_one()
    return int(stands + sealed)


def memory() -> float:
    """The most memory this process has taken, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def run(asked: argparse.Namespace, folder: Path) -> None:
    """Open tables, play, report."""
    database = Database(f"sqlite+aiosqlite:///{folder / 'bench.db'}")
    await database.migrate()
    bench = Bench(Desk(database, GAMES, Tale(names_of), time.time, Sealer("bench")))
    begun = time.perf_counter()
    await open_tables(bench, asked.tables)
    print(f"{asked.tables} tables begun in {time.perf_counter() - begun:.1f} s")
    closing, rng = asyncio.create_task(close_windows(bench)), random.Random(1)
    begun = time.perf_counter()
    await asyncio.gather(*(player(bench, random.Random(rng.random()), asked.answers) for _ in range(asked.players)))
    seconds = time.perf_counter() - begun
    closing.cancel()
    await asyncio.gather(closing, return_exceptions=True)
    report(bench, asked, seconds, await counted(bench))
    await more_tables(bench, asked.memory)
    await database.close()


def report(bench: Bench, asked: argparse.Namespace, seconds: float, stored: int) -> None:
    """What was measured."""
    times = sorted(bench.times)
    p50, p95 = times[len(times) // 2] * 1000, times[int(len(times) * 0.95)] * 1000
    print(f"{bench.given} answers by {asked.players} players at once in {seconds:.1f} s")
    print(f"interaction to commit: p50 {p50:.0f} ms, p95 {p95:.0f} ms, longest {times[-1] * 1000:.0f} ms")
    print(f"double clicks: {len(times) - bench.given}; refused, since the window had closed: {bench.refused}")
    print(f"lost answers: {max(0, bench.given - stored)}; answers applied twice: {max(0, stored - bench.given)}")


async def more_tables(bench: Bench, tables: int) -> None:
    """Memory with that many tables stored."""
    before = memory()
    for number in range(tables - len(bench.tables)):
        await bench.desk.open_table(PEOPLE[0], Place(1, 50_000 + number), "acme")
    stored = memory()
    render.warm("acme", "full")
    said = f"{stored:.0f} MiB with {tables}, {memory():.0f} MiB with a base map drawn as well"
    print(f"memory: {before:.0f} MiB with {len(bench.tables)} tables, {said}")


def main(given: list[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--memory", type=int, default=1000)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(parser.parse_args(given), Path(folder)))


if __name__ == "__main__":
    main()
