"""What thousands of tables ask of the bot: clicks at a steady rate, through its door, on loopback, pictures included.

10,000 tables are stored, 500 of them clicked at. One process on SQLite, or with `--postgres` two that answer and one
that works on a PostgreSQL started for this. The clicks come from this process on the same machine, and so does the
stand-in of Discord, so that both take their share of the processors.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import aiohttp
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlmodel import func, select

import render
from bench.clicks import Clicks, posters, visitors
from bench.figures import Figure, lines
from bench.many_tables import GAMES, made
from bench.swallowing import Swallowing
from bot.local_table.endpoint import hex_key
from bot.settings import BotSettings, read
from bot.store.database import Database
from bot.store.models import EntryRow
from render.board.base_store import STORE
from tests.postgres.cluster import cluster
from tests.suite import children

READY: Final = 240.0
WARMING: Final = 20.0
"""Seconds of clicks before those that count: what a process does once, and a close-up's base map, is no daily work."""
SLOW: Final = 1.0
"""Seconds that a click in a hundred may take: above lies the knee."""


@dataclass(frozen=True, slots=True)
class Load:
    """How much: tables stored and played first, those clicked at, clicks a second and for how many seconds."""

    stored: int = 10_000
    played: int = 25
    active: int = 500
    rate: float = 20.0
    seconds: float = 60.0
    steps: tuple[float, ...] = (30.0, 40.0, 60.0)
    step_seconds: float = 20.0
    samples: Path | None = None
    postgres: bool = False
    drawers: int = 2


@dataclass
class Bots:
    """The processes of the bot by what they do, and the ports of their doors."""

    processes: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)
    ports: list[int] = field(default_factory=list)


async def run(load: Load, folder: Path, database: str) -> list[Figure]:
    """Make the tables, start the bot, click; the figures."""
    settings = read(data=folder, database=database, drawers=0, export_key="bench")
    begun = time.perf_counter()
    seats = await made(settings, load.played, load.stored)
    figures = [Figure(f"{load.stored:,} tables made", time.perf_counter() - begun, "s")]
    await asyncio.to_thread(draw_bases, folder / "bases")
    discord, key, dice = Swallowing(), Ed25519PrivateKey.generate(), random.Random(1)
    await discord.start()
    try:
        async with started(load, folder, database, discord.url, hex_key(key)) as bots:
            clicks = Clicks(discord, posters(bots.ports, key), dice, visitors(seats, load.active, dice))
            await clicks.run(load.rate, WARMING)
            figures += await main_run(load, clicks, bots, settings)
            if not is_over(clicks):
                figures += await knee(load, clicks)
            for door in clicks.doors:
                await door.close()
    finally:
        await discord.stop()
    return figures


def draw_bases(folder: Path) -> None:
    """The base maps that come with the image, of the games that are played."""
    STORE.open(folder)
    for game in GAMES:
        for board in render.GAMES[game].BOARDS:
            render.warm(game, board)


async def main_run(load: Load, clicks: Clicks, bots: Bots, settings: BotSettings) -> list[Figure]:
    """Clicks at the usual rate, and what memory and processor they have taken."""
    clicks.seconds.clear()
    clicks.ended.clear()
    clicks.discord.counted.clear()
    before = {name: processor(process.pid) for name, process in bots.processes.items()}
    given = await journalled(settings)
    await clicks.run(load.rate, load.seconds)
    found = of_clicks(f"{load.rate:.0f} clicks/s", clicks)
    found.append(Figure("answers in journals", await journalled(settings) - given, ""))
    answered = max(1, len(clicks.seconds))
    for name, process in bots.processes.items():
        spent = processor(process.pid) - before[name]
        found.append(Figure(f"{name}: processor for a click", spent / answered * 1000, "ms"))
        found.append(Figure(f"{name}: memory", memory(process.pid), "MiB"))
        found += [Figure(f"{name}: memory of a process that draws", memory(one), "MiB") for one in drawing(process.pid)]
    return [*found, *(Figure(what, count, "") for what, count in sorted(clicks.discord.counted.items()))]


async def journalled(settings: BotSettings) -> int:
    """How many answers all journals hold together."""
    database = Database(settings.url)
    try:
        async with database.session() as session:
            return (await session.execute(select(func.count()).select_from(EntryRow))).scalar_one()
    finally:
        await database.close()


async def knee(load: Load, clicks: Clicks) -> list[Figure]:
    """Rates one after the other, until a click in a hundred takes too long."""
    found: list[Figure] = []
    for rate in load.steps:
        clicks.seconds.clear()
        clicks.ended.clear()
        await clicks.run(rate, load.step_seconds)
        found += of_clicks(f"{rate:.0f} clicks/s", clicks)
        if is_over(clicks):
            break
    return found


def is_over(clicks: Clicks) -> bool:
    """Whether that rate is more than can be answered in time."""
    return bool(clicks.ended) or at(clicks.seconds, 0.99) > SLOW


def of_clicks(name: str, clicks: Clicks) -> list[Figure]:
    """How long the clicks took, and how many were not answered."""
    shares = {"median": 0.5, "95 % under": 0.95, "99 % under": 0.99}
    found = [Figure(f"{name}, {which}", at(clicks.seconds, share) * 1000, "ms") for which, share in shares.items()]
    found += [Figure(f"{name}, {why}", count, "clicks") for why, count in sorted(Counter(clicks.ended).items())]
    answered = Figure(f"{name}, answered", len(clicks.seconds), "clicks")
    return [answered, *found, Figure(f"{name}, sent too late by at most", clicks.late * 1000, "ms")]


def at(seconds: Sequence[float], share: float) -> float:
    """The time under which that share of them lies; endless if there are none."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("inf")


@asynccontextmanager
async def started(load: Load, folder: Path, database: str, api: str, key: str) -> AsyncIterator[Bots]:
    """The bot at work, until it is done with."""
    roles = ("web", "web", "worker") if load.postgres else ("all",)
    bots, told = Bots(), {**os.environ, "DISCORD_TOKEN": "a.b.c", "NISABA_DATA": str(folder)}
    told |= {"NISABA_LOG_LEVEL": "error", "NISABA_BASES": str(folder / "bases"), "NISABA_DRAWERS": str(load.drawers)}
    told |= {"NISABA_DATABASE": database, "NISABA_EXPORT_KEY": "bench", "NISABA_PUBLIC_KEY": key}
    try:
        for number, role in enumerate(roles, 1):
            port = free_port()
            flags = [str(load.samples)] if load.samples and number == 1 else []
            mine = {**told, "NISABA_ROLE": role, "NISABA_HTTP": "" if role == "worker" else f"127.0.0.1:{port}"}
            command = (sys.executable, "-m", "bench.behind_door", api, *flags)
            name = role if roles.count(role) == 1 else f"{role} {number}"
            with (folder / f"{name}.log").open("w") as log:
                bots.processes[name] = await asyncio.create_subprocess_exec(*command, env=mine, stdout=log, stderr=log)
            if role != "worker":
                bots.ports.append(port)
                await ready(port, bots.processes[name])
        yield bots
    finally:
        for process in bots.processes.values():
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
        await asyncio.gather(*(process.wait() for process in bots.processes.values()))


async def ready(port: int, process: asyncio.subprocess.Process) -> None:
    """Wait until that process answers. Raises TimeoutError, RuntimeError if it has ended."""
    end = time.monotonic() + READY
    async with aiohttp.ClientSession() as session:
        while time.monotonic() < end:
            if process.returncode is not None:
                raise RuntimeError(f"the bot has ended with {process.returncode}")
            try:
                async with session.get(f"http://127.0.0.1:{port}/ready") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(1.0)
    raise TimeoutError("the bot is not ready")


def free_port() -> int:
    """A port of loopback that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def memory(process: int) -> float:
    """The most memory that process has taken, in MiB; 0 if it is gone."""
    try:
        told = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in told if line.startswith("VmHWM:")), 0.0)


def processor(process: int) -> float:
    """Seconds of the processor that it has taken, all its threads together."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def drawing(process: int) -> list[int]:
    """The processes that it has started to draw; those that only watch over others are small."""
    return [one for one in below(process, parents()) if memory(one) > DRAWS]


def below(process: int, found: Mapping[int, int]) -> list[int]:
    """The processes that it has started, and those that they have."""
    own = [child for child, parent in found.items() if parent == process]
    return [one for child in own for one in (child, *below(child, found))]


def parents() -> dict[int, int]:
    """All processes of this machine with the one that has started each."""
    found: dict[int, int] = {}
    for told in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            number, _, rest = told.read_text().partition(" ")
            found[int(number)] = int(rest.rpartition(")")[2].split()[1])
    return found


DRAWS: Final = 60.0
"""MiB that a process has at least if it draws; what only watches over the others is smaller."""


def measured(load: Load | None = None) -> list[Figure]:
    """The figures."""
    load = load or Load()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = ""
        if load.postgres:
            children.watch()
            url = stack.enter_context(cluster("synchronous_commit=on"))
        return asyncio.run(run(load, folder, url))


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    usual = Load()
    for name in ("stored", "played", "active", "drawers"):
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    for name in ("rate", "seconds", "step-seconds"):
        parser.add_argument(f"--{name}", type=float, default=getattr(usual, name.replace("-", "_")))
    parser.add_argument("--steps", type=float, nargs="*", default=usual.steps, help="rates tried for the knee")
    parser.add_argument("--samples", type=Path, help="what the loop was doing is written there")
    parser.add_argument("--postgres", action="store_true", help="two processes answer, one works, on PostgreSQL")
    asked = vars(parser.parse_args())
    print("\n".join(lines(measured(replace(usual, **{**asked, "steps": tuple(asked["steps"])})))))


if __name__ == "__main__":
    main()
