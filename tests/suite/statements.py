"""The databases of tests are all alike: what SQLAlchemy compiles for one of them serves the others of the worker."""

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
