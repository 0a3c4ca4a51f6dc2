"""What the service does of the costly things while something is done with it: trips, statements, replays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from sqlalchemy import event

from bot.store.database import Database
from bot.store.driver import Driver
from bot.store.steps import BoundStatement
from engine.core.table import Table

WROTE = re.compile(r"(INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)")


@dataclass(slots=True)
class Counts:
    """`trips`: sessions opened, and trips to the driver; `reads`: statements that only read; `writes`: the others, by
    kind and table; `replays`: how often a position was made from a checkpoint, for a table or a dry run.
    """

    trips: int = 0
    reads: int = 0
    replays: int = 0
    writes: Counter[tuple[str, str]] = field(default_factory=Counter)
    sql: list[str] = field(default_factory=list)

    def note(self, statement: str) -> None:
        """A statement has been run, for one row or for many."""
        self.sql.append(" ".join(statement.split()))
        wrote = WROTE.match(statement)
        if wrote:
            self.writes[wrote[1].split()[0].lower(), wrote[2]] += 1
        elif statement.lstrip().upper().startswith("SELECT"):
            self.reads += 1

    def repeated(self) -> dict[tuple[str, str], int]:
        """What was written to one table in more than one statement of a kind."""
        return {what: n for what, n in self.writes.items() if n > 1}


@contextmanager
def heard(database: Database, note: Callable[[str, Any, bool], None]) -> Iterator[None]:
    """Note each statement before it runs, with its values and whether these are those of many rows: those of sessions
    and those that the driver is asked.
    """
    engine, trip = database.engine.sync_engine, Driver.trip

    def run(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        note(statement, values, many)

    async def asked(self: Driver, steps: Sequence[BoundStatement], *, writes: bool = False) -> list[list[Any]]:
        for step in steps if self is database.driver else ():
            note(step.sql, step.args, step.many)
        return await trip(self, steps, writes=writes)

    event.listen(engine, "before_cursor_execute", run)
    try:
        with patch.object(Driver, "trip", asked):
            yield
    finally:
        event.remove(engine, "before_cursor_execute", run)


@contextmanager
def counted(database: Database) -> Iterator[Counts]:
    """Count all of it from here on until this is left."""
    counts, opened, trip, replay = Counts(), Database.session, Driver.trip, Table._replay

    def open_session(self: Database) -> Any:
        counts.trips += 1
        return opened(self)

    async def made(self: Driver, *what: Any, **how: Any) -> Any:
        counts.trips += 1
        return await trip(self, *what, **how)

    def replay_counted(self: Table[Any], **how: Any) -> Any:
        counts.replays += 1
        return replay(self, **how)

    with (
        patch.object(Database, "session", open_session),
        patch.object(Driver, "trip", made),
        patch.object(Table, "_replay", replay_counted),
        heard(database, lambda statement, *_: counts.note(statement)),
    ):
        yield counts
