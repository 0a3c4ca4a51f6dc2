"""How much drawing holds answers up: their times with five pictures a second and without any, in turn, in one run.

Answers come at a steady rate to a service on SQLite; pictures are drawn by one process, and for comparison by a thread
of this process. Also how long the first picture of a process takes, its base map being on disk, and its memory.
"""

from __future__ import annotations

import asyncio
import logging
import random
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import structlog

import render
from bench.figures import Figure
from bench.load import at, memory, processor
from bench.pictures import board
from bench.postgres import opened
from bench.service import PEOPLE, Bench, chosen, click
from bot.delivery.drawers import Folders, made_ready
from bot.delivery.painter import Painter
from render.board.base_store import STORE
from tests.conformance.players import ACME_MAPS

TABLES: Final = 12
ANSWERS: Final = 8.0  # a second
PICTURES: Final = 5.0  # a second
BLOCK: Final = 10.0  # seconds
ROUNDS: Final = 3
MOST: Final = 10  # pictures that wait before no more are asked for
WAYS: Final = ("nobody draws", "a process draws", "a thread draws")


async def answers(bench: Bench, rng: random.Random) -> list[float]:
    """Answer at the steady rate for one block; the seconds of each answer."""
    begun, known = time.perf_counter(), len(bench.times)
    for number in range(int(ANSWERS * BLOCK)):
        await asyncio.sleep(max(0.0, begun + number / ANSWERS - time.perf_counter()))
        await one_answer(bench, rng)
    return bench.times[known:]


async def one_answer(bench: Bench, rng: random.Random) -> None:
    """Give an answer wherever one is asked for."""
    places = [(table, person) for table in bench.tables for person in PEOPLE]
    for table, person in rng.sample(places, len(places)):
        sheet = await bench.service.sheet(table, person)
        if sheet.ask is not None and sheet.sealed is None:
            await click(bench, table, person, sheet.ask_no, chosen(rng, sheet.ask))
            return


async def pictures(painter: Painter, recipe: Mapping[str, Any], drawn: list[float]) -> None:
    """Ask for pictures at the steady rate, until cancelled; the seconds of each."""

    async def one() -> None:
        begun = time.perf_counter()
        await painter.drawn_anew(recipe)
        drawn.append(time.perf_counter() - begun)

    under_way: set[asyncio.Task[None]] = set()
    try:
        while True:
            if len(under_way) < MOST:
                task = asyncio.create_task(one())
                under_way.add(task)
                task.add_done_callback(under_way.discard)
            await asyncio.sleep(1 / PICTURES)
    finally:
        await asyncio.gather(*under_way, return_exceptions=True)


async def first_picture(painter: Painter, recipe: Mapping[str, Any]) -> list[Figure]:
    """What the first picture of a process takes that has got ready for its board, and what memory it has then."""
    painter.expect("acme", recipe["view"]["map"])
    painter.begin()
    hands: Any = painter._hands  # noqa: SLF001 - nothing else tells when its process is there
    for step in (made_ready, partial(render.warm, "acme", recipe["view"]["map"])):
        await asyncio.wrap_future(hands._pool.submit(step))  # noqa: SLF001
    begun, spent = time.perf_counter(), sum(map(processor, hands.processes()))
    await painter.drawn_anew(recipe)
    taken = Figure("first picture of a process", time.perf_counter() - begun, "s")
    worked = Figure("first picture of a process, processor", sum(map(processor, hands.processes())) - spent, "s")
    found = [Figure("memory of a process that draws", memory(process), "MiB") for process in hands.processes()]
    return [taken, worked, *found]


async def run(folder: Path) -> list[Figure]:
    """Answers and pictures in turn; the figures."""
    bases, name = folder / "bases", ACME_MAPS[0]
    STORE.open(bases)
    await asyncio.to_thread(render.warm, "acme", name)
    recipe = {"draw": "board", "game": "acme", "view": board(0), "options": {}}
    painters = {WAYS[1]: Painter(drawers=1, folders=Folders(bases)), WAYS[2]: Painter()}
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    drawn: dict[str, list[float]] = {way: [] for way in painters}
    figures = await first_picture(painters[WAYS[1]], recipe)
    async with opened(f"sqlite+aiosqlite:///{folder / 'bench.db'}", TABLES) as bench:
        rng = random.Random(1)
        for _ in range(ROUNDS):
            for way in WAYS:
                times[way] += await block(bench, rng, painters.get(way), recipe, drawn.get(way, []))
    for painter in painters.values():
        await asyncio.to_thread(painter.close)
    return [*figures, *of_answers(times, drawn)]


async def block(
    bench: Bench, rng: random.Random, painter: Painter | None, recipe: Mapping[str, Any], drawn: list[float]
) -> list[float]:
    """Some seconds of answers, with pictures if there is a painter."""
    drawing = None if painter is None else asyncio.create_task(pictures(painter, recipe, drawn))
    try:
        return await answers(bench, rng)
    finally:
        if drawing is not None:
            drawing.cancel()
            await asyncio.gather(drawing, return_exceptions=True)


def of_answers(times: Mapping[str, list[float]], drawn: Mapping[str, list[float]]) -> list[Figure]:
    """How long the answers took, each way."""
    found: list[Figure] = []
    alone = at(times[WAYS[0]], 0.95)
    for way in WAYS:
        found += [Figure(f"an answer, {way}, median", at(times[way], 0.5) * 1000, "ms")]
        found += [Figure(f"an answer, {way}, 95 % under", at(times[way], 0.95) * 1000, "ms")]
        if way in drawn:
            found += [Figure(f"95 % while {way}, as a multiple of those without", at(times[way], 0.95) / alone, "")]
            found += [Figure(f"pictures drawn while {way}", len(drawn[way]) / (ROUNDS * BLOCK), "/s")]
            found += [Figure(f"a picture, {way}, median", at(drawn[way], 0.5) * 1000, "ms")]
    return found


def measured() -> list[Figure]:
    """The figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))
