"""What a person sees of a table: the sheet of a seat, and what everybody may see."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import bindparam, not_
from sqlmodel import col, select

from bot.service import windows
from bot.service.facts import info_of, log_line, maybe, moment, public_ask, seat_info
from bot.service.kept import KeptTable
from bot.service.reasons import is_reason
from bot.service.work import Work
from bot.store.models import LineRow, SeatRow
from bot.values import Done, Draft, LogLine, Person, Refused, Sheet, Standing
from engine.core.ask import Ask, Option, Request
from engine.core.game import REASON, Event

LATEST = 6
S = TypeVar("S")
TOLD = (LineRow.to == "", not_(is_reason()), col(LineRow.undone).is_(False))
STANDING = (LineRow.table_id == bindparam("table"), *TOLD)
NEWEST = select(LineRow).where(*STANDING).order_by(col(LineRow.no).desc()).limit(LATEST)


def own_seats(work: Work, person: Person) -> list[SeatRow]:
    """The person's seats. Refused: replaced (who sits there now), no_seat."""
    rows = work.own(person)
    if rows:
        return rows
    for row in work.seats:
        for gone in json.loads(row.former):
            if gone["person"] == person.id:
                raise Refused("replaced", seat=seat_info(work, row), since=moment(gone["at"]), host=work.row.host_name)
    raise Refused("no_seat", table=work.id, host=work.row.host_name)


def seat_of(work: Work, table: KeptTable, person: Person, number: int | None) -> SeatRow:
    """The seat that is meant: that number, else the person's seat asked first, else the first."""
    rows = own_seats(work, person)
    if number is not None:
        found = next((row for row in rows if row.number == number), None)
        if found is None:
            raise Refused("no_seat", table=work.id, host=work.row.host_name)
        return found
    return min(rows, key=lambda row: _urgency(work, table, row))


def _urgency(work: Work, table: KeptTable, row: SeatRow) -> tuple[int, int]:
    """Asked and unanswered first, then sealed ones that may be changed, then the rest."""
    asked = row.by == "human" and row.seat in table.waiting()
    return (0 if asked and row.number not in work.sealed else 1 if asked else 2), row.number


async def standing_of(work: Work) -> Standing:
    """What everybody may see. Refused: not_begun."""
    table = await work.table()
    lines = await latest(work)
    return await asyncio.to_thread(standing_now, work, table, lines)


def standing_now(work: Work, table: KeptTable, lines: tuple[LogLine, ...] = ()) -> Standing:
    """What everybody may see, with the last lines told."""
    info = info_of(work)
    asked = public_ask(info, table.pending) if work.row.state == "running" else None
    return Standing(info, table.view(None), asked, table.outcome(), lines)


async def latest(work: Work) -> tuple[LogLine, ...]:
    """The last few public lines that stand."""
    found = await work.read(NEWEST, table=work.number)
    stands = [row for row in reversed(found) if work.undone_after is None or row.seq <= work.undone_after]
    told = [row for row in work.told if not row.to and not row.key.startswith(REASON)]
    return tuple(log_line(row) for row in [*stands, *told][-LATEST:])


async def sheet_of(work: Work, person: Person, number: int | None = None) -> Sheet:
    """Everything for a private screen. Refused: no_seat, replaced, not_begun."""
    table = await work.table()
    row = seat_of(work, table, person, number)
    lines = await latest(work)
    return await asyncio.to_thread(sheet_for, work, table, row, lines)


def sheet_for(work: Work, table: KeptTable, row: SeatRow, lines: tuple[LogLine, ...] = ()) -> Sheet:
    """The sheet of that seat for its owner."""
    request, ask, options = asked_of(work, table, row)
    kept = work.sealed.get(row.number)
    undo, undo_key = _undo(work, table, row)
    return Sheet(
        info=info_of(work),
        seat=seat_info(work, row),
        own=tuple(seat_info(work, mine) for mine in work.own(row.person or 0)),
        ask_no=work.row.ask_no,
        request=request,
        ask=ask,
        options=options,
        answered=_answered(table, row),
        sealed=windows.sealed_picks(kept.picks) if kept and ask else None,
        draft=draft_of(work, table, row, ask),
        view=table.view(row.seat),
        public=standing_now(work, table, lines),
        undo=undo,
        undo_key=undo_key,
    )


def asked_of(work: Work, table: KeptTable, row: SeatRow) -> tuple[Request | None, Ask | None, tuple[Option, ...]]:
    """What a seat is asked, with its options described: nothing of what others are asked."""
    ask = table.ask_of(row.seat)
    if ask is None or table.pending is None or row.by != "human" or work.row.state != "running":
        return None, None, ()
    options = tuple(table.game.describe(table.state, table.pending, ask))
    return replace(table.pending, asks=(ask,)), ask, options


def _answered(table: KeptTable, row: SeatRow) -> bool:
    """Whether the seat has answered a common question that others still have to answer."""
    return table.pending is not None and table.pending.of(row.seat) is not None and table.ask_of(row.seat) is None


def _undo(work: Work, table: KeptTable, row: SeatRow) -> tuple[str, str]:
    """Why the seat cannot take its last answer back (or nothing), and which question that answer was to."""
    if work.row.state != "running":
        return "over", ""
    if row.number in work.sealed:
        return "", table.pending.key if table.pending else ""
    barred = table.barred(row.seat)
    last = table.last_answer()
    if barred or last is None:
        return barred or "nothing", ""
    entry = table.record.entries[last - table.record.first - 1]
    return "", entry.key


def draft_of(work: Work, table: KeptTable, row: SeatRow, ask: Ask | None) -> Draft | None:
    """The seat's draft for this question; picks that are no options any more are named and left out."""
    kept = work.drafts.get(row.number)
    if kept is None or ask is None or table.pending is None:
        return None
    if kept.ask_no != work.row.ask_no and kept.key != table.pending.key:
        return None
    body = json.loads(kept.body)
    same = kept.ask_no == work.row.ask_no
    dropped = () if same else tuple(p for p in body["picks"] if p not in ask.options)
    picks = tuple(p for p in body["picks"] if p not in dropped)
    return Draft(picks, body["line"], body["more"], kept.version, moment(kept.at), dropped)


async def done(
    work: Work,
    person: Person,
    events: tuple[Event, ...] = (),
    *,
    repeated: bool = False,
    at: float | None = None,
) -> Done:
    """The answer to an interaction that changed something, or would have."""
    info = info_of(work)
    if not work.own(person) or work.row.record is None:
        return Done(info, tuple(e for e in events if e.to is None), None, repeated=repeated)
    sheet = await sheet_of(work, person)
    mine = {seat.seat for seat in sheet.own}
    known = tuple(e for e in events if e.to is None or e.to in mine)
    return Done(info, known, sheet, sheet.undoable, repeated, maybe(at))
