"""Showing cards of one's hand to a team-mate, in games that know it: said to the rules, told to that seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import structlog

from bot.contract.tables import Person, Refused
from bot.tables.play.answers import refusing
from bot.tables.play.change import change
from bot.tables.play.seat_view import seat_of
from bot.tables.seats.seats import require_running
from bot.tables.work.operations import of_table
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.runner import own_calls

SHOW: Final = "show"
log = structlog.get_logger(__name__)


@of_table
async def show(work: UnitOfWork, person: Person, to: int, cards: Sequence[str], number: int | None = None) -> None:
    """Show these cards of one's hand, and no others any more, to the seat of that number.

    Refused: no_seat, replaced, over, not_begun, no_showing, not_an_option.
    """
    require_running(work)
    row = seat_of(work, await work.table(), person, number)
    if SHOW not in own_calls(work.game):
        raise Refused("no_showing", table=work.id)
    reader = work.numbered(to)
    if row.by != "human":
        raise Refused("replaced", table=work.id)
    await refusing(work, lambda: change(work, lambda table: table.call(SHOW, row.seat, reader.seat, *cards), "call"))
    log.info("shown", table=work.id, cards=len(cards))
