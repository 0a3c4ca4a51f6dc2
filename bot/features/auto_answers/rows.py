"""What seats have set in advance, as stored: when it answers, when it doesn't, and when it ends."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import replace as with_queue
from random import SystemRandom
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, update
from sqlmodel import col

from bot.contract.snapshot import InAdvance, StoppedAutoAnswer, planned_seat
from bot.contract.tables import Cause, Sheet
from bot.store.models import OutboxRow, QueuedRow, SeatRow, StandingOrderRow
from bot.tables.hooks import Change
from bot.tables.posts.channel_posts import tell_owner
from bot.tables.work import notify
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.ask import Request, Seat
from engine.core.auto_answers import (
    LATE,
    NPC,
    AutoAnswer,
    LodgedPlan,
    Verdict,
    ahead,
    auto_answers_of,
    concerns,
    free,
    read,
    turn_of,
    usual,
)
from engine.core.decoding import decoder
from engine.core.game import REASON, Event, View
from engine.core.message import Message, from_json, list_of, to_json
from engine.core.queue import QUEUE, ActionQueue, at_turn, queued_to, queueing_of
from engine.core.text import civ, has_text, own

AFTER: Final = 20.0  # seconds at least, so that an auto-answer is no quicker than a player would be
AFTER_LIVE: Final = 5.0
CHANCE: Final = SystemRandom()  # a time that can be told from a player's would give the auto-answer away
SOON: Final = 1.0
MINUTE: Final = 60.0
MOST_ACTS: Final = 200
FREE: Final = "auto.free"
ACTED: Final = "auto.acted"
NEXT: Final = "auto.next"
ENDED: Final = "auto.ended"
SLOTS: Final = {ACTED: "orders", NEXT: "next"}  # what takes the place of the last such message
MOST_TOLD: Final = 5
ANEW: Final = frozenset({"back", "corrected", "import"})
TAKEN_BACK: Final = frozenset({"undo", "withdrawn"})
PLAN: Final = decoder(LodgedPlan)
ACTIONS: Final = decoder(ActionQueue)


def _standing(work: UnitOfWork, row: SeatRow) -> list[StandingOrderRow]:
    return work.advance.standing.get(row.number, []) if work.advance else []


def _queued(work: UnitOfWork, row: SeatRow) -> QueuedRow | None:
    return work.advance.queued.get(row.number) if work.advance else None


def set_by(work: UnitOfWork, row: SeatRow) -> list[tuple[StandingOrderRow, AutoAnswer]]:
    """Return the auto-answers of the seat with their rows, apart from those that are to be ended."""
    ended = _earlier(work, row)
    return [(one, answer) for one in _standing(work, row) if one not in ended and (answer := _read(work, one))]


def _read(work: UnitOfWork, kept: StandingOrderRow) -> AutoAnswer | None:
    """The auto-answer of that row; None for one that no longer exists, and for one that pauses."""
    there = auto_answers_of(work.game)
    return None if there is None or kept.paused else read(there, kept.line)


def _earlier(work: UnitOfWork, row: SeatRow) -> list[StandingOrderRow]:
    """Return auto-answers stored by an earlier version that mean nothing now.

    Also those that acted only together with one of them: several of one kind, and one that held back another (`-keep`).
    """
    kept = _standing(work, row)
    gone = {one.kind for one in kept if _read(work, one) is None}
    return [one for one in kept if gone & {one.kind, f"{one.kind}-keep"}]


def may_act(work: UnitOfWork, row: SeatRow) -> list[AutoAnswer]:
    """Return the auto-answers that may answer the seat's present question."""
    return [answer for one, answer in set_by(work, row) if one.not_before < work.ask_no(row)]


def answers_when_late(work: UnitOfWork, row: SeatRow) -> bool:
    """Return whether the computer is to answer once when the seat is out of time."""
    return AutoAnswer(LATE, NPC) in [answer for _, answer in set_by(work, row)]


def are_tired(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> bool:
    """Return whether the seat's auto-answers have answered so often this turn that their owner is asked first."""
    turn = turn_of(table)
    return sum(one.turn_acts for one in _standing(work, row) if one.turn == turn) >= MOST_ACTS


def stop_of(work: UnitOfWork, row: SeatRow) -> StoppedAutoAnswer | None:
    """Return why the seat was last asked although it had set an answer in advance, and whether it still is."""
    if not row.stopped:
        return None
    kept = json.loads(row.stopped)
    why = from_json(kept["why"])
    return StoppedAutoAnswer(kept["by"], why, now=kept["ask"] == work.ask_no(row)) if has_text(why.key) else None


def note_stop(work: UnitOfWork, row: SeatRow, by: str, why: Message) -> None:
    """Keep why nothing was answered, until that happens again or the owner sets something else."""
    row.stopped = dump({"ask": work.ask_no(row), "by": by, "why": to_json(why)})
    work.dirty = True


def plan_of(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> LodgedPlan | None:
    """Return the plan that the seat has lodged for this turn."""
    kept = _queued(work, row)
    plan = PLAN.json(kept.body) if kept and kept.key != QUEUE else None
    return plan if plan is not None and plan.turn == turn_of(table) else None


def view_then(work: UnitOfWork, row: SeatRow) -> View | None:
    """Return what the seat saw when it planned its moves; None without a plan."""
    kept = _queued(work, row)
    if kept is None or kept.key == QUEUE:
        return None
    return decoder(work.game.view_type).json(zlib.decompress(kept.view))


def queue_of(work: UnitOfWork, row: SeatRow) -> ActionQueue | None:
    """Return the actions that the seat has queued."""
    kept = _queued(work, row)
    return ACTIONS.json(kept.body) if kept and kept.key == QUEUE else None


def keep_queue(work: UnitOfWork, row: SeatRow, queue: ActionQueue) -> None:
    """Keep what is queued in place of what was; nothing is kept of an empty queue."""
    if queue.entries:
        _keep_ahead(work, row, QUEUE, queue, b"")
    else:
        drop_plan(work, row)


def keep_plan(work: UnitOfWork, row: SeatRow, plan: LodgedPlan, view: View) -> None:
    """Store a plan in place of the earlier one."""
    _keep_ahead(work, row, plan.key, plan, zlib.compress(msgspec.json.encode(view), 6))


def _keep_ahead(work: UnitOfWork, row: SeatRow, key: str, said: msgspec.Struct, seen: bytes) -> None:
    drop_plan(work, row)
    body = dump(msgspec.to_builtins(said))
    kept = QueuedRow(table_id=work.number, number=row.number, key=key, body=body, view=seen, made_at=work.now)
    if work.advance is not None:
        work.advance.queued[row.number] = kept
    work.add(kept)
    _note_whether_any(work, row)


def drop_plan(work: UnitOfWork, row: SeatRow) -> None:
    """Forget the plan of a seat."""
    kept = work.advance.queued.pop(row.number, None) if work.advance else None
    if kept is not None:
        work.forget(kept)
        work.later(delete(QueuedRow).where(*_of(QueuedRow, work, row)))
        _note_whether_any(work, row)


def _note_whether_any(work: UnitOfWork, row: SeatRow) -> None:
    """Note in the seat's row whether it has any auto-answers, so that others need not be read."""
    row.ordered = bool(_standing(work, row)) or _queued(work, row) is not None
    work.dirty = True


def keep_answer(work: UnitOfWork, row: SeatRow, answer: AutoAnswer) -> None:
    """Store an auto-answer in place of the one of its kind; it counts from the present question on."""
    drop_answer(work, row, answer.kind)
    _keep(work, row, answer, work.ask_no(row))


def _keep(work: UnitOfWork, row: SeatRow, answer: AutoAnswer, not_before: int) -> None:
    kept = StandingOrderRow(
        table_id=work.number,
        number=row.number,
        kind=answer.kind,
        way=answer.value,
        line=answer.line,
        not_before=not_before,
        made_at=work.now,
        turn=turn_of(work.loaded) if work.loaded is not None else "",
    )
    if work.advance is not None:
        work.advance.standing.setdefault(row.number, []).append(kept)
    work.add(kept)
    _note_whether_any(work, row)


def drop_answer(work: UnitOfWork, row: SeatRow, kind: str) -> None:
    """Forget the auto-answer of that kind."""
    row.stopped = ""
    for one in [one for one in _standing(work, row) if one.kind == kind]:
        _forget(work, row, one)


def _forget(work: UnitOfWork, row: SeatRow, kept: StandingOrderRow) -> None:
    _standing(work, row).remove(kept)
    work.forget(kept)
    work.later(delete(StandingOrderRow).where(*_at(work, row, kept)))
    _note_whether_any(work, row)


def _at(work: UnitOfWork, row: SeatRow, kept: StandingOrderRow) -> list[Any]:
    here = _of(StandingOrderRow, work, row)
    return [*here, col(StandingOrderRow.kind) == kept.kind, col(StandingOrderRow.way) == kept.way]


def drop(work: UnitOfWork, row: SeatRow | None = None) -> None:
    """Forget all that a seat has set in advance, since someone else plays it from now on; or all seats."""
    seats = [seat for seat in (work.seats if row is None else [row]) if seat.ordered or seat.stopped]
    for model in (StandingOrderRow, QueuedRow) if seats else ():
        work.later(delete(model).where(*_of(model, work, row)))
    for seat in seats:
        seat.stopped, seat.ordered = "", False
        if work.advance is not None:
            for kept in (*work.advance.standing.pop(seat.number, ()), work.advance.queued.pop(seat.number, None)):
                if kept is not None:
                    work.forget(kept)
        work.disarm("order", number=seat.number)


def _of(model: Any, work: UnitOfWork, row: SeatRow | None) -> list[Any]:
    here = [col(model.table_id) == work.number]
    return here if row is None else [*here, col(model.number) == row.number]


def hush(work: UnitOfWork, row: SeatRow) -> None:
    """Keep the auto-answers of the seat from answering its present question."""
    now = work.ask_no(row)
    kept = _standing(work, row)
    for one in kept:
        one.not_before = now
    if kept:
        work.later(update(StandingOrderRow).where(*_of(StandingOrderRow, work, row)).values(not_before=now))
    work.disarm("order", number=row.number)


def note_use(work: UnitOfWork, row: SeatRow, turn: str, said: Verdict) -> None:
    """Note that an auto-answer has answered, in that turn of the game."""
    for one in _standing(work, row):
        if one.kind == said.by:
            one.acts, one.acted_at, one.turn_acts = one.acts + 1, work.now, one.turn_acts * (one.turn == turn) + 1
            one.turn = turn
            values = {"acts": one.acts, "acted_at": work.now, "turn": turn, "turn_acts": one.turn_acts}
            work.later(update(StandingOrderRow).where(*_at(work, row, one)).values(**values))


def has_say(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> bool:
    """Return whether the seat has set an answer in advance for its present question."""
    there, asked = auto_answers_of(work.game), table.pending
    if there is None or asked is None or table.ask_of(row.seat) is None or row.number in work.sealed:
        return False
    if row.by != "human" or row.person is None or work.row.state != "running" or work.reserved_seats():
        return False
    key = asked.key_to(row.seat)
    if queued_to(queueing_of(work.game), queue_of(work, row), key) is not None:
        return True
    return concerns(there, key, plan_of(work, table, row), may_act(work, row))


def _keep_up(work: UnitOfWork, table: RecordedTable, cause: Cause, actor: SeatRow | None, row: SeatRow) -> None:
    """Update the queue after a change: move it on with the turns, note what has failed, drop what was taken back."""
    queue, queueing = queue_of(work, row), queueing_of(work.game)
    if queue is None or queueing is None:
        return
    failed = [what for event in table.events if (what := queueing.failed_card(event, row.seat))] if queue.begun else []
    now = at_turn(queue, turn_of(table))
    now = msgspec.structs.replace(now, failed=failed[-1]) if failed else now
    if queue.begun and cause in TAKEN_BACK and row is actor:
        now = ActionQueue()
    if now != queue:
        keep_queue(work, row, now)


def arm(work: UnitOfWork, table: RecordedTable, cause: Cause, actor: SeatRow | None) -> None:
    """Set the alarms by which auto-answers reply, after a delay that leaves time to undo.

    They don't answer a question that was undone: the player decides that anew.
    """
    if work.advance is None or auto_answers_of(work.game) is None:
        return
    for row in work.seats:
        _end_earlier(work, row)
        _keep_usual(work, table, row)
        if cause in ANEW or (cause in TAKEN_BACK and row is actor):
            hush(work, row)
        _keep_up(work, table, cause, actor, row)
        if row.number in work.advance.queued and not (plan_of(work, table, row) or queue_of(work, row)):
            drop_plan(work, row)
        arm_anew(work, table, row)


def _end_earlier(work: UnitOfWork, row: SeatRow) -> None:
    """End what an earlier version has stored and nothing corresponds to, and tell its owner so."""
    gone = _earlier(work, row)
    for one in gone:
        _forget(work, row, one)
    if gone and row.person is not None:
        lines = "; ".join(one.line for one in gone)
        tell(work, row, Event(Message(ENDED, {"lines": lines}), to=row.seat, key=ENDED))


def arm_anew(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> None:
    """Set the alarm by which the seat's auto-answer replies, or remove it if none does."""
    known = work.alarm("order", row.number)
    if not has_say(work, table, row):
        work.disarm("order", number=row.number)
    elif known is None or known.ask_no != work.ask_no(row):
        work.arm("order", _when(work, table, row), number=row.number, ask_no=work.ask_no(row))


def _keep_usual(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> None:
    """Set the usual auto-answer when the seat is first asked that question; its owner sees it and can change it."""
    there, asked = auto_answers_of(work.game), table.pending
    if there is None or asked is None or table.ask_of(row.seat) is None or row.by != "human" or row.person is None:
        return
    for answer in usual(there, asked.key_to(row.seat), {one.kind for one in _standing(work, row)}):
        _keep(work, row, answer, work.ask_no(row) - 1)


def tell_free(work: UnitOfWork, table: RecordedTable, before: Request | None) -> None:
    """Tell players who may already answer, by DM if they want it, once the first of them is asked."""
    there, asked = auto_answers_of(table.game), table.pending
    if there is None or asked is None or (before is not None and before.key == asked.key) or work.reserved_seats():
        return
    for seat in free(table):
        row = work.seat_row(seat)
        if row is None or row.person is None or row.by != "human" or work.wishes(row.person).turn_notices == "off":
            continue
        if not concerns(there, asked.key, plan_of(work, table, row), may_act(work, row)):
            tell(work, row, Event(Message(FREE), to=seat, key=FREE))


def tell_next(work: UnitOfWork, before: tuple[Seat, str] | None, now: tuple[Seat, str] | None) -> None:
    """Tell the next player during a time to respond that they can queue an action, by DM if they want it.

    A player told at an earlier response to the same action gets no second DM. A DM that waited for the end of quiet
    hours was withdrawn, and is sent anew.
    """
    row = work.seat_row(now[0]) if now is not None and work.alarm("window") is not None else None
    if now is None or row is None or row.person is None or row.by != "human":
        return
    queue, told = queue_of(work, row), now == before and notify.awake(work, row.person) <= work.now
    if work.wishes(row.person).next_notices and not told and not (queue is not None and queue.of(now[1])):
        tell(work, row, Event(Message(NEXT), to=row.seat, key=NEXT))


def withdraw_next(work: UnitOfWork, row: SeatRow) -> None:
    """Withdraw the DM that an action can be queued, once one is queued."""
    here = (col(OutboxRow.table_id) == work.number, col(OutboxRow.slot) == _slot(work, row, NEXT))
    work.later(delete(OutboxRow).where(*here, col(OutboxRow.attempted_at).is_(None)))


def _slot(work: UnitOfWork, row: SeatRow, key: str) -> str:
    return f"{SLOTS[key]}:{work.id}:{row.number}"


def tell_acted(work: UnitOfWork, row: SeatRow, by: Sequence[str], events: Sequence[Event]) -> None:
    """Tell the owner by DM, if they want it, what was answered automatically and what followed.

    A later such DM replaces it. A person who plays alone gets none.
    """
    if work.alone() or not work.wishes(row.person or 0).order_notices:
        return
    names = [Message(_name_of(work, kind)) for kind in dict.fromkeys(by)]
    told = [one for one in events if one.said.values.get("civ") == civ(row.seat) and not one.key.startswith(REASON)]
    acted = Event(Message(ACTED, {"what": list_of(names)}), to=row.seat, key=ACTED)
    tell(work, row, acted, *(replace(one, to=row.seat, key=ACTED) for one in told[-MOST_TOLD:]))


def _name_of(work: UnitOfWork, by: str) -> str:
    """The key of what has answered: a kind of auto-answer, planned moves, or what was queued."""
    there = auto_answers_of(work.game)
    if there is not None and by in there.kinds:
        return own(work.row.game, f"auto.kind.{by}")
    return "auto.text.queued_one" if by == QUEUE else "auto.text.planned_one"


def tell(work: UnitOfWork, row: SeatRow, *events: Event) -> None:
    """Tell the owner of a seat by DM what concerns only them; the next DM of that kind replaces it."""
    key = events[0].key
    slot = _slot(work, row, key) if key in SLOTS else ""
    tell_owner(work, row, *events, slot=slot, mentioned=key == NEXT)


def _when(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> float:
    """Return when the seat answers what is asked now; at once for planned moves that nothing can change."""
    plan = plan_of(work, table, row)
    if work.deps.at_once or work.alone() or (plan is not None and plan.certain):
        return work.now + SOON
    if work.row.pace == "live":
        return work.now + CHANCE.uniform(AFTER_LIVE, 3 * AFTER_LIVE)
    return work.now + CHANCE.uniform(AFTER, AFTER + MINUTE)


def after_change(work: UnitOfWork, table: RecordedTable, change: Change) -> None:
    """Set the alarms of auto-answers, and tell players who may now act in advance."""
    arm(work, table, change.cause, change.actor)
    if change.fresh:
        tell_free(work, table, change.request)


async def after_posts(work: UnitOfWork, _table: RecordedTable, change: Change) -> None:
    """Tell who is next and can queue an answer."""
    if change.fresh:
        tell_next(work, change.next_up, change.now_next)


def set_in_advance(work: UnitOfWork, table: RecordedTable, row: SeatRow, sheet: Sheet) -> InAdvance | None:
    """Return what the seat has set in advance and what it can plan for now; None if nothing can be set."""
    known = auto_answers_of(table.game)
    if known is None or work.row.state != "running" or work.reserved_seats() or row.by != "human":
        return None
    position = ahead(table, row.seat)
    there = planned_seat(sheet, position) if position is not None else None
    advance = InAdvance(
        {kind: tuple(known.offered_values(kind, sheet.view, row.seat)) for kind in known.kinds},
        frozenset(kind for kind, facts in known.kinds.items() if facts.several),
        tuple((answer, kept.acts) for kept, answer in set_by(work, row)),
        plan_of(work, table, row),
        there,
        certain=there is not None and known.certain(table, row.seat),
        stopped=stop_of(work, row),
        plans=bool(known.ahead),
    )
    queueing = queueing_of(table.game)
    if queueing is None:
        return advance
    return with_queue(
        advance,
        queue=queue_of(work, row),
        queueable=queueing.open_to(table, row.seat),
        begins=queueing.kinds,
        stops=queueing.stops,
    )
