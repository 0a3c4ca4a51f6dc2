"""What a sitting costs: a look at one's seat, three steps of a plan, its confirm.

Processor time and what the database is asked, by the screens of the bot put together as on Discord, without their
pictures. It needs little of the bot by name, so that it measures another checkout as well.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import structlog

from bench.figures import Figure
from bot.app import add_commands, create_bot
from bot.contract.tables import Person, Place
from bot.settings import read
from bot.ui.visit import Visit

PEOPLE = [Person(10**17 + n, f"Person {n}", 5) for n in range(1, 4)]
GAMES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "acme": ("growth.retire", {"map": "western"}),
    "culture_wars": ("movement.move", {}),
}
ADDING = frozenset({"add", "pick"})
SENDING = frozenset({"stop", "go"})
STEPS = 3
TABLES = 12
MOST = 400
ACTS = ("look", "step", "confirm")


@dataclass
class Bench:
    """The bot, and by act what it cost: milliseconds of the processor, statements, trips to the driver."""

    bot: Any
    cost: dict[str, list[tuple[float, int, int]]] = field(default_factory=lambda: {act: [] for act in ACTS})
    statements: int = 0
    trips: int = 0

    def watch(self) -> None:
        """Count from now on what the driver is asked, by SQLAlchemy or without it."""
        bench = self

        class Counted(sqlite3.Cursor):
            def execute(self, *what: Any) -> Any:
                bench.statements += 1
                return super().execute(*what)

            def executemany(self, *what: Any) -> Any:
                bench.statements += 1
                return super().executemany(*what)

        class Connection(sqlite3.Connection):
            def cursor(self, *_: Any) -> Any:
                return super().cursor(Counted)

            def execute(self, *what: Any) -> Any:
                return self.cursor().execute(*what)

            def executemany(self, *what: Any) -> Any:
                return self.cursor().executemany(*what)

        connect, trip = sqlite3.connect, aiosqlite.Connection._execute  # noqa: SLF001 - there is no other way in

        async def counted(self: aiosqlite.Connection, *what: Any, **how: Any) -> Any:
            bench.trips += 1
            return await trip(self, *what, **how)  # type: ignore[no-untyped-call]

        sqlite3.connect = partial(connect, factory=Connection)  # type: ignore[assignment]
        aiosqlite.Connection._execute = counted  # type: ignore[method-assign]  # noqa: SLF001

    async def press(self, visit: Visit, act: str = "") -> Any:
        """The screen that answers a press, with all that stands on top of it."""
        before, begun = (self.statements, self.trips), time.process_time()
        screen = await self.bot.router.handlers[visit.verb](visit)
        screen = await self.bot.router.finish(screen, visit)
        spent = (time.process_time() - begun) * 1000
        if act:
            self.cost[act].append((spent, self.statements - before[0], self.trips - before[1]))
        return screen


async def sit(bench: Bench, game: str, number: int) -> None:
    """One sitting at a table of its own, played until a plan is asked for."""
    wanted, options = GAMES[game]
    service, rng = bench.bot.service, random.Random(number)
    info = await service.open_table(PEOPLE[0], Place(5, 1000 + number), game, options=options)
    for person in PEOPLE[1:]:
        await service.join(info.id, person)
    await service.start(info.id, PEOPLE[0])
    person = await _until(service, info.id, wanted, rng)
    visit = {"person": person.id, "table": info.id.lower(), "name": person.name, "guild": 5, "channel": 1000 + number}
    await bench.press(Visit(**visit, verb="seat"))
    screen = await bench.press(Visit(**visit, verb="seat"), "look")
    for _ in range(STEPS):
        menu = next((part for part in screen.parts if getattr(part, "verb", "") in ADDING), None)
        if menu is None:
            break
        values = (rng.choice(menu.choices).value,)
        screen = await bench.press(_on(screen, visit, menu.verb, values=values), "step")
    sending = [b for part in screen.parts for b in getattr(part, "buttons", ()) if b.verb in SENDING]
    await bench.press(_on(screen, visit, sending[0].verb), "confirm")


def _on(screen: Any, visit: Mapping[str, Any], verb: str, **more: Any) -> Visit:
    """A press on that screen."""
    return Visit(**visit, verb=verb, ask=screen.ask, seat=screen.seat or None, private=True, **more)


async def _until(service: Any, table: str, key: str, rng: random.Random) -> Person:
    """Answer anything until that question is asked; who is asked. Windows are left to close."""
    for turn in itertools.count():
        assert turn < MOST, f"{key} is never asked"  # noqa: S101 - the benchmark itself would be wrong
        for person in PEOPLE:
            sheet = await service.sheet(table, person)
            if sheet.request is not None and sheet.request.key == key:
                return person
            if sheet.ask is not None and sheet.sealed is None:
                picks = rng.sample(list(sheet.ask.options), max(sheet.ask.least, min(1, sheet.ask.most)))
                await service.answer(table, person, sheet.ask_no, [picks])
                break
    raise AssertionError("unreachable")


async def run(folder: Path) -> list[Figure]:
    """Sit at tables of each game."""
    figures: list[Figure] = []
    for game in GAMES:
        url = f"sqlite+aiosqlite:///{folder / game}.db"
        bot = create_bot(read(data=folder / game, database=url, tables_per_person=9999, tables_per_server=9999))
        bench = Bench(bot)
        bench.watch()
        await bot.database.migrate()
        await add_commands(bot, bot.router, bot.service)
        gc.freeze()
        for number in range(TABLES):
            await sit(bench, game, number)
        figures += figures_of(game, bench)
        await bot.database.close()
    return figures


def figures_of(game: str, bench: Bench) -> list[Figure]:
    """What was measured of a game."""
    found: list[Figure] = []
    whole = 0.0
    for act, costs in bench.cost.items():
        spent, statements, trips = (statistics.fmean(values) for values in zip(*costs, strict=True))
        whole += spent * (STEPS if act == "step" else 1)
        found.append(Figure(f"{game}, {act}, processor", spent, "ms"))
        found.append(Figure(f"{game}, {act}", statements, "statements"))
        found.append(Figure(f"{game}, {act}", trips, "trips"))
    return [Figure(f"{game}, a sitting ({', '.join(ACTS)}: {STEPS} steps), processor", whole, "ms"), *found]


def measured() -> list[Figure]:
    """The figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))
