"""Deadlines of a cup's rounds: when one is over, NPCs answer for players who are waited for."""

from __future__ import annotations

from typing import Final

import structlog
from sqlmodel import select

from bot.contract.tables import Person
from bot.features.cups.models import CupRow
from bot.store.models import AlarmRow, SeatRow
from bot.tables.seats.seats import set_control
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork

AGAIN: Final = 3600.0
log = structlog.get_logger(__name__)


async def ring(work: UnitOfWork, _: AlarmRow) -> bool:
    """Let NPCs answer for the players the table waits for, until they return; repeated hourly.

    Return whether any player was replaced. Nothing happens once the cup is over.
    """
    cup = await work.read(select(CupRow.state).where(CupRow.id == work.row.cup))
    if work.row.state != "running" or cup != ["running"]:
        return False
    work.arm("cup", work.now + AGAIN)
    replaced = False
    for _seat in work.seats:
        row = None if work.alarm("window") is not None else await _late(work)
        if row is None:
            break
        replaced = True
        row.by = "npc"
        said = {"seat": seat_info(work, row), "by": "npc", "person": Person(row.person or 0, row.person_name)}
        work.post(work.deps.post_maker.matter(info_of(work), "control", said))
        await set_control(work, row, "npc")
    if replaced:
        log.info("cup.deadline", table=work.id)
    return replaced


async def _late(work: UnitOfWork) -> SeatRow | None:
    """Return a seat for which the table waits."""
    if work.row.state != "running":
        return None
    table = await work.table()
    people = (row for row in work.seats if row.by == "human" and row.person is not None)
    return next((row for row in people if table.ask_of(row.seat) is not None), None)
