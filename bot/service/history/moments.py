"""Earlier moments of a game: its record as it was after so many answers, and what could be seen then."""

from __future__ import annotations

import json
import zlib

import msgspec
from sqlmodel import col, select

from bot.service.commit import picture_before
from bot.service.recorded_table import RecordedTable
from bot.service.unit_of_work import UnitOfWork
from bot.store.models import CheckpointRow, EntryRow
from bot.values import Person, Refused
from engine.core.errors import TableError
from engine.core.game import View
from engine.core.record import UNASKED, Entry, Record


def record_at(work: UnitOfWork, point: CheckpointRow) -> Record:
    """The record as it was at that checkpoint."""
    state = msgspec.Raw(zlib.decompress(point.state))
    return Record(work.row.game, point.game_version, point.step, state, [], point.first)


async def record_after(work: UnitOfWork, answers: int) -> tuple[CheckpointRow, Record]:
    """The record after so many answers, and the checkpoint it starts from. Refused: no_checkpoint."""
    here = (CheckpointRow.table_id == work.number, CheckpointRow.first <= answers)
    newest = select(CheckpointRow).where(*here).order_by(col(CheckpointRow.no).desc()).limit(1)
    points: list[CheckpointRow] = await work.read(newest)
    if not points or answers > work.row.answers:
        raise Refused("no_checkpoint", table=work.id, checkpoint=answers)
    record = record_at(work, points[0])
    record.entries = [entry_of(row) for row in await entries(work, points[0].first, answers)]
    return points[0], record


async def entries(work: UnitOfWork, after: int, until: int) -> list[EntryRow]:
    """The answers after so many, up to so many, in order."""
    here = (EntryRow.table_id == work.number, EntryRow.seq > after, EntryRow.seq <= until)
    found: list[EntryRow] = await work.read(select(EntryRow).where(*here).order_by(col(EntryRow.seq)))
    return found


def entry_of(row: EntryRow) -> Entry:
    """A stored answer as the kernel has it."""
    return Entry(row.key, row.seat, tuple(json.loads(row.picks)), row.auto)


async def since(work: UnitOfWork, person: Person | None) -> View | None:
    """The public view just after the person's last answer; for others that of the last picture posted."""
    await work.table()
    last = await _last_answer(work, person) if person is not None else None
    if last is None:
        return picture_before(work)
    try:
        _, record = await record_after(work, last)
        return await work.run(lambda: RecordedTable(work.game, record, npcs=False).view(None))
    except (TableError, Refused):
        return picture_before(work)


async def _last_answer(work: UnitOfWork, person: Person) -> int | None:
    """The number of the last answer that one of the person's seats has given by itself."""
    mine = [row.seat for row in work.own(person) if row.seat]
    own = (col(EntryRow.seat).in_(mine), col(EntryRow.auto).is_(False), col(EntryRow.key).not_in(UNASKED))
    here = (EntryRow.table_id == work.number, *own)
    found: list[int] = await work.read(select(EntryRow.seq).where(*here).order_by(col(EntryRow.seq).desc()).limit(1))
    return found[0] if found else None
