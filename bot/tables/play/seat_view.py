"""What a person can see of a table: the sheet of a seat, and the public state."""

from __future__ import annotations

import asyncio
import json
from typing import TypeVar

from sqlalchemy import bindparam, not_
from sqlmodel import col, select

from bot.contract.snapshot import Done, SeatSnapshot
from bot.contract.tables import Draft, LogLine, Person, Refused, Sheet, Standing
from bot.store.models import LineRow, SeatRow
from bot.tables.hooks import active
from bot.tables.play import responses
from bot.tables.posts.computer_reasons import is_reason
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.rights import require_not_replaced
from bot.tables.work.row_mappers import info_of, log_line, public_ask, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.ask import Ask, Option, Request
from engine.core.game import REASON, Event
from engine.core.trial import Trial

LATEST = 6
S = TypeVar("S")
TOLD = (LineRow.to == "", not_(is_reason()), col(LineRow.undone).is_(False))
STANDING = (LineRow.table_id == bindparam("table"), *TOLD)
NEWEST = select(LineRow).where(*STANDING).order_by(col(LineRow.no).desc()).limit(LATEST)


def own_seats(work: UnitOfWork, person: Person) -> list[SeatRow]:
    """Return the person's seats. Refused: replaced (who sits there now), no_seat."""
    rows = work.own(person)
    if rows:
        return rows
    require_not_replaced(work, person)
    raise Refused("no_seat", table=work.id, host=work.row.host_name)


def seat_of(work: UnitOfWork, table: RecordedTable, person: Person, number: int | None) -> SeatRow:
    """Return the seat with that number; without one, the person's seat that is asked first, else their first."""
    rows = own_seats(work, person)
    if number is not None:
        found = next((row for row in rows if row.number == number), None)
        if found is None:
            raise Refused("no_seat", table=work.id, host=work.row.host_name)
        return found
    return min(rows, key=lambda row: _urgency(work, table, row))


def _urgency(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> tuple[int, int]:
    """Return the sort key: unanswered seats first, then sealed ones, then the rest."""
    asked = row.by == "human" and row.seat in table.waiting()
    return (0 if asked and row.number not in work.sealed else 1 if asked else 2), row.number


async def standing_of(work: UnitOfWork) -> Standing:
    """Return what the public may see. Refused: not_begun."""
    table = await work.table()
    lines = await latest(work)
    return await asyncio.to_thread(standing_now, work, table, lines)


def standing_now(work: UnitOfWork, table: RecordedTable, lines: tuple[LogLine, ...] = ()) -> Standing:
    """Return what the public may see, with the latest log lines."""
    info = info_of(work)
    asked = public_ask(info, table.pending) if work.row.state == "running" and not info.missing else None
    return Standing(info, table.view(None), asked, table.outcome(), lines)


async def latest(work: UnitOfWork) -> tuple[LogLine, ...]:
    """Return the latest public lines, without those that were undone."""
    tail = await work.log_tail()
    told = [row for row in tail.lines if not row.key.startswith(REASON)]
    if len(told) < LATEST and tail.since and not work.dirty:
        told = await work.read(NEWEST, table=work.number)
        told.reverse()
    return tuple(log_line(row) for row in told[-LATEST:])


async def snapshot_of(work: UnitOfWork, person: Person, seat: int | None = None) -> SeatSnapshot:
    """Return everything for a private screen, and what the seat may try, read at once.

    Refused: no_seat, replaced, not_begun.
    """
    table = await work.table()
    row = seat_of(work, table, person, seat)
    lines, trial = await latest(work), work.trial(table, row)
    await work.kept_in_advance()
    return await asyncio.to_thread(_snapshot, work, table, row, lines, trial)


def _snapshot(
    work: UnitOfWork, table: RecordedTable, row: SeatRow, lines: tuple[LogLine, ...], trial: Trial
) -> SeatSnapshot:
    sheet = sheet_for(work, table, row, lines)
    found = [one for tell in active(work.deps, lambda one: one.in_advance) if (one := tell(work, table, row, sheet))]
    return SeatSnapshot(sheet, trial, next(iter(found), None))


def sheet_for(work: UnitOfWork, table: RecordedTable, row: SeatRow, lines: tuple[LogLine, ...] = ()) -> Sheet:
    """Return the sheet of that seat for its owner."""
    request, ask, options = asked_of(work, table, row)
    kept = work.sealed.get(row.number)
    undo, undo_key = _undo(work, table, row)
    own = work.own(row.person or 0)
    return Sheet(
        info=info_of(work),
        seat=seat_info(work, row),
        own=tuple(seat_info(work, mine) for mine in own),
        ask_no=work.ask_no(row),
        request=request,
        ask=ask,
        options=options,
        answered=table.has_answered(row.seat),
        sealed=responses.sealed_picks(kept.picks) if kept and ask else None,
        draft=draft_of(work, table, row, ask),
        view=table.view(row.seat),
        public=standing_now(work, table, lines),
        undo=undo,
        undo_key=undo_key,
        given=frozenset(mine.number for mine in own if table.has_answered(mine.seat)),
    )


def asked_of(
    work: UnitOfWork, table: RecordedTable, row: SeatRow
) -> tuple[Request | None, Ask | None, tuple[Option, ...]]:
    """Return what a seat is asked, with its options described; nothing of what others are asked."""
    request, ask = table.question_to(row.seat), table.ask_of(row.seat)
    if request is None or ask is None or row.by != "human" or work.row.state != "running" or work.reserved_seats():
        return None, None, ()
    return request, ask, tuple(table.game.describe(table.state, request, ask))


def _undo(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> tuple[str, str]:
    """Return why the seat cannot take its last answer back, or empty, and the key of that answer's question."""
    if work.row.state != "running":
        return "over", ""
    if row.number in work.sealed:
        return "", table.pending.key if table.pending else ""
    barred = table.why_barred(row.seat)
    last = table.last_answer(row.seat)
    if barred or last is None:
        return barred or "nothing", ""
    entry = table.record.entries[last - table.record.first - 1]
    return "", entry.key


def draft_of(work: UnitOfWork, table: RecordedTable, row: SeatRow, ask: Ask | None) -> Draft | None:
    """Return the seat's draft for this question. Picks that are no longer options are named and left out."""
    kept, asked = work.drafts.get(row.number), table.question_to(row.seat)
    if kept is None or ask is None or asked is None:
        return None
    same = kept.ask_no == work.ask_no(row)
    if not same and kept.key != asked.key:
        return None
    body = json.loads(kept.body)
    named = {pick: pick.rpartition(":")[0] if ask.caps else pick for pick in body["picks"]}
    dropped = () if same else tuple(pick for pick, option in named.items() if option not in ask.options)
    picks = tuple(p for p in body["picks"] if p not in dropped)
    return Draft(picks, body["line"], body["more"], kept.version, dropped)


async def reply_after(
    work: UnitOfWork,
    person: Person,
    events: tuple[Event, ...] = (),
    *,
    repeated: bool = False,
) -> Done:
    """Return the reply to an interaction that changed something, or would have."""
    info = info_of(work)
    if not work.own(person) or work.row.record is None:
        return Done(info, tuple(e for e in events if e.to is None), None, repeated=repeated)
    seat = await snapshot_of(work, person)
    mine = {own.seat for own in seat.sheet.own}
    known = tuple(e for e in events if e.to is None or e.to in mine)
    return Done(info, known, seat, seat.sheet.undoable, repeated)


def asked_openly(work: UnitOfWork, table: RecordedTable) -> list[SeatRow]:
    """Return the seats of people who are asked, whether or not they have answered, if the public may know it."""
    asked = table.pending
    if work.row.state != "running" or asked is None or asked.sealed or table.is_unfinished:
        return []
    if work.alone() or work.reserved_seats():
        return []
    return [row for row in work.seats if row.by == "human" and row.person is not None and row.seat in asked.asked]


def awaited_seats(work: UnitOfWork, table: RecordedTable) -> list[SeatRow]:
    """Return the seats that the table waits for, if the public may know them."""
    return [row for row in asked_openly(work, table) if table.ask_of(row.seat) is not None]
