"""Time in which the bot was offline. Nobody could answer, so it isn't counted.

It is given back before any alarm rings, for many tables at once and without reading a game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

import structlog
from sqlalchemy import ColumnElement, delete, null, update
from sqlalchemy import select as columns
from sqlmodel import col, or_, select

from bot.contract import table_ids
from bot.features.clocks import turn_clocks
from bot.store.cluster_models import HouseFactRow, HouseRow, LaneLeaseRow
from bot.store.database import Database
from bot.store.models import AlarmRow, OutboxRow, SeatRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.plain_rows import plain_row
from bot.store.row import StoredRow
from bot.tables.hooks import active
from bot.tables.work.transaction import persevere, write_together
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from bot.tables.work.waking_hours import MINUTE

BRIEF: Final = 10 * MINUTE  # a shorter outage costs players no time
WEIGHTY: Final = frozenset({"record", "shown"})
LONGEST_LEASE: Final = 60 * MINUTE
TOGETHER: Final = 100  # tables that are changed in one transaction
log = structlog.get_logger(__name__)


async def come_back(database: Database, now: float) -> None:
    """Mend stored times after the system clock went back: times that are now in the future become the present."""
    later = now + MINUTE
    async with database.session() as session, database.writing(session):
        alarms = update(AlarmRow).where(col(AlarmRow.made_at) > later)
        await session.execute(alarms.values(at=AlarmRow.at - AlarmRow.made_at + now, made_at=now))
        posts = update(OutboxRow).where(col(OutboxRow.made_at) > later)
        await session.execute(posts.values(next_at=now, made_at=now))
        await session.execute(update(HouseFactRow).where(col(HouseFactRow.at) > later).values(at=now))
        await session.execute(delete(LaneLeaseRow).where(col(LaneLeaseRow.until) > now + LONGEST_LEASE))
        await session.execute(delete(HouseRow).where(col(HouseRow.beat_at) > later))


async def forgive(deps: Deps, away: float) -> None:
    """Give back the answering time that ran in the last `away` seconds.

    A table that can't be changed keeps its clock. A short absence is ignored, since expired questions get some grace
    anyway. Time is given back only once, so an interrupted start may repeat this.
    """
    if away < BRIEF:
        return
    since = deps.now() - away
    waiting = select(AlarmRow.table_id).where(AlarmRow.kind == "late").join(TableRow).where(TableRow.state == "running")
    tables: Sequence[int] = await deps.database.read(waiting.distinct().order_by(col(AlarmRow.table_id)))
    for first in range(0, len(tables), TOGETHER):
        await _surely(deps, tables[first : first + TOGETHER], since)


async def _surely(deps: Deps, tables: Sequence[int], since: float) -> None:
    """Do it for all of them at once; if one does not let itself be changed, for each by itself."""
    try:
        await persevere(lambda: _forgive(deps, tables, since), lambda: None)
    except Exception as error:
        if len(tables) == 1:
            log.warning("downtime.counted", table=table_ids.spell_id(tables[0]), exc_info=error)
            return
        for table in tables:
            await _surely(deps, [table], since)


async def _forgive(deps: Deps, tables: Sequence[int], since: float) -> None:
    works = [work for work in await _read(deps, tables) if _skip(work, since)]
    if works:
        await write_together(deps, works)
    log.info("downtime", tables=len(works))


def _skip(work: UnitOfWork, since: float) -> bool:
    rows = turn_clocks.skip(work, since)
    if rows:
        for time_moved in active(work.deps, lambda one: one.time_moved):
            time_moved(work, rows)
    return bool(rows)


async def _read(deps: Deps, tables: Sequence[int]) -> list[UnitOfWork]:
    """Return the known data of those tables that are being played, without their games."""
    running = (col(TableRow.id).in_(tables), TableRow.state == "running")
    rows: dict[int, TableRow] = {row.id: row for row in await _all(deps, TableRow, *running)}
    people = {row.person: row for row in await _all(deps, PersonRow, _concerning(list(rows)))}
    seats: dict[int, list[SeatRow]] = defaultdict(list)
    alarms: dict[int, list[AlarmRow]] = defaultdict(list)
    for seat in sorted(await _all(deps, SeatRow, col(SeatRow.table_id).in_(rows)), key=lambda seat: int(seat.number)):
        seats[seat.table_id].append(seat)
    for alarm in await _all(deps, AlarmRow, col(AlarmRow.table_id).in_(rows)):
        alarms[alarm.table_id].append(alarm)
    now = deps.now()
    return [UnitOfWork(deps, row, seats[n], alarms[n], {}, {}, people, now) for n, row in rows.items()]


def _concerning(tables: list[int]) -> ColumnElement[bool]:
    """Return the condition for persons who sit at the tables or host them."""
    seated = select(SeatRow.person).where(col(SeatRow.table_id).in_(tables), col(SeatRow.person).is_not(None))
    hosts = select(TableRow.host).where(col(TableRow.id).in_(tables))
    return or_(col(PersonRow.person).in_(seated), col(PersonRow.person).in_(hosts))


async def _all(deps: Deps, model: type[StoredRow], *here: Any) -> list[Any]:
    """Return the plain rows of a model, without what weighs much."""
    table: Any = model.__table__  # type: ignore[attr-defined]
    wanted = [null().label(one.key) if one.key in WEIGHTY else one for one in table.columns]
    rows = await deps.database.rows(columns(*wanted).select_from(table).where(*here))
    return [plain_row(model, row) for row in rows]


async def forgive_downtime(deps: Deps, away: float | None) -> None:
    """Don't count the time in which the process was away."""
    await come_back(deps.database, deps.now())
    if away is None or away > 0:
        await forgive(deps, away or 0.0)
