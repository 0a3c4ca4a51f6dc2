"""All processes that answer people are changed, one after the other, while people press: nobody goes unanswered.

The table of this process is Discord, the proxy is nginx with the configuration of `docs/compose`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import quantiles
from typing import Final

import aiohttp
import pytest

from tests.wire.client import NoAnswer, TableConnection
from tests.wire.controlled_table import ControlledTable

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(600)]
ROOT: Final = Path(__file__).parents[2]
CONFIGURATION: Final = ROOT / "docs" / "compose" / "nginx.conf"
NGINX: Final = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
THERE: Final = "/tmp/"  # noqa: S108 - where the configuration keeps its files in a container
START: Final = 300.0
CLICKS, SECONDS = 20, 60
PEOPLE: Final = ("ana", "ben", "cho", "dee")


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def answering(url: str, process: asyncio.subprocess.Process) -> None:
    """Wait until that address answers with 200, as long as its process lives."""
    async with asyncio.timeout(START), aiohttp.ClientSession() as session:
        while process.returncode is None:
            with suppress(aiohttp.ClientError):
                async with session.get(url) as answer:
                    if answer.status == 200:
                        return
            await asyncio.sleep(0.1)
    raise AssertionError(f"nothing answers at {url}")


@dataclass
class Served:
    """A process of the bot with its role, at a local table; `port` is that of its door."""

    table: ControlledTable
    folder: Path
    settings: Mapping[str, str]
    port: int = 0
    process: asyncio.subprocess.Process | None = field(default=None)

    async def start(self) -> None:
        """Start it and wait until it is ready."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NISABA_")}
        with (self.folder / "log").open("a") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.postgres.serving", self.table.api_base, self.table.gateway_url),
                cwd=ROOT,
                env={**kept, **self.settings},
                stdout=log,
                stderr=log,
            )
        await answering(f"http://127.0.0.1:{self.port}/ready", self.process)

    async def stop(self) -> int:
        """Ask it to stop; its exit code."""
        if self.process is None:
            return 0
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        return await self.process.wait()


@asynccontextmanager
async def served(table: ControlledTable, folder: Path, database: str, role: str) -> AsyncIterator[Served]:
    """A process of that role; stopped at the end."""
    await asyncio.to_thread(folder.mkdir)
    port, common = free_port(), {"NISABA_DATABASE": database, "NISABA_ROLE": role, "NISABA_EXPORT_KEY": "rolling"}
    place = {"NISABA_HTTP" if role == "web" else "NISABA_METRICS": f"127.0.0.1:{port}"}
    key = {"NISABA_PUBLIC_KEY": table.local.gateway.endpoint.public_key}
    made = Served(table, folder, {**common, **place, **key, "NISABA_DATA": str(folder / "data")}, port)
    try:
        await made.start()
        yield made
    finally:
        await made.stop()


def configured(folder: Path, port: int, webs: Sequence[Served]) -> str:
    """The configuration of the proxy for these processes, in that folder; its file."""
    folder.mkdir()
    text = CONFIGURATION.read_text().replace(THERE, f"{folder}/")
    for name, web in zip(("web-1", "web-2"), webs, strict=True):
        text = text.replace(f"{name}:8080", f"127.0.0.1:{web.port}")
    made = folder / "nginx.conf"
    made.write_text(text.replace("listen 8000", f"listen 127.0.0.1:{port}"))
    return str(made)


@asynccontextmanager
async def proxied(folder: Path, *webs: Served) -> AsyncIterator[str]:
    """The address of interactions at nginx before those processes."""
    if NGINX is None:
        pytest.skip("no nginx here: apt-get install nginx-light")
    port = free_port()
    flags = ("-c", configured(folder, port, webs), "-e", str(folder / "error.log"), "-g", "daemon off;")
    nginx = await asyncio.create_subprocess_exec(NGINX, *flags, stderr=asyncio.subprocess.DEVNULL)
    try:
        await answering(f"http://127.0.0.1:{port}/health", nginx)
        yield f"http://127.0.0.1:{port}/interactions"
    finally:
        nginx.send_signal(signal.SIGQUIT)
        await nginx.wait()


@dataclass
class Clicking:
    """People who press at an even pace; how long each waited, and who got no answer."""

    visit: TableConnection
    pace: float
    waited: list[float] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)

    async def press(self, number: int) -> None:
        """One of them looks how things stand."""
        person, begun = self.visit.user(PEOPLE[number % len(PEOPLE)]), time.perf_counter()
        try:
            await person.slash("/game status")
        except NoAnswer as failure:
            self.unanswered.append(str(failure))
        self.waited.append(time.perf_counter() - begun)

    async def go_on(self, seconds: float, changed: asyncio.Event) -> None:
        """Press for so long, and as long as the change takes."""
        begun, presses = asyncio.get_running_loop().time(), []
        for number in count():
            if number >= seconds * self.pace and changed.is_set():
                break
            presses.append(asyncio.create_task(self.press(number)))
            await asyncio.sleep(max(0.0, begun + (number + 1) / self.pace - asyncio.get_running_loop().time()))
        await asyncio.gather(*presses)

    def told(self) -> str:
        """The figures in a line."""
        cuts = quantiles(self.waited, n=100)
        middle, most = cuts[49] * 1000, cuts[98] * 1000
        return f"{len(self.waited)} presses, {len(self.unanswered)} unanswered, p50 {middle:.0f} ms, p99 {most:.0f} ms"


async def rolled(folder: Path, database: str, pace: float, seconds: float) -> Clicking:
    """Press while both processes that answer are changed, one after the other."""
    table = ControlledTable()
    await table.start()
    try:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(served(table, folder / "worker", database, "worker"))
            webs = [
                await stack.enter_async_context(served(table, folder / f"web-{n}", database, "web")) for n in (1, 2)
            ]
            assert await table.local.gateway.move(await stack.enter_async_context(proxied(folder / "proxy", *webs)))
            visit = await stack.enter_async_context(TableConnection(table.url))
            ana = visit.user("ana").waiting(30)
            await ana.slash("/game new", game="culture_wars")
            await ana.wait_for(lambda message: "Join" in message.labels)
            clicking = Clicking(visit, pace)
            changed = asyncio.Event()
            pressing = asyncio.create_task(clicking.go_on(seconds, changed))
            try:
                for web in webs:
                    await asyncio.sleep(seconds / 6)
                    assert await web.stop() == 0
                    await web.start()
            finally:
                changed.set()
                await pressing
            return clicking
    finally:
        await table.stop()


async def test_two_processes_are_changed_under_the_hands_of_people_without_one_unanswered_press(
    tmp_path: Path, own_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    clicking = await rolled(tmp_path, own_database, CLICKS, SECONDS)
    with capsys.disabled():
        sys.stdout.write(f"\nrolling change at {CLICKS} presses a second: {clicking.told()}\n")
    assert clicking.unanswered == []
    assert len(clicking.waited) >= CLICKS * SECONDS
