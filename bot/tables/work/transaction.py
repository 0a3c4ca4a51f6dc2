"""One interaction with one table as one transaction: read, worked out in its turn, and written at once."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.exc import StaleDataError

from bot.contract import table_ids
from bot.contract.tables import Refused
from bot.store.database import NotStored
from bot.store.models import EntryRow, TableRow
from bot.store.plain_rows import rows_of, take_over
from bot.store.steps import BoundStatement
from bot.tables.work.rows import Rows, Stands, read_all, read_rows, read_stands
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from bot.tables.work.writing import all_steps, changes, is_changed, kept_rows, needs_session, news, statements
from bot.telemetry import measure, note_change

T = TypeVar("T")
ATTEMPTS = 6
PAUSE_MS: Final = (5, 30)


async def load(deps: Deps, number: int) -> UnitOfWork:
    """Read what an interaction needs. Refused: no_table."""
    rows, stands = await read_rows(deps.database, number)
    return _work(deps, rows, stands)


async def _load_again(deps: Deps, number: int) -> UnitOfWork:
    """Load as `load` does, with the rows of the last interaction if they are still current."""
    known = None
    if number in deps.rows:
        stands = await read_stands(deps.database, number)
        known = deps.rows.get(number, stands.version)
        deps.rows.forget(number)
    if known is None:
        return _work(deps, *await read_all(deps.database, number))
    take_over(known.row, **stands.noted)
    return _work(deps, known, stands)


def _work(deps: Deps, rows: Rows, stands: Stands) -> UnitOfWork:
    known = (rows.row, rows.seats, rows.alarms, rows.sealed, rows.drafts)
    work = UnitOfWork(deps, *known, stands.people, deps.now(), tail=rows.tail, plans=rows.plans, advance=rows.advance)
    work.waiting = stands.waiting
    return work


async def do(deps: Deps, table: str, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    """Do something with one table, in its queue, as one transaction. Refused: no_table and what `change` refuses."""
    refused: Refused | None = None
    with deps.in_flight:
        for number in table_ids.meanings(table):
            try:
                return await _in_turn(deps, number, change)
            except Refused as error:
                if error.code != "no_table":
                    raise
                refused = refused or error
    raise refused or Refused("no_table", table=table)


async def _in_turn(deps: Deps, number: int, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    async with deps.queues.of(number):
        return await persevere(lambda: _once(deps, number, change), lambda: deps.forget(number))


async def persevere(once: Callable[[], Awaitable[T]], failed: Callable[[], None]) -> T:
    """Run something as one transaction. Try again for a while if others were quicker or the connection broke."""
    for tried in range(ATTEMPTS - 1):
        try:
            return await once()
        except (StaleDataError, NotStored, DBAPIError) as error:
            failed()
            if not is_transient(error):
                raise
        await pause(tried)
    try:
        return await once()
    except (StaleDataError, NotStored, DBAPIError):
        failed()
        raise


def is_transient(error: StaleDataError | NotStored | DBAPIError) -> bool:
    """Return whether another process was quicker or the connection was lost, and nothing was committed."""
    if isinstance(error, NotStored):
        return error.again
    return isinstance(error, StaleDataError) or error.connection_invalidated


async def pause(tried: int) -> None:
    """Wait for a random time, longer after each try, so that two rivals don't keep colliding."""
    shortest, longest = PAUSE_MS
    await asyncio.sleep((shortest + secrets.randbelow(longest - shortest + 1)) * 2**tried / 1000)


async def _once(deps: Deps, number: int, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    async with _closing(await _load_again(deps, number)) as work:
        try:
            result = await change(work)
            if work.dirty:
                with measure(deps.metrics.commit_seconds):
                    await write(work)
                _count(work)
        except BaseException:
            if work.touched:
                deps.restored.forget(number)
            raise
        if work.dirty or not is_changed(work):
            deps.rows.keep(number, work.row.version or 0, kept_rows(work))
    if work.dirty:
        deps.notify(number)
        if work.row.cup and work.row.state == "over":  # how it has ended is noted in the cup as well
            deps.cups.notify()
    if work.asked is not None:
        deps.asked(number, work.asked)
    return result


@asynccontextmanager
async def _closing(work: UnitOfWork) -> AsyncIterator[UnitOfWork]:
    try:
        yield work
    finally:
        await work.close()


def _count(work: UnitOfWork) -> None:
    """Count what has been committed."""
    metrics, entries = work.deps.metrics, rows_of(EntryRow, work.fresh)
    for by, n in Counter("itself" if row.auto else "person" for row in entries).items():
        metrics.answers.labels(work.row.game, by).inc(n)
    metrics.windows_closed.inc(work.closings)


async def create(deps: Deps, row: TableRow, fill: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    """Return a new table and all that `fill` puts into it, as one transaction. Raises IntegrityError, and as `fill`."""
    with deps.in_flight:
        async with _closing(UnitOfWork(deps, row, [], [], {}, {}, {}, deps.now())) as work:
            try:
                result = await _created(work, fill)
            except BaseException:
                deps.forget(work.number)
                raise
        _keep(work)
    deps.notify(work.number)
    return result


async def _created(work: UnitOfWork, fill: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    async with work.deps.database.writing(work.session):
        work.row.id = await table_ids.fresh(work.session, lite=work.deps.database.lite)
        work.session.add(work.row)
        await work.session.flush()
        with work.session.no_autoflush:
            result = await fill(work)
            await _carry_out(work)
    note_change()
    return result


async def write(work: UnitOfWork) -> None:
    """Commit everything of this piece of work. Raises StaleDataError if the table has been changed elsewhere."""
    if needs_session(work):
        await _write_in_session(work)
    else:
        await write_together(work.deps, [work])


async def write_together(deps: Deps, works: Sequence[UnitOfWork]) -> None:
    """Commit everything of these pieces of work, none of which needs a session, or nothing. Raises as `write`."""
    await deps.database.write([step for work in works for step in all_steps(work)])
    note_change()
    for work in works:
        _keep(work)


async def _write_in_session(work: UnitOfWork) -> None:
    async with work.deps.database.writing(work.session):
        with work.session.no_autoflush:
            await _run(work.session, changes(work))
            await work.session.flush()
            await _carry_out(work)
    note_change()
    _keep(work)


async def _carry_out(work: UnitOfWork) -> None:
    """Run the statements that were set aside, then write what is new."""
    for statement in statements(work):
        if isinstance(statement, BoundStatement):
            await _run(work.session, [statement])
        else:
            await work.session.execute(statement)
    await _run(work.session, news(work, work.fresh))
    written = len(work.fresh)
    for act in work.lastly:
        await act()
    await _run(work.session, news(work, work.fresh[written:]))


async def _run(session: AsyncSession, steps: Sequence[BoundStatement]) -> None:
    """Run steps within the session's transaction. Raises StaleDataError as `Database.write`."""
    connection = await session.connection()
    for step in steps:
        step.require((await connection.exec_driver_sql(step.sql, step.args)).rowcount)


def _keep(work: UnitOfWork) -> None:
    """Keep the game as it is stored now."""
    if work.loaded is not None:
        work.deps.restored.keep(work.number, work.row.version or 0, work.loaded)
