"""NPCs that play among themselves: one portion of their answers a change; everybody else is served in between."""

from __future__ import annotations

import structlog

from bot.service.commit import change
from bot.service.unit_of_work import UnitOfWork
from bot.store.models import AlarmRow

log = structlog.get_logger(__name__)


async def go_on(work: UnitOfWork, _: AlarmRow) -> bool:
    """Let the NPCs of the table give their next answers; whether there were any."""
    if work.row.state != "running":
        return False
    table = await work.table()
    if not table.unfinished:
        return False
    log.info("npcs_go_on", table=work.id, answers=table.answered())
    await change(work, lambda stretch: stretch.go_on(), "answer")
    return True
