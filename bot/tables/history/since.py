"""What a player saw last: their last answer, and the board just after it."""

from __future__ import annotations

import json

from sqlalchemy import and_, false, or_
from sqlmodel import col, select

from bot.contract.tables import Person, Refused
from bot.store.models import EntryRow, SeatRow
from bot.tables.history.undo import record_after
from bot.tables.posts.change_posts import picture_before
from bot.tables.work.operations import of_table
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.errors import TableError
from engine.core.game import View
from engine.core.record import UNASKED


@of_table
async def board_since(work: UnitOfWork, person: Person | None) -> View | None:
    """Return the public view just after the person's last answer; for others, that of the last picture posted."""
    await work.table()
    last = await last_answer(work, person) if person is not None else None
    then = await view_after(work, last.seq) if last is not None else None
    return picture_before(work) if then is None else then


async def last_answer(work: UnitOfWork, person: Person) -> EntryRow | None:
    """Return the last answer that the person gave for a seat of their own."""
    mine = [and_(col(EntryRow.seat) == row.seat, col(EntryRow.at) >= taken_at(row)) for row in work.own(person)]
    own = (or_(false(), *mine), col(EntryRow.auto).is_(False), col(EntryRow.key).not_in(UNASKED))
    here = select(EntryRow).where(EntryRow.table_id == work.number, *own).order_by(col(EntryRow.seq).desc()).limit(1)
    found: list[EntryRow] = await work.read(here) if mine else []
    return found[0] if found else None


def taken_at(row: SeatRow) -> float:
    """Return since when the seat has had its present owner."""
    return max((float(gone["at"]) for gone in json.loads(row.former)), default=0.0)


async def view_after(work: UnitOfWork, answers: int) -> View | None:
    """Return the public view after that many answers; None if it can't be worked out any longer.

    It is worked out by replaying and so is cached; all who look at the same moment share it. The rest of a digest is
    read anew each time. A change of those answers changes the version and so drops it.
    """
    here, version = (work.number, answers), work.row.version or 0
    then = work.deps.earlier.get(here, version)
    if then is not None:
        return then
    try:
        _, record = await record_after(work, answers)
        then = await work.run(lambda: RecordedTable(work.game, record, npcs=False).view(None))
    except (TableError, Refused):
        return None
    work.deps.earlier.keep(here, version, then)
    return then
