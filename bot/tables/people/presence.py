"""When a person was last at a table, and who counts as inactive.

It is noted once a minute at most, and written apart from the interaction itself, so that a failure doesn't break that.
"""

from __future__ import annotations

from typing import Any

import structlog
from sqlalchemy import and_, bindparam, exists, or_
from sqlalchemy import select as columns
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Person, Refused
from bot.store.models import AlarmRow, PresenceRow, SeatRow, TableRow
from bot.store.prepared import Prepared
from bot.tables.work.cache import GRAIN
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from bot.tables.work.waking_hours import AWAY, at_pace

log = structlog.get_logger(__name__)
TABLE: Any = bindparam("table")
PERSON: Any = bindparam("person")
IS_HOST = and_(col(TableRow.host) == PERSON, col(TableRow.state) != "over")
IS_SEATED = exists().where(SeatRow.table_id == TABLE, SeatRow.person == PERSON)
IS_CALLED = exists().where(AlarmRow.table_id == TABLE, AlarmRow.person == PERSON)
FOUND = Prepared(  # a row if the person sits there or is the host, else none
    columns(IS_CALLED.label("called")).select_from(TableRow).where(TableRow.id == TABLE, or_(IS_HOST, IS_SEATED))
)


async def note_presence(deps: Deps, table: str, person: Person) -> bool:
    """Note that one of a table's players is there. Return whether others have asked to decide in their absence."""
    number = table_ids.read(table)
    if number is None or not deps.noted.due(number, person.id, deps.now()):
        return False
    try:
        return await _note(deps, number, person.id)
    except (Refused, SQLAlchemyError) as error:
        log.warning("presence.lost", table=table_ids.spell_id(number), exc_info=error)
        return False


async def _note(deps: Deps, number: int, person: int) -> bool:
    found = await deps.database.rows(FOUND, table=number, person=person)
    if found:
        deps.sightings.see(deps.database, number, person, deps.now())
    return any(called for (called,) in found)


async def last_seen(work: UnitOfWork, person: int) -> float:
    """Return when the person was last at the table; at the earliest, when the game began or the table was opened."""
    await work.deps.sightings.write(work.deps.database)
    here = (PresenceRow.table_id == work.number, PresenceRow.person == person)
    noted = [row.at for row in await work.read(select(PresenceRow).where(*here))]
    answered = [row.last_at for row in work.own(person)]
    times: list[float] = [*noted, *answered, work.row.started_at or 0.0, work.row.opened_at]
    return max(times)


async def is_away(work: UnitOfWork, person: int) -> bool:
    """Return whether the person has been away from the table for longer than its pace allows."""
    return work.now - await last_seen(work, person) > at_pace(work.row.pace, AWAY) + GRAIN
