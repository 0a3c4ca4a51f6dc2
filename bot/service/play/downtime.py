"""Time in which the bot was not there: nobody could answer, and so it counts against nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from bot.service import table_ids
from bot.service.notifications import reminders
from bot.service.play import turn_clocks
from bot.service.play.waking_hours import MINUTE
from bot.service.transaction import do
from bot.service.unit_of_work import Deps, UnitOfWork
from bot.store.models import AlarmRow, TableRow
from bot.values import Busy, Refused
from engine.core.errors import TableError

BRIEF: Final = 10 * MINUTE  # nobody is worse off for being without the bot as long as that
log = structlog.get_logger(__name__)


async def forgive(deps: Deps, away: float) -> None:
    """Give back the time of answering that has run in these last seconds. A table that cannot be changed keeps its own.

    Nothing is done after a short while: what is over then gets its grace anyway.
    """
    if away < BRIEF:
        return
    since = deps.now() - away
    waiting = select(AlarmRow.table_id).where(AlarmRow.kind == "late").join(TableRow).where(TableRow.state == "running")
    tables: Sequence[int] = await deps.database.read(waiting.distinct().order_by(col(AlarmRow.table_id)))
    for number in tables:
        try:
            await do(deps, table_ids.spelled(number), lambda work: _forgive(work, since))
        except (Refused, Busy, TableError, SQLAlchemyError) as error:
            log.warning("downtime.counted", table=table_ids.spelled(number), exc_info=error)


async def _forgive(work: UnitOfWork, since: float) -> None:
    if work.row.state != "running":
        return
    table = await work.table()
    rows = turn_clocks.skip(work, since)
    if rows:
        reminders.count_anew(work, table, rows)
        work.dirty = True
        log.info("downtime", table=work.id)
