"""Keeps what Discord has of a table besides its posts as it should be, after each change of the table.

A change only stores what is wanted. A keeper acts after the commit, so nothing appears in Discord that was never
stored. What a keeper could not do, the next one does.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import aiohttp
import discord
import structlog

from bot.contract.tables import Refused
from bot.delivery.wire import Later
from bot.store import leases
from bot.tables.game_service import GameService

log = structlog.get_logger(__name__)
NETWORK: Final = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError, discord.RateLimited)
TOO_FAST: Final = 429
HELD, LOOK, AGAIN, BREATH = 60.0, 30.0, 10.0, 0.5


class TableKeeper(ABC):
    """Brings the things of its `lane` to their wanted state; failures are tried again."""

    lane: str
    follows_posts = False
    """Whether it has to look as well once a post has arrived."""

    def __init__(self, service: GameService, now: Callable[[], float]) -> None:
        self._deps, self._now = service.deps, now
        self._awake = asyncio.Event()
        self._seen: dict[int, int] = {}
        service.deps.listeners.append(self._awake.set)
        if self.follows_posts:
            service.deps.delivered.listeners.append(self._awake.set)

    @abstractmethod
    async def versions(self) -> Sequence[tuple[int, int]]:
        """Return the tables to look after, and how often each has been changed."""

    @abstractmethod
    async def bring(self, table: int) -> bool:
        """Make what Discord has of a table what it should be; return False if it has to be tried again.

        Raises what is to be tried again, and Refused for a table that cannot be read.
        """

    async def run(self) -> None:
        """Look after the tables whenever one has changed, until cancelled."""
        while True:
            self._awake.clear()
            try:
                done = await self.settle()
            except Exception as error:
                log.exception(f"{self.lane}.failed", exc_info=error)
                done = False
            await asyncio.sleep(BREATH if done else AGAIN)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._awake.wait()

    async def settle(self) -> bool:
        """Look after the tables that have changed, unless another process does. Return whether nothing is left."""
        if not await self._due():
            return True
        database, me, now = self._deps.database, self._deps.process, self._now()
        if not await leases.claim(database, self.lane, me, now, now + HELD):
            return True
        try:
            return all([await self._settle(table, version) for table, version in await self._due()])
        finally:
            await leases.release(database, self.lane, me)

    async def _due(self) -> list[tuple[int, int]]:
        """Return the tables that this process has not seen as they are now, with their versions."""
        there = await self.versions()
        self._seen = {table: self._seen[table] for table, _ in there if table in self._seen}
        return [(table, version) for table, version in there if self._seen.get(table) != version]

    async def _settle(self, table: int, version: int) -> bool:
        """Look after one table. Return false if it has to be tried again."""
        try:
            if not await self.bring(table):
                return False
        except (*NETWORK, Later) as error:
            log.warning(f"{self.lane}.later", table=table, why=repr(error))
            return False
        except (Refused, discord.HTTPException) as error:
            log.warning(f"{self.lane}.refused", table=table, why=repr(error))
        self._seen[table] = version
        return True
