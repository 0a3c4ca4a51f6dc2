"""Answering time of a seat, in its player's waking hours: new for each question, or from a time bank.

It runs while everyone knows that the seat has to answer, and is paused with the table. Undoing doesn't give time back.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Final

from bot.contract.tables import Person
from bot.store.models import AlarmRow, SeatRow
from bot.tables.hooks import Change
from bot.tables.play.seat_view import awaited_seats
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, is_of_several, seat_info
from bot.tables.work.unit_of_work import UnitOfWork, dump
from bot.tables.work.waking_hours import ANSWER, HOUR, MINUTE, SHARE, at_pace, stands_still, waking_end, waking_time

POSTED: Final = "posted"  # in an alarm: seats and questions about which votes are open in the channel
SOON: Final = MINUTE  # until the NPC answers for a player who left everything to it


def set_clocks(work: UnitOfWork, table: RecordedTable, actor: SeatRow | None, *, afresh: bool) -> None:
    """Let the clocks of those run for whom the table waits now, and no others; `afresh` after going back by consent."""
    turn, waiting = turn_of(table), awaited_seats(work, table)
    for row in work.seats:
        answered = row is actor
        row.stood_in = 0 if answered else row.stood_in
        if afresh:
            forget(work, row)
        if row not in waiting:
            stop(work, row)
        elif answered or row.clock_since is None or row.clock_point != work.row.points:
            _start(work, row, turn, answered=answered)


def turn_of(table: RecordedTable) -> str:
    """Return the turn of the game that is being played, `2.03`: a later one is greater."""
    era, _, rest = table.game.chapter(table.state).partition(".")
    return f"{era:0>3}.{rest.partition('.')[0]:0>3}"


def _start(work: UnitOfWork, row: SeatRow, turn: str, *, answered: bool) -> None:
    stop(work, row)
    whole = whole_time(work)
    if row.clock_point != work.row.points:
        row.clock_point, row.clock_used, row.clock_length = work.row.points, 0.0, whole
    elif answered:
        row.clock_length = max(row.clock_length, row.clock_used + whole / SHARE)
    _refill(work, row, turn)
    row.clock_since = max(work.now, work.row.paused_until)
    arm(work, row)


def _refill(work: UnitOfWork, row: SeatRow, turn: str) -> None:
    """A bank is full at first, and gets something with every later turn, never above that."""
    if work.row.clock != "bank":
        return
    full = work.row.bank_hours * HOUR
    if row.bank is None:
        row.bank, row.bank_turn = full, turn
    elif turn > row.bank_turn:
        row.bank, row.bank_turn = min(full, row.bank + work.row.refill_hours * HOUR), turn


def arm(work: UnitOfWork, row: SeatRow) -> None:
    """Set the alarm at the end of the seat's time; soon, if a player on vacation leaves the answer to others."""
    since = work.now if row.clock_since is None else row.clock_since
    left = max(time_left(work, row), 0.0)
    wanted = work.wishes(row.person or 0)
    at = since + left if work.row.pace == "live" else waking_end(since, left, wanted)
    if wanted.away_until > since and not stands_still(wanted):
        at = min(at, max(since, wanted.away_from) + SOON)
    body = '{"shared":true}' if _is_of_several(work, row) else "{}"
    work.arm("late", float(math.ceil(at)), row.number, ask_no=work.ask_no(row), length=max(left, MINUTE), body=body)


def _is_of_several(work: UnitOfWork, row: SeatRow) -> bool:
    """Return whether several are asked what the seat is asked; if the game is not loaded, its alarm knows."""
    if work.loaded is None:
        known = work.alarm("late", row.number)
        return known is not None and is_of_several(known)
    return work.loaded.pending is not None and work.loaded.pending.is_shared


def whole_time(work: UnitOfWork) -> float:
    """Return the time to answer a question, in seconds; very long if nobody waits for it."""
    return ANSWER["slow"] if work.deps.at_once else at_pace(work.row.pace, ANSWER)


def time_left(work: UnitOfWork, row: SeatRow) -> float:
    """Return what the seat had left of its time when its clock last started."""
    if work.row.clock == "bank" and row.bank is not None:
        least = whole_time(work) / SHARE if row.clock_used else 0.0
        return max(row.bank, least)
    return row.clock_length - row.clock_used


def stop(work: UnitOfWork, row: SeatRow) -> None:
    """Stop the clock of a seat and count the time that it ran."""
    _use(work, row, work.now)
    row.clock_since = None
    if not _is_common(work, row):
        settle(work, row)
    elif other := next((one for one in work.seats if one is not row and work.alarm("late", one.number)), None):
        _leave_to(work, row, other)
    work.disarm("late", number=row.number)


def _use(work: UnitOfWork, row: SeatRow, until: float) -> None:
    """Count the time that has run until then as used, if the clock of the seat runs."""
    ran = 0.0 if row.clock_since is None else time_used(work, row, row.clock_since, until)
    row.clock_used += ran
    row.bank = row.bank if row.bank is None else max(0.0, row.bank - ran)


def skip(work: UnitOfWork, since: float) -> list[SeatRow]:
    """Don't count the time between `since` and now. Return the seats that this concerns. The game isn't read.

    Votes that have already begun continue.
    """
    counted = [row for row in work.seats if row.clock_since is not None and not is_voted_on(work, row)]
    for row in counted:
        _use(work, row, since)
        row.clock_since = max(work.now, row.clock_since or 0.0)
        arm(work, row)
    return counted


def _is_common(work: UnitOfWork, row: SeatRow) -> bool:
    """Return whether the seat's question is asked of several and still open: who has answered it is secret."""
    asked = work.loaded.pending if work.loaded is not None else None
    return asked is not None and asked.is_shared and row.seat in asked.asked and work.row.state == "running"


def settle(work: UnitOfWork, row: SeatRow, outcome: str = "over") -> None:
    """Let the post of the vote about a seat say what came of it, with nothing to press; nothing where none is open."""
    alarm = work.alarm("late", row.number)
    if alarm is None or not (open_posts := _posts(alarm)):
        return
    for number, ask in open_posts:
        told = outcome if number == row.number else "over"
        said = {"seat": seat_info(work, work.seat_by_number(number)), "ask": ask, "outcome": told}
        work.post(work.deps.post_maker.matter(info_of(work), "late_settled", said))
    alarm.body, work.dirty = dump({**json.loads(alarm.body), POSTED: []}), True


def stop_looking(work: UnitOfWork, row: SeatRow) -> None:
    """Stop looking for a player of that seat."""
    settle_search(work, row)
    work.disarm("seek", "back", number=row.number)


def settle_search(work: UnitOfWork, row: SeatRow) -> None:
    """Mark the posts of a search for a player as over, without buttons."""
    alarm = work.alarm("seek", row.number)
    body = json.loads(alarm.body) if alarm is not None else {}
    posted = body.pop(POSTED, False)
    if posted or body:
        people = [Person(int(who), name) for who, name in body.items()]
        said = {"seat": seat_info(work, row), "posted": posted, "people": people}
        work.post(work.deps.post_maker.matter(info_of(work), "seek_settled", said))


def _leave_to(work: UnitOfWork, row: SeatRow, other: SeatRow) -> None:
    """The post of the vote about one seat is settled together with that about another one."""
    alarm, kept = work.alarm("late", row.number), work.alarm("late", other.number)
    if alarm is None or kept is None or not (open_posts := _posts(alarm)):
        return
    body = json.loads(kept.body)
    kept.body, work.dirty = dump({**body, POSTED: [*body.get(POSTED, []), *open_posts]}), True


def _posts(alarm: AlarmRow) -> list[list[int]]:
    """The seats and questions about which votes are open in the channel that end with that of this seat."""
    found: list[list[int]] = json.loads(alarm.body).get(POSTED, [])
    return found


def time_used(work: UnitOfWork, row: SeatRow, since: float, until: float) -> float:
    """Return how long the seat's clock ran between two moments."""
    if until <= since:
        return 0.0
    return until - since if work.row.pace == "live" else waking_time(since, until, work.wishes(row.person or 0))


def bank_now(work: UnitOfWork, row: SeatRow) -> float:
    """Return the seconds that the seat has in its bank at this moment."""
    ran = 0.0 if row.clock_since is None else time_used(work, row, row.clock_since, work.now)
    return max(0.0, (row.bank or 0.0) - ran)


def forget(work: UnitOfWork, row: SeatRow) -> None:
    """Reset the seat's clock, because the game went back by consent or the seat has a new player. A time bank stays."""
    stop(work, row)
    row.clock_point = -1


def pass_on(work: UnitOfWork, row: SeatRow, to: int) -> None:
    """Give the new player of a seat the whole time to answer.

    A person who already had the seat during this question gets no new time, so that two can't pass it back and forth
    for ever.
    """
    gone = json.loads(row.former)
    if work.row.clock == "bank" or not any((one["person"], one.get("point")) == (to, work.row.points) for one in gone):
        forget(work, row)
    else:
        stop(work, row)


def stand_until(work: UnitOfWork, until: float) -> None:
    """Stop all clocks of the table until that time."""
    for row in work.seats:
        if row.clock_since is not None:
            stop(work, row)
            row.clock_since = until
            arm(work, row)


def recount(work: UnitOfWork, table: RecordedTable, change: Callable[[], None]) -> None:
    """Change how time is counted. Time that ran counts by the old rule, and a seat that is asked has some time left.

    Votes about seats out of time continue. Time banks keep their content up to their size.
    """
    counted = [row for row in work.seats if row.clock_since is not None and not is_voted_on(work, row)]
    for row in counted:
        stop(work, row)
    change()
    for row in work.seats:
        row.bank = row.bank if row.bank is None else min(row.bank, work.row.bank_hours * HOUR)
    for row in counted:
        row.clock_length = max(row.clock_length, row.clock_used + whole_time(work) / SHARE)
        _refill(work, row, turn_of(table))
        row.clock_since = max(work.now, work.row.paused_until)
        arm(work, row)


def is_voted_on(work: UnitOfWork, row: SeatRow) -> bool:
    """Return whether the time of that seat is up, and others decide what happens."""
    alarm = work.alarm("late", row.number)
    return alarm is not None and "votes" in alarm.body


def restart(work: UnitOfWork, row: SeatRow) -> None:
    """Count what is left once more from now on, since something that it is counted by has changed."""
    if row.clock_since is not None:
        stop(work, row)
        row.clock_since = max(work.now, work.row.paused_until)
        arm(work, row)


def after_change(work: UnitOfWork, table: RecordedTable, change: Change) -> None:
    """Let the clocks run of those whom the table waits for now."""
    answered = change.actor if change.cause == "answer" else None
    set_clocks(work, table, answered, afresh=change.cause == "back")


async def seat_passes(work: UnitOfWork, row: SeatRow, to: Person | None) -> None:
    """Give a seat's new player the whole time to answer."""
    if to is not None:
        pass_on(work, row, to.id)


def stop_clocks(work: UnitOfWork) -> None:
    """Stop all clocks and searches of a table that is over."""
    for row in work.seats:
        stop(work, row)
        stop_looking(work, row)
