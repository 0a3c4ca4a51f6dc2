"""A pause: no clock of the table runs for some days."""

from __future__ import annotations

import math
from typing import Final

from bot.contract.tables import Person, Refused, TableInfo
from bot.store.models import AlarmRow
from bot.tables.hooks import active
from bot.tables.seats.seats import require_running
from bot.tables.work.rights import require_host
from bot.tables.work.row_mappers import info_of
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import DAY, SHARE

SHIFTED: Final = frozenset({"window", "petition", "offer", "seek", "time"})
MOST_DAYS: Final = 60


async def pause(work: UnitOfWork, person: Person, days: int, reason: str) -> TableInfo:
    """Pause the clocks of the table for that many days; players may still play. Refused: host_only, bad_option."""
    require_running(work)
    require_host(work, person, or_moderator=True)
    require_days(days)
    await stand_still(work, person, days, reason)
    return info_of(work)


def require_days(days: int) -> None:
    """Refuse a number of days that is out of range. Refused: bad_option."""
    if not 1 <= days <= MOST_DAYS:
        raise Refused("bad_option", option="days", value=days, values=())


async def stand_still(work: UnitOfWork, person: Person, days: int, reason: str) -> None:
    """Pause the clocks for that many days. The caller has checked that the person may, or that the others agree."""
    await _stand_until(work, work.now + days * DAY)
    work.arm("resume", work.row.paused_until)
    said = {"person": person, "reason": reason, "until": work.until("resume")}
    work.post(work.deps.post_maker.matter(info_of(work), "paused", said))


async def resume(work: UnitOfWork, person: Person) -> TableInfo:
    """Go on before a pause is over. Refused: host_only, not_paused."""
    require_running(work)
    require_host(work, person, or_moderator=True)
    if work.row.paused_until <= work.now:
        raise Refused("not_paused", table=work.id)
    await _stand_until(work, work.now)
    work.disarm("resume")
    work.post(work.deps.post_maker.matter(info_of(work), "resumed", {"person": person}))
    return info_of(work)


async def pause_over(work: UnitOfWork, _: AlarmRow) -> bool:
    """End the pause and tell everyone. Return whether there was one."""
    if work.row.state != "running" or not work.row.paused_until:
        return False
    work.row.paused_until = 0.0
    work.post(work.deps.post_maker.matter(info_of(work), "resumed", {}))
    return True


async def _stand_until(work: UnitOfWork, until: float) -> None:
    """Let nothing run before that moment: what others wait for moves with it, and so do the clocks of seats."""
    moved = until - max(work.now, work.row.paused_until)
    for alarm in work.alarms:
        if alarm.kind in SHIFTED:
            alarm.at = float(math.ceil(max(alarm.at + moved, until + alarm.length / SHARE)))
    rows = [row for row in work.seats if row.clock_since is not None]
    for stands_until in active(work.deps, lambda one: one.stands_until):
        stands_until(work, until)
    work.row.paused_until, work.dirty = until, True
    for time_moved in active(work.deps, lambda one: one.time_moved):
        time_moved(work, rows)
