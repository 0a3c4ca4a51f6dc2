"""Offers of a seat or of the host's role, which passes when the receiver accepts.

A person who has seen another hand of the game can't get a seat with a hand, since nobody may know two of them, except
for seats taken together in the lobby.
"""

from __future__ import annotations

import math

import structlog
from sqlmodel import col, select

from bot.contract.tables import Offer, OfferResult, Person, Refused, TableInfo
from bot.store.models import AlarmRow, OfferRow, SeatRow
from bot.tables.hooks import active
from bot.tables.play.seat_view import own_seats
from bot.tables.seats.seats import hand_over, remember_owner, require_running, set_control
from bot.tables.work.rights import others, reaches, require_host, require_room
from bot.tables.work.row_mappers import as_former, info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import OFFER, at_pace

HOST = 0
log = structlog.get_logger(__name__)


def has_seen(work: UnitOfWork, person: int, row: SeatRow) -> bool:
    """Return whether the person has, had in this game, or may take again, a seat other than that one."""
    others = (r for r in work.seats if r is not row)
    return any(person in {r.person, r.reserved} or as_former(r, person) for r in others)


async def give_seat(work: UnitOfWork, person: Person, number: int, to: Person) -> Offer:
    """Offer one's seat to a person. Refused: over, not_begun, no_seat, owner_only, seat_own, seat_seen."""
    require_running(work)
    row = work.seat_by_number(number)
    if person.id != row.person:
        raise Refused("owner_only", table=work.id, seat=seat_info(work, row))
    if to.id == person.id:
        raise Refused("seat_own", table=work.id, seat=seat_info(work, row))
    return await offer_seat(work, row, person, to)


async def offer_seat(work: UnitOfWork, row: SeatRow, by: Person, to: Person, *, absent: bool = False) -> Offer:
    """Offer a seat; the caller has checked that `by` may. Refused: seat_seen.

    `absent`: others offer it for `by`, whose return withdraws it.
    """
    if has_seen(work, to.id, row):
        raise Refused("seat_seen", table=work.id, seat=seat_info(work, row), person=to)
    return await _make(work, row.number, by, to, absent=absent)


async def give_host(work: UnitOfWork, person: Person, to: Person) -> Offer:
    """Offer the host's role to a person. Refused: over, host_only, host_own."""
    require_host(work, person)
    if work.row.state == "over":
        raise Refused("over", table=work.id, info=info_of(work))
    if to.id == person.id:
        raise Refused("host_own", table=work.id, host=person)
    return await offer_host(work, person, to)


async def offer_host(work: UnitOfWork, by: Person, to: Person | None, *, absent: bool = False) -> Offer:
    """Offer the host's role to a person, or (None) to the first player who takes it; `absent` as for seats."""
    return await _make(work, HOST, by, to, absent=absent)


async def _make(work: UnitOfWork, number: int, by: Person, to: Person | None, *, absent: bool = False) -> Offer:
    """A new offer takes the place of the one before."""
    before = await work.fetch(OfferRow, (work.number, number))
    row = before or OfferRow(table_id=work.number, number=number)
    work.row.offers += 1
    row.no, row.made_at, row.absent = work.row.offers, work.now, absent
    row.person, row.person_name = (to.id, to.name) if to else (0, "")
    row.giver, row.giver_name = by.id, by.name
    work.add(row)
    length, gone = at_pace(work.row.pace, OFFER), by.id if absent else None
    work.arm("offer", float(math.ceil(work.now + length)), number, ask_no=row.no, person=gone, length=length)
    if to is not None:
        await work.know(to.id)
    log.info("offered", table=work.id, seat=number)
    return _tell(work, row, "open")


def _told(work: UnitOfWork, row: OfferRow, result: OfferResult) -> Offer:
    seat = seat_info(work, work.seat_by_number(row.number)) if row.number != HOST else None
    to = Person(row.person, row.person_name) if row.person else None
    by = Person(row.giver, row.giver_name)
    return Offer(row.no, seat, by, to, work.until("offer", row.number), result)


def _tell(work: UnitOfWork, row: OfferRow, result: OfferResult) -> Offer:
    told = _told(work, row, result)
    work.post(work.deps.post_maker.offer(info_of(work), told))
    return told


async def _numbered(work: UnitOfWork, no: int) -> OfferRow:
    """Return that offer, read for changing. Refused: offer_over."""
    here = (OfferRow.table_id == work.number, OfferRow.no == no)
    found: list[int] = await work.read(select(col(OfferRow.number)).where(*here))
    row = await work.fetch(OfferRow, (work.number, found[0])) if found else None
    if row is None or row.no != no or work.row.state == "over":
        raise Refused("offer_over", table=work.id)
    return row


def _is_to(work: UnitOfWork, row: OfferRow, person: Person) -> bool:
    """Return whether the offer is made to that person."""
    return row.person == person.id if row.person else bool(work.own(person))


async def answer(work: UnitOfWork, person: Person, no: int, *, accepts: bool) -> Offer:
    """Accept or decline as the receiver; withdraw as the giver or the host. Refused: no_table (to people without a part
    in it who don't reach the table), offer_over, offer_other, seat_seen, too_many_tables.
    """
    try:
        row = await _numbered(work, no)
    except Refused:
        _require_concerned(work, person, concerned=False)
        raise
    _require_concerned(work, person, concerned=_is_to(work, row, person) or person.id == row.giver)
    if _is_to(work, row, person):
        return await (_accept(work, row, person) if accepts else _end(work, row, "declined"))
    if accepts or person.id not in {row.giver, work.row.host}:
        raise Refused("offer_other", table=work.id, person=Person(row.person, row.person_name))
    return await _end(work, row, "withdrawn")


def _require_concerned(work: UnitOfWork, person: Person, *, concerned: bool) -> None:
    """Require that the person is concerned or may see the table. Refused: no_table."""
    if not concerned and not reaches(work, person):
        raise Refused("no_table", table=work.id)


async def _accept(work: UnitOfWork, row: OfferRow, person: Person) -> Offer:
    if row.number == HOST:
        return await _take_host(work, row, person)
    seat = work.seat_by_number(row.number)
    if work.row.state != "running" or seat.person not in {row.giver, None, person.id}:
        raise Refused("offer_over", table=work.id)
    if has_seen(work, person.id, seat):
        raise Refused("seat_seen", table=work.id, seat=seat_info(work, seat), person=person)
    told, by = _told(work, row, "accepted"), 0 if row.absent else row.giver
    await _remove(work, row)
    await hand_over(work, seat, person, by)
    return told


async def _take_host(work: UnitOfWork, row: OfferRow, person: Person) -> Offer:
    if work.row.host != row.giver:
        raise Refused("offer_over", table=work.id)
    await require_room(work, person)
    told = _told(work, row, "accepted")
    await _remove(work, row)
    set_host(work, Person(row.giver, row.giver_name), person)
    return told


def set_host(work: UnitOfWork, before: Person, to: Person) -> None:
    """Pass the host's role and tell everyone."""
    work.row.host, work.row.host_name = to.id, to.name
    work.row.lobby_changed_at = work.now
    work.dirty = True
    info = info_of(work)
    work.post(work.deps.post_maker.matter(info, "host", {"person": before, "to": to}))
    if work.row.state == "lobby":
        work.post([work.deps.post_maker.lobby(info)])


async def _end(work: UnitOfWork, row: OfferRow, result: OfferResult) -> Offer:
    told = _tell(work, row, result)
    await _remove(work, row)
    return told


async def _remove(work: UnitOfWork, row: OfferRow) -> None:
    await work.remove(row)
    work.disarm("offer", number=row.number)


async def withdraw_absent(work: UnitOfWork, person: Person) -> None:
    """Withdraw what others have offered in that person's absence."""
    here = (OfferRow.table_id == work.number, OfferRow.giver == person.id, col(OfferRow.absent).is_(True))
    for number in await work.read(select(col(OfferRow.number)).where(*here)):
        row = await work.fetch(OfferRow, (work.number, number))
        if row is not None:
            await _end(work, row, "withdrawn")


async def lapse(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """End an offer whose time is over. Return whether it was still open. At a finished table nobody is told."""
    row = await work.fetch(OfferRow, (work.number, alarm.number))
    if row is None or row.no != alarm.ask_no:
        return False
    await (_remove(work, row) if work.row.state == "over" else _end(work, row, "lapsed"))
    return True


async def leave(work: UnitOfWork, person: Person, confirm: str) -> TableInfo:
    """Give up all one's seats of a running game to the NPC. Refused: no_seat, leave (with `confirm` to repeat)."""
    require_running(work)
    mine = own_seats(work, person)
    token = f"leave-{person.id % 997}-{len(mine)}"
    if confirm != token:
        seats = tuple(seat_info(work, r) for r in mine)
        raise Refused("leave", table=work.id, game=work.row.game, seats=seats, confirm=token)
    left = tuple(seat_info(work, row) for row in mine)
    for row in mine:
        remember_owner(work, row)
        row.person, row.person_name, row.hand = None, "", ""
        if row.by == "human":
            await set_control(work, row, "npc")
    work.post(work.deps.post_maker.matter(info_of(work), "left", {"seats": left, "person": person}))
    for row in mine if work.row.state == "running" and others(work, person) else ():
        for seat_left in active(work.deps, lambda one: one.seat_left):
            seat_left(work, row)
    if person.id == work.row.host and work.row.state == "running" and others(work, person):
        await offer_host(work, person, None)
    return info_of(work)
