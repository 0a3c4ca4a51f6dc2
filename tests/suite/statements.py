"""The databases of tests are all alike: what SQLAlchemy compiles for one of them serves the others of the worker.

None of them is to outlive a loss of power: nobody waits for the disk. Who is killed needs no disk either, for what was
committed is with the operating system. And a statement takes less time than the way to another thread and back.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any

from aiosqlite import core
from sqlalchemy import URL
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import LRUCache

from bot.store import database

ROOM = 3000
PAUSE = 0.002
ROUND = 16
TRIES = int(database.BUSY_MS / 1000 / PAUSE)


class Alike(SQLiteDialect_aiosqlite):
    """SQLite as it is for every test: statements are kept by dialect, so all dialects of tests are one."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike)

    def __hash__(self) -> int:
        return hash(Alike)


def compile_once() -> None:
    """From now on databases share their compiled statements. What the product does is not changed."""
    kept: LRUCache[Any, Any] = LRUCache(ROOM)

    def sharing(url: str | URL, **kw: Any) -> AsyncEngine:
        engine = create_async_engine(url, **kw)
        if type(engine.sync_engine.dialect) is SQLiteDialect_aiosqlite:
            engine.sync_engine.dialect.__class__ = Alike
            engine.sync_engine._compiled_cache = kept
        return engine

    database.create_async_engine = sharing  # type: ignore[attr-defined]


def wait_for_no_disk() -> None:
    """From now on a commit does not wait until the operating system has written it to the disk."""
    _prepare_with("PRAGMA synchronous=OFF")


def _prepare_with(pragma: str) -> None:
    prepare = database._prepare

    def prepared(connection: Any, _: object) -> None:
        prepare(connection, _)
        cursor = connection.cursor()
        cursor.execute(pragma)
        cursor.close()

    database._prepare = prepared


def execute_at_once() -> None:
    """From now on statements are executed in the thread of the loop: nobody waits until another thread is woken. Who
    finds another connection writing does not wait within SQLite, but comes again.
    """
    _prepare_with("PRAGMA busy_timeout=0")
    vars(core).update(SimpleQueue=AtOnce, Thread=Unneeded)


class AtOnce:
    """Stands for the queue to a connection's thread: what is put into it is done.

    It is told in the loop's next round if anybody else has something to do in this one, else at once, since nobody
    would come first; now and then all the same, so that the loop looks for who has waited long enough.
    """

    def __init__(self) -> None:
        self._told = 0

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Do it. What it raises, too, is for whoever waits for the future."""
        future, act = item
        if future is None:
            act()
        else:
            self._do(future, act, TRIES)

    def _do(self, future: asyncio.Future[Any], act: Callable[[], Any], tries: int) -> None:
        loop = future.get_loop()
        try:
            self._tell(future, act())
        except sqlite3.Error as error:
            if tries and _is_busy(error):
                loop.call_later(PAUSE, self._do, future, act, tries - 1)
            else:
                loop.call_soon(core.set_exception, future, error)

    def _tell(self, future: asyncio.Future[Any], done: Any) -> None:
        loop: Any = future.get_loop()
        self._told += 1
        if loop._ready or self._told % ROUND == 0:
            loop.call_soon(core.set_result, future, done)
        else:
            core.set_result(future, done)


def _is_busy(error: sqlite3.Error) -> bool:
    """Another connection is writing: SQLite itself would wait here, and the loop with it."""
    return error.sqlite_errorcode == sqlite3.SQLITE_BUSY


class Unneeded:
    """Stands for a connection's thread, which has nothing to do."""

    daemon = True

    def __init__(self, **_: Any) -> None:
        """From what the thread would do."""

    def start(self) -> None:
        """Nothing begins."""
