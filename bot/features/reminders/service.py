"""Reminders of a waiting question: two DMs to the player, then one post that mentions all who are asked.

They count the hours in which a person can be rung, depend only on public facts, and are sent only if still true. For a
question to several, the post names all who are asked, so that nobody learns who has answered; DMs go only to those who
haven't.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

import structlog
from msgspec.structs import replace
from sqlalchemy import and_, bindparam, delete, not_
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.posts import turn_slot
from bot.contract.records import News, OtherTable, Reminder
from bot.contract.tables import AlarmKind, Person, PublicAsk, Refused, SeatInfo
from bot.store.models import AlarmRow, LineRow, PresenceRow, SeatRow, TableRow
from bot.store.person_models import NoticeRow, PersonRow
from bot.store.prepared import Prepared, parameters, updating
from bot.tables.hooks import Change
from bot.tables.lobby.options import load_options
from bot.tables.play.seat_view import asked_openly, awaited_seats
from bot.tables.posts.computer_reasons import is_reason
from bot.tables.work import notify
from bot.tables.work.operations import of_table
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, log_line, maybe, moment, public_ask, seat_info
from bot.tables.work.rows import actions_before
from bot.tables.work.unit_of_work import UnitOfWork, dump
from bot.tables.work.waking_hours import ANSWER, DAY, HOUR, MINUTE, Lengths, at_pace, reachable_at, waking_end
from engine.core.ask import Request
from engine.core.game import REASON
from engine.core.message import from_json, to_json

log = structlog.get_logger(__name__)
NUDGE: Final[Lengths] = {"live": 3 * MINUTE, "brisk": 2 * HOUR, "daily": 8 * HOUR, "slow": DAY}
LAST: Final = 2 * HOUR
LAST_LIVE: Final = 2 * MINUTE
BUNDLE: Final = 30 * MINUTE
SNOOZE: Final = 4 * HOUR
FIRST, SECOND, END = 1, 2, 3
TIRED: Final = 2  # questions run out in a row without a look, after which no direct messages are written
OTHERS: Final = 200
NEVER: Final = 3650 * DAY  # an alarm that has done its work stays, so that the same question sets none anew
WAITS: Final = "waits"
SAME_NOTICE: Final = Prepared(
    delete(NoticeRow).where(
        col(NoticeRow.person) == bindparam("reader"),
        col(NoticeRow.table_id) == bindparam("table"),
        col(NoticeRow.code) == WAITS,
    )
)
NAMED: Final = "named"  # in the alarm of a last call: the seats that are asked
ASKED: Final = "asked"  # in the alarm of a reminder: the question, for the reminders of other tables
WHY: Final = {"undo": "undo", "withdrawn": "undo", "back": "back", "answer": "answered"}
RESTING: Final = -1  # the number of no question
Kept: TypeAlias = tuple[str, str]


def set_alarms(work: UnitOfWork, table: RecordedTable) -> None:
    """Set the reminders for everyone the table waits for, and remove the others; existing ones stay."""
    if work.row.state != "running" or work.alone():
        for number in [alarm.number for alarm in work.alarms if alarm.kind == "remind"]:
            work.disarm("remind", number=number)
        work.disarm("last_call")
        return
    waiting = awaited_seats(work, table)
    for row in work.seats if work.row.pace != "live" else ():
        if row not in waiting:
            _rest(work, "remind", row.number)
        elif _is_new(work.alarm("remind", row.number), work.ask_no(row)):
            _arm(work, row, FIRST, work.now, _kept(table.question_to(row.seat)))
    _set_last_call(work, asked_openly(work, table))


def _is_new(alarm: AlarmRow | None, ask_no: int) -> bool:
    """Return whether no reminder of that question has been sent."""
    return alarm is None or alarm.ask_no != ask_no


def _rest(work: UnitOfWork, kind: AlarmKind, number: int) -> None:
    """Put the alarm to rest: it stays stored, so that the next question costs no new row."""
    if _is_new(work.alarm(kind, number), RESTING):
        work.arm(kind, work.now + NEVER, number, ask_no=RESTING)


def count_anew(work: UnitOfWork, rows: Sequence[SeatRow]) -> None:
    """Count the remaining reminders anew, because the time of these seats ends at another moment.

    The alarm of the last call knows whom it names, so the game needn't be read. A reminder that was sent isn't
    repeated.
    """
    for row in rows:
        alarm = work.alarm("remind", row.number)
        if alarm is not None and alarm.ask_no == work.ask_no(row):
            alarm.body = dump({**json.loads(alarm.body), "begun": work.now})
    call = work.alarm("last_call")
    if call is not None and call.ask_no == work.row.ask_no and call.at < work.now + NEVER / 2:
        named = json.loads(call.body).get(NAMED, [row.number for row in rows])
        _arm_last_call(work, [row for row in work.seats if row.number in named])


def _set_last_call(work: UnitOfWork, asked: list[SeatRow]) -> None:
    if not asked:
        _rest(work, "last_call", 0)
    elif _is_new(work.alarm("last_call"), work.row.ask_no):
        _arm_last_call(work, asked)


def _arm_last_call(work: UnitOfWork, asked: list[SeatRow]) -> None:
    begun = max(work.now, work.row.paused_until)
    at = min(_after(work, row, begun, _length(work, row) - _last(work)) for row in asked)
    due = min(_after(work, row, begun, _length(work, row)) for row in asked)
    body = dump({"due": due, NAMED: [row.number for row in asked]})
    work.arm("last_call", float(math.ceil(at)), ask_no=work.row.ask_no, body=body)


def _arm(work: UnitOfWork, row: SeatRow, step: int, begun: float, asked: Kept | None) -> None:
    """Set the next step of the reminders to that seat, whose question came up at `begun`."""
    length, nudge = _length(work, row), at_pace(work.row.pace, NUDGE)
    own = work.wishes(row.person or 0).ping_hours * HOUR
    first = min(own or nudge, length - _last(work))
    seconds = {FIRST: first, SECOND: first + (length - first) / 2, END: length}[step]
    at = max(_after(work, row, begun, seconds), work.now)
    body = dump({"step": step, "begun": begun, ASKED: asked})
    work.arm("remind", float(math.ceil(at)), row.number, ask_no=work.ask_no(row), body=body)


def _kept(request: Request | None) -> Kept | None:
    """A question as it is kept in an alarm."""
    return (request.key, to_json(request.said)) if request is not None else None


def _elsewhere(body: str) -> PublicAsk | None:
    """The question kept in the alarm of another table; None in one that was set before questions were kept."""
    asked = load_options(body).get(ASKED)
    return PublicAsk(asked[0], from_json(asked[1]), (), sealed=False, harm=False, about=()) if asked else None


def _length(work: UnitOfWork, row: SeatRow) -> float:
    """Return how long the seat has to answer, in seconds."""
    late = work.alarm("late", row.number)
    return max(late.length, 2 * _last(work)) if late is not None else at_pace(work.row.pace, ANSWER)


def _last(work: UnitOfWork) -> float:
    return LAST_LIVE if work.row.pace == "live" else LAST


def _after(work: UnitOfWork, row: SeatRow, start: float, seconds: float) -> float:
    """Return when so much of the person's waking time has passed."""
    return start + seconds if work.row.pace == "live" else waking_end(start, seconds, work.wishes(row.person or 0))


async def remind(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Take the next step with that seat, if the table still waits for it; at the table nothing comes of it."""
    if work.row.state != "running":
        return False
    table = await work.table()
    row = next((row for row in awaited_seats(work, table) if row.number == alarm.number), None)
    if row is None or alarm.ask_no != work.ask_no(row) or row.person is None:
        return False
    awake, (step, begun) = max(notify.awake(work, row.person), work.row.paused_until), _steps(alarm)
    if awake > work.now:
        alarm.at, work.dirty = awake, True
        return False
    looked = await _looked(work, row.person, alarm.made_at)
    _count_missed(work, row.person, step, looked=looked)
    if step == END:
        alarm.at, work.dirty = work.now + NEVER, True
        return False
    known = work.people.get(row.person)
    told_at = known.reminded_at if known else 0.0
    together = work.wishes(row.person).bundle and work.now - told_at < BUNDLE
    if together and alarm.made_at > told_at:
        alarm.at, work.dirty = told_at + BUNDLE, True
        return False
    writes = not looked and not together and not _has_gone(work, row) and _wants(work, row.person, step)
    if writes:
        await _write(work, table, row, step)
    _arm(work, row, step + 1, begun, json.loads(alarm.body).get(ASKED))
    return False


def first_reminded(work: UnitOfWork, ask_no: int) -> tuple[int, ...]:
    """Return who is about to get their first reminder of that question, at a table closed to visitors."""
    here = work.row.guild is not None and work.row.guests == "no" and work.row.paused_until <= work.now
    due = [alarm for alarm in work.alarms if here and (alarm.kind, alarm.ask_no) == ("remind", ask_no)]
    first = [alarm.number for alarm in due if alarm.at <= work.now and _steps(alarm)[0] == FIRST]
    return tuple(row.person for row in work.seats if row.number in first and row.person is not None)


def _steps(alarm: AlarmRow) -> tuple[int, float]:
    kept = json.loads(alarm.body)
    return int(kept.get("step", SECOND)), float(kept.get("begun", alarm.made_at))


def _has_gone(work: UnitOfWork, row: SeatRow) -> bool:
    """Return whether the person of that seat is late because they left the server, where no DM arrives."""
    late = work.alarm("late", row.number)
    return late is not None and bool(json.loads(late.body).get("gone"))


async def _looked(work: UnitOfWork, person: int, since: float) -> bool:
    """Return whether the person has been at the table since that moment."""
    await work.deps.sightings.write(work.deps.database)
    here = (PresenceRow.table_id == work.number, PresenceRow.person == person, col(PresenceRow.at) > since)
    return bool(await work.read(select(PresenceRow).where(*here)))


def _wants(work: UnitOfWork, person: int, step: int) -> bool:
    """Return whether the person wants this reminder: both, the last of the two, or none."""
    wish, known = work.wishes(person).reminders, work.people.get(person)
    tired = known is not None and known.missed >= TIRED
    return not tired and (wish == "all" or (wish == "last" and step == SECOND))


def _count_missed(work: UnitOfWork, person: int, step: int, *, looked: bool) -> None:
    """Count how many questions in a row have run out without a look."""
    known = work.people.get(person)
    missed = known.missed if known else 0
    now = 0 if looked else missed + (step == END)
    if now != missed:
        _note(work, person, missed=now)


def has_answered(work: UnitOfWork, person: int) -> None:
    """Reset a player's count of missed deadlines, because they have answered."""
    known = work.people.get(person)
    if known is not None and known.missed:
        _note(work, person, missed=0)


def _note(work: UnitOfWork, person: int, **values: Any) -> None:
    if work.people.get(person) is None:
        work.people[person] = PersonRow(person=person, **values)
        work.add(work.people[person])
    else:
        work.later(updating(PersonRow, ("person",), tuple(values)), **parameters({"person": person}, values))


async def _write(work: UnitOfWork, table: RecordedTable, row: SeatRow, step: int) -> None:
    """The direct message, the second with what has happened since the last answer."""
    person, info = row.person or 0, info_of(work)
    if work.dms_closed(person):
        await remind_without_dm(work, person)
        return
    ask, late = public_ask(info, table.question_to(row.seat)), work.alarm("late", row.number)
    news, earlier = await _news(work, row)
    told = Reminder(
        ask=ask,
        view=await work.run(lambda: table.view(None)),
        until=moment(late.at) if late is not None else None,
        actions=len({line.action for line in news}) + earlier,
        others=await _others(work, person) if work.wishes(person).bundle else (),
        lines=tuple(log_line(line) for line in news) if step == SECOND else (),
        earlier=earlier,
    )
    post = work.deps.post_maker.reminder(info, seat_info(work, row), told)
    slot = turn_slot(work.id, person, row.number)
    work.post([replace(post, user=person, mentions=(person,), slot=slot, moves=True)])
    _note(work, person, reminded_at=work.now)
    log.info("reminded", table=work.id, seat=row.seat)


async def _news(work: UnitOfWork, row: SeatRow) -> tuple[tuple[LineRow, ...], int]:
    """Return what was told since the seat's last answer, and how many earlier actions were left out."""
    tail = await work.log_tail()
    news = tuple(line for line in tail.lines if line.at > row.last_at and not line.key.startswith(REASON))
    if not news or news[0] is not tail.lines[0] or tail.reaches(1):
        return news, 0
    here = (LineRow.table_id == work.number, LineRow.to == "", col(LineRow.undone).is_(False), not_(is_reason()))
    before = actions_before(tail.since, news[0].action, *here, col(LineRow.at) > row.last_at)
    return news, int((await work.read(before))[0])


async def _others(work: UnitOfWork, person: int) -> tuple[OtherTable, ...]:
    """Return the other tables that wait for the person: the question to the first seat, and its time."""
    late = aliased(AlarmRow)
    seats = and_(col(SeatRow.table_id) == col(AlarmRow.table_id), col(SeatRow.number) == col(AlarmRow.number))
    ends = and_(
        col(late.table_id) == col(SeatRow.table_id), col(late.number) == col(SeatRow.number), col(late.kind) == "late"
    )
    told = (col(TableRow.id), col(TableRow.game), col(TableRow.channel), col(AlarmRow.body), col(late.at))
    here = (
        col(AlarmRow.kind) == "remind",
        col(AlarmRow.ask_no) > RESTING,
        col(AlarmRow.table_id) != work.number,
        col(SeatRow.person) == person,
    )
    waiting = (
        columns(*told)
        .join(AlarmRow, col(AlarmRow.table_id) == col(TableRow.id))
        .join(SeatRow, seats)
        .outerjoin(late, ends)
        .where(*here, col(TableRow.state) == "running")
        .order_by(col(TableRow.id), col(SeatRow.number).desc())
    )
    rows = await work.deps.database.rows(waiting.limit(OTHERS))
    found = {number: (game, channel, _elsewhere(body), maybe(due)) for number, game, channel, body, due in rows}
    return tuple(OtherTable(table_ids.spell_id(number or 0), *values) for number, values in found.items())


async def call_last(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Mention all who are asked once more, if someone still has to answer. Nothing else at the table changes."""
    if work.row.state != "running":
        return False
    table = await work.table()
    waiting, asked = awaited_seats(work, table), asked_openly(work, table)
    if not waiting or alarm.ask_no != work.row.ask_no:
        return False
    late = [found.at for row in asked if (found := work.alarm("late", row.number)) is not None]
    due = min(late) if late and len(asked) == 1 else float(json.loads(alarm.body).get("due", 0.0))
    if due <= work.now:
        alarm.at, work.dirty = work.now + NEVER, True
        return False
    soon = min(_after(work, row, work.now, _last(work)) for row in asked)
    awake = max(min(notify.awake(work, row.person or 0) for row in asked), work.row.paused_until)
    if due > soon + MINUTE or awake > work.now:
        alarm.at, work.dirty = max(work.now + due - soon, awake), True
        return False
    info = info_of(work)
    seats = tuple(seat_info(work, row) for row in asked)
    said = {"seats": seats, "ask": public_ask(info, table.pending), "until": moment(due)}
    work.post(work.deps.post_maker.matter(info, "last_call", said))
    if not work.row.may_post:
        await ring_by_dm(work)
    alarm.at = work.now + NEVER
    return False


async def remind_without_dm(work: UnitOfWork, person: int) -> None:
    """Mention a player without DMs in the channel, or leave a notice for their next screen.

    For a question to several, a mention would reveal who hasn't answered.
    """
    asked = asked_openly(work, await work.table())
    if {row.person for row in asked} == {person} and work.row.may_post:
        await ring_in_channel(work, person)
        return
    work.later(SAME_NOTICE, table=work.number, reader=person)
    work.add(NoticeRow(person=person, table_id=work.number, code=WAITS, said=dump({"table": work.id})))


async def ring_in_channel(work: UnitOfWork, person: int) -> None:
    """Mention a person in the channel, once, if the table waits for them."""
    news = await _as_it_stands(work)
    if news is not None:
        rows = [row for row in awaited_seats(work, await work.table()) if row.person == person]
        for row in rows[:1]:
            notify.ring_in_channel(work, news, seat_info(work, row), person)


async def ring_by_dm(work: UnitOfWork) -> None:
    """Write to all for whom the table waits: nothing that is posted arrives in its channel."""
    news = await _as_it_stands(work)
    if news is not None:
        for row in awaited_seats(work, await work.table()):
            post = work.deps.post_maker.turn(news, seat_info(work, row))
            work.post([post] if post is not None else [])


def tell_over(
    work: UnitOfWork, table: RecordedTable, waited: tuple[SeatInfo, ...], cause: str, actor: SeatRow | None
) -> None:
    """Mark turn messages as over for players who were waited for before a change and no longer are."""
    now = {(row.number, row.person) for row in awaited_seats(work, table)}
    why = "over" if work.row.state == "over" else WHY.get(cause, "other")
    who = None if actor is None or actor.person is None else Person(actor.person, actor.person_name)
    for seat in waited:
        answered = cause == "answer" and actor is not None and actor.number == seat.number
        if seat.person is not None and (seat.number, seat.person.id) not in now and not answered:
            notify.no_longer(work, info_of(work), seat, why, who)


async def hand_turn_on(work: UnitOfWork, row: SeatRow, to: Person | None) -> None:
    """Mark the turn message of a seat's owner as over, before the seat passes to another person or the NPC."""
    if row in awaited_seats(work, await work.table()):
        notify.no_longer(work, info_of(work), seat_info(work, row), "seat" if to else "npc", to)


async def _as_it_stands(work: UnitOfWork) -> News | None:
    """Return the public question of the table; None if it is not played or cannot be read."""
    if work.row.state != "running":
        return None
    try:
        table = await work.table()
    except Refused as refusal:
        log.warning("nobody_rung", table=work.id, why=refusal.code)
        return None
    info, view = info_of(work), await work.run(lambda: table.view(None))
    return News("move", info, None, view, (), public_ask(info, table.pending))


@of_table
async def snooze(work: UnitOfWork, person: Person) -> float:
    """Send no reminder of the person's question for four hours. Return when the next one comes. Refused: no_seat,
    not_asked.
    """
    table, own = await work.table(), work.own(person)
    if not own:
        raise Refused("no_seat", table=work.id, host=work.row.host_name)
    rows = [row for row in awaited_seats(work, table) if row in own]
    if not rows:
        ask = public_ask(info_of(work), table.pending)
        raise Refused("not_asked", table=work.id, seat=seat_info(work, own[0]), ask=ask)
    at = reachable_at(work.now + SNOOZE, work.wishes(person.id))
    for row in rows:
        alarm = work.alarm("remind", row.number)
        step, begun = _steps(alarm) if alarm is not None and alarm.ask_no > RESTING else (SECOND, work.now)
        body = dump({"step": min(step, SECOND), "begun": begun, ASKED: _kept(table.question_to(row.seat))})
        work.arm("remind", float(math.ceil(at)), row.number, ask_no=work.ask_no(row), body=body)
    return at


async def after_posts(work: UnitOfWork, table: RecordedTable, change: Change) -> None:
    """End the turn messages of players who were waited for, and set reminders for those who are now."""
    tell_over(work, table, change.waited, change.cause, change.actor)
    set_alarms(work, table)


def drop_reminders(work: UnitOfWork, row: SeatRow) -> None:
    """Reset the reminders of a player who has just answered."""
    has_answered(work, row.person or 0)


async def no_dm(work: UnitOfWork, person: int, kinds: Collection[str]) -> None:
    """Mention a player in the channel whose DMs are closed."""
    if "turn" in kinds:
        await ring_in_channel(work, person)
    elif "reminder" in kinds and work.row.state == "running":
        await remind_without_dm(work, person)
