"""How often one person may ask others for their consent: a few times an hour, at all tables together."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete
from sqlmodel import col, select

from bot.service.row_mappers import moment
from bot.service.unit_of_work import UnitOfWork
from bot.store.models import RecentRequestRow
from bot.values import Person, Refused

HOUR: Final = 3600.0
MOST: Final = 3


async def ask_again(work: UnitOfWork, person: Person) -> None:
    """Note that the person asks the others for something. Refused: too_many_requests (with `until`)."""
    since = work.now - HOUR
    mine = (col(RecentRequestRow.person) == person.id, col(RecentRequestRow.at) > since)
    times = sorted(row.at for row in await work.read(select(RecentRequestRow).where(*mine)))
    if len(times) >= MOST:
        raise Refused("too_many_requests", table=work.id, n=MOST, until=moment(times[-MOST] + HOUR))
    work.later(delete(RecentRequestRow).where(col(RecentRequestRow.at) <= since))
    work.add(RecentRequestRow(table_id=work.number, person=person.id, at=work.now))
