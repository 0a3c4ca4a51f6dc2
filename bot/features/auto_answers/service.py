"""A player plans moves or sets an auto-answer, and they answer when their time has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from bot.contract.snapshot import Done, QueueWish
from bot.contract.tables import Batch, Person, Refused
from bot.features.auto_answers import rows
from bot.store.models import AlarmRow, DraftRow, SeatRow
from bot.store.plain_rows import new_row
from bot.tables.play.answers import refuse_as_service, seal
from bot.tables.play.change import change
from bot.tables.play.reserved_seats import require_everybody
from bot.tables.play.seat_view import reply_after, seat_of
from bot.tables.seats.seats import require_running
from bot.tables.work.operations import of_table
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.auto_answers import (
    AutoAnswer,
    AutoAnswers,
    RegionWatch,
    Verdict,
    ahead,
    auto_answers_of,
    lodge_plan,
    stop,
    turn_of,
    verdict,
)
from engine.core.errors import IllegalAnswer, NotTogether, TableError
from engine.core.game import Event
from engine.core.message import Message
from engine.core.queue import (
    QUEUE,
    ActionQueue,
    action_of,
    enqueue,
    position_ahead,
    queue_verdict,
    queued_to,
    queueing_of,
)
from engine.core.trial import Trial

MOST: Final = 40
STOPPED: Final = "auto.stopped"
ASKED: Final = "auto.asked"
log = structlog.get_logger(__name__)


async def own_seat(work: UnitOfWork, person: Person, seat: int | None) -> tuple[RecordedTable, SeatRow, AutoAnswers]:
    """Return the seat that sets something in advance, and what its game offers.

    Refused: no_seat, not_begun, over, seats_waiting, no_auto_answers, lent.
    """
    table = await work.table()
    row = seat_of(work, table, person, seat)
    require_running(work)
    require_everybody(work)
    known = auto_answers_of(work.game)
    if known is None:
        raise Refused("no_auto_answers", table=work.id)
    if row.by != "human":
        raise Refused("lent", table=work.id)
    await work.kept_in_advance()
    return table, row, known


@of_table
async def lodge(
    work: UnitOfWork,
    person: Person,
    picks: Sequence[str] | None,
    watched: Sequence[RegionWatch] = (),
    *,
    line: str = "",
    given: Batch = (),
    seat: int | None = None,
) -> Done:
    """Store planned moves for the seat's next plannable question; None withdraws them.

    `given`: the answers that the seat means to give before. Refused: not_ahead, no_auto_answers, not_an_option, over.
    """
    table, row, known = await own_seat(work, person, seat)
    if picks is None:
        rows.drop_plan(work, row)
        return await reply_after(work, person)
    try:
        position = await work.run(lambda: ahead(table, row.seat, [tuple(one) for one in given]))
        if position is None:
            raise Refused("not_ahead", table=work.id)
        plan = await work.run(lambda: lodge_plan(position, row.seat, picks, watched, line))
    except (IllegalAnswer, NotTogether) as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error
    plan = replace(plan, certain=known.certain(table, row.seat))
    rows.keep_plan(work, row, plan, table.view(row.seat))
    log.info("ordered", table=work.id)
    return await reply_after(work, person)


@of_table
async def set_answer(work: UnitOfWork, person: Person, kind: str, value: str, seat: int | None = None) -> Done:
    """Set the auto-answer of a kind, or with no value remove it.

    Refused: no_auto_answers, lent, not_an_option, over.
    """
    _, row, known = await own_seat(work, person, seat)
    if kind not in known.kinds or (value and not known.kinds[kind].takes(value)):
        raise Refused("not_an_option", table=work.id, reason="no such auto-answer")
    if value:
        rows.keep_answer(work, row, AutoAnswer(kind, value))
    else:
        rows.drop_answer(work, row, kind)
    log.info("ordered", table=work.id)
    return await reply_after(work, person)


@of_table
async def carry_out(work: UnitOfWork, person: Person, seat: int | None = None) -> Done:
    """Answer the seat's question from its plan now, or say why the plan doesn't fit. Refused: as `lodge`."""
    table, row, _ = await own_seat(work, person, seat)
    plan, asked = rows.plan_of(work, table, row), table.question_to(row.seat)
    if plan is not None and asked is not None and plan.key == asked.key and rows.has_say(work, table, row):
        await _act(work, table, row)
    return await reply_after(work, person)


async def act(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Answer the seat's question with what it has set in advance. Return whether that answered.

    It doesn't answer while the owner has a draft.
    """
    row = next((one for one in work.seats if one.number == alarm.number), None)
    if row is None or work.row.state != "running":
        return False
    table = await work.table()
    await work.kept_in_advance()
    drafting = row.number in work.drafts and work.drafts[row.number].ask_no == work.ask_no(row)
    if alarm.ask_no != work.ask_no(row) or drafting or not rows.has_say(work, table, row):
        return False
    return await _act(work, table, row)


async def _act(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> bool:
    """Answer as is set in advance, or tell the owner why that is not done."""
    first = await work.run(lambda: judge(work, table, row))
    if first.batch and first.by == QUEUE:
        return await _from_queue(work, table, row)
    if first.batch and table.pending is not None and table.pending.sealed:
        return await _seal(work, table, row, first)
    if first.batch:
        return await _answer(work, table, row, first)
    if first.why:
        tell_stopped(work, table, row, first)
    else:
        rows.hush(work, row)
    return bool(first.why)


def judge(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> Verdict:
    """Return what the seat's advance settings say to the present question."""
    known, asked = auto_answers_of(table.game), table.question_to(row.seat)
    if known is None or asked is None:
        return Verdict()
    if (said := from_queue(work, table, row, asked.key)[0]).by:
        return said
    plan = rows.plan_of(work, table, row)
    said = verdict(Trial(table, row.seat), known, plan, rows.view_then(work, row), rows.may_act(work, row))
    tired = said.batch and said.by in known.kinds and rows.are_tired(work, table, row)
    return replace(said, batch=(), why=stop("often", n=rows.MOST_ACTS)) if tired else said


def from_queue(work: UnitOfWork, table: RecordedTable, row: SeatRow, key: str) -> tuple[Verdict, ActionQueue]:
    """Return what the queue says to a question of that key, and what is left of the queue afterwards."""
    queueing, queue = queueing_of(table.game), rows.queue_of(work, row) or ActionQueue()
    if queueing is None or queued_to(queueing, queue, key) is None:
        return Verdict(), queue
    return queue_verdict(Trial(table, row.seat), row.seat, queueing, queue)


async def _from_queue(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> bool:
    """Answer the present question from the queue, and keep the rest. Return whether it answered."""
    asked = table.question_to(row.seat)
    said, left = await work.run(lambda: from_queue(work, table, row, asked.key if asked else ""))
    rows.keep_queue(work, row, left)
    _spoke(work, table, row)
    log.info("followed", table=work.id, seat=row.seat, ask=work.row.ask_no)
    events = await refuse_as_service(
        work, lambda: change(work, lambda game: game.submit_batch(row.seat, said.batch), "answer", actor=row)
    )
    rows.tell_acted(work, row, [QUEUE], events)
    _tell_asked(work, table, row)
    return True


def _spoke(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> None:
    """Note an open answer as the player's own: mentions in posts depend on the last one."""
    if table.pending is not None and not table.pending.is_shared:
        row.spoke_at = work.now


def _tell_asked(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> None:
    """Send a DM without a mention to an owner who is asked again at once after an auto-answer."""
    asks = table.ask_of(row.seat) is not None and row.person is not None and not rows.has_say(work, table, row)
    if asks and work.wishes(row.person or 0).turn_notices != "off":
        rows.tell(work, row, Event(Message(ASKED), to=row.seat, key=ASKED))


async def _seal(work: UnitOfWork, table: RecordedTable, row: SeatRow, said: Verdict) -> bool:
    """Seal the answer in the open window as its owner could: it is shown at the close."""
    ask = table.ask_of(row.seat)
    if ask is None:
        return False
    rows.note_use(work, row, turn_of(table), said)
    events = await seal(work, table, row, ask, list(said.batch))
    rows.tell_acted(work, row, [said.by], events)
    return True


async def _answer(work: UnitOfWork, table: RecordedTable, row: SeatRow, first: Verdict) -> bool:
    """Answer, and go on as long as the seat is asked further common questions, or the same once more."""
    found = [first]
    plan = rows.plan_of(work, table, row)
    if plan is not None and plan.key == first.by:
        rows.drop_plan(work, row)

    def answer(game: RecordedTable) -> None:
        at, key = game.asked_at, game.pending.key_to(row.seat) if game.pending else ""
        game.submit_batch(row.seat, first.batch)
        while (
            game.ask_of(row.seat) is not None and len(found) < MOST and (game.asked_at == at or _asks(game, row, key))
        ):
            found.append(_next(work, game, row))
            if not found[-1].batch:
                break

    log.info("followed", table=work.id, seat=row.seat, ask=work.row.ask_no)
    _spoke(work, table, row)
    turn = turn_of(table)
    events = await refuse_as_service(work, lambda: change(work, answer, "answer", actor=row))
    for one in found:
        if one.batch:
            rows.note_use(work, row, turn, one)
    rows.tell_acted(work, row, [one.by for one in found if one.batch], events)
    if found[-1].why:
        tell_stopped(work, table, row, found[-1])
    else:
        _tell_asked(work, table, row)
    return True


def _asks(table: RecordedTable, row: SeatRow, key: str) -> bool:
    """Return whether the seat alone is asked that."""
    asked = table.pending
    return asked is not None and not asked.sealed and asked.key_to(row.seat) == key


def _next(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> Verdict:
    """One answer more. What the rules refuse stops it."""
    said = judge(work, table, row)
    try:
        if said.batch:
            table.submit_batch(row.seat, said.batch)
    except TableError:
        return Verdict(why=stop("rules"), by=said.by)
    return said


def tell_stopped(work: UnitOfWork, table: RecordedTable, row: SeatRow, said: Verdict) -> None:
    """Tell the owner why they are asked after all; planned moves become a draft."""
    plan = rows.plan_of(work, table, row)
    if plan is not None and plan.key == said.by:
        _draft(work, row, plan.key, plan.picks)
        rows.drop_plan(work, row)
    if said.by == QUEUE:
        rows.drop_plan(work, row)
    rows.hush(work, row)
    rows.note_stop(work, row, said.by, said.why)
    event = Event(Message(STOPPED, {"why": said.why}), to=row.seat, key=STOPPED)
    rows.tell(work, row, event)


def _draft(work: UnitOfWork, row: SeatRow, key: str, picks: Sequence[str]) -> None:
    """Put the plan into the draft without sending it."""
    kept = work.drafts.get(row.number)
    if kept is None:
        kept = work.drafts[row.number] = new_row(DraftRow)(table_id=work.number, number=row.number)
        work.add(kept)
    kept.ask_no, kept.key, kept.version, kept.at = work.ask_no(row), key, kept.version + 1, work.now
    kept.body = dump({"picks": [], "line": "", "more": {"plan": list(picks), "plan_key": key}})


@of_table
async def queue(work: UnitOfWork, person: Person, wish: QueueWish, seat: int | None = None) -> Done:
    """Change what the seat has queued. Refused: no_auto_answers, not_ahead, not_an_option, over."""
    table, row, _ = await own_seat(work, person, seat)
    queueing, before = queueing_of(work.game), rows.queue_of(work, row)
    if queueing is None:
        raise Refused("no_auto_answers", table=work.id)
    now = before or ActionQueue(stops=queueing.usual)
    if wish.stops is not None:
        now = replace(now, stops=tuple(stop for stop in queueing.stops if stop in wish.stops))
    if wish.without is not None:
        now = replace(now, entries=tuple(one for n, one in enumerate(now.entries) if n not in wish.without))
    if wish.ways:
        now = await work.run(lambda: _with(work, table, row, now, wish))
    row.stopped = ""
    rows.keep_queue(work, row, now)
    if now.entries:
        rows.withdraw_next(work, row)
    work.dirty = True
    rows.arm_anew(work, table, row)
    log.info("ordered", table=work.id)
    return await reply_after(work, person)


def _with(work: UnitOfWork, table: RecordedTable, row: SeatRow, now: ActionQueue, wish: QueueWish) -> ActionQueue:
    """The queue with what is wished behind it. Refused: not_ahead, not_an_option."""
    there = position_ahead(table, row.seat, wish.kind)
    if there is None:
        raise Refused("not_ahead", table=work.id)
    try:
        ways = [action_of(there, row.seat, batch, line) for line, batch in wish.ways]
        return enqueue(now, table, row.seat, wish.kind, ways)
    except IllegalAnswer as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error
