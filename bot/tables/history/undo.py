"""Undo, and going back to an earlier moment: what was answered since counts as not given, the shuffle stays the same.

A table whose rules were corrected goes back in the same way, to where its answers still fit.
What was at an earlier moment can be looked at without going back.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import structlog
from sqlalchemy import delete
from sqlalchemy.orm import load_only
from sqlmodel import col, select

from bot.contract.snapshot import Done
from bot.contract.tables import Cause, CheckpointInfo, Person, Refused
from bot.store.models import CheckpointRow, EntryRow, PetitionRow, PlanRow, QueuedRow, SeatRow
from bot.tables.hooks import Change
from bot.tables.people.profiles import notice
from bot.tables.play.answers import drop_seal, refuse_as_service
from bot.tables.play.change import change, drop_draft, note, views_after, waited_for
from bot.tables.play.game_time import set_timer
from bot.tables.play.journal import entries, entry_of
from bot.tables.play.reserved_seats import require_everybody
from bot.tables.play.retention import whole
from bot.tables.play.seat_view import reply_after, seat_of
from bot.tables.seats.seats import require_running
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, moment, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.game import Control, Event, View
from engine.core.record import UNASKED, Entry, Record


def record_at(work: UnitOfWork, point: CheckpointRow) -> Record:
    """Return the record as it was at that checkpoint."""
    state = msgspec.Raw(zlib.decompress(point.state))
    return Record(work.row.game, point.game_version, point.step, state, [], point.first)


async def record_after(work: UnitOfWork, answers: int) -> tuple[CheckpointRow, Record]:
    """Return the record after so many answers, and the checkpoint it starts from. Refused: no_checkpoint."""
    here = (CheckpointRow.table_id == work.number, CheckpointRow.first <= answers)
    newest = select(CheckpointRow).where(*here).order_by(col(CheckpointRow.no).desc()).limit(1)
    points: list[CheckpointRow] = await work.read(newest)
    if not points or answers > work.row.answers:
        raise Refused("no_checkpoint", table=work.id, checkpoint=answers)
    points = await whole(work, points)
    record = record_at(work, points[0])
    record.entries = [entry_of(row) for row in await entries(work, points[0].first, answers)]
    return points[0], record


log = structlog.get_logger(__name__)


async def undo(work: UnitOfWork, person: Person, *, seat: int | None = None) -> Done:
    """Undo the last answer, a batch as a whole, or a secret response.

    Refused: over, no_seat, undo_answered, undo_chance, undo_closed, undo_nothing, undo_over.
    """
    table = await work.table()
    row = _undoing(work, table, person, seat)
    require_running(work)
    require_everybody(work)
    if row.number in work.sealed:
        await drop_seal(work, row)
        return await reply_after(work, person)
    barred = table.why_barred(row.seat)
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

    events = await refuse_as_service(work, lambda: change(work, take_back, cause, actor=row))
    return await reply_after(work, person, events)


def _undoing(work: UnitOfWork, table: RecordedTable, person: Person, seat: int | None) -> SeatRow:
    """Return the seat that takes back: the one named, else the person's seat that can."""
    row = seat_of(work, table, person, seat)
    if seat is not None:
        return row
    able = (r for r in work.own(person) if r.number in work.sealed or not table.why_barred(r.seat))
    return next(able, row)


async def _together(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> int:
    """Return how many answers the seat gave together with its last one, as far back as undo may go."""
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
    """Return the points of the game so far, newest first."""
    columns = load_only(*(getattr(CheckpointRow, name) for name in ("no", "step", "chapter", "at")))
    statement = select(CheckpointRow).where(CheckpointRow.table_id == work.number).options(columns)
    rows: list[CheckpointRow] = await work.read(statement.order_by(col(CheckpointRow.no).desc()))
    return tuple(CheckpointInfo(row.no, row.step or "", row.chapter, moment(row.at)) for row in rows)


async def checkpoint(work: UnitOfWork, number: int) -> CheckpointRow:
    """Return that point. Refused: no_checkpoint."""
    here = (CheckpointRow.table_id == work.number, CheckpointRow.no == number)
    found: list[CheckpointRow] = await work.read(select(CheckpointRow).where(*here))
    if not found:
        raise Refused("no_checkpoint", table=work.id, checkpoint=number)
    return (await whole(work, found))[0]


async def history(work: UnitOfWork, number: int, person: Person | None, seat: int | None = None) -> View:
    """Return the public view at that point (0: now); after the end, that of a `seat`, or else the person's own."""
    over = work.row.state == "over"
    mine = [row.number for row in work.own(person)] if person is not None and seat is None else [seat or 0]
    wanted = mine[0] if mine and over else 0
    here, record = (None, record_at(work, await checkpoint(work, number))) if number else (await work.table(), None)

    def look() -> View:
        table = here if record is None else RecordedTable(work.game, record, npcs=False)
        if table is None:
            raise AssertionError("unreachable")
        names = table.game.seats(table.state)
        return table.view(names[wanted - 1] if 1 <= wanted <= len(names) else None)

    return await work.run(look)


async def public_views(work: UnitOfWork, points: Sequence[int]) -> list[View]:
    """Return the public views at those points in order (0: now; one that is gone is left out) of a game that is over.

    Refused: film_later.
    """
    if work.row.state != "over":
        raise Refused("film_later", table=work.id, info=info_of(work))
    wanted = select(CheckpointRow).where(CheckpointRow.table_id == work.number, col(CheckpointRow.no).in_(points))
    records = {row.no: record_at(work, row) for row in await whole(work, await work.read(wanted))}
    now = await work.table()
    there = [number for number in points if not number or number in records]

    def look(number: int) -> View:
        table = RecordedTable(work.game, records[number], npcs=False) if number else now
        return table.view(None)

    return await work.run(lambda: [look(number) for number in there])


async def rewind(work: UnitOfWork, point: CheckpointRow, record: Record, said: Mapping[str, Any]) -> tuple[Event, ...]:
    """Go back to a record that starts at that checkpoint. Seats keep their present players."""
    before = await work.table()
    what = Change("back", request=before.pending, said=said, waited=waited_for(work, before))
    what.view = await work.run(lambda: before.view(None))
    return await resume(work, point, record, what)


async def resume(work: UnitOfWork, point: CheckpointRow, record: Record, what: Change) -> tuple[Event, ...]:
    """Go on from that record, whatever has been before; `what` says as much of that as is known."""
    what.base, what.old = point.first, list(record.entries)
    playing: dict[int, Control] = {row.number - 1: "npc" if row.by == "npc" else "human" for row in work.seats}
    (await work.kept_in_advance()).queued.clear()
    table = await work.run(lambda: RecordedTable.resume(work.game, record, playing))
    work.use(table)
    _forget_since(work, point, point.first + len(what.old))
    set_timer(work)
    after = await work.run(lambda: views_after(work, table))
    return await note(work, table, what, after)


def _forget_since(work: UnitOfWork, point: CheckpointRow, answers: int) -> None:
    work.later(delete(EntryRow).where(col(EntryRow.table_id) == work.number, col(EntryRow.seq) > answers))
    work.later(
        delete(CheckpointRow).where(col(CheckpointRow.table_id) == work.number, col(CheckpointRow.no) > point.no)
    )
    for rows in (PetitionRow, PlanRow, QueuedRow):
        work.later(delete(rows).where(col(rows.table_id) == work.number))
    work.disarm("petition")
    work.row.points = point.no
    for row in work.seats:
        row.last_ask, row.last_digest = 0, ""


MOST_TOLD = 10


async def correct(work: UnitOfWork, table: RecordedTable, old: list[Entry]) -> None:
    """Store a table whose last answers no longer fit the rules without them; of many, people hear of the first ones."""
    what = Change("corrected", base=table.record.first, old=old)
    stands = len(table.journal)
    log.warning("corrected", table=work.id, dropped=len(old) - stands)
    for entry in old[stands:][:MOST_TOLD]:
        row = work.seat_row(entry.seat)
        if row is not None and row.person is not None and not entry.auto:
            work.add(notice(row.person, work.number, "rules_corrected", key=entry.key, picks=list(entry.picks)))
    set_timer(work)
    await note(work, table, what, await work.run(lambda: views_after(work, table)))
