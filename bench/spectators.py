"""A thousand people look at one table: what their streams cost, how soon a change reaches them, and that all then ask.

The readers run in the same process, so half of the processor time is theirs.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog
from aiohttp import ClientSession, ClientTimeout, TCPConnector

from bench.figures import Figure
from bot.contract.tables import Place
from tests.conformance.players import answer
from tests.ui.table.room import ANA
from tests.web.site import Site, opened_site

MANY: Final = 1000
IDLE: Final = 10.0
NAMED: Final = f"{MANY} readers of one table"


def memory() -> float:
    """KiB that this process has in memory."""
    with Path("/proc/self/status").open(encoding="ascii") as about:
        return next(float(line.split()[1]) for line in about if line.startswith("VmRSS"))


class Crowd:
    """Those who look, each with a stream of its own."""

    def __init__(self, base: str, path: str) -> None:
        self.base, self.path = base, path
        self.heard: list[float] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.there = 0

    async def look(self, session: ClientSession) -> None:
        """Open a stream and note when it tells something after its beginning."""
        async with session.get(f"{self.base}/news?t={self.path.rpartition('/')[2]}") as answer:
            events = 0
            async for line in answer.content:
                if line.startswith(b"data"):
                    events += 1
                    self.there += events == 1
                    if events > 1:
                        self.heard.append(time.perf_counter())

    async def ask(self, session: ClientSession) -> None:
        """Ask for the board as it is now."""
        async with session.get(f"{self.base}{self.path}/board", headers={"Accept-Encoding": "gzip"}) as answer:
            await answer.read()


async def held(most: list[float]) -> None:
    """Note how long the loop lets nothing else run."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.005)
        most[0] = max(most[0], time.perf_counter() - before - 0.005)


async def change(site: Site, table: str) -> float:
    """Answer once; when that was committed."""
    sheet = await site.room.service.sheet(table, ANA)
    if sheet.ask is None or sheet.request is None:
        raise RuntimeError("nothing is asked")
    picks = answer(random.Random(1), sheet.request.key, sheet.ask)
    await site.room.service.answer(table, ANA, sheet.ask_no, [picks])
    return time.perf_counter()


async def wait_for(many: Callable[[], int]) -> None:
    """Wait until all of them have."""
    while many() < MANY:  # noqa: ASYNC110 - what they do tells nobody
        await asyncio.sleep(0.01)


async def figures(site: Site, table: str, crowd: Crowd, session: ClientSession) -> list[Figure]:
    """Let them look, change something, and let all ask for it."""
    gc.collect()
    before, loop = memory(), [0.0]
    crowd.tasks = [asyncio.create_task(crowd.look(session)) for _ in range(MANY)]
    await wait_for(lambda: crowd.there)
    room, idle = (memory() - before) / MANY, time.process_time()
    await asyncio.sleep(IDLE)
    idle = (time.process_time() - idle) / IDLE
    watch = asyncio.create_task(held(loop))
    committed = await change(site, table)
    await wait_for(lambda: len(crowd.heard))
    watch.cancel()
    asked = time.perf_counter()
    await asyncio.gather(*(crowd.ask(session) for _ in range(MANY)))
    asked = time.perf_counter() - asked
    return [
        Figure(f"{NAMED}: memory of a stream, both ends (goal: 12 of one end)", room, "KiB"),
        Figure(f"{NAMED}: processor between events, both ends (goal: 1 %)", idle * 100, "%"),
        Figure(f"{NAMED}: the last hears of a change after (goal: 500 ms)", (max(crowd.heard) - committed) * 1e3, "ms"),
        Figure(f"{NAMED}: longest that the loop was held meanwhile", loop[0] * 1e3, "ms"),
        Figure(f"{NAMED}: all of them have the new board after (goal: 1500 ms)", asked * 1e3, "ms"),
    ]


async def run(folder: Path) -> list[Figure]:
    """The figures of a table of ACME."""
    async with opened_site(folder / "nisaba.db") as site:
        board = {"map": "western"}
        info = await site.room.service.open_table(ANA, Place(5, 100), "acme", options=board, npcs=1, begun=True)
        await site.board(info.id)
        crowd = Crowd(str(site.client.make_url("/")).rstrip("/"), site.path(info.id))
        connector, endless = TCPConnector(limit=0), ClientTimeout(None)
        async with ClientSession(connector=connector, timeout=endless, auto_decompress=False) as session:
            found = await figures(site, info.id, crowd, session)
            for task in crowd.tasks:
                task.cancel()
            await asyncio.gather(*crowd.tasks, return_exceptions=True)
        return found


def measured() -> list[Figure]:
    """The figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))
