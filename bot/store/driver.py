"""Connections of the database's driver itself, for prepared statements: several in one trip, without SQLAlchemy.

They are taken out of its pool once and kept, so that there is one pool with one limit. Errors are those of SQLAlchemy.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import AsyncAdaptedQueuePool, PoolProxiedConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneIsFree
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import greenlet_spawn

from bot.contract.tables import Busy
from bot.store import postgresql, sqlite
from bot.store.steps import BoundStatement

MOST: Final = 6
"""Connections kept of the pool; the others stay for sessions."""


class NothingFree(Busy, NoneIsFree):
    """No connection, or no turn to write, was free in time: nothing has been read or written."""


class PatientPool(AsyncAdaptedQueuePool):
    """A pool that says of itself when nothing is free. Raises NothingFree."""

    def connect(self) -> PoolProxiedConnection:
        """Return a connection of the pool."""
        try:
            return super().connect()
        except NoneIsFree as error:
            raise NothingFree(str(error)) from error


class Driver:
    """Runs steps over the driver's connections, at most `MOST` at a time; further ones wait `patience` seconds."""

    def __init__(self, engine: AsyncEngine, patience: float) -> None:
        self._engine, self._patience = engine, patience
        kind: Any = sqlite if engine.dialect.name == "sqlite" else postgresql
        self._run: Callable[..., Awaitable[list[list[Any]]]] = kind.trip
        self._is_closed: Callable[[Any], bool] = kind.is_closed
        self._free: list[tuple[PoolProxiedConnection, float]] = []
        self._room = asyncio.Semaphore(MOST)
        self._closed = False

    async def trip(self, steps: Sequence[BoundStatement], *, writes: bool = False) -> list[list[Any]]:
        """Return what each step reads or returns; with `writes` they are one transaction.

        Raises StaleDataError if a step changes other than the wanted number of rows, AtCommit if it is unknown whether
        the transaction was committed, other errors of SQLAlchemy, and NothingFree.
        """
        try:
            return await self._over_one(steps, writes=writes)
        except DBAPIError as error:
            if writes or not error.connection_invalidated:
                raise
        return await self._over_one(steps, writes=writes)

    async def _over_one(self, steps: Sequence[BoundStatement], *, writes: bool) -> list[list[Any]]:
        """Run the steps over a connection, which is kept for the next trip."""
        if self._closed:
            raise NothingFree("closed")
        if self._room.locked():
            await self._wait()
        else:
            await self._room.acquire()
        try:
            taken, since = await self._taken()
            try:
                return await self._run(taken.driver_connection, steps, writes=writes)
            finally:
                self._free.append((taken, since))
        finally:
            self._room.release()

    async def _taken(self) -> tuple[PoolProxiedConnection, float]:
        """Return a connection, and since when it is kept. One that is closed, or old, goes back to the pool, which
        brings another.
        """
        now = time.monotonic()
        while self._free:
            taken, since = self._free.pop()
            if now - since < postgresql.RECYCLED and not self._is_closed(taken.driver_connection):
                return taken, since
            await greenlet_spawn(taken.close)
        return await self._engine.raw_connection(), now

    async def _wait(self) -> None:
        """Wait for room. Raises NothingFree."""
        try:
            async with asyncio.timeout(self._patience):
                await self._room.acquire()
        except TimeoutError as error:
            raise NothingFree("no connection") from error

    async def close(self) -> None:
        """Take no more steps, wait for those under way, and give the kept connections back to the pool."""
        if self._closed:
            return
        self._closed = True
        with suppress(NothingFree):
            for _ in range(MOST):
                await self._wait()
        free, self._free = self._free, []
        for taken, _ in free:
            await greenlet_spawn(taken.close)
