"""Undo, and going back to a point of the game."""

from __future__ import annotations

import structlog
from sqlalchemy.orm import load_only
from sqlmodel import col, select

from bot.service.commit import change, drop_draft
from bot.service.history.moments import record_at
from bot.service.lobby.reserved_seats import require_everybody
from bot.service.play.answers import drop_seal, refusing
from bot.service.play.seat_view import done, seat_of
from bot.service.play.seats import require_running
from bot.service.recorded_table import RecordedTable
from bot.service.row_mappers import moment, seat_info
from bot.service.unit_of_work import UnitOfWork
from bot.snapshot import Done
from bot.store.models import CheckpointRow, EntryRow, SeatRow
from bot.values import Cause, CheckpointInfo, Person, Refused
from engine.core.game import View
from engine.core.record import UNASKED

log = structlog.get_logger(__name__)


async def undo(work: UnitOfWork, person: Person, seat: int | None) -> Done:
    """Take back the last answer, a batch as a whole, or a sealed answer. Refused: over, no_seat, undo_..."""
    table = await work.table()
    row = _undoing(work, table, person, seat)
    require_running(work)
    require_everybody(work)
    if row.number in work.sealed:
        await drop_seal(work, row)
        return await done(work, person)
    barred = table.barred(row.seat)
    if barred:
        raise Refused(f"undo_{barred}", table=work.id, seat=seat_info(work, row))
    cause: Cause = "withdrawn" if (table.last_answer(row.seat) or 0) > table.asked_at else "undo"
    together = await _together(work, table, row)
    row.last_ask, row.last_digest = 0, ""
    drop_draft(work, row.number)
    log.info("undone", table=work.id, seat=row.seat, ask=work.row.ask_no)

    def take_back(game: RecordedTable) -> None:
        for _ in range(together):
            game.undo(row.seat)

    events = await refusing(work, lambda: change(work, take_back, cause, actor=row))
    return await done(work, person, events)


def _undoing(work: UnitOfWork, table: RecordedTable, person: Person, seat: int | None) -> SeatRow:
    """The seat that takes back: the one named, else the person's one that can."""
    row = seat_of(work, table, person, seat)
    if seat is not None:
        return row
    able = (r for r in work.own(person) if r.number in work.sealed or not table.barred(r.seat))
    return next(able, row)


async def _together(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> int:
    """How many answers the seat gave at once with its last one, as far back as undo may reach."""
    last = table.last_answer(row.seat) or 0
    here = (EntryRow.table_id == work.number, col(EntryRow.seq) > table.record.first, col(EntryRow.auto).is_(False))
    rows: list[EntryRow] = await work.read(select(EntryRow).where(*here).order_by(col(EntryRow.seq).desc()))
    newest = next((row for row in rows if row.seq == last), None)
    if newest is None:
        return 1
    floor = table.asked_at if last > table.asked_at else table.floor()
    batch = [r for r in rows if r.ask_no == newest.ask_no and r.seat == newest.seat and r.seq > floor]
    return max(1, len([r for r in batch if r.key not in UNASKED]))


async def checkpoints(work: UnitOfWork) -> tuple[CheckpointInfo, ...]:
    """The points of the game so far, newest first."""
    columns = load_only(*(getattr(CheckpointRow, name) for name in ("no", "step", "chapter", "at")))
    statement = select(CheckpointRow).where(CheckpointRow.table_id == work.number).options(columns)
    rows: list[CheckpointRow] = await work.read(statement.order_by(col(CheckpointRow.no).desc()))
    return tuple(CheckpointInfo(row.no, row.step or "", row.chapter, moment(row.at)) for row in rows)


async def checkpoint(work: UnitOfWork, number: int) -> CheckpointRow:
    """That point. Refused: no_checkpoint."""
    here = (CheckpointRow.table_id == work.number, CheckpointRow.no == number)
    found: list[CheckpointRow] = await work.read(select(CheckpointRow).where(*here))
    if not found:
        raise Refused("no_checkpoint", table=work.id, checkpoint=number)
    return found[0]


async def history(work: UnitOfWork, number: int, person: Person | None) -> View:
    """The public view at that point; a person's own after the end. Refused: no_checkpoint."""
    point = await checkpoint(work, number)
    record = record_at(work, point)
    mine = work.own(person) if person is not None and work.row.state == "over" else []

    def look() -> View:
        table = RecordedTable(work.game, record, npcs=False)
        names = table.game.seats(table.state)
        seat = names[mine[0].number - 1] if mine and mine[0].number <= len(names) else None
        return table.view(seat)

    return await work.run(look)
