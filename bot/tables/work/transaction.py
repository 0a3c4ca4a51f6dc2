"""One interaction with one table as one transaction: read, worked out in its turn, and written at once."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Table, delete, insert, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import flag_modified, set_committed_value
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import col

from bot.contract import table_ids
from bot.contract.tables import Refused
from bot.store.database import NotStored
from bot.store.models import (
    AlarmRow,
    CheckpointRow,
    EntryRow,
    LineRow,
    OutboxRow,
    PlanRow,
    QueuedRow,
    SeatRow,
    StandingOrderRow,
    TableRow,
)
from bot.tables.work.rows import Rows, Stands, read_all, read_rows, stands_of
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from bot.telemetry import measure, note_change

T = TypeVar("T")
ATTEMPTS = 6
PAUSE_MS: Final = (5, 30)
WRITTEN_ONCE: Final[tuple[Any, ...]] = (  # none is changed later but by a statement of its own
    EntryRow,
    CheckpointRow,
    LineRow,
    OutboxRow,
    PlanRow,
    StandingOrderRow,
    QueuedRow,
)


async def load(deps: Deps, session: AsyncSession, number: int) -> UnitOfWork:
    """Read what an interaction needs. Refused: no_table."""
    stands = await stands_of(session, number)
    rows = await read_rows(session, number)
    await session.commit()
    return _work(deps, session, rows, stands)


async def _load_again(deps: Deps, session: AsyncSession, number: int) -> UnitOfWork:
    """Load as `load` does, with the rows of the last interaction if they are still current."""
    stands = await stands_of(session, number)
    known = deps.rows.get(number, stands.version)
    deps.rows.forget(number)
    rows = known or await read_all(session, number)
    await session.commit()
    if known is not None:
        session.add_all([known.row, *known.seats, *known.alarms, *known.sealed.values(), *known.drafts.values()])
        for name, value in stands.noted.items():
            set_committed_value(known.row, name, value)
    return _work(deps, session, rows, stands)


def _work(deps: Deps, session: AsyncSession, rows: Rows, stands: Stands) -> UnitOfWork:
    known = (rows.row, rows.seats, rows.alarms, rows.sealed, rows.drafts)
    work = UnitOfWork(
        deps, session, *known, stands.people, deps.now(), tail=rows.tail, plans=rows.plans, advance=rows.advance
    )
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
    async with deps.database.session() as session:
        work = await _load_again(deps, session, number)
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
        if work.dirty or not session.dirty:
            deps.rows.keep(number, work.row.version or 0, work.rows())
    if work.dirty:
        deps.notify(number)
        if work.row.cup and work.row.state == "over":  # how it has ended is noted in the cup as well
            deps.cups.notify()
    if work.asked is not None:
        deps.asked(number, work.asked)
    return result


def _count(work: UnitOfWork) -> None:
    """Count what has been committed."""
    metrics, entries = work.deps.metrics, [row for row in work.fresh if isinstance(row, EntryRow)]
    for by, n in Counter("itself" if row.auto else "person" for row in entries).items():
        metrics.answers.labels(work.row.game, by).inc(n)
    metrics.windows_closed.inc(work.closings)


async def create(deps: Deps, row: TableRow, fill: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    """Return a new table and all that `fill` puts into it, as one transaction. Raises IntegrityError, and as `fill`."""
    with deps.in_flight:
        async with deps.database.session() as session:
            work = UnitOfWork(deps, session, row, [], [], {}, {}, {}, deps.now())
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
    await write_together(work.deps, work.session, [work])


async def write_together(deps: Deps, session: AsyncSession, works: Sequence[UnitOfWork]) -> None:
    """Commit everything of these pieces of work, which share a session, or nothing. Raises as `write`."""
    async with deps.database.writing(session):
        with session.no_autoflush:
            await _change(session, works)
            for work in works:
                await _carry_out(work)
    note_change()
    for work in works:
        _keep(work)


async def _change(session: AsyncSession, works: Sequence[UnitOfWork]) -> None:
    """Write the rows that were there before: that of a table in any case, which tells whether it is the one read."""
    for work in works:
        flag_modified(work.row, "ask_no")
    dirty = session.dirty
    _align([row for work in works for row in work.seats if row in dirty])
    _align([row for work in works for row in work.alarms if row in dirty])
    await session.flush()


def _align(rows: Sequence[SeatRow | AlarmRow]) -> None:
    """Rows of which the same columns are written go into one statement."""
    changed = [[a.key for a in inspect(row).attrs if a.history.has_changes()] for row in rows]
    names = {name for several in changed for name in several}
    for row, several in zip(rows, changed, strict=True):
        for name in names if several else ():
            flag_modified(row, name)


async def _carry_out(work: UnitOfWork) -> None:
    """Run the statements that were set aside, then write what is new."""
    await _withdraw(work)
    if work.disarmed:
        await work.session.execute(delete(AlarmRow).where(col(AlarmRow.id).in_(work.disarmed)))
    for statement in work.statements:
        await work.session.execute(statement)
    for kind in WRITTEN_ONCE:
        if rows := [row for row in work.fresh if isinstance(row, kind)]:
            await work.session.execute(insert(kind.__table__), [columns(kind.__table__, row) for row in rows])
    work.session.add_all(row for row in work.fresh if not isinstance(row, WRITTEN_ONCE))
    for act in work.lastly:
        await act()


def columns(table: Table, row: object) -> dict[str, Any]:
    """Return what is stored of a row, without an id that the database assigns."""
    values = {column.key: getattr(row, column.key) for column in table.columns}
    return values if values.get("id", 0) is not None else {name: v for name, v in values.items() if name != "id"}


async def _withdraw(work: UnitOfWork) -> None:
    """Withdraw a waiting post. Raises StaleDataError if it has been sent."""
    if work.withdrawn is not None:
        here = (col(OutboxRow.id) == work.withdrawn.id, col(OutboxRow.attempted_at).is_(None))
        gone = await work.session.execute(delete(OutboxRow).where(*here).returning(col(OutboxRow.id)))
        if gone.scalar() is None:
            raise StaleDataError("a post that was to be withdrawn has been sent")


def _keep(work: UnitOfWork) -> None:
    if work.loaded is not None:
        work.deps.restored.keep(work.number, work.row.version or 0, work.loaded)
