"""The bot as a process of its own at a local table, which can be killed at any moment and started again."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

from tests.wire.births import Life, born
from tests.wire.client import NoAnswer, TableConnection
from tests.wire.controlled_table import BY_HTTP, ControlledTable

T = TypeVar("T")
START = 240.0  # on a busy machine the imports alone may take a minute


class BotGone(Exception):
    """The bot was killed before it answered."""


class Running:
    """A table in this process and a bot in another; everything said is kept in `folder`."""

    def __init__(self, table: ControlledTable, visit: TableConnection, folder: Path, *flags: str) -> None:
        self.table, self.visit, self.folder = table, visit, folder
        self.flags = (*flags, *(("--door",) if BY_HTTP and "--door" not in flags else ()))
        self.starts = 0
        self._bot: Life | None = None
        self._gone, self._back = asyncio.Event(), asyncio.Event()

    @property
    def log(self) -> str:
        """What all its lives have written."""
        return (self.folder / "bot.log").read_text()

    @property
    def is_gone(self) -> bool:
        """Whether the bot was killed and not started since."""
        return self._gone.is_set()

    async def is_back(self) -> None:
        """Wait until the bot has been started again."""
        await self._back.wait()

    async def start(self) -> None:
        """Start the bot and wait until it is at the table."""
        await self.begin()
        await self.visit.bot_is_here(START)

    async def begin(self) -> None:
        """Start the process only; where the one before took interactions, nobody is now."""
        if self._bot is not None and self._bot.returncode is not None:
            await self.table.local.gateway.move("")
        async with asyncio.timeout(10):
            while self.table.local.gateway.online:
                await self.visit.get("/_test/changes", since=(await self.visit.dump())["version"], wait=0.05)
        where = ("--local", "--playground", self.table.url, "--folder", str(self.folder / "bot"))
        self._bot = await born([*where, *self.flags], self.folder)
        self.starts += 1
        self._gone.clear()
        self._back.set()

    def kill(self) -> None:
        """Kill the bot without a warning."""
        if self._bot is not None and self._bot.returncode is None:
            self._bot.send_signal(signal.SIGKILL)
        self._gone.set()
        self._back.clear()

    async def again(self) -> None:
        """Start the bot that was killed, as often as it takes: it may be killed while it starts."""
        while self.is_gone:
            await self.ended()
            await self.begin()
            with suppress(BotGone):
                await self.unless_gone(self.visit.bot_is_here(START))

    async def ended(self) -> int:
        """Wait for the end of the process; its exit code."""
        assert self._bot is not None
        async with asyncio.timeout(30):
            return await self._bot.wait()

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask the bot to stop; its exit code."""
        assert self._bot is not None
        self._bot.send_signal(how)
        return await self.ended()

    async def close(self) -> None:
        """Ask the bot to stop; then nothing runs any more."""
        if self._bot is not None:
            await self.stop()

    async def unless_gone(self, act: Awaitable[T]) -> T:
        """The answer to an act. Raises BotGone if the bot is killed before it comes."""
        acting, gone = asyncio.ensure_future(act), asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait({acting, gone}, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                raise BotGone
            return await acting
        except NoAnswer:
            if self._gone.is_set():
                raise BotGone from None
            raise
        finally:
            for task in (acting, gone):
                task.cancel()
            await asyncio.gather(acting, gone, return_exceptions=True)


def share_bases(folder: Path) -> None:
    """Let the bot keep its base maps where all bots of these tests do: what one has drawn the others read."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not (folder / "bases").exists():
        (folder / "bases").symlink_to(os.environ["NISABA_BASES"])


@asynccontextmanager
async def running(folder: Path, *flags: str) -> AsyncIterator[Running]:
    """A table with the bot at it, both stopped at the end; the table itself must not have failed."""
    await asyncio.to_thread(share_bases, folder / "bot")
    table = ControlledTable(transcript=folder / "transcript.jsonl")
    await table.start()
    try:
        async with TableConnection(table.url) as visit:
            here = Running(table, visit, folder, *flags)
            try:
                await here.start()
                yield here
            finally:
                await here.close()
    finally:
        await table.stop()
    assert table.failures == []
