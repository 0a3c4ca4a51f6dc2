"""Ensures that one process of the role `all` works on a database: two would send every note twice.

The lock belongs to the operating system or PostgreSQL, which release it when the process dies.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.closing import UnfitDatabase
from bot.store.database import MEMORY, Database
from bot.store.sqlite import own_file

ALONE: Final = 0x4E6B
ENDING: Final = ".running"
log = structlog.get_logger(__name__)


class AlreadyRunning(UnfitDatabase):
    """Another process does everything at this database: the message says what to do."""

    def __init__(self) -> None:
        super().__init__("settings.already_running")


class Sole:
    """Ensures that this process is the only one of its kind on a database, as long as it lives."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._file: sqlite3.Connection | None = None
        self._connection: AsyncConnection | None = None

    async def take(self) -> None:
        """Be the only one from now on. Raises AlreadyRunning, OSError, SQLAlchemyError."""
        if not self._database.lite:
            await self._take_there()
        elif (name := self._database.engine.url.database) and name != MEMORY:
            self._file = await asyncio.to_thread(_locked, Path(f"{name}{ENDING}"))

    async def keep(self) -> None:
        """Take the lock again if the server was away; the log says if another process came first."""
        if self._connection is None:
            return
        try:
            await self._connection.execute(select(1))
        except SQLAlchemyError:
            await self._retake()

    async def release(self) -> None:
        """Let another be it."""
        if self._file is not None:
            await asyncio.to_thread(self._file.close)
            self._file = None
        await self._let_go()

    async def _retake(self) -> None:
        await self._let_go()
        try:
            await self._take_there()
        except (AlreadyRunning, SQLAlchemyError) as error:
            log.exception("house.not_alone", exc_info=error)

    async def _take_there(self) -> None:
        self._connection = await self._database.engine.connect()
        _ = await self._connection.execution_options(isolation_level="AUTOCOMMIT")
        if not await self._connection.scalar(select(func.pg_try_advisory_lock(ALONE))):
            await self._let_go()
            raise AlreadyRunning

    async def _let_go(self) -> None:
        """The connection is closed and not given back: the lock hangs on it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()


def _locked(file: Path) -> sqlite3.Connection:
    """Return a connection that locks the file. Raises AlreadyRunning."""
    made = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    own_file(file)
    try:
        made.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        made.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise AlreadyRunning from error
        raise
    return made
