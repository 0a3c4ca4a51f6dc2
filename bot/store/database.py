"""The database: SQLite in WAL mode through aiosqlite by default, PostgreSQL by URL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, cast

import aiosqlite
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from bot.store import sqlite

BUSY_MS = 15_000
MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """Sessions over one engine. SQLite has one writer at a time: `writing` queues them without polling."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.lite = self.engine.dialect.name == "sqlite"
        self._sessions = async_sessionmaker(self.engine.execution_options(reads=True), expire_on_commit=False)
        self._writer = asyncio.Lock()

    def session(self) -> AsyncSession:
        """A session whose objects stay readable after a commit."""
        return self._sessions()

    @asynccontextmanager
    async def writing(self, session: AsyncSession) -> AsyncIterator[None]:
        """Commit what the session holds at the end, or roll it back; nothing is read in between in vain."""
        async with self._turn():
            _ = await session.connection(execution_options={"writes": True})
            try:
                yield
                await session.commit()
            except BaseException:
                await session.rollback()
                raise

    def _turn(self) -> AbstractAsyncContextManager[Any]:
        return self._writer if self.lite else nullcontext()

    async def migrate(self) -> None:
        """Bring the schema up to date; works without any file outside the package."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _engine(url: str) -> AsyncEngine:
    target = make_url(url)
    if target.get_backend_name() != "sqlite":
        return create_async_engine(target, pool_pre_ping=True)

    async def connect() -> aiosqlite.Connection:
        where, how = engine.dialect.create_connect_args(target)
        return await sqlite.Connection(partial(sqlite3.connect, *where, **how))

    engine = create_async_engine(target, async_creator=connect)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: object) -> None:
    """Let SQLAlchemy begin transactions itself, and make SQLite safe for a writer beside many readers."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """What only reads needs no transaction: whoever writes afterwards makes sure that nothing has changed since."""
    options = connection.get_execution_options()
    driver = cast("sqlite.Connection", connection.connection.driver_connection)
    if options.get("writes") or not options.get("reads"):
        driver.begin("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")
