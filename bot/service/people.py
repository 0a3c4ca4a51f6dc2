"""What is known of people apart from tables: preferences, closed DMs, notices to be told once."""

from __future__ import annotations

import json

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from bot.service import ids
from bot.service.hours import is_zone
from bot.service.wishes import keep, preferences_of
from bot.service.work import Deps, dumped
from bot.store.models import NoticeRow, PersonRow, SeatRow, TableRow
from bot.values import Notice, Person, Preferences, Refused

HOURS = range(24)
ASK_ZONE = "ask_zone"


async def preferences(deps: Deps, person: Person) -> Preferences:
    """What the person wants."""
    async with deps.database.session() as session:
        return preferences_of(await session.get(PersonRow, person.id))


async def set_preferences(deps: Deps, person: Person, wanted: Preferences) -> Preferences:
    """Keep what the person wants. Refused: bad_option."""
    if wanted.zone and not is_zone(wanted.zone):
        raise Refused("bad_option", option="zone", value=wanted.zone, values=())
    if wanted.quiet_from not in HOURS or wanted.quiet_to not in HOURS:
        raise Refused("bad_option", option="hours", value=f"{wanted.quiet_from}-{wanted.quiet_to}", values=())
    async with deps.database.session() as session:
        row = await session.get(PersonRow, person.id) or PersonRow(person=person.id)
        await session.commit()
        keep(row, wanted)
        async with deps.database.writing(session):
            session.add(row)
    return wanted


async def set_dm_closed(deps: Deps, person: int, *, closed: bool, table: int | None = None) -> None:
    """Note whether DMs arrive; the first refusal is told once, on the next private screen."""
    async with deps.database.session() as session:
        row = await session.get(PersonRow, person) or PersonRow(person=person)
        first = closed and not row.dm_closed
        row.dm_closed = closed
        await session.commit()
        async with deps.database.writing(session):
            session.add(row)
            if first and table is not None:
                session.add(NoticeRow(person=person, table_id=table, code="dm_closed"))


async def take_notices(deps: Deps, person: Person, table: str) -> tuple[Notice, ...]:
    """What is to be told once, now told: the time zone is asked for at the first screen of a slow table."""
    number = ids.read(table) if table else None
    async with deps.database.session() as session:
        here = [NoticeRow.person == person.id]
        if number is not None:
            here.append(NoticeRow.table_id == number)
        rows = list((await session.execute(select(NoticeRow).where(*here).order_by(col(NoticeRow.id)))).scalars())
        unasked = await _unasked(session, person.id)
        await session.commit()
        if rows or unasked is not None:
            async with deps.database.writing(session):
                for row in rows:
                    await session.delete(row)
                if unasked is not None:
                    unasked.zone_asked = True
                    session.add(unasked)
    asked = [Notice(ASK_ZONE, {})] if unasked is not None else []
    return (*(Notice(row.code, json.loads(row.said)) for row in rows), *asked)


async def _unasked(session: AsyncSession, person: int) -> PersonRow | None:
    """The row of somebody whose time zone matters and who has never been asked for it."""
    row = await session.get(PersonRow, person) or PersonRow(person=person)
    if row.zone or row.zone_asked:
        return None
    sits = col(TableRow.id).in_(select(SeatRow.table_id).where(SeatRow.person == person))
    slow = select(TableRow.id).where(sits, TableRow.pace != "live", TableRow.state == "running").limit(1)
    return row if (await session.execute(slow)).scalar() is not None else None


def notice(person: int, table: int, code: str, **said: object) -> NoticeRow:
    """Something to be told once."""
    return NoticeRow(person=person, table_id=table, code=code, said=dumped(said))
