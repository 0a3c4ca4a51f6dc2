"""Requests that need the others' consent: going back further than undo reaches, ending, deciding for an absent player.

A player asks, and those who have a say agree or refuse in secret. Silence usually counts as a no. The game continues
meanwhile, and all answers are told together at the end. `bot.tables.history.consent` says what each kind takes.
"""

from __future__ import annotations

import json
import math
from typing import Final, cast, get_args

import structlog
from sqlalchemy import delete
from sqlmodel import col, select

from bot.contract.tables import BackPoint, Person, Petition, PetitionKind, PetitionResult, Refused, SeatInfo
from bot.store.models import AlarmRow, PetitionRow, RecentRequestRow
from bot.tables.history.consent import Say, absent_of, asker_of, carry_out, outcome, say_in
from bot.tables.lobby.time_settings import settings_with
from bot.tables.play.journal import add_line
from bot.tables.play.seat_view import own_seats
from bot.tables.seats.offers import withdraw_absent
from bot.tables.work.rights import impartial
from bot.tables.work.row_mappers import info_of, moment, seat_info, settings_of
from bot.tables.work.unit_of_work import UnitOfWork, dump
from bot.tables.work.waking_hours import DAY, PETITION, at_pace, waking_end
from engine.core.game import Event
from engine.core.message import NOTHING, Message, from_json
from engine.core.text import civ

RECENT: Final = 3600.0
KINDS: Final = frozenset(get_args(PetitionKind))
MOST: Final = 3  # requests of one person within that time, at all tables together
log = structlog.get_logger(__name__)


async def open_petition(work: UnitOfWork) -> PetitionRow | None:
    """Return the request that waits for answers, ready to be changed. A request of an unknown kind is deleted."""
    row = await work.fetch(PetitionRow, work.number)
    seats = {0, *(seat.number for seat in work.seats)}
    if row is None or (row.kind in KINDS and {row.number, row.target} <= seats):
        return row
    log.warning("petition.unknown", table=work.id, kind=row.kind)
    await work.remove(row)
    return None


def require_none(work: UnitOfWork, row: PetitionRow | None) -> None:
    """Refuse a second request at the same table. Refused: undo_pending."""
    if row is not None:
        raise Refused(
            "undo_pending", table=work.id, seat=_seat(work, row), by=asker_of(row), until=work.until("petition")
        )


async def ask(work: UnitOfWork, row: PetitionRow) -> Petition:
    """Put a request that is filled in to those who have a say; without any it is done at once.

    Refused: too_many_requests, no_checkpoint.
    """
    say = await say_in(work, row)
    log.info("petition", table=work.id, kind=row.kind, asked=len(say.seats))
    if not say.seats and row.absent is None:
        return await _agree(work, row, say)
    await note_request(work, asker_of(row))
    row.no, row.made_at, row.asked = work.row.lines + 1, work.now, dump([r.number for r in say.seats])
    work.add(row)
    length = at_pace(work.row.pace, PETITION)
    work.arm("petition", _closes(work, row, say, length), ask_no=row.no, person=row.absent, length=length)
    asked = _told(work, row, say, "open")
    work.post(work.deps.post_maker.petition(info_of(work), asked))
    return asked


async def note_request(work: UnitOfWork, person: Person) -> None:
    """Note that the person asks the others for something. Refused: too_many_requests (with `until`)."""
    since = work.now - RECENT
    mine = (col(RecentRequestRow.person) == person.id, col(RecentRequestRow.at) > since)
    times = sorted(row.at for row in await work.read(select(RecentRequestRow).where(*mine)))
    if len(times) >= MOST:
        raise Refused("too_many_requests", table=work.id, n=MOST, until=moment(times[-MOST] + RECENT))
    work.later(delete(RecentRequestRow).where(col(RecentRequestRow.at) <= since))
    work.add(RecentRequestRow(table_id=work.number, person=person.id, at=work.now))


def _closes(work: UnitOfWork, row: PetitionRow, say: Say, length: float) -> float:
    """Return when all who are asked, and the absent one, have been awake for the full time."""
    people = [work.wishes(r.person or 0) for r in say.seats]
    people += [work.wishes(row.absent)] if row.absent is not None else []
    live = work.row.pace == "live"
    ends = [work.now + length if live else waking_end(work.now, length, wanted, DAY) for wanted in people]
    return float(math.ceil(max(ends, default=work.now)))


def _seat(work: UnitOfWork, row: PetitionRow) -> SeatInfo | None:
    """Return the asker's seat; None for a moderator."""
    return seat_info(work, work.seat_by_number(row.number)) if row.number else None


def _told(work: UnitOfWork, row: PetitionRow, say: Say | None, result: PetitionResult) -> Petition:
    """Return the public form of the request; who has agreed is public only once it is over."""
    given = json.loads(row.given)
    late = [r.number for r in say.seats if result != "open"] if say else []
    asked = sorted({*json.loads(row.asked), *late}) if say else []
    seats = tuple(seat_info(work, work.seat_by_number(n)) for n in asked)
    sides = say.sides if say else None
    return Petition(
        no=row.no,
        kind=cast("PetitionKind", row.kind),
        by=asker_of(row),
        seat=_seat(work, row),
        target=seat_info(work, work.seat_by_number(row.target)) if row.target else None,
        to=Person(row.receiver, row.receiver_name) if row.receiver else None,
        absent=absent_of(row),
        point=BackPoint(row.answers, from_json(row.before) if row.before else NOTHING, row.chapter),
        reason=row.reason,
        asked=seats,
        agreed=tuple(s for s in seats if result != "open" and given.get(str(s.number))),
        closes_at=work.until("petition"),
        result=result,
        then=sides.then if sides else {},
        now=sides.now if sides else {},
        before=settings_of(work.row),
        settings=settings_with(work, row),
    )


async def vote(work: UnitOfWork, person: Person, no: int, *, agrees: bool) -> Petition:
    """Agree or refuse; the asker withdraws, and the absent player ends it. Refused: petition_over, petition_own,
    petition_free, no_seat.
    """
    row, say = await _open(work, no)
    if person.id == row.absent:
        return await _end(work, row, say, "returned")
    if person.id == row.person:
        if agrees:
            raise Refused("petition_own", table=work.id)
        return await _end(work, row, say, "withdrawn")
    if row.absent is not None and impartial(work, person):
        row.moderator = person.id if agrees else 0 if row.moderator == person.id else row.moderator
        work.dirty = True
        return _told(work, row, say, "open")
    asked = {*json.loads(row.asked), *(r.number for r in say.seats)}
    numbers = [r.number for r in own_seats(work, person) if r.number in asked]
    if not numbers:
        raise Refused("petition_free", table=work.id)
    row.given = dump({**json.loads(row.given), **{str(n): agrees for n in numbers}})
    work.dirty = True
    return await _decide(work, row, say, closing=False)


async def _open(work: UnitOfWork, no: int) -> tuple[PetitionRow, Say]:
    """Return that request and who has a say in it now. Refused: petition_over."""
    row = await open_petition(work)
    if row is None or row.no != no or work.row.state != "running":
        raise Refused("petition_over", table=work.id)
    if row.kind == "back" and row.answers >= work.row.answers:
        raise Refused("petition_over", table=work.id)
    return row, await say_in(work, row)


async def look(work: UnitOfWork, no: int) -> Petition:
    """Return that request, with both moments. Refused: petition_over."""
    return _told(work, *await _open(work, no), "open")


async def close(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Decide a request whose time is over. Return whether it was still open."""
    row = await open_petition(work)
    if row is None or row.no != alarm.ask_no:
        return False
    try:
        await _decide(work, *await _open(work, row.no), closing=True)
    except Refused:
        await _end(work, row, None, "lapsed")
    return True


async def came_back(work: UnitOfWork, person: Person) -> Petition | None:
    """Note that an absent person is back, and withdraw what was to be decided or given away without them. Return the
    request that this ends.
    """
    row, told = await open_petition(work), None
    if row is not None and row.absent == person.id:
        told = await _end(work, row, await say_in(work, row), "returned")
    await withdraw_absent(work, person)
    return told


async def _decide(work: UnitOfWork, row: PetitionRow, say: Say, *, closing: bool) -> Petition:
    enough = await outcome(work, row, say, closing=closing)
    if enough is None:
        return _told(work, row, say, "open")
    if not enough:
        return await _end(work, row, say, "refused")
    if row.kind == "back":
        work.forget(row)
    else:
        await work.remove(row)
    return await _agree(work, row, say)


async def _agree(work: UnitOfWork, row: PetitionRow, say: Say) -> Petition:
    told = _told(work, row, say, "agreed")
    if not await carry_out(work, row, say, told):
        told = _told(work, row, say, "lapsed")
    work.disarm("petition")
    await _note(work, told)
    _settle(work, told)
    if row.kind != "back" and work.row.state == "running":
        work.post(work.deps.post_maker.petition(info_of(work), told))
    return told


async def _end(work: UnitOfWork, row: PetitionRow, say: Say | None, result: PetitionResult) -> Petition:
    """End the request without its change."""
    told = _told(work, row, say, result)
    await work.remove(row)
    work.disarm("petition")
    await _note(work, told)
    _settle(work, told)
    if work.row.state == "running":
        work.post(work.deps.post_maker.petition(info_of(work), told))
    return told


def _settle(work: UnitOfWork, told: Petition) -> None:
    """Let what was posted of a request say what came of it; what was done at once was never asked."""
    if told.no:
        work.post(work.deps.post_maker.settled(info_of(work), told))


async def _note(work: UnitOfWork, told: Petition) -> None:
    """A line of the log, whatever came of it."""
    if work.row.state != "running":
        return
    table = await work.table()
    by = civ(told.seat.seat) if told.seat else Message("table.log.petition.somebody")
    seat = civ(told.target.seat) if told.target else ""
    result = Message(f"table.log.petition.{told.result}")
    said = Message(f"table.log.petition.{told.kind}", {"civ": by, "seat": seat, "result": result})
    add_line(work, Event(said, key="petition"), table.game.chapter(table.state))
    log.info("petition.over", table=work.id, kind=told.kind, result=told.result)
