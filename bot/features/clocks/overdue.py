"""Seats out of time: the NPC answers, the others decide, or the host is told. A clock never ends a game."""

from __future__ import annotations

import json
import math
from collections import Counter
from datetime import datetime
from typing import Final, get_args

import structlog
from msgspec.structs import replace
from sqlalchemy import func
from sqlmodel import col, select

from bot.contract.tables import AlarmKind, Person, Refused, SeatInfo, TableId, is_program
from bot.features.auto_answers import rows as auto_answer_rows
from bot.features.clocks.turn_clocks import (
    POSTED,
    is_voted_on,
    settle,
    settle_search,
    stop_looking,
    whole_time,
)
from bot.features.clocks.values import LateChoice, LateVote
from bot.features.reminders.service import first_reminded
from bot.store.models import AlarmRow, EntryRow, SeatRow
from bot.store.person_models import NoticeRow
from bot.tables.hooks import HasLeft
from bot.tables.play.answers import refuse_as_service
from bot.tables.play.change import change
from bot.tables.play.journal import add_line
from bot.tables.play.seat_view import awaited_seats
from bot.tables.seats.offers import has_seen
from bot.tables.seats.seats import hand_over, put_npc, require_running, set_control
from bot.tables.work.notify import OWNER
from bot.tables.work.operations import of_table
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.rights import require_host
from bot.tables.work.row_mappers import info_of, moment, public_ask, seat_info
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork, dump
from bot.tables.work.waking_hours import DAY, is_away_on, stands_still, waking_end
from engine.core.game import Event
from engine.core.message import Message
from engine.core.text import civ

MOST: Final = 200  # answers that the NPC gives in one go for a late player
IN_A_ROW: Final = 3  # answers in a row before the NPC keeps the seat without a vote
SEEKING: Final = 14 * DAY
CHOICES: Final[tuple[LateChoice, ...]] = get_args(LateChoice)
log = structlog.get_logger(__name__)


async def expire(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Mark a seat as out of time. Return whether anything follows.

    For a question to several, nothing is told while others have time. A stored answer has already removed the alarm.
    """
    row = _seat(work, alarm)
    if row is None:
        return False
    table = await work.table()
    waiting = awaited_seats(work, table)
    if row not in waiting:
        return False
    others = [work.alarm("late", other.number) for other in waiting if other is not row]
    later = max((other.at for other in others if other is not None and "votes" not in other.body), default=0.0)
    if later > work.now:
        alarm.at, work.dirty = later, True
        return False
    log.info("late", table=work.id, seat=row.seat, ask=work.row.ask_no)
    await _carry_on(work, row, alarm)
    return True


async def has_gone(work: UnitOfWork, person: int, ask_no: int) -> bool:
    """Let the time of a person who has left the server run out now, if the table waits for them."""
    if work.row.state != "running":
        return False
    rows = [
        row for row in awaited_seats(work, await work.table()) if row.person == person and work.ask_no(row) == ask_no
    ]
    for row in rows:
        alarm = work.alarm("late", row.number)
        if alarm is not None and alarm.at > work.now and not is_voted_on(work, row):
            alarm.at, work.dirty = work.now, True
            alarm.body = dump({**json.loads(alarm.body), "gone": True})
            log.info("gone", table=work.id, seat=row.seat)
    return work.dirty


def _seat(work: UnitOfWork, alarm: AlarmRow) -> SeatRow | None:
    """The seat that an alarm of a running game is about."""
    here = work.seats if work.row.state == "running" else []
    return next((row for row in here if row.number == alarm.number), None)


async def _carry_on(work: UnitOfWork, row: SeatRow, alarm: AlarmRow) -> None:
    """Do what the player has set, what was left behind, or what the table has agreed on."""
    if await _automatically(work, row):
        return
    wanted = work.wishes(row.person or 0)
    away = wanted.away_mode if is_away_on(work.now, wanted) and not stands_still(wanted) else ""
    if away == "npc":
        await _keep_by_npc(work, row, wanted.away_until)
    elif away == "orders":
        await answer_once(work, row)
    elif work.row.late == "npc" and row.stood_in >= IN_A_ROW:
        _tell_owner(work, row, "npc" if await _keep_by_npc(work, row, 0.0) else "once", alarm)
    elif work.row.late == "npc":
        await answer_once(work, row)
        _tell_owner(work, row, "once", alarm)
    elif work.row.late == "wait":
        facts = await late_facts(work, row, alarm)
        _ask_again(work, row, alarm)
        _tell_host(work, facts)
    else:
        facts = await late_facts(work, row, alarm)
        _ask_again(work, row, alarm, posted=True)
        work.post(work.deps.post_maker.matter(info_of(work), "late", facts))


async def _automatically(work: UnitOfWork, row: SeatRow) -> bool:
    """Let the computer answer once, if the player has set that or is a program; whether it did."""
    await work.kept_in_advance()
    wanted = is_program(row.person) or auto_answer_rows.answers_when_late(work, row)
    if wanted:
        await answer_once(work, row)
    return wanted


def _ask_again(work: UnitOfWork, row: SeatRow, alarm: AlarmRow, *, posted: bool = False) -> None:
    """Ask the same again after the full time; until then the post of the vote stays in the channel if `posted`."""
    whole = whole_time(work)
    at = work.now + whole if work.row.pace == "live" else waking_end(work.now, whole, work.wishes(row.person or 0))
    before = json.loads(alarm.body)
    others = [one for one in before.get(POSTED, []) if one[0] != row.number]
    kept = {"shared": True} if before.get("shared") else {}
    body = dump({**kept, "votes": {}, POSTED: [*others, *([[row.number, alarm.ask_no]] if posted else [])]})
    work.arm("late", float(math.ceil(at)), row.number, ask_no=alarm.ask_no, length=whole, body=body)


def _tell_host(work: UnitOfWork, facts: dict[str, object]) -> None:
    posts = work.deps.post_maker.matter(info_of(work), "late_host", {**facts, "reader": work.row.host})
    work.post([replace(post, user=work.row.host, mentions=(work.row.host,), row=False) for post in posts])


def _tell_owner(work: UnitOfWork, row: SeatRow, choice: LateChoice, alarm: AlarmRow) -> None:
    """Tell players who were late, when awake, what happened and how to come back; not those who left the server.

    Those without DMs read it on their next screen.
    """
    if row.person is None or json.loads(alarm.body).get("gone"):
        return
    if work.dms_closed(row.person):
        told = dump({"table": work.id})
        work.add(NoticeRow(person=row.person, table_id=work.number, code=OWNER, said=told))
        return
    said = {"seat": seat_info(work, row), "choice": choice, "reader": row.person}
    posts = work.deps.post_maker.matter(info_of(work), "late_owner", said)
    work.post([replace(post, kind=OWNER, user=row.person, mentions=(row.person,), row=False) for post in posts])


async def late_facts(work: UnitOfWork, row: SeatRow, alarm: AlarmRow) -> dict[str, object]:
    """Return the facts about a seat that is out of time. `gone`: its owner has left the server; `since`: when it was
    asked.
    """
    gone = bool(json.loads(alarm.body).get("gone"))
    facts = {"seat": seat_info(work, row), "voters": voters(work, row), "needed": votes_needed(work, row)}
    table = await work.table()
    question = public_ask(info_of(work), table.pending)
    return {**facts, "gone": gone, "ask": alarm.ask_no, "question": question, "since": await _asked_since(work, table)}


async def _asked_since(work: UnitOfWork, table: RecordedTable) -> datetime:
    """Return when the present question was asked: at the last answer before it, not counting common answers since."""
    here = (EntryRow.table_id == work.number, col(EntryRow.seq) <= table.asked_at)
    [at] = await work.read(select(func.max(EntryRow.at)).where(*here))
    return moment(at or work.row.started_at or work.row.opened_at)


def voters(work: UnitOfWork, row: SeatRow) -> tuple[int, ...]:
    """Return who decides about a seat that is out of time: the other players, or the host if there are none."""
    others = {other.person for other in work.seats if other.person is not None and other.by == "human"}
    return tuple(sorted(others - {row.person})) or (work.row.host,)


def votes_needed(work: UnitOfWork, row: SeatRow) -> int:
    """Return how many votes decide: more than half, so both of two."""
    return len(voters(work, row)) // 2 + 1


@of_table
async def vote(work: UnitOfWork, person: Person, number: int, choice: str) -> LateVote:
    """Say what is to be done about a seat that is late; enough who want the same carry it out at once.

    Refused: over, not_begun, no_seat, late_over, late_own, late_other.
    """
    require_running(work)
    row, alarm = work.seat_by_number(number), work.alarm("late", number)
    if alarm is None or not is_voted_on(work, row) or choice not in CHOICES:
        raise Refused("late_over", table=work.id, seat=seat_info(work, row))
    if person.id == row.person:
        raise Refused("late_own", table=work.id, seat=seat_info(work, row))
    if person.id not in voters(work, row):
        raise Refused("late_other", table=work.id, seat=seat_info(work, row))
    body = json.loads(alarm.body)
    votes = {**body.get("votes", {}), str(person.id): choice}
    alarm.body, work.dirty = dump({**body, "votes": votes}), True
    given = Counter(value for who, value in votes.items() if int(who) in voters(work, row))[choice]
    enough, told = votes_needed(work, row), seat_info(work, row)
    done = given >= enough
    if done:
        await _decided(work, row, alarm, choice)
    return LateVote(info_of(work), told, choice, given, enough, done)


async def _decided(work: UnitOfWork, row: SeatRow, alarm: AlarmRow, choice: LateChoice) -> None:
    settle(work, row, choice)
    if choice == "once":
        await answer_once(work, row)
        _tell_owner(work, row, choice, alarm)
    elif choice == "wait":
        _ask_again(work, row, alarm)
        work.post(work.deps.post_maker.matter(info_of(work), "late_wait", {"seat": seat_info(work, row)}))
    else:
        await put_npc(work, row, Person(row.person or 0, row.person_name))
        if choice == "find":
            work.arm("seek", work.now + SEEKING, row.number, body=dump({POSTED: True}))
            work.post(work.deps.post_maker.matter(info_of(work), "seek", {"seat": seat_info(work, row)}))
        _tell_owner(work, row, choice, alarm)


async def answer_once(work: UnitOfWork, row: SeatRow) -> tuple[Event, ...]:
    """Let the NPC answer the seat's present question; the seat stays its owner's."""
    row.stood_in += 1
    table = await work.table()
    work.post(work.deps.post_maker.matter(info_of(work), "stood_in", {"seat": seat_info(work, row)}))
    said = Message("table.log.stood_in", {"civ": civ(row.seat)})
    add_line(work, Event(said, key="late"), table.game.chapter(table.state))
    return await refuse_as_service(work, lambda: change(work, lambda here: stand_in(here, row.number - 1), "answer"))


def stand_in(table: RecordedTable, place: int) -> None:
    """Let the NPC answer for the seat at that place until the step ends. It sees only what that seat is asked."""
    begun, left = len(table.boundaries()), MOST
    while left and len(table.boundaries()) == begun and table.pending is not None and not table.pending.sealed:
        seat = table.game.seats(table.state)[place]
        asked, ask = table.question_to(seat), table.ask_of(seat)
        if asked is None or ask is None or table.is_unfinished:
            return
        table.submit(seat, *table.game.npc(table.state, asked, ask), auto=True)
        left -= 1


async def _keep_by_npc(work: UnitOfWork, row: SeatRow, until: float) -> bool:
    """The NPC keeps the seat until its owner is back, at the end of a vacation by itself; whether it can, or else it
    has answered once.
    """
    try:
        await put_npc(work, row, Person(row.person or 0, row.person_name))
    except Refused:
        await answer_once(work, row)
        return False
    if until:
        work.arm("back", until, row.number)
    return True


async def give_back(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Give a seat back after a vacation. Return whether the NPC still had it."""
    row = _seat(work, alarm)
    if row is None or row.by != "npc" or row.person is None:
        return False
    await set_control(work, row, "human")
    said = {"seat": seat_info(work, row), "by": "human", "person": Person(row.person, row.person_name)}
    work.post(work.deps.post_maker.matter(info_of(work), "control", said))
    return True


@of_table
async def back(work: UnitOfWork, person: Person, number: int) -> SeatInfo:
    """Give an owner who is back their seat, and end the vote about it. Refused: no_seat, owner_only."""
    require_running(work)
    row, alarm = work.seat_by_number(number), work.alarm("late", number)
    if person.id != row.person:
        raise Refused("owner_only", table=work.id, seat=seat_info(work, row), host=work.row.host_name)
    stop_looking(work, row)
    row.stood_in, work.dirty = 0, True
    if row.by == "npc":
        said = {"seat": seat_info(work, row), "by": "human", "person": person}
        await set_control(work, row, "human")
        work.post(work.deps.post_maker.matter(info_of(work), "control", {**said, "seat": seat_info(work, row)}))
    elif alarm is not None and is_voted_on(work, row):
        settle(work, row, "back")
        _ask_again(work, row, alarm)
        work.post(work.deps.post_maker.matter(info_of(work), "late_back", {"seat": seat_info(work, row)}))
    return seat_info(work, row)


@of_table
async def ask_for_seat(work: UnitOfWork, person: Person, number: int) -> SeatInfo:
    """Volunteer for a seat that needs a player. Refused: seek_over, seat_seen."""
    require_running(work)
    row, alarm = work.seat_by_number(number), work.alarm("seek", number)
    if alarm is None or row.by != "npc":
        raise Refused("seek_over", table=work.id, seat=seat_info(work, row))
    if person.id == row.person or has_seen(work, person.id, row):
        raise Refused("seat_seen", table=work.id, seat=seat_info(work, row), person=person)
    asked = json.loads(alarm.body)
    if str(person.id) not in asked:
        alarm.body, work.dirty = dump({**asked, str(person.id): person.name}), True
        said = {"seat": seat_info(work, row), "person": person}
        work.post(work.deps.post_maker.matter(info_of(work), "volunteer", said))
    return seat_info(work, row)


@of_table
async def accept_volunteer(work: UnitOfWork, person: Person, number: int, who: int) -> SeatInfo:
    """Give a seat to a volunteer; for the host. Refused: host_only, seek_over, seat_seen."""
    require_running(work)
    require_host(work, person, or_moderator=True)
    row, alarm = work.seat_by_number(number), work.alarm("seek", number)
    asked = json.loads(alarm.body) if alarm is not None and row.by == "npc" else {}
    if str(who) not in asked:
        raise Refused("seek_over", table=work.id, seat=seat_info(work, row))
    to = Person(who, asked[str(who)])
    if has_seen(work, who, row):
        raise Refused("seat_seen", table=work.id, seat=seat_info(work, row), person=to)
    stop_looking(work, row)
    await hand_over(work, row, to, person.id)
    return seat_info(work, row)


async def stop_seeking(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """End the search for a player without result; the NPC continues."""
    row = _seat(work, alarm)
    if row is not None:
        settle_search(work, row)
    return row is not None and row.by == "npc"


async def before_ring(deps: Deps, table: TableId, kind: AlarmKind, ask_no: int, has_left: HasLeft) -> None:
    """Before a first reminder, treat players who have left the server as out of time."""
    if kind != "remind":
        return

    async def found(work: UnitOfWork) -> tuple[int | None, tuple[int, ...]]:
        return work.row.guild, first_reminded(work, ask_no)

    guild, people = await do(deps, table, found)
    for person in people:
        if await has_left(guild, person):
            await do(deps, table, lambda work, gone=person: has_gone(work, gone, ask_no))  # type: ignore[misc]


def seat_left(work: UnitOfWork, row: SeatRow) -> None:
    """Look for a new player of a seat that was given up."""
    work.arm("seek", work.now + SEEKING, row.number)
