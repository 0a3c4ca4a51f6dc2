"""The database: SQLite in WAL mode through aiosqlite by default, PostgreSQL by URL; and the versions of its schema."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, cast

import aiosqlite
import structlog
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    event,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from bot.contract.tables import Refused
from bot.store import known_values, postgresql, sqlite
from bot.store.closing import UnfitDatabase, is_refused, require_open
from bot.store.driver import Driver, NothingFree, PatientPool
from bot.store.postgresql import is_passing
from bot.store.prepared import Prepared
from bot.store.sqlite import own_database
from bot.store.steps import AtCommit, BoundStatement

MIGRATIONS = Path(__file__).parent / "migrations"
LAST_UNRELEASED: Final = "0055"
"""The newest version of a database before the first release; its tables are those of the first migration."""
BRINGS_OVER: Final[tuple[str, ...]] = (
    "ALTER TABLE game_table ADD COLUMN rooms VARCHAR DEFAULT 'off' NOT NULL",
    "UPDATE game_table SET rooms = 'on' WHERE letters <> 'off' OR team_talk = 'yes'",
    "ALTER TABLE game_table DROP COLUMN letters",
    "ALTER TABLE game_table DROP COLUMN team_talk",
    "ALTER TABLE game_table DROP COLUMN missives",
    "DROP TABLE missive_reader",
    "DROP TABLE missive",
    "DROP TABLE block",
    "DELETE FROM notice WHERE code IN ('letter', 'team')",
    """UPDATE cup SET settings = REPLACE(settings, '"letters":"off"', '"rooms":"on"')
    WHERE settings LIKE '%"team_talk":"yes"%'""",
    """UPDATE cup SET settings = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(settings,
        '"letters":"off"', '"rooms":"off"'), '"letters":"open"', '"rooms":"on"'), '"letters":"sealed"', '"rooms":"on"'),
        '"team_talk":"no",', ''), '"team_talk":"yes",', '')""",
    """CREATE TABLE room (
        table_id INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE, no INTEGER NOT NULL,
        seats TEXT NOT NULL, team VARCHAR NOT NULL, person BIGINT NOT NULL, let_in TEXT NOT NULL,
        thread BIGINT NOT NULL, message BIGINT NOT NULL, tried BOOLEAN NOT NULL, at FLOAT NOT NULL,
        PRIMARY KEY (table_id, no)
    )""",
    "CREATE INDEX ix_room_person ON room (person)",
)
"""Statements that turn the tables of `LAST_UNRELEASED` into those of the first migration."""


class NewerDatabase(UnfitDatabase):
    """A later version of the bot has written the database: the message says what to do."""

    def __init__(self, version: str, known: str) -> None:
        super().__init__("settings.newer_database", version=version, known=known)


class OlderDatabase(UnfitDatabase):
    """A development version from long before the first release wrote the database: the message says what to do."""

    def __init__(self, version: str) -> None:
        super().__init__("settings.older_database", version=version, last=LAST_UNRELEASED)


class NotStored(Refused):
    """A write failed. `again`: nothing of it was committed, and a retry may succeed."""

    def __init__(self, *, again: bool) -> None:
        super().__init__("not_stored")
        self.again = again


def config() -> Config:
    """Return Alembic's configuration; works without any file outside the package."""
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    return made


@cache
def scripts() -> ScriptDirectory:
    """Return the migrations, read once."""
    return ScriptDirectory.from_config(config())


def newest() -> str:
    """Return the version to which a database is brought."""
    return str(scripts().get_current_head())


def require_known(version: str | None) -> None:
    """Raise NewerDatabase or OlderDatabase unless this version of the bot can bring the database up to date."""
    known = {script.revision for script in scripts().walk_revisions()}
    if version is None or version in {LAST_UNRELEASED, *known}:
        return
    raise OlderDatabase(version) if version < LAST_UNRELEASED else NewerDatabase(version, newest())


def version_of(connection: Connection) -> str | None:
    """Return the version of that database; None for one without tables."""
    return MigrationContext.configure(connection).get_current_revision()


BUSY_MS = 15_000
PATIENCE: Final = 5.0
MEMORY = ":memory:"
HELD = "held"  # whether a session has a connection of its own, on which it writes
TURN = 0x4E69  # the lock of those who open tables
MIGRATING = 0x4E6A


log = structlog.get_logger(__name__)


class Database:
    """Sessions over one engine.

    SQLite has one writer at a time: `writing` queues them without polling. Raises Busy if no connection or no turn to
    write is free within `patience` seconds.
    """

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        known_values.watch()
        self.engine = _engine(url, patience)
        self._patience = patience
        self.lite = self.engine.dialect.name == "sqlite"
        self._writes = {"writes": True, **({} if self.lite else postgresql.WRITING)}
        reading = {"reads": True, **({} if self.lite else postgresql.READING)}
        self._sessions = async_sessionmaker(self.engine.execution_options(**reading), expire_on_commit=False)
        self._writer = asyncio.Lock()
        self.driver = Driver(self.engine, patience)
        self.is_open = True

    @property
    def dialect(self) -> Dialect:
        """Return what SQLAlchemy knows of this kind of database."""
        return self.engine.dialect

    def session(self) -> AsyncSession:
        """Return a session whose objects stay readable after a commit."""
        return self._sessions()

    async def rows(self, statement: Any, **said: Any) -> list[Any]:
        """Return the rows that a statement reads, plain ones if it is prepared; `said` fills its parameters."""
        if isinstance(statement, Prepared):
            (found,) = await self.several((statement, said))
            return found
        async with self.session() as session:
            return list((await read_surely(session, statement, said)).all())

    async def several(self, *asked: tuple[Prepared, Mapping[str, Any]]) -> list[list[Any]]:
        """Return the rows that each of these statements reads, in one trip."""
        found = await self.driver.trip([prepared.step(self.dialect, said) for prepared, said in asked])
        return [prepared.rows(self.dialect, rows) for (prepared, _), rows in zip(asked, found, strict=True)]

    async def write(self, steps: Sequence[BoundStatement]) -> list[list[Any]]:
        """Run these steps as one transaction, in one trip. Return what each returns.

        Refused as `writing`. Raises StaleDataError if a step changes other than the wanted number of rows, and Busy.
        """
        with _stored(committing=False):
            async with self._turn():
                return await self.driver.trip(steps, writes=True)

    async def read(self, statement: Any, **said: Any) -> list[Any]:
        """Return the first column of each row that a statement reads: whole rows of a model, or single values."""
        return [row[0] for row in await self.rows(statement, **said)]

    async def second_read(self, session: AsyncSession, statement: Any, **said: Any) -> list[Any]:
        """Return what `read` returns. On PostgreSQL use the session's connection, so that a writer needs no second
        one.
        """
        if self.lite or not session.info.get(HELD):
            return await self.read(statement, **said)
        if isinstance(statement, Prepared):
            statement = statement.statement
        async with AsyncSession(await session.connection(), expire_on_commit=False) as reading:
            return [row[0] for row in (await reading.execute(statement, said)).all()]

    @asynccontextmanager
    async def writing(self, session: AsyncSession) -> AsyncIterator[None]:
        """Commit what the session holds at the end, or roll it back on an error.

        Refused: not_stored, if the disk is full or the database can't be written to for another reason; moved, if it
        was copied elsewhere. Raises Busy.
        """
        with _stored():
            async with self._turn():
                try:
                    with _stored(committing=False):
                        _ = await session.connection(execution_options=self._writes)
                        session.info[HELD] = True
                        yield
                        await session.flush()
                    await session.commit()
                except BaseException:
                    await session.rollback()
                    raise
                finally:
                    session.info[HELD] = False

    async def take_turns(self, session: AsyncSession) -> None:
        """Wait until all earlier writers have committed; with SQLite that is always so."""
        if not self.lite:
            await session.execute(select(postgresql.PATIENTLY, func.pg_advisory_xact_lock(TURN)))

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """With SQLite, wait until earlier writers are done. Raises NothingFree."""
        if not self.lite:
            yield
            return
        try:
            async with asyncio.timeout(self._patience):
                await self._writer.acquire()
        except TimeoutError as error:
            raise NothingFree("no turn to write") from error
        try:
            yield
        finally:
            self._writer.release()

    async def migrate(self) -> None:
        """Bring the schema up to date, and close the database's file to other users. Raises UnfitDatabase.

        Works without any file outside the package.
        """
        file = self.engine.url.database
        if self.lite and file and file != MEMORY:
            await asyncio.to_thread(own_database, Path(file))
        async with self.engine.begin() as connection:
            if not self.lite:  # of several processes that start at once one does it, and the others wait for it
                await connection.execute(postgresql.UNHURRIED)
                await connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        """Close all connections."""
        self.is_open = False
        await self.driver.close()
        await self.engine.dispose()


def _upgrade(connection: Connection) -> None:
    require_open(connection)
    version = version_of(connection)
    require_known(version)
    if version == newest():
        return
    if version == LAST_UNRELEASED:
        _bring_over(connection)
    known = config()
    known.attributes["connection"] = connection
    command.upgrade(known, "head")


def _bring_over(connection: Connection) -> None:
    """Turn a database from just before the first release into one that the first migration has made."""
    for statement in BRINGS_OVER:
        connection.exec_driver_sql(statement)
    first = scripts().get_base()
    connection.execute(text("UPDATE alembic_version SET version_num = :first"), {"first": first})
    log.info("database.brought_over", version=first)


async def read_surely(session: AsyncSession, statement: Any, said: Any) -> Any:
    """Return what a session reads first; once more over another connection if the server just closed this one."""
    try:
        return await session.execute(statement, said)
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    await session.rollback()
    return await session.execute(statement, said)


@contextmanager
def _stored(*, committing: bool = True) -> Iterator[None]:
    """Turn database errors into refusals for people and lines in the log: not_stored, moved.

    With `committing` it is unknown whether the commit has happened all the same.
    """
    try:
        yield
    except AtCommit as unsure:
        raise _refusal(unsure.error, committing=True) from unsure
    except DBAPIError as error:
        raise _refusal(error, committing=committing) from error


def _refusal(error: DBAPIError, *, committing: bool) -> Exception:
    """Return what becomes of an error; one that says that the statement is wrong stays as it is."""
    if is_refused(error):
        return Refused("moved")
    if isinstance(error, IntegrityError | ProgrammingError | DataError | NotSupportedError):
        return error
    again = not committing and is_passing(error)
    log.log(logging.INFO if again else logging.ERROR, "database.not_stored", reason=str(error.orig), again=again)
    return NotStored(again=again)


def _engine(url: str, patience: float) -> AsyncEngine:
    """Its errors name no values: they may be hands and seeds, and errors are logged."""
    target = make_url(url)
    if target.get_backend_name() != "sqlite":
        return postgresql.engine_of(target, **engine_options(target, patience))

    async def connect() -> aiosqlite.Connection:
        where, how = engine.dialect.create_connect_args(target)
        return await sqlite.Connection(partial(sqlite3.connect, *where, **how))

    engine = create_async_engine(
        target, async_creator=connect, hide_parameters=True, **engine_options(target, patience)
    )
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
    """Begin a transaction only for writing: readers who write later check that nothing has changed since."""
    options = connection.get_execution_options()
    driver = cast("sqlite.Connection", connection.connection.driver_connection)
    if options.get("writes") or not options.get("reads"):
        driver.begin("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


"""Seconds that somebody waits for a connection, and with SQLite as many for the turn to write."""
KEPT: Final = {"pool_size": 15, "max_overflow": 0, "pool_use_lifo": True}
"""Those to SQLite: each is a thread with statements that it has prepared, so that none is closed to be opened anew,
and the one that was used last, which knows most, is used first.
"""
IN_MEMORY: Final = frozenset({None, "", ":memory:"})


def engine_options(target: URL, patience: float) -> dict[str, Any]:
    """Return the options of an engine for that database; one in memory has a single connection."""
    patient = {"poolclass": PatientPool, "pool_timeout": patience}
    if target.get_backend_name() != "sqlite":
        return patient
    return {} if target.database in IN_MEMORY else {**patient, **KEPT}
