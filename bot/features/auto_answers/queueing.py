"""Actions queued ahead: a person adds one, says when to be asked after all, or takes them back."""

from __future__ import annotations

import structlog
from msgspec.structs import replace

from bot.contract.snapshot import Done, QueueWish
from bot.contract.tables import Person, Refused
from bot.features.auto_answers import rows
from bot.features.auto_answers.service import own_seat
from bot.store.models import SeatRow
from bot.tables.play.seat_view import done
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.errors import IllegalAnswer
from engine.core.queue import ActionQueue, action_of, opening, queued, queueing_of

log = structlog.get_logger(__name__)


async def queue(work: UnitOfWork, person: Person, wish: QueueWish, seat: int | None) -> Done:
    """Change what the seat has queued. Refused: see GameService.queue."""
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
    return await done(work, person)


def _with(work: UnitOfWork, table: RecordedTable, row: SeatRow, now: ActionQueue, wish: QueueWish) -> ActionQueue:
    """The queue with what is wished behind it. Refused: not_ahead, not_an_option."""
    there = opening(table, row.seat, wish.kind)
    if there is None:
        raise Refused("not_ahead", table=work.id)
    try:
        ways = [action_of(there, row.seat, batch, line) for line, batch in wish.ways]
        return queued(now, table, row.seat, wish.kind, ways)
    except IllegalAnswer as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error
