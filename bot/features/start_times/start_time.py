"""When a lobby begins by itself: the allowed times, and the alarm, which also rings a day and an hour before."""

from __future__ import annotations

from typing import Final

from bot.contract.tables import Refused
from bot.tables.work import notify
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import DAY, HOUR

LONGEST: Final = 30 * DAY
IDLE: Final = 14 * DAY  # so long nothing changes in a lobby before its host is asked about it
BEFORE: Final = (DAY, HOUR)


def choose(work: UnitOfWork, at: float | None) -> None:
    """Let the lobby begin at that time, or (None) when its host wants. Refused: start_past, start_far."""
    if at is not None:
        require_near(at, work.now)
    work.row.starts_at, work.dirty = at, True
    notify.withdraw(work, None)
    if at is None:
        work.disarm("starts")
    else:
        arm(work, at)


def require_near(at: float, now: float) -> None:
    """Refuse a start in the past or too far ahead. Refused: start_past, start_far (with the most `days`)."""
    if at <= now:
        raise Refused("start_past")
    if at > now + LONGEST:
        raise Refused("start_far", days=int(LONGEST // DAY))


def arm(work: UnitOfWork, at: float) -> None:
    """Set the alarm to the next announcement, or to the start itself."""
    work.arm("starts", next(then for then in (*(at - left for left in BEFORE), at) if then > work.now))


def arm_start(work: UnitOfWork, starts: float | None, begun: bool) -> None:
    """Set the alarms of a new lobby: for being idle, and for its start time if one is chosen."""
    if not begun:
        work.arm("idle", work.now + IDLE)
    if starts is not None:
        choose(work, starts)


def cancel_start(work: UnitOfWork) -> None:
    """Remove the start time of a table that is over."""
    work.disarm("starts", "idle")
