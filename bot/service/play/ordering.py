"""Orders: a person lodges a plan or says what is to stand, and they answer when their time has come."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import structlog
from msgspec.structs import replace
from sqlalchemy.orm import load_only
from sqlmodel import col, select

from bot.lengths import LENGTHS
from bot.service.commit import change
from bot.service.history.journal import entries, entry_of
from bot.service.history.undo import record_at
from bot.service.lobby.reserved_seats import require_everybody
from bot.service.play import order_rows
from bot.service.play.answers import refusing, seal
from bot.service.play.seat_view import done, seat_of
from bot.service.play.seats import require_running
from bot.service.recorded_table import RecordedTable
from bot.service.unit_of_work import UnitOfWork, dumped
from bot.snapshot import Done
from bot.store.models import AlarmRow, CheckpointRow, DraftRow, SeatRow
from bot.values import Batch, Person, Refused
from engine.core.errors import IllegalAnswer, NotTogether, TableError
from engine.core.game import Event, turn_in
from engine.core.order_lines import WrongOrder, kinds_named, read_orders
from engine.core.orders import (
    ALL,
    Orders,
    RegionWatch,
    StandingOrder,
    Verdict,
    ahead,
    lodged,
    orders_of,
    stop,
    turn_of,
    verdict,
)
from engine.core.queue import QUEUE, ActionQueue, queue_verdict, queued_to, queueing_of
from engine.core.record import CALL, CONTROL, Entry, Record
from engine.core.said import Said
from engine.core.trial import Trial

MOST: Final = 40
MOST_STANDING: Final = 30
COLUMNS: Final[tuple[Any, ...]] = (CheckpointRow.no, CheckpointRow.first, CheckpointRow.chapter)
STOPPED: Final = "order.stopped"
ASKED: Final = "order.asked"
PAUSED: Final = {"pause": True, "resume": False}
log = structlog.get_logger(__name__)


async def ordering_seat(work: UnitOfWork, person: Person, seat: int | None) -> tuple[RecordedTable, SeatRow, Orders]:
    """The seat that gives orders. Refused: no_seat, not_begun, over, seats_waiting, no_orders, orders_lent."""
    table = await work.table()
    row = seat_of(work, table, person, seat)
    require_running(work)
    require_everybody(work)
    orders = orders_of(work.game)
    if orders is None:
        raise Refused("no_orders", table=work.id)
    if row.by != "human":
        raise Refused("orders_lent", table=work.id)
    await work.kept_orders()
    return table, row, orders


async def lodge(
    work: UnitOfWork,
    person: Person,
    picks: Sequence[str] | None,
    watched: Sequence[RegionWatch],
    seat: int | None,
    line: str,
    given: Batch = (),
) -> Done:
    """Lodge a plan for a question to come, or with None withdraw it. Refused: see GameService.lodge."""
    table, row, orders = await ordering_seat(work, person, seat)
    if picks is None:
        order_rows.drop_plan(work, row)
        return await done(work, person)
    try:
        position = await work.run(lambda: ahead(table, row.seat, [tuple(one) for one in given]))
        if position is None:
            raise Refused("not_ahead", table=work.id)
        plan = await work.run(lambda: lodged(position, row.seat, picks, watched, line))
    except (IllegalAnswer, NotTogether) as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error
    plan = replace(plan, certain=orders.certain(table, row.seat))
    order_rows.keep_plan(work, row, plan, table.view(row.seat))
    log.info("ordered", table=work.id)
    return await done(work, person)


async def set_order(work: UnitOfWork, person: Person, line: str, seat: int | None) -> Done:
    """Keep a standing order or a set of them, forget those of a kind or all, or let them pause.

    Refused: see GameService.set_order.
    """
    table, row, orders = await ordering_seat(work, person, seat)
    head, colon, how = (part.strip().lower() for part in line.partition(":"))
    kinds = _meant(orders, head)
    if colon and kinds and how in {"", *PAUSED}:
        _pause_or_end(work, row, kinds, how)
        if head == ALL and how != "resume":
            order_rows.drop_plan(work, row)
        return await done(work, person)
    try:
        read = _read(orders, line)
    except WrongOrder as wrong:
        raise Refused("not_an_option", table=work.id, wrong=wrong) from wrong
    if order_rows.standing_with(work, row, read) > MOST_STANDING:
        raise Refused("too_many_orders", table=work.id, most=MOST_STANDING)
    view = table.view(row.seat)
    for order in read:
        order_rows.keep_order(work, row, orders.dated(order, view, row.seat))
    log.info("ordered", table=work.id)
    return await done(work, person)


def _meant(orders: Orders, head: str) -> tuple[str, ...]:
    """The kinds that such a line ends or lets pause: of one under whose name others are ordered too, those as well."""
    together = (line.partition(":")[0] for lines in orders.groups.get(head, {}).values() for line in lines)
    return tuple(dict.fromkeys((*kinds_named(orders, head), *together)))


def _read(orders: Orders, line: str) -> list[StandingOrder]:
    """The orders that the line gives. Raises WrongOrder."""
    if len(line) > LENGTHS.order:
        raise WrongOrder("long", line, n=LENGTHS.order)
    return read_orders(orders, line)


def _pause_or_end(work: UnitOfWork, row: SeatRow, kinds: Sequence[str], how: str) -> None:
    """Let the standing orders of these kinds pause or go on, or with no word forget them."""
    for kind in kinds:
        if how:
            order_rows.pause(work, row, kind, paused=PAUSED[how])
        else:
            order_rows.drop_order(work, row, kind)


async def carry_out(work: UnitOfWork, person: Person, seat: int | None) -> Done:
    """Let the plan of the seat answer now what it is asked, or say why it does not. Refused: as `lodge`."""
    table, row, _ = await ordering_seat(work, person, seat)
    plan, asked = order_rows.plan_of(work, table, row), table.question_to(row.seat)
    if plan is not None and asked is not None and plan.key == asked.key and order_rows.has_say(work, table, row):
        await _act(work, table, row)
    return await done(work, person)


async def act(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Let the orders of a seat answer what it is asked; whether they had anything to say.

    They keep still where their owner has a draft of an answer.
    """
    row = next((one for one in work.seats if one.number == alarm.number), None)
    if row is None or work.row.state != "running":
        return False
    table = await work.table()
    await work.kept_orders()
    drafting = row.number in work.drafts and work.drafts[row.number].ask_no == work.ask_no(row)
    if alarm.ask_no != work.ask_no(row) or drafting or not order_rows.has_say(work, table, row):
        return False
    return await _act(work, table, row)


async def _act(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> bool:
    """Answer as the orders say, or tell their owner why they do not."""
    first = await work.run(lambda: judged(work, table, row))
    if first.batch and first.by == QUEUE:
        return await _from_queue(work, table, row)
    if first.batch and table.pending is not None and table.pending.sealed:
        return await _seal(work, table, row, first)
    if first.batch:
        return await _answer(work, table, row, first)
    if first.why:
        stopped(work, table, row, first)
    return bool(first.why)


def judged(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> Verdict:
    """What the orders of the seat say now."""
    orders, asked = orders_of(table.game), table.question_to(row.seat)
    if orders is None or asked is None:
        return Verdict()
    if (said := from_queue(work, table, row, asked.key)[0]).by:
        return said
    plan, standing = order_rows.plan_of(work, table, row), order_rows.standing_of(work, row)
    said = verdict(Trial(table, row.seat), orders, plan, order_rows.view_then(work, row), standing)
    tired = said.batch and said.way and order_rows.are_tired(work, table, row)
    return replace(said, batch=(), why=stop("often", n=order_rows.MOST_ACTS)) if tired else said


def from_queue(work: UnitOfWork, table: RecordedTable, row: SeatRow, key: str) -> tuple[Verdict, ActionQueue]:
    """What is queued for a question of that key says now, and what is left of the queue then."""
    queueing, queue = queueing_of(table.game), order_rows.queue_of(work, row) or ActionQueue()
    if queueing is None or queued_to(queueing, queue, key) is None:
        return Verdict(), queue
    return queue_verdict(Trial(table, row.seat), row.seat, queueing, queue)


async def _from_queue(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> bool:
    """Give the answers of what is queued for what is asked now, and keep what is left."""
    asked = table.question_to(row.seat)
    said, left = await work.run(lambda: from_queue(work, table, row, asked.key if asked else ""))
    order_rows.keep_queue(work, row, left)
    _spoke(work, table, row)
    log.info("followed", table=work.id, seat=row.seat, ask=work.row.ask_no)
    events = await refusing(
        work, lambda: change(work, lambda game: game.submit_batch(row.seat, said.batch), "answer", actor=row)
    )
    order_rows.tell_acted(work, row, [QUEUE], events)
    _tell_asked(work, table, row)
    return True


def _spoke(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> None:
    """What orders answer openly counts as spoken, as it does by hand: whom posts mention depends on that."""
    if table.pending is not None and not table.pending.shared:
        row.spoke_at = work.now


def _tell_asked(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> None:
    """Whose orders have answered is not mentioned if asked again at once, like somebody who is there: a DM says so."""
    asks = table.ask_of(row.seat) is not None and row.person is not None and not order_rows.has_say(work, table, row)
    if asks and work.wishes(row.person or 0).turn_notices != "off":
        order_rows.tell(work, row, Event(Said(ASKED), to=row.seat, key=ASKED))


async def _seal(work: UnitOfWork, table: RecordedTable, row: SeatRow, said: Verdict) -> bool:
    """Seal the answer in the window that is open, as its owner might: nobody sees it before the close."""
    ask = table.ask_of(row.seat)
    if ask is None:
        return False
    order_rows.acted(work, row, turn_of(table), said)
    events = await seal(work, table, row, ask, list(said.batch))
    order_rows.tell_acted(work, row, [said.by], events)
    return True


async def _answer(work: UnitOfWork, table: RecordedTable, row: SeatRow, first: Verdict) -> bool:
    """Answer, and go on as long as the seat is asked further things side by side with others, or the same once more."""
    found = [first]
    plan = order_rows.plan_of(work, table, row)
    if plan is not None and plan.key == first.by:
        order_rows.drop_plan(work, row)

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
    events = await refusing(work, lambda: change(work, answer, "answer", actor=row))
    for one in found:
        if one.batch:
            order_rows.acted(work, row, turn, one)
    order_rows.tell_acted(work, row, [one.by for one in found if one.batch], events)
    if found[-1].why:
        stopped(work, table, row, found[-1])
    else:
        _tell_asked(work, table, row)
    return True


def _asks(table: RecordedTable, row: SeatRow, key: str) -> bool:
    """Whether the seat alone is asked that."""
    asked = table.pending
    return asked is not None and not asked.sealed and asked.key_to(row.seat) == key


def _next(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> Verdict:
    """One answer more. What the rules refuse stops the order."""
    said = judged(work, table, row)
    try:
        if said.batch:
            table.submit_batch(row.seat, said.batch)
    except TableError:
        return Verdict(why=stop("rules"), by=said.by)
    return said


def stopped(work: UnitOfWork, table: RecordedTable, row: SeatRow, said: Verdict) -> None:
    """The owner is told why he is asked after all; a plan becomes the draft of an answer."""
    plan = order_rows.plan_of(work, table, row)
    if plan is not None and plan.key == said.by:
        _draft(work, row, plan.key, plan.picks)
        order_rows.drop_plan(work, row)
    if said.by == QUEUE:
        order_rows.drop_plan(work, row)
    order_rows.hush(work, row)
    order_rows.note_stop(work, row, said.by, said.why)
    event = Event(Said(STOPPED, {"why": said.why}), to=row.seat, key=STOPPED)
    order_rows.tell(work, row, event)


def _draft(work: UnitOfWork, row: SeatRow, key: str, picks: Sequence[str]) -> None:
    """What was planned, set in the question but not sent."""
    kept = work.drafts.get(row.number)
    if kept is None:
        kept = work.drafts[row.number] = DraftRow(table_id=work.number, number=row.number)
        work.add(kept)
    kept.ask_no, kept.key, kept.version, kept.at = work.ask_no(row), key, kept.version + 1, work.now
    kept.body = dumped({"picks": [], "line": "", "more": {"plan": list(picks), "plan_key": key}})


async def try_out(work: UnitOfWork, person: Person, seat: int | None) -> tuple[tuple[str, Verdict], ...]:
    """What the orders that stand would have said to what the seat was asked in the last turn, with the questions."""
    _, row, orders = await ordering_seat(work, person, seat)
    standing = [kept.order for kept in order_rows.said(work, row) if not kept.paused]
    record, given = await _last_turn(work)

    def tried() -> tuple[tuple[str, Verdict], ...]:
        found, replayed = list[tuple[str, Verdict]](), RecordedTable(work.game, record, npcs=False)
        for entry in given:
            if entry.seat == row.seat and entry.is_answer and replayed.ask_of(row.seat) is not None:
                found.append((entry.key, verdict(Trial(replayed, row.seat), orders, None, None, standing)))
            _repeat(replayed, entry)
        return tuple(found)

    return await asyncio.to_thread(tried)


async def _last_turn(work: UnitOfWork) -> tuple[Record, list[Entry]]:
    """The game as it was when the last turn that is over began, or the first, and the answers since."""
    here = select(CheckpointRow).where(CheckpointRow.table_id == work.number).order_by(col(CheckpointRow.no).desc())
    points: list[CheckpointRow] = await work.read(here.options(load_only(*COLUMNS)))
    turns = list(dict.fromkeys(turn_in(point.chapter) for point in points))
    first = [point for point in points if turn_in(point.chapter) == turns[:2][-1]][-1]
    whole: list[CheckpointRow] = await work.read(here.where(CheckpointRow.no == first.no))
    return record_at(work, whole[0]), [entry_of(row) for row in await entries(work, first.first, work.row.answers)]


def _repeat(table: RecordedTable, entry: Entry) -> None:
    """What was recorded comes about again."""
    if entry.key == CONTROL:
        table.control(entry.seat, "npc" if entry.picks == ("npc",) else "human")
    elif entry.key == CALL:
        table.call(entry.picks[0], entry.seat, *entry.picks[1:])
    else:
        table.submit(entry.seat, *entry.picks)
