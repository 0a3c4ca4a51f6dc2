"""Closes a database that was copied elsewhere to all writers, and keeps a half-filled copy from being opened.

Both marks are in the database itself, so that every process of every version meets them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Column, Connection, Float, MetaData, Table, inspect, text
from sqlalchemy.exc import DBAPIError

from engine.core.text import words

MOVED: Final = "nisaba: moved"
UNFINISHED: Final = Table("unfinished_copy", MetaData(), Column("begun_at", Float, nullable=False))
FUNCTION: Final = (
    f"CREATE OR REPLACE FUNCTION nisaba_moved() RETURNS trigger LANGUAGE plpgsql "
    f"AS $$ BEGIN RAISE EXCEPTION '{MOVED}'; END $$"
)


class UnfitDatabase(Exception):
    """The database can't be used as it is; the message says why, and what to do. `key`: its text."""

    def __init__(self, key: str, **said: Any) -> None:
        super().__init__(key, said)
        self.key, self.said = key, said

    def __str__(self) -> str:
        return words(self.key, **self.said)


def close(connection: Connection) -> None:
    """Refuse every write from the commit of this transaction on."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(FUNCTION))
    for table in inspect(connection).get_table_names():
        for statement in _triggers(connection.dialect.name, table):
            connection.execute(text(statement))


def _triggers(dialect: str, table: str) -> Iterator[str]:
    if dialect == "postgresql":
        yield (
            f'CREATE TRIGGER "moved_{table}" BEFORE INSERT OR UPDATE OR DELETE ON "{table}" '
            "FOR EACH STATEMENT EXECUTE FUNCTION nisaba_moved()"
        )
        return
    for kind in ("INSERT", "UPDATE", "DELETE"):
        yield (
            f'CREATE TRIGGER "moved_{kind.lower()}_{table}" BEFORE {kind} ON "{table}" '
            f"BEGIN SELECT RAISE(ABORT, '{MOVED}'); END"
        )


def is_closed(connection: Connection) -> bool:
    """Return whether the database is closed to writers."""
    lite = connection.dialect.name == "sqlite"
    where = "sqlite_master WHERE type = 'trigger' AND name" if lite else "pg_trigger WHERE tgname"
    return connection.execute(text(f"SELECT 1 FROM {where} LIKE 'moved%' LIMIT 1")).first() is not None  # noqa: S608 - ours


def is_unfinished(connection: Connection) -> bool:
    """Return whether a copy into it has begun and not ended."""
    return inspect(connection).has_table(UNFINISHED.name)


def require_open(connection: Connection) -> None:
    """Raises UnfitDatabase for one that has been copied elsewhere, or into which a copy has not ended."""
    if is_closed(connection):
        raise UnfitDatabase("copy.moved")
    if is_unfinished(connection):
        raise UnfitDatabase("copy.unfinished")


def is_refused(error: DBAPIError) -> bool:
    """Return whether something was not written since the database has been copied elsewhere."""
    return MOVED in str(error.orig)
