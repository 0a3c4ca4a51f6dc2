"""Keeps what Discord has of a table besides its posts as it should be, after each change of the table.

A change only stores what is wanted. A keeper acts after the commit, so nothing appears in Discord that was never
stored. It looks at the tables that have changed, and at all of them at the start and after an error: so what a keeper
could not do, the next one does.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Final

import aiohttp
import discord
import structlog
from sqlalchemy import ColumnElement, true
from sqlmodel import col

from bot.contract.tables import Refused
from bot.delivery.wire import Later
from bot.store import leases
from bot.tables.game_service import GameService

log = structlog.get_logger(__name__)
NETWORK: Final = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError, discord.RateLimited)
TOO_FAST: Final = 429
HELD, LOOK, AGAIN, BREATH = 60.0, 30.0, 10.0, 0.5
MOST: Final = 500
"""More changed tables than this are as well found by looking at all of them."""


def among(column: Any, tables: Collection[int] | None) -> ColumnElement[bool]:
    """Return the condition that a column names one of these tables; None: any."""
    return true() if tables is None else col(column).in_(tables)


class TableKeeper(ABC):
    """Brings the things of its `lane` to their wanted state; failures are tried again."""

    lane: str
    follows_posts = False
    """Whether it has to look as well once a post has arrived."""

    def __init__(self, service: GameService, now: Callable[[], float]) -> None:
        self._deps, self._now = service.deps, now
        self._awake = asyncio.Event()
        self._seen: dict[int, int] = {}
        self._changed: set[int] | None = None  # None: any table may have changed
        service.deps.changed.listeners.append(self.hear)
        if self.follows_posts:
            service.deps.delivered.listeners.append(self.hear)

    def hear(self, tables: Collection[int] | None) -> None:
        """Look at these tables soon; None: at all of them."""
        if tables is not None and not tables:
            return
        self._leave(tables)
        if self._changed is not None and len(self._changed) > MOST:
            self._changed = None
        self._awake.set()

    @abstractmethod
    async def versions(self, tables: Collection[int] | None) -> Sequence[tuple[int, int]]:
        """Return which of these tables, None: of all, are to be looked after, and how often each has been changed."""

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
        """Look after the tables that have changed, unless another process does. Return whether nothing has to be tried
        again.
        """
        tables, self._changed = self._changed, set()
        try:
            if not await self._due(tables):
                return True
            database, me, now = self._deps.database, self._deps.process, self._now()
            if not await leases.claim(database, self.lane, me, now, now + HELD):
                self._leave(tables)
                return True
            try:
                again = [table for table, version in await self._due(tables) if not await self._settle(table, version)]
            finally:
                await leases.release(database, self.lane, me)
        except BaseException:
            self._changed = None
            raise
        self._leave(again)
        return not again

    def _leave(self, tables: Collection[int] | None) -> None:
        """Leave these tables for the next look, which comes soon enough by itself."""
        self._changed = None if tables is None or self._changed is None else {*self._changed, *tables}

    async def _due(self, tables: Collection[int] | None) -> list[tuple[int, int]]:
        """Return which of these tables this process has not seen as they are now, with their versions."""
        if tables is not None and not tables:
            return []
        there = dict(await self.versions(tables))
        for table in {*(self._seen if tables is None else tables)} - there.keys():
            self._seen.pop(table, None)
        return [(table, version) for table, version in there.items() if self._seen.get(table) != version]

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
