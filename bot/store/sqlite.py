"""SQLite over one thread per connection, with one round trip for each statement, in files closed to others.

Each round trip is a change of threads, which takes milliseconds while the rules compute in another; the driver's own
cursor needs four.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import aiosqlite
import structlog
from sqlalchemy import exc

from bot.store.steps import AtCommit, BoundStatement, as_sqlalchemy

CHUNK = 64


class Statement:
    """A cursor that fetches whatever its statement returns at once, and closes itself in the thread."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Self:
        """Run a statement. Raises sqlite3.Error."""
        return await self._run(lambda cursor: cursor.execute(sql, parameters))

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> Self:
        """Run a statement for each row. Raises sqlite3.Error."""
        return await self._run(lambda cursor: cursor.executemany(sql, parameters))

    async def _run(self, do: Callable[[sqlite3.Cursor], object]) -> Self:
        self._rows, self.description, self.rowcount, self.lastrowid = await self._connection.at_once(do)
        return self

    async def fetchall(self) -> list[Any]:
        """Return the rows, once."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Forget the rows."""
        self._rows = []


class Connection(aiosqlite.Connection):
    """A connection whose cursors need its thread once a statement."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connect, CHUNK)
        self._thread.daemon = True
        self._begin = ""

    def begin(self, sql: str) -> None:
        """Begin a transaction with the next statement."""
        self._begin = sql

    async def commit(self) -> None:
        """Commit as sqlite3 does; free if nothing has begun."""
        self._begin = ""
        if self._conn.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        """Roll back as sqlite3 does; free if nothing has begun."""
        self._begin = ""
        if self._conn.in_transaction:
            await super().rollback()

    def cursor(self) -> Any:
        """Return a cursor for one statement."""
        return Statement(self)

    async def trip(self, steps: Sequence[BoundStatement], *, writes: bool) -> list[list[Any]]:
        """Return what each step reads, with `writes` in a transaction of its own. Raises as `Driver.trip`."""

        def run() -> list[list[Any]]:  # whose values the driver doesn't log
            return self._written(steps) if writes else [self._run(step) for step in steps]

        try:
            found: list[list[Any]] = await self._execute(run)  # type: ignore[no-untyped-call]
        except sqlite3.Error as error:
            raise told(error) from error
        return found

    def _written(self, steps: Sequence[BoundStatement]) -> list[list[Any]]:
        self._conn.execute("BEGIN IMMEDIATE")
        try:
            found = [self._run(step) for step in steps]
        except BaseException:
            self._conn.rollback()
            raise
        try:
            self._conn.execute("COMMIT")
        except sqlite3.Error as error:
            self._conn.rollback()
            raise AtCommit(told(error)) from error
        return found

    def _run(self, step: BoundStatement) -> list[Any]:
        run = self._conn.executemany if step.many else self._conn.execute
        cursor = run(step.sql, step.args)
        step.require(cursor.rowcount)
        return cursor.fetchall() if cursor.description else []

    async def at_once(self, do: Callable[[sqlite3.Cursor], object]) -> tuple[list[Any], Any, int, int | None]:
        """Rows, their description, how many were changed, and the last id. Raises sqlite3.Error."""
        found: tuple[list[Any], Any, int, int | None] = await self._execute(self._at_once, do)  # type: ignore[no-untyped-call]
        return found

    def _at_once(self, do: Callable[[sqlite3.Cursor], object]) -> tuple[list[Any], Any, int, int | None]:
        cursor = self._conn.cursor()
        try:
            if self._begin:
                cursor.execute(self._begin)
                self._begin = ""
            do(cursor)
            rows = cursor.fetchall() if cursor.description else []
            return rows, cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


async def trip(connection: Connection, steps: Sequence[BoundStatement], *, writes: bool) -> list[list[Any]]:
    """Return what each step reads, with `writes` in a transaction of its own. Raises as `Driver.trip`."""
    return await connection.trip(steps, writes=writes)


def is_closed(_: Connection) -> bool:
    """Return whether the connection was closed by a server: there is none."""
    return False


def told(error: sqlite3.Error) -> exc.DBAPIError:
    """Return an error of SQLite as SQLAlchemy's."""
    kinds = (exc.IntegrityError, exc.ProgrammingError, exc.NotSupportedError, exc.DataError, exc.OperationalError)
    names = {one.__name__ for one in type(error).__mro__}
    return as_sqlalchemy(error, next((kind for kind in kinds if kind.__name__ in names), exc.DatabaseError))


log = structlog.get_logger(__name__)
KEPT: Final = ("*.db", "*.db-*", "*.db.*", "*.sqlite*", "*.key", "*.key.*", "*.bak", "*.backup")


def own_folder(folder: Path) -> None:
    """Make the folder if needed, and close it and every database, backup and key in it to other users."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _close(folder, 0o700)
    for file in {file for pattern in KEPT for file in folder.glob(pattern)}:
        own_file(file)


def own_file(file: Path) -> None:
    """Close an existing file to other users; links and other things are left alone."""
    if file.is_file() and not file.is_symlink():
        _close(file, 0o600)


def own_database(file: Path) -> None:
    """A database, made if need be, closed to others with what SQLite keeps beside it.

    SQLite gives files that it makes later the rights of the database.
    """
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for one in (file, *file.parent.glob(f"{file.name}-*")):
        own_file(one)


def _close(path: Path, mode: int) -> None:
    """Take rights away from other users; log it if the file belongs to another user."""
    if path.stat().st_mode & 0o777 & ~mode:
        try:
            path.chmod(mode)
        except PermissionError:
            log.warning("not_private", path=str(path))
