"""Copies everything stored from one database into another: from SQLite to PostgreSQL, back, or anywhere else.

While the bot runs, most of every table is copied as of one version. For the switch nobody writes: what has changed is
copied again with the rest, both sides are counted, the old database closes and the new one opens. An interrupted copy
leaves the old database as it was, and continues when it is started again.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import structlog
from sqlalchemy import Connection, Select, Table, bindparam, delete, func, insert, inspect, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import SQLModel

from bot.store import all_models, models, postgresql
from bot.store.closing import UNFINISHED, UnfitDatabase, close, is_closed, is_unfinished
from bot.store.database import Database, newest, version_of

TABLES: Final[Table] = SQLModel.metadata.tables[str(models.TableRow.__tablename__)]
BULK: Final = tuple(SQLModel.metadata.tables[name] for name in ("entry", "checkpoint", "line"))
"""What changes with the version of its table only, and is nearly all that is stored."""
BATCH: Final = 20
CHUNK: Final = 500

T = TypeVar("T")
log = structlog.get_logger(__name__)


async def move(source: Database, target: Database) -> bool:
    """Copy everything and let the target replace the source; False if that was done before.

    Raises UnfitDatabase if either isn't suitable, and what the databases raise; then the source stays in use.
    """
    if not await _begun(source, target):
        return False
    numbers = await _numbers(source)
    for batch in _batches(numbers, BATCH):
        async with _looking(source) as there, target.engine.begin() as here:
            await _bulk(there, here, batch)
        log.info("copied", tables=len(batch), of=len(numbers))
    await _switch(source, target)
    return True


async def copy_as_it_stands(source: Database, target: Database) -> None:
    """Copy everything, as of one moment, into an empty database; the source stays in use. Raises as `move`."""
    if not await _begun(source, target):
        raise UnfitDatabase("copy.not_empty")
    async with _looking(source) as there, target.engine.begin() as here:
        await _everything(there, here)


async def _begun(source: Database, target: Database) -> bool:
    """Make sure of both and mark the target as not finished; whether anything is left to be done."""
    async with source.engine.connect() as there:
        if await there.run_sync(version_of) != newest():
            raise UnfitDatabase("copy.other_version")
        await there.run_sync(require_known)
        if await there.run_sync(is_unfinished):
            raise UnfitDatabase("copy.unfinished")
        closed = await there.run_sync(is_closed)
    async with target.engine.connect() as here:
        version, half = await here.run_sync(version_of), await here.run_sync(is_unfinished)
        full = version == newest() and not half and await _is_full(here)
    if full or (version is not None and version != newest()):
        if full and closed:
            return False
        raise UnfitDatabase("copy.not_empty")
    if not half:
        await target.migrate()
        async with target.engine.begin() as here:
            await here.run_sync(UNFINISHED.create)
            await here.execute(insert(UNFINISHED).values(begun_at=time.time()))
    return True


def require_known(connection: Connection) -> None:
    """Raises RuntimeError if there is a table whose model is not loaded: it would be left behind."""
    unknown = (
        {*inspect(connection).get_table_names()} - {table.name for table in all_models.tables()} - {"alembic_version"}
    )
    if unknown:
        raise RuntimeError(f"the models of {', '.join(sorted(unknown))} are not loaded")


async def _is_full(here: AsyncConnection) -> bool:
    """Whether anything is stored there."""
    for table in all_models.tables():
        if (await here.execute(select(table).limit(1))).first() is not None:
            return True
    return False


async def _numbers(source: Database) -> list[int]:
    async with source.engine.connect() as there:
        return list((await there.execute(select(TABLES.c.id).order_by(TABLES.c.id))).scalars())


@asynccontextmanager
async def _looking(source: Database) -> AsyncIterator[AsyncConnection]:
    """Read all of it as of one moment."""
    async with source.engine.connect() as there:
        if not source.lite:
            _ = await there.execution_options(isolation_level="REPEATABLE READ")
        async with there.begin():
            await _unhurried(there)
            yield there


async def _unhurried(connection: AsyncConnection) -> None:
    if connection.dialect.name == "postgresql":
        await connection.execute(postgresql.UNHURRIED)


async def _switch(source: Database, target: Database) -> None:
    """Copy what has changed since, while nothing is written; then close the source and open the target."""
    async with source.engine.connect() as there, target.engine.connect() as here:
        _ = await there.execution_options(writes=True)
        async with here.begin(), there.begin():  # the source commits first: never do both take what is played
            await _unhurried(there)
            await _lock(there)
            await _everything(there, here)
            if not await there.run_sync(is_closed):
                await there.run_sync(close)


async def _lock(there: AsyncConnection) -> None:
    """Lock the tables for other writers until the end of the transaction; SQLite has locked at its begin."""
    if there.dialect.name == "postgresql":
        names = ", ".join(f'"{name}"' for name in await there.run_sync(lambda c: inspect(c).get_table_names()))
        await there.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


async def _everything(there: AsyncConnection, here: AsyncConnection) -> None:
    """All that differs or is not there yet, and that it is the same now. Raises UnfitDatabase."""
    await _unhurried(here)
    numbers = list((await there.execute(select(TABLES.c.id).order_by(TABLES.c.id))).scalars())
    known = set((await here.execute(select(TABLES.c.id))).scalars())
    for batch in _batches(sorted(known - set(numbers)), CHUNK):
        await here.execute(delete(TABLES).where(TABLES.c.id.in_(batch)))
    for batch in _batches(numbers, BATCH):
        await _bulk(there, here, batch)
        await _as_they_are(there, here, batch)
    for table in all_models.tables():
        if table is not TABLES and table not in BULK:
            await _copy(there, here, table, select(table))
    await _count_on(there, here)
    await _require_equal(there, here)
    await here.run_sync(UNFINISHED.drop)


async def _bulk(there: AsyncConnection, here: AsyncConnection, numbers: Sequence[int]) -> None:
    """Copy the large parts of tables whose version has changed since the last time.

    Their rows hold that version, but count as over until the switch, so that no two are open in one channel.
    """
    known = {row.id: row.version for row in await here.execute(_versions(numbers))}
    found = [dict(row) for row in (await there.execute(_of(TABLES, TABLES.c.id, numbers))).mappings()]
    stale = [row for row in found if known.get(row["id"]) != row["version"]]
    if not stale:
        return
    changed = [row["id"] for row in stale]
    await here.execute(delete(TABLES).where(TABLES.c.id.in_(changed)))
    await here.execute(insert(TABLES), [row | {"state": "over"} for row in stale])
    for table in BULK:
        await _copy(there, here, table, _of(table, table.c.table_id, changed))


def _versions(numbers: Sequence[int]) -> Select[int, int]:
    return select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(numbers))


def _of(table: Table, column: Any, numbers: Sequence[int]) -> Select[Any]:
    return select(table).where(column.in_(numbers)).order_by(*table.primary_key)


async def _as_they_are(there: AsyncConnection, here: AsyncConnection, numbers: Sequence[int]) -> None:
    """Write the rows of those tables as they are at the switch."""
    rows = [dict(row) for row in (await there.execute(_of(TABLES, TABLES.c.id, numbers))).mappings()]
    values: dict[str, Any] = {
        column.name: bindparam(f"new_{column.name}") for column in TABLES.columns if column.name != "id"
    }
    statement = update(TABLES).where(TABLES.c.id == bindparam("new_id")).values(values)
    await here.execute(statement, [{f"new_{name}": value for name, value in row.items()} for row in rows])


async def _copy(there: AsyncConnection, here: AsyncConnection, table: Table, rows: Select[Any]) -> None:
    found = [dict(row) for row in (await there.execute(rows)).mappings()]
    for some in _batches(found, CHUNK):
        await here.execute(insert(table), some)


def _batches(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (things[first : first + size] for first in range(0, len(things), size))


async def _count_on(there: AsyncConnection, here: AsyncConnection) -> None:
    """No number is given twice, not even one whose row is gone: posts in channels are known by them."""
    for table in all_models.tables():
        column = table.autoincrement_column
        if column is not None:
            last = await _last(there, table, column.name)
            if last:
                await _go_on_after(here, table, column.name, last)


async def _last(there: AsyncConnection, table: Table, column: str) -> int:
    """The last number that was given."""
    if there.dialect.name == "postgresql":
        sequence = text("SELECT pg_get_serial_sequence(:t, :c)").bindparams(t=table.name, c=column)
        name = (await there.execute(sequence)).scalar_one()
        given = text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}")  # noqa: S608 - ours
    else:
        given = text("SELECT seq FROM sqlite_sequence WHERE name = :t").bindparams(t=table.name)
    numbers = [(await there.execute(one)).scalar() for one in (given, select(func.max(table.c[column])))]
    return max(int(number or 0) for number in numbers)


def _counts(table: Table) -> bool:
    """Whether SQLite remembers the last number of it."""
    return bool(table.dialect_options["sqlite"]["autoincrement"])


async def _go_on_after(here: AsyncConnection, table: Table, column: str, last: int) -> None:
    said = {"t": table.name, "last": last}
    if here.dialect.name == "postgresql":
        await here.execute(text("SELECT setval(pg_get_serial_sequence(:t, :c), :last)"), said | {"c": column})
    elif _counts(table):
        await here.execute(text("DELETE FROM sqlite_sequence WHERE name = :t"), {"t": table.name})
        await here.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:t, :last)"), said)


async def _require_equal(there: AsyncConnection, here: AsyncConnection) -> None:
    """Require as many rows on both sides, counted per table for the large parts. Raises UnfitDatabase."""
    for table in all_models.tables():
        by = [table.c.table_id] if table in BULK else []
        asked = select(func.count(), *by).group_by(*by).order_by(*by)
        asked = asked.select_from(table)
        if [tuple(row) for row in await there.execute(asked)] != [tuple(row) for row in await here.execute(asked)]:
            raise UnfitDatabase("copy.unequal", table=table.name)
