"""The databases of tests are all alike: what SQLAlchemy compiles for one of them serves the others of the worker.

None of them is to outlive a loss of power: nobody waits for the disk. Who is killed needs no disk either, for what was
committed is with the operating system.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import LRUCache

from bot.store import database

ROOM = 3000


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
    prepare = database._prepare

    def hurried(connection: Any, _: object) -> None:
        prepare(connection, _)
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.close()

    database._prepare = hurried
