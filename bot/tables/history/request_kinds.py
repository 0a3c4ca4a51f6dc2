"""The kinds of requests: going back (and to which moments), ending, deciding for an absent player."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import structlog
from msgspec.structs import replace
from sqlmodel import col, select

from bot.contract.lengths import LENGTHS
from bot.contract.tables import BackPoint, Offer, Person, Petition, PetitionKind, Refused, SeatInfo, TableInfo
from bot.store.models import CheckpointRow, EntryRow, LineRow, PetitionRow, SeatRow
from bot.tables.history.requests import ask, note_request, open_petition, require_none
from bot.tables.history.undo import checkpoint
from bot.tables.lobby import time_settings
from bot.tables.people.presence import is_away, last_seen
from bot.tables.play import pauses
from bot.tables.play.reserved_seats import require_everybody
from bot.tables.play.seat_view import own_seats, seat_of
from bot.tables.seats.offers import has_seen, offer_seat
from bot.tables.seats.seats import require_players, require_running
from bot.tables.work.notify import RECLAIMED
from bot.tables.work.rights import impartial, is_moderator, require_host, require_room
from bot.tables.work.row_mappers import as_former, info_of, moment, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import AWAY, at_pace
from engine.core.game import REASON
from engine.core.message import NOTHING, from_json, to_json
from engine.core.record import UNASKED


async def points(work: UnitOfWork, person: Person) -> tuple[BackPoint, ...]:
    """Return the moments that a player may ask to go back to. Refused: over, not_begun, no_seat, undo_pending."""
    require_running(work)
    require_everybody(work)
    own_seats(work, person)
    require_none(work, await open_petition(work))
    return await back_points(work)


async def ask_back(work: UnitOfWork, person: Person, answers: int, reason: str = "") -> Petition:
    """Ask to go back; if it affects nobody else, it happens at once. Refused: as `points`, no_checkpoint,
    too_many_requests.
    """
    wanted = next((p for p in await points(work, person) if p.answers == answers), None)
    if wanted is None:
        raise Refused("no_checkpoint", table=work.id, checkpoint=answers)
    return await _back(work, person, wanted, reason)


async def go_back(work: UnitOfWork, person: Person, number: int) -> Petition:
    """Ask to go back to any checkpoint; for the host. Refused: host_only, over, not_begun, no_checkpoint, undo_pending,
    too_many_requests.
    """
    require_running(work)
    require_everybody(work)
    require_host(work, person)
    point = await checkpoint(work, number)
    require_none(work, await open_petition(work))
    return await _back(work, person, BackPoint(point.first, NOTHING, point.chapter), "")


async def _back(work: UnitOfWork, person: Person, point: BackPoint, reason: str) -> Petition:
    row = await _row(work, "back", person, reason)
    row.answers, row.chapter = point.answers, point.chapter
    row.before = to_json(point.said) if point.said else ""
    return await ask(work, row)


async def ask_end(work: UnitOfWork, person: Person, reason: str) -> Petition:
    """Ask the others to end the game. Refused: undo_pending, too_many_requests."""
    require_none(work, await open_petition(work))
    return await ask(work, await _row(work, "end", person, reason))


async def pause(work: UnitOfWork, person: Person, days: int, *, reason: str = "") -> TableInfo:
    """Pause the clocks at once for the host or a moderator; for others, ask the players. Refused: over, not_begun,
    bad_option, no_seat, undo_pending, too_many_requests.
    """
    if person.id == work.row.host or is_moderator(work, person):
        return await pauses.pause(work, person, days, reason)
    require_running(work)
    own_seats(work, person)
    pauses.require_days(days)
    require_none(work, await open_petition(work))
    row = await _row(work, "pause", person, reason)
    row.answers = days
    await ask(work, row)
    return info_of(work)


async def ask_times(work: UnitOfWork, person: Person, /, **changes: Any) -> Petition:
    """Ask the players to change how time is counted; if nobody else plays, change it at once.

    `changes`: `late`, `clock`, `bank_hours`, `refill_hours`, `weekends`.

    Refused: over, not_begun, host_only, bad_option, times_same, undo_pending, too_many_requests.
    """
    require_running(work)
    require_everybody(work)
    require_host(work, person)
    require_none(work, await open_petition(work))
    row = await _row(work, "times", person, "")
    row.body = time_settings.wanted_times(work, changes)
    return await ask(work, row)


async def ask_seat(
    work: UnitOfWork, person: Person, number: int, to: Person | None, reason: str = "", *, gone: bool = False
) -> Petition:
    """Ask to let the NPC play an absent player's seat, or (`to`) to give an NPC's seat to a person.

    `gone`: the owner has left the server. Refused: over, not_begun, no_seat, seat_own, undo_pending, not_away (with
    `person`, `at`, `seconds`), npc_already, npc_first, nobody_left, own_receiver, seat_seen, too_many_requests.
    """
    require_running(work)
    seat = work.seat_by_number(number)
    _require_party(work, person, seat)
    require_none(work, await open_petition(work))
    absent = None if seat.person is None else Person(seat.person, seat.person_name)
    await _require_away(work, absent, gone=gone)
    row = await _row(work, "npc" if to is None else "seat", person, reason, absent)
    row.target = number
    if to is None:
        _require_played(work, seat)
    else:
        _require_receiver(work, seat, person, to)
        row.receiver, row.receiver_name = to.id, to.name
    return await ask(work, row)


def _require_played(work: UnitOfWork, seat: SeatRow) -> None:
    """Require a seat played by a person. Refused: npc_already, nobody_left."""
    if seat.by == "npc":
        raise Refused("npc_already", table=work.id, seat=seat_info(work, seat))
    require_players(work, [seat])


def _require_receiver(work: UnitOfWork, seat: SeatRow, person: Person, to: Person) -> None:
    """Require a receiver who neither decides nor has seen another hand. Refused: npc_first, own_receiver, seat_seen."""
    if seat.by != "npc":
        raise Refused("npc_first", table=work.id, seat=seat_info(work, seat))
    if to.id == person.id:
        raise Refused("own_receiver", table=work.id, seat=seat_info(work, seat))
    if has_seen(work, to.id, seat):
        raise Refused("seat_seen", table=work.id, seat=seat_info(work, seat), person=to)


async def ask_host(work: UnitOfWork, person: Person, to: Person, reason: str = "", *, gone: bool = False) -> Petition:
    """Ask to hand on the role of a host who is away. Refused: over, not_begun, no_seat, host_own, undo_pending,
    not_away, too_many_requests.
    """
    require_running(work)
    _require_party(work, person, None)
    absent = Person(work.row.host, work.row.host_name)
    if absent.id in {person.id, to.id}:
        raise Refused("host_own", table=work.id, host=absent)
    require_none(work, await open_petition(work))
    await _require_away(work, absent, gone=gone)
    if to.id == person.id:
        await require_room(work, person)
    row = await _row(work, "host", person, reason, absent)
    row.receiver, row.receiver_name = to.id, to.name
    return await ask(work, row)


def _require_party(work: UnitOfWork, person: Person, seat: SeatRow | None) -> None:
    """Refuse a person who may not ask to decide for an absent player: only players, the host and a moderator may.

    Refused: seat_own, no_seat, replaced.
    """
    if seat is not None and seat.person == person.id:
        raise Refused("seat_own", table=work.id, seat=seat_info(work, seat))
    if person.id != work.row.host and not impartial(work, person):
        own_seats(work, person)


async def _require_away(work: UnitOfWork, absent: Person | None, *, gone: bool) -> None:
    """Require that the person is away.

    Refused: not_away (with who, when last here, and after how long a person counts as away).
    """
    if absent is None or gone or await is_away(work, absent.id):
        return
    seen = moment(await last_seen(work, absent.id))
    raise Refused("not_away", table=work.id, person=absent, at=seen, seconds=at_pace(work.row.pace, AWAY))


async def _row(
    work: UnitOfWork, kind: PetitionKind, person: Person, reason: str, absent: Person | None = None
) -> PetitionRow:
    """A request as far as all kinds have it in common."""
    seat = seat_of(work, await work.table(), person, None) if work.own(person) else None
    row = PetitionRow(table_id=work.number, no=0, number=seat.number if seat else 0, kind=kind)
    row.person, row.person_name, row.reason = person.id, person.name, reason[: LENGTHS.reason]
    row.moderator = person.id if absent is not None and impartial(work, person) else 0
    if absent is not None:
        row.absent, row.absent_name = absent.id, absent.name
    return row


ACTIONS = 10
PHASES = 8
LATEST = 200


async def back_points(work: UnitOfWork) -> tuple[BackPoint, ...]:
    """Return the moments to go back to, newest first, each number of answers once; only what was public."""
    found: dict[int, BackPoint] = {}
    for point in (*await _actions(work), *await _phases(work)):
        if point.answers < work.row.answers:
            found.setdefault(point.answers, point)
    return tuple(sorted(found.values(), key=lambda point: -point.answers))


async def _actions(work: UnitOfWork) -> list[BackPoint]:
    """Return the points before each of the latest answers that had public lines."""
    here = (EntryRow.table_id == work.number, col(EntryRow.key).not_in(UNASKED))
    newest = select(EntryRow).where(*here).order_by(col(EntryRow.seq).desc()).limit(LATEST)
    rows: list[EntryRow] = await work.read(newest)
    told = await _told(work, rows[-1].seq if rows else 0)
    points = []
    for _, group in groupby(rows, key=lambda row: row.ask_no):
        numbers = [row.seq for row in group]
        line = next((told[seq] for seq in sorted(numbers) if seq in told), None)
        if line is not None:
            points.append(BackPoint(min(numbers) - 1, from_json(line.said), line.chapter))
    return points[:ACTIONS]


async def _told(work: UnitOfWork, first: int) -> dict[int, LineRow]:
    """The first public line about each number of answers, headings left out."""
    here = (LineRow.table_id == work.number, LineRow.to == "", LineRow.seq >= first, col(LineRow.undone).is_(False))
    lines: list[LineRow] = await work.read(select(LineRow).where(*here).order_by(col(LineRow.no).desc()))
    return {line.seq: line for line in lines if "{civ:" in line.said and not line.key.startswith(REASON)}


async def _phases(work: UnitOfWork) -> list[BackPoint]:
    """The beginnings of the latest phases, as far as they are passed for good."""
    here = select(CheckpointRow.chapter, CheckpointRow.first).where(CheckpointRow.table_id == work.number)
    rows = await work.deps.database.rows(here.order_by(col(CheckpointRow.no)))
    first = _first_of(((chapter, number) for chapter, number in rows))
    return [BackPoint(number, NOTHING, chapter) for chapter, number in reversed(first.items())][:PHASES]


def _first_of(points: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for chapter, number in points:
        if chapter:
            found.setdefault(chapter, number)
    return found


log = structlog.get_logger(__name__)


async def reclaim(work: UnitOfWork, person: Person, number: int) -> SeatInfo:
    """Ask for a seat that was one's own: by DM, or in the channel if its owner takes no DMs. Refused: over, not_begun,
    no_seat, seat_seen, too_many_requests.
    """
    require_running(work)
    row = work.seat_by_number(number)
    former = _former(work, row, person.id)
    if row.person == person.id or has_seen(work, person.id, row):
        raise Refused("seat_seen", table=work.id, seat=seat_info(work, row), person=former)
    await note_request(work, person)
    decides = Person(row.person, row.person_name) if row.person else Person(work.row.host, work.row.host_name)
    await work.know(decides.id)
    reader = None if work.dms_closed(decides.id) else decides.id
    said = {"seat": seat_info(work, row), "person": former, "reader": reader, "decides": decides}
    posts = work.deps.post_maker.matter(info_of(work), RECLAIMED, said)
    work.post([replace(post, kind=RECLAIMED, user=reader, mentions=(decides.id,)) for post in posts])
    log.info("reclaimed", table=work.id, seat=row.seat)
    return seat_info(work, row)


async def give_back(work: UnitOfWork, person: Person, number: int, who: int) -> Offer:
    """Offer a seat to a former owner; its owner may, or the host if it has none. Refused: over, not_begun, no_seat,
    owner_only, seat_own, host_only, seat_seen.
    """
    require_running(work)
    row = work.seat_by_number(number)
    former = _former(work, row, who)
    if who == row.person:
        raise Refused("seat_own", table=work.id, seat=seat_info(work, row))
    if row.person is None:
        require_host(work, person)
    elif row.person != person.id:
        raise Refused("owner_only", table=work.id, seat=seat_info(work, row))
    return await offer_seat(work, row, person, former)


def _former(work: UnitOfWork, row: SeatRow, person: int) -> Person:
    """Return a person who had that seat before. Refused: no_seat."""
    had = as_former(row, person)
    if had is None:
        raise Refused("no_seat", table=work.id, host=work.row.host_name)
    return Person(had["person"], had["name"])
