"""The bot's connections to Discord's gateway: one, or several (shards) for a bot in more than 2,500 servers."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import structlog
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from yarl import URL

from engine.core.text import words

FEWEST: Final = 50
"""Below this many of the day's thousand sessions the bot waits: one that restarts in a loop would use them all up."""
APART: Final = 5.5
"""Seconds between two connections that take turns; Discord wants five, as it sees them."""
log = structlog.get_logger(__name__)


def silence(sockets: Iterable[DiscordWebSocket]) -> float:
    """Return the seconds since Discord has last answered a heartbeat, on the connection that has waited longest;
    infinite if one is lost.
    """
    keepers = [socket._keep_alive for socket in sockets]  # noqa: SLF001 -- told nowhere else
    now = time.perf_counter()
    return max((math.inf if one is None else now - one._last_ack for one in keepers), default=math.inf)  # noqa: SLF001


def is_few(remaining: int, shards: int) -> bool:
    """Return whether too few sessions of the day would be left after the start, which takes one for each shard."""
    return remaining - shards < FEWEST - 1


def warn_of_too_few(shards: int, recommended: int) -> None:
    """Log it if Discord recommends more connections than will be opened: above 2,500 servers each, it refuses."""
    if recommended > shards:
        log.warning("gateway.few_shards", what=words("settings.few_shards", shards=shards, recommended=recommended))


class Shards(commands.AutoShardedBot):
    """What is different for a bot with several connections.

    discord.py opens them one after another, and one that is lost is opened again alone. `max_concurrency`: of so many
    in a row Discord lets each begin at once, then it is the turn of the next ones.
    """

    max_concurrency = 1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._taken: dict[int, float] = {}
        self._stopping = asyncio.Event()
        parsers = self._connection.parsers
        parsers["READY"] = partial(self._hear_ready, parsers["READY"])

    def _hear_ready(self, hear: Callable[[Any], None], data: Any) -> None:
        """Begin anew with the servers of a connection, for some may have been left; with a single connection discord.py
        does so by itself.
        """
        for guild in list(self.guilds):
            if guild.shard_id == data["shard"][0]:
                self._connection._remove_guild(guild)  # noqa: SLF001 -- there is no other way
        hear(data)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Open a connection when it is its turn, and none once the bot stops: discord.py would go on.

        One that can't be opened again at once is resumed later, as a single connection is: discord.py would begin
        another session, and end if Discord hung up.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(self._wait_of(shard_id)):
                await self._stopping.wait()
        if not self._stopping.is_set():
            await super().launch_shard(gateway, shard_id, initial=initial)
        if (known := self.get_shard(shard_id)) is not None:
            shard, resume = known._parent, ReconnectWebSocket(shard_id, resume=True)  # noqa: SLF001 -- see above
            shard.reconnect = partial(shard.reidentify, resume)  # type: ignore[method-assign]

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until Discord takes a connection; one that was lost has to wait for some seconds in any case."""
        if shard_id in self.shards:
            await super().before_identify_hook(shard_id, initial=initial)
        await asyncio.sleep(self._wait_of(shard_id or 0))
        self._taken[(shard_id or 0) % self.max_concurrency] = time.monotonic()

    def _wait_of(self, shard_id: int) -> float:
        """Return the seconds until Discord takes this connection: those with the same number modulo `max_concurrency`
        take turns.
        """
        before = self._taken.get(shard_id % self.max_concurrency)
        return max(0.0, before + APART - time.monotonic()) if before is not None else 0.0

    async def close(self) -> None:
        """Close all connections, and open no more."""
        self._stopping.set()
        await super().close()

    def sockets(self) -> list[DiscordWebSocket]:
        """Return all connections."""
        return [shard._parent.ws for shard in self.shards.values()]  # noqa: SLF001 -- told nowhere else
