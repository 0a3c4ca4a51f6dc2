"""A disk with no room left: whatever is written to the database fails, as SQLite and PostgreSQL fail then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

from sqlalchemy import event, exc
from sqlalchemy.orm.exc import StaleDataError

from bot.store.database import Database
from bot.store.driver import Driver
from bot.store.steps import BoundStatement, as_sqlalchemy

WRITING = ("INSERT", "UPDATE", "DELETE")
GIVEN_UP = BoundStatement("SELECT 1", (), wanted=-99)
"""No rows are changed by it, so what came before it is rolled back."""


async def rolled_back(database: Database, steps: Sequence[BoundStatement]) -> None:
    """Run these steps as one transaction that is not committed."""
    with suppress(StaleDataError):
        await database.driver.trip([*steps, GIVEN_UP], writes=True)


@contextmanager
def full_disk(database: Database, after: int = 0) -> Iterator[list[str]]:
    """Let nothing be written but the first `after` statements; the statements refused, as they come."""
    engine, refused, left, trip = database.engine.sync_engine, list[str](), [after], Driver.trip
    full = engine.dialect.loaded_dbapi.OperationalError("database or disk is full")

    def is_refused(statement: str) -> bool:
        if not statement.lstrip().upper().startswith(WRITING):
            return False
        if left[0]:
            left[0] -= 1
            return False
        refused.append(statement)
        return True

    def refuse(_cursor: Any, statement: str, _parameters: Any, _context: Any) -> None:
        if is_refused(statement):
            raise full

    async def asked(self: Driver, steps: Sequence[BoundStatement], *, writes: bool = False) -> list[list[Any]]:
        for n, step in enumerate(steps):
            if is_refused(step.sql):
                with suppress(StaleDataError):
                    await trip(self, [*steps[:n], GIVEN_UP], writes=writes)
                raise as_sqlalchemy(full, exc.OperationalError)
        return await trip(self, steps, writes=writes)

    for name in ("do_execute", "do_executemany"):
        event.listen(engine, name, refuse)
    try:
        with patch.object(Driver, "trip", asked):
            yield refused
    finally:
        for name in ("do_execute", "do_executemany"):
            event.remove(engine, name, refuse)
