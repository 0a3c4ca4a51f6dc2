"""Games whose record can't be read: they can be ended, or continued from the newest readable position."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from sqlmodel import col, select

from bot.contract.records import LastGoodPosition
from bot.contract.snapshot import Done
from bot.contract.tables import Person, Refused
from bot.store.models import CheckpointRow, EntryRow
from bot.tables.history.undo import record_at, resume
from bot.tables.hooks import Change
from bot.tables.play.change import close_table
from bot.tables.play.journal import entries, entry_of
from bot.tables.play.seat_view import reply_after
from bot.tables.seats.seats import require_running
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.rights import require_host
from bot.tables.work.row_mappers import info_of, moment
from bot.tables.work.unit_of_work import DAMAGED, UnitOfWork
from engine.core.record import Entry, Record

log = structlog.get_logger(__name__)
MOST_TRIED = 20


@dataclass(frozen=True, slots=True)
class Found:
    """A checkpoint that can be read, with the answers since that still fit, and how many of the later ones are lost."""

    point: CheckpointRow
    record: Record
    lost: int


async def is_damaged(work: UnitOfWork) -> bool:
    """Return whether the game cannot be read as it is stored."""
    try:
        await work.table()
    except Refused as refused:
        if refused.code in DAMAGED:
            return True
        raise
    return False


async def last_good_position(work: UnitOfWork, person: Person) -> LastGoodPosition:
    """Return the newest position of a damaged game that can still be read, and how much is lost. For the host alone.

    Refused: over, not_begun, host_only, not_damaged, nothing_whole.
    """
    found = await _found(work, person)
    return LastGoodPosition(found.point.chapter, len(found.record.entries), found.lost, moment(found.point.at))


async def mend(work: UnitOfWork, person: Person) -> Done:
    """Continue from there and tell everyone; for the host only. Refused: as `last_good_position`."""
    found = await _found(work, person)
    log.warning("mended", table=work.id, checkpoint=found.point.no, lost=found.lost)
    said = {"person": person, "mended": True, "lost": found.lost}
    events = await resume(work, found.point, found.record, Change("back", said=said))
    return await reply_after(work, person, events)


def end_unread(work: UnitOfWork, person: Person, reason: str) -> None:
    """End a game that can't be read any longer. Its posts stay, and there is no last board to show."""
    close_table(work, reason)
    work.dirty = True
    work.post(work.deps.post_maker.matter(info_of(work), "ended", {"person": person, "reason": reason}))
    work.post([work.deps.post_maker.lobby(info_of(work))])


async def _found(work: UnitOfWork, person: Person) -> Found:
    require_running(work)
    require_host(work, person)
    if not await is_damaged(work):
        raise Refused("not_damaged", table=work.id)
    here = select(CheckpointRow).where(CheckpointRow.table_id == work.number)
    points: list[CheckpointRow] = await work.read(here.order_by(col(CheckpointRow.no).desc()).limit(MOST_TRIED))
    rows = await entries(work, points[-1].first, work.row.answers) if points else []
    found = await work.run(lambda: _newest(work, points, rows))
    if found is None:
        raise Refused("nothing_whole", table=work.id)
    return found


def _newest(work: UnitOfWork, points: Sequence[CheckpointRow], rows: Sequence[EntryRow]) -> Found | None:
    """The first of the points that can be read."""
    for point in points:
        try:
            record = record_at(work, point)
            record.entries = _since(rows, point.first)
            table = RecordedTable(work.game, record.copy(), npcs=False, fitting=True)
        except Exception as error:  # noqa: BLE001 - nobody knows what is in it
            log.warning("checkpoint.damaged", table=work.id, checkpoint=point.no, reason=repr(error))
            continue
        record.entries = record.entries[: len(record.entries) - len(table.dropped)]
        return Found(point, record, work.row.answers - point.first - len(record.entries))
    return None


def _since(rows: Sequence[EntryRow], first: int) -> list[Entry]:
    """The answers after so many, up to the first that is missing or cannot be read."""
    found: list[Entry] = []
    for row in rows:
        if row.seq <= first:
            continue
        if row.seq != first + len(found) + 1:
            break
        try:
            found.append(entry_of(row))
        except (json.JSONDecodeError, TypeError):
            break
    return found
