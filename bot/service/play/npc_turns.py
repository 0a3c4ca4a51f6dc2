"""NPCs that play among themselves: one portion of their answers a change; everybody else is served in between."""

from __future__ import annotations

import structlog

from bot.service.commit import change
from bot.service.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)


async def go_on_due(work: UnitOfWork) -> bool:
    """Let the NPCs of the table give their next answers, if it is time; whether they have."""
    due = work.row.goes_on_at
    if work.row.state != "running" or due is None or due > work.now:
        return False
    table = await work.table()
    if not table.unfinished:
        work.row.goes_on_at, work.dirty = None, True
        return False
    log.info("npcs_go_on", table=work.id, answers=table.answered())
    await change(work, lambda stretch: stretch.go_on(), "answer")
    return True
