"""What the service does of the costly things while something is done with it: units of work, statements, replays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.database import Database
from engine.core.table import Table

WROTE = re.compile(r"(INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)")


@dataclass(slots=True)
class Counts:
    """`units`: sessions opened; `reads`: statements that only read; `writes`: those that write, by kind and table;
    `replays`: how often a position was made from a checkpoint, for a table or a dry run.
    """

    units: int = 0
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
def counted(database: Database) -> Iterator[Counts]:
    """Count all of it from here on until this is left."""
    counts, opened, replay = Counts(), Database.session, Table._replay

    def run(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        counts.note(statement)

    def open_session(self: Database) -> AsyncSession:
        counts.units += 1
        return opened(self)

    def replay_counted(self: Table[Any], **how: Any) -> Any:
        counts.replays += 1
        return replay(self, **how)

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", run)
    try:
        with patch.object(Database, "session", open_session), patch.object(Table, "_replay", replay_counted):
            yield counts
    finally:
        event.remove(engine, "before_cursor_execute", run)
