"""How much longer clicks at one table take while a strong computer thinks at another, in the same process.

Clicks with and without a thinking computer alternate in short blocks, so that whatever else the machine does meets
both alike.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import structlog

from bench.figures import Figure
from bot.contract.tables import TableInfo
from bot.games.questions import verbs
from bot.tables.thinking import ThinkingProcess, Thinks, think_in_thread
from engine.core.game import SeatPlan
from engine.core.record import Record
from engine.core.table import Table
from engine.games import GAMES
from tests.ui.table.room import ANA, BEN, Room, opened_room

OPTIONS: Final[dict[str, dict[str, Any]]] = {"acme": {}, "civ": {}, "culture_wars": {}}
SEATS: Final = 4
BLOCKS: Final = 12
CLICKS: Final = 15
THOUGHTS: Final = 40
"""What the computers of a game have thought out before its position is taken."""


def position(game: str) -> Record:
    """A game of strong computers, some rounds after its beginning."""
    rules = GAMES[game]
    seats = [SeatPlan(by="npc") for _ in range(SEATS)]
    scenario = next(iter(rules.scenarios))
    table = Table.new(rules, scenario, seats, {**OPTIONS[game], "npc": "strong"}, "thinking")
    for _ in range(THOUGHTS):
        thought = table.think()
        table.go_on([thought] if thought else None)
        table.begin()
    return table.record.copy()


@asynccontextmanager
async def thinking(game: str, record: Record, think: Thinks) -> AsyncIterator[None]:
    """Meanwhile a computer thinks, as at any table whose computers are asked."""

    async def work() -> None:
        while True:
            await think(GAMES[game], record.copy())

    task = asyncio.create_task(work())
    try:
        yield
    finally:
        task.cancel()


async def clicks(room: Room, info: TableInfo) -> list[float]:
    """How long some clicks took, in milliseconds."""
    found = []
    for _ in range(CLICKS):
        begun = time.perf_counter()
        await room.press(ANA, "seat", table=info.id)
        found.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(0.01)
    return found


def p95(taken: list[float]) -> float:
    """The time that one in twenty clicks exceeds."""
    return quantiles(taken, n=20)[-1]


async def figures(room: Room, game: str) -> list[Figure]:
    """The figures of one game's computers, thinking in a process of their own as in the bot, and in a thread of it."""
    room.handlers |= verbs(room.all_handlers.play)
    info, record, process = await room.begun(ANA, BEN), position(game), ThinkingProcess()
    await process.think(GAMES[game], record.copy())
    alone, beside, threaded = list[float](), list[float](), list[float]()
    for _ in range(BLOCKS):
        alone += await clicks(room, info)
        for think, taken in ((process.think, beside), (think_in_thread, threaded)):
            async with thinking(game, record, think):
                taken.extend(await clicks(room, info))
    process.close()
    name = f"a click while a strong computer of {game} thinks, of one without that: p95"
    return [
        Figure(f"{name} (goal: 120 %)", 100 * p95(beside) / p95(alone), "%"),
        Figure(f"{name}, in a thread", 100 * p95(threaded) / p95(alone), "%"),
    ]


async def run(folder: Path) -> list[Figure]:
    """The figures of all games."""
    found = list[Figure]()
    for game in OPTIONS:
        async with opened_room(folder / f"{game}.db") as room:
            found += await figures(room, game)
    return found


def measured() -> list[Figure]:
    """The figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))
