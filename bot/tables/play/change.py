"""What is stored and told of each change of a game: journal, log, clock, posts, hands."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from sqlmodel import col, select

from bot.contract.tables import Asked, Cause, SeatInfo
from bot.store.models import EntryRow, SeatRow
from bot.tables.hooks import Change, active, all_known
from bot.tables.play import plans, responses
from bot.tables.play.course import ending_of
from bot.tables.play.journal import add_checkpoint, store_answers, store_lines
from bot.tables.play.seat_view import awaited_seats
from bot.tables.posts.change_posts import ViewsAfter, tell
from bot.tables.posts.channel_posts import channel_of
from bot.tables.work import notify
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, public_ask, seat_info, summary_of
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core import record as records
from engine.core.game import Event
from engine.core.message import Message
from engine.core.queue import next_up, position_ahead

ANEW = frozenset({"undo", "back", "start", "import", "corrected"})  # what asks anew, if it is the same question
PAUSE = 1.0  # seconds between two portions of what NPCs answer


async def change(
    work: UnitOfWork,
    act: Callable[[RecordedTable], object],
    cause: Cause,
    *,
    actor: SeatRow | None = None,
    said: Mapping[str, Any] | None = None,
    new: plans.Plans | None = None,
) -> tuple[Event, ...]:
    """Let `act` change the game, and note all that follows. Raises what `act` raises, with nothing noted.

    Plans of seats go on answering after it, `new` ones among them; an undo ends them, and so does another owner.
    """
    table = await work.table()
    what = Change(cause, request=table.pending, asked_at=table.asked_at, actor=actor, said=said or {})
    what.asked = public_ask(info_of(work), table.pending)
    what.waited = waited_for(work, table)
    what.channel = await channel_of(work, summary_of(table.game.name))
    what.given = await _given(work, table) if cause == "withdrawn" else {}
    before = await plans.stored_plans(work)
    await work.kept_in_advance()
    going_on: plans.Plans = {}

    def run() -> ViewsAfter:
        what.view, what.base, what.next_up = table.view(None), table.record.first, next_up(table)
        what.old, answers = table.begin(), table.answer_count()
        act(table)
        if cause not in {"undo", "control"}:
            going_on.update(plans.follow_plans(table, {**before, **(new or {})}))
        what.closing = table.view_before(summary_of(table.game.name).closing_step, answers)
        return views_after(work, table)

    after = await work.run(run)
    plans.keep(work, before, going_on)
    if table.pending is None:
        what.ending = await ending_of(work, table)
    return await note(work, table, what, after)


def waited_for(work: UnitOfWork, table: RecordedTable) -> tuple[SeatInfo, ...]:
    """Return the seats for whose players the table waits."""
    return tuple(seat_info(work, row) for row in awaited_seats(work, table))


async def _given(work: UnitOfWork, table: RecordedTable) -> dict[int, tuple[int, float]]:
    """To which questions, and when, the answers were given to what others still have to answer."""
    here = (EntryRow.table_id == work.number, col(EntryRow.seq) > table.asked_at)
    rows: list[EntryRow] = await work.read(select(EntryRow).where(*here))
    return {row.seq: (row.ask_no, row.at) for row in rows}


def views_after(work: UnitOfWork, table: RecordedTable) -> ViewsAfter:
    """Return the views after a change: the public one and one for each seat with a player."""
    names = set(table.game.seats(table.state))
    _name_seats(work, table)
    people = [row.seat for row in work.seats if row.person is not None and row.seat in names]
    coming = next_up(table)
    able = coming is not None and coming[0] in people and position_ahead(table, *coming) is not None
    return ViewsAfter(table.view(None), {seat: table.view(seat) for seat in people}, coming if able else None)


def _name_seats(work: UnitOfWork, table: RecordedTable) -> None:
    """Seats keep their numbers; their names are the engine's, which may change."""
    for row, name in zip(work.seats, table.game.seats(table.state), strict=False):
        row.seat = name


def _set_places(work: UnitOfWork, table: RecordedTable) -> None:
    """Give every seat of the game a row; seats that come in later are the NPC's, and go when the game goes back."""
    names = table.game.seats(table.state)
    for number in range(len(work.seats) + 1, len(names) + 1):
        work.seats.append(SeatRow(table_id=work.number, number=number, seat=names[number - 1], by="npc"))
        work.add(work.seats[-1])
    for row in work.seats[len(names) :]:
        work.drop(row)
        forget_owner(work, row)
    del work.seats[len(names) :]


async def note(work: UnitOfWork, table: RecordedTable, what: Change, after: ViewsAfter) -> tuple[Event, ...]:
    """Record a change of the game in the unit of work. Return its events."""
    work.dirty = True
    _set_places(work, table)
    events = tuple(table.events)
    what.stands = store_answers(work, table, what, work.row.ask_no if what.actor is None else work.ask_no(what.actor))
    for point in table.checkpoints:
        add_checkpoint(work, point)
    store_lines(work, table, what)
    work.row.record = records.encode(table.record)
    fresh = what.fresh = table.asked_at != what.asked_at or what.cause in ANEW
    if fresh:
        _next_question(work, table, what)
    elif work.alone() and what.cause != "call":
        work.next_ask()
    elif what.actor is not None and what.cause in {"answer", "withdrawn"} and table.ask_of(what.actor.seat):
        what.actor.steps += 1
    _end(work, table)
    if table.is_unfinished and work.row.state == "running":
        work.arm("npcs", work.now + PAUSE)
    else:
        work.disarm("npcs")
    for after_change in active(work.deps, lambda one: one.after_change):
        after_change(work, table, what)
    if fresh or what.cause != "call":
        notify.withdraw(work, what.actor if not fresh and work.row.state == "running" else None)
    tell(work, table, what, after)
    for after_posts in active(work.deps, lambda one: one.after_posts):
        await after_posts(work, table, what)
    work.asked = _asked(work, table)
    return events


def _asked(work: UnitOfWork, table: RecordedTable) -> Asked:
    """Return the players who are asked now: person, seat number and number of the question. Empty while the game
    waits.
    """
    people = [row for row in work.seats if row.person is not None and row.by == "human" and table.ask_of(row.seat)]
    waiting = work.row.state != "running" or work.reserved_seats()
    return frozenset() if waiting else frozenset((row.person or 0, row.number, work.ask_no(row)) for row in people)


def _next_question(work: UnitOfWork, table: RecordedTable, what: Change) -> None:
    """A new question: a new number, nothing sealed, no draft, and a clock if it closes by itself."""
    work.next_ask()
    for kept in work.sealed.values():
        work.drop(kept)
    work.sealed = {}
    responses.set_alarm(work, table, what.request if what.cause == "close" else None)


def _end(work: UnitOfWork, table: RecordedTable) -> None:
    if table.pending is None and work.row.state == "running":
        outcome = table.outcome()
        close_table(work, _key(outcome.reason) if outcome else "")
        finish(work)


def _key(reason: str | Message) -> str:
    return reason.key if isinstance(reason, Message) else reason


def finish(work: UnitOfWork) -> None:
    """Note the results of a game that has ended."""
    for finished in active(work.deps, lambda one: one.finished):
        finished(work)


def close_table(work: UnitOfWork, reason: str) -> None:
    """Mark the table as over and drop its clock, drafts and secret responses."""
    work.row.state, work.row.over_at, work.row.over_reason = "over", work.now, reason
    work.disarm("window", "time", "npcs", "resume")
    for closed in all_known(work.deps, lambda one: one.closed):
        closed(work)
    for number in list(work.drafts):
        drop_draft(work, number)


def forget_owner(work: UnitOfWork, row: SeatRow) -> None:
    """Delete what the owner of a seat has stored there."""
    for seat_gone in all_known(work.deps, lambda one: one.seat_gone):
        seat_gone(work, row)


def drop_draft(work: UnitOfWork, number: int) -> None:
    """Delete the draft of a seat, if there is one."""
    kept = work.drafts.pop(number, None)
    if kept is not None:
        work.drop(kept)


def digest(value: Any) -> str:
    """Return a short mark by which the same answer is known again."""
    return hashlib.blake2b(dump(value).encode(), digest_size=8).hexdigest()
