"""A disk with no room left: whatever is written to the database fails, as SQLite and PostgreSQL fail then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from bot.store.database import Database

WRITING = ("INSERT", "UPDATE", "DELETE")


@contextmanager
def full_disk(database: Database, after: int = 0) -> Iterator[list[str]]:
    """Let nothing be written but the first `after` statements; the statements refused, as they come."""
    engine, refused, left = database.engine.sync_engine, [], [after]

    def refuse(_cursor: Any, statement: str, _parameters: Any, _context: Any) -> None:
        if not statement.lstrip().upper().startswith(WRITING):
            return
        if left[0]:
            left[0] -= 1
            return
        refused.append(statement)
        raise engine.dialect.loaded_dbapi.OperationalError("database or disk is full")

    for name in ("do_execute", "do_executemany"):
        event.listen(engine, name, refuse)
    try:
        yield refused
    finally:
        for name in ("do_execute", "do_executemany"):
            event.remove(engine, name, refuse)
