"""Standing orders that have answered nothing for two turns: their owner is asked whether they are still wanted.

They go on meanwhile, and are named once until they answer again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import func
from sqlmodel import col, select

from bot.service.play import order_rows
from bot.service.recorded_table import RecordedTable
from bot.service.unit_of_work import UnitOfWork
from bot.store.models import CheckpointRow, SeatRow
from engine.core.game import Event, turn_in
from engine.core.orders import orders_of, turn_of
from engine.core.said import Said, listed
from engine.core.text import own

IDLE: Final = "order.idle"
TURNS: Final = 2


async def tell_idle(work: UnitOfWork, table: RecordedTable, before: str) -> None:
    """A turn of the game has begun, `before` being the one until then: name the orders that have waited too long."""
    orders, now = orders_of(table.game), turn_of(table)
    rows = [row for row in work.seats if row.ordered and row.by == "human" and row.person is not None]
    if orders is None or before in {"", now} or work.row.state != "running" or work.alone() or not rows:
        return
    turns = await _turns(work, before, now)
    for row in rows:
        kinds = {name for name, kind in orders.kinds.items() if kind.answers}
        idle = [kind for kind, turn in order_rows.waiting(work, row) if kind in kinds and passed(turns, turn, before)]
        if idle and work.wishes(row.person or 0).order_notices:
            _tell(work, row, list(dict.fromkeys(idle)))


def passed(turns: Sequence[str], since: str, before: str) -> bool:
    """Whether the second whole turn after `since` has just ended, the last of the turns having begun after `before`."""
    if since not in turns or before not in turns:
        return False
    at = turns.index(since)
    return turns.index(before) - at <= TURNS < len(turns) - 1 - at


async def _turns(work: UnitOfWork, before: str, now: str) -> list[str]:
    """The turns of the game so far, in order."""
    first = func.min(CheckpointRow.no)
    found = (
        select(CheckpointRow.chapter).where(CheckpointRow.table_id == work.number).group_by(col(CheckpointRow.chapter))
    )
    chapters: list[str] = await work.read(found.order_by(first))
    return list(dict.fromkeys([*(turn_in(one) for one in chapters), before, now]))


def _tell(work: UnitOfWork, row: SeatRow, kinds: Sequence[str]) -> None:
    names = listed([Said(own(work.row.game, f"order.kind.{kind}")) for kind in kinds])
    order_rows.tell(work, row, Event(Said(IDLE, {"what": names}), to=row.seat, key=IDLE))
