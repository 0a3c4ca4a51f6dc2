"""What thousands of tables ask of the bot: clicks at a steady rate, through its door, on loopback, pictures included.

10,000 open tables are stored with all that a database holds after some years (`bench.full_database`), 500 of them are
clicked at, by people whom the bot knows. One process on SQLite, or with `--postgres` two that answer and one that works
on a PostgreSQL started for this. The clicks come from this process on the same machine, and so does the stand-in of
Discord, so that both take their share of the processors.

Measured beside another checkout both are clicked at alike, by turns: while the one works the other stands still.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, Final

import aiohttp
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlmodel import func, select

import render
from bench.clicks import Clicks, posters, visitors
from bench.figures import Figure, lines
from bench.full_database import fill, know_servers
from bench.many_tables import GAMES, made
from bench.pauses import pause
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
IDLE: Final = 0.05
"""The share of a processor that an idle bot uses at most."""
SLICE: Final = 10.0
"""Seconds of clicks between two pauses."""
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
    turns: bool = False
    """Whether another checkout is measured beside this one."""


@dataclass
class Bots:
    """The processes of the bot by what they do, and the ports of their doors."""

    processes: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)
    ports: list[int] = field(default_factory=list)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to all of them."""
        for process in self.processes.values():
            process.send_signal(number)

    def processor(self) -> dict[str, float]:
        """Seconds of the processor that each has taken."""
        return {name: processor(process.pid) for name, process in self.processes.items()}


@dataclass(frozen=True, slots=True)
class Scene:
    """A bot that is clicked at, and how long it took to store its tables, in seconds."""

    settings: BotSettings
    clicks: Clicks
    bots: Bots
    making: float


@asynccontextmanager
async def scene(load: Load, folder: Path, database: str) -> AsyncIterator[Scene]:
    """Fill the database, start the bot and click until it is warm."""
    settings = read(data=folder, database=database, drawers=0, export_key="bench")
    begun = time.perf_counter()
    seats = await made(settings, load.played, load.stored)
    await fill(settings)
    making = time.perf_counter() - begun
    await asyncio.to_thread(draw_bases, folder / "bases")
    discord, key = Swallowing(), Ed25519PrivateKey.generate()
    await discord.start()
    try:
        async with started(load, folder, database, discord.url, hex_key(key)) as bots:
            async with asyncio.timeout(READY):
                while not await know_servers(settings):  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(1.0)
                await at_rest(bots)
            clicks = Clicks(discord, posters(bots.ports, key), visitors(seats, load.active))
            await clicks.run(load.rate, WARMING)
            yield Scene(settings, clicks, bots, making)
            for door in clicks.doors:
                await door.close()
    finally:
        await discord.stop()


async def at_rest(bots: Bots) -> None:
    """Wait until the bot has done what is to be done once after a start, such as a look at all servers."""
    spent = IDLE
    while spent >= IDLE:
        before = sum(bots.processor().values())
        await asyncio.sleep(2.0)
        spent = (sum(bots.processor().values()) - before) / 2.0


async def run(load: Load, folder: Path, database: str) -> list[Figure]:
    """Make the tables, start the bot, click; the figures."""
    async with scene(load, folder, database) as here:
        figures = [Figure(f"{load.stored:,} open tables made, and all the rest", here.making, "s")]
        figures += await main_run(load, here)
        if not is_over(here.clicks):
            figures += await knee(load, here)
    return figures


@contextmanager
def turn(load: Load, bots: Bots) -> Iterator[None]:
    """Let the other checkout work first, if there is one; this bot stands still meanwhile."""
    if load.turns:
        bots.send(signal.SIGSTOP)
        pause()
        bots.send(signal.SIGCONT)
    yield


def draw_bases(folder: Path) -> None:
    """The base maps that come with the image, of the games that are played."""
    STORE.open(folder)
    for game in GAMES:
        for board in render.GAMES[game].BOARDS:
            render.warm(game, board)


async def main_run(load: Load, here: Scene) -> list[Figure]:
    """Clicks at the usual rate, and what memory and processor they have taken."""
    clicks, bots = here.clicks, here.bots
    clicks.clear()
    given = await journalled(here.settings)
    spent: dict[str, list[float]] = {name: [] for name in bots.processes}
    for _ in range(max(1, round(load.seconds / SLICE))):
        with turn(load, bots):
            before, known = bots.processor(), len(clicks.seconds)
            await clicks.run(load.rate, min(SLICE, load.seconds))
            answered = max(1, len(clicks.seconds) - known)
            for name, now in bots.processor().items():
                spent[name].append((now - before[name]) / answered * 1000)
    found = of_clicks(f"{load.rate:.0f} clicks/s", clicks)
    found.append(Figure("answers in journals", await journalled(here.settings) - given, ""))
    found.append(Figure("all that was clicked, as a check sum", clicks.pressed % 100_000, ""))
    for name, process in bots.processes.items():
        found += of_processor(f"{name}: processor for a click", spent[name])
        found.append(Figure(f"{name}: memory", memory(process.pid), "MiB"))
        found += [Figure(f"{name}: memory of a process that draws", memory(one), "MiB") for one in drawing(process.pid)]
    return [*found, *(Figure(what, count, "") for what, count in sorted(clicks.discord.counted.items()))]


def of_processor(name: str, spent: Sequence[float]) -> list[Figure]:
    """The middle of what slices have taken, and how far they are apart."""
    shown = {"median": median(spent), "least": min(spent), "most": max(spent)}
    return [Figure(f"{name}, {which}", value, "ms") for which, value in shown.items()]


async def journalled(settings: BotSettings) -> int:
    """How many answers all journals hold together."""
    database = Database(settings.url)
    try:
        async with database.session() as session:
            return (await session.execute(select(func.count()).select_from(EntryRow))).scalar_one()
    finally:
        await database.close()


async def knee(load: Load, here: Scene) -> list[Figure]:
    """Rates one after the other, until a click in a hundred takes too long."""
    found: list[Figure] = []
    for rate in load.steps:
        here.clicks.clear()
        with turn(load, here.bots):
            before = here.bots.processor()
            await here.clicks.run(rate, load.step_seconds)
            spent = sum(here.bots.processor().values()) - sum(before.values())
        found += of_clicks(f"{rate:.0f} clicks/s", here.clicks)
        found.append(Figure(f"{rate:.0f} clicks/s, of a processor", spent / load.step_seconds * 100, "%"))
        if is_over(here.clicks):
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


def measured() -> list[Figure]:
    """The figures, by turns with those of another checkout if there is one."""
    return of_load(Load(turns=True), run)


def of_load(load: Load, run: Callable[[Load, Path, str], Coroutine[Any, Any, list[Figure]]]) -> list[Figure]:
    """The figures of such a run."""
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
    print("\n".join(lines(of_load(replace(usual, **{**asked, "steps": tuple(asked["steps"])}), run))))


if __name__ == "__main__":
    main()
