"""Time limits: the rules know no clock, so the service tells the game when the agreed time is over."""

from __future__ import annotations

import json

import structlog

from bot.store.models import AlarmRow
from bot.tables.play.change import change
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.game import MINUTES

MINUTE = 60.0
log = structlog.get_logger(__name__)


def time_limit(work: UnitOfWork) -> tuple[str, int]:
    """Return the option that limits the time, and its minutes; empty and 0 without a limit."""
    options = json.loads(work.row.options)
    choices = work.game.scenarios[work.row.scenario].options
    timed = [(c.name, int(options.get(c.name) or c.default)) for c in choices if c.kind == MINUTES]
    return next(((name, minutes) for name, minutes in timed if minutes), ("", 0))


def set_timer(work: UnitOfWork) -> None:
    """Set the alarm of the time limit, at the start of the game and when it is taken up again.

    An alarm that a pause has moved stays where it is. A game that already knows that its time is up may be told again;
    that changes nothing.
    """
    _, minutes = time_limit(work)
    begun = work.row.started_at
    if not minutes or begun is None:
        work.disarm("time")
    elif work.alarm("time") is None:
        work.arm("time", begun + minutes * MINUTE)


async def call(work: UnitOfWork, _: AlarmRow) -> bool:
    """Tell the game that its time is up; whether it is played by one."""
    name, minutes = time_limit(work)
    if work.row.state != "running" or work.reserved_seats() or not minutes:
        return False
    log.info("time_up", table=work.id, minutes=minutes)
    await change(work, lambda table: table.call(name), "call")
    return True
