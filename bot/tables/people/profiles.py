"""What is known of people apart from tables: preferences, closed DMs, one-time notices."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import bindparam, literal
from sqlalchemy import select as columns
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import flag_modified
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.preferences import AS_DISCORD, Preferences
from bot.contract.records import Reader
from bot.contract.tables import Busy, Notice, Person, Refused
from bot.store.known_values import is_zone
from bot.store.models import SeatRow, TableRow
from bot.store.person_models import NoticeRow, PersonRow
from bot.store.prepared import Prepared
from bot.tables.work.unit_of_work import Deps, dump
from bot.tables.work.wishes import change_wishes, keep, preferences_of
from bot.telemetry import note_change
from engine.core.text import languages

HOURS = range(24)
ASK_ZONE = "ask_zone"


PERSON: Any = bindparam("person")
HERE: Any = bindparam("table")
SITS = col(TableRow.id).in_(select(SeatRow.table_id).where(SeatRow.person == PERSON))
GOES_ON_SLOWLY = (TableRow.pace != "live", TableRow.state == "running")
SLOW = select(TableRow.id).where(TableRow.id == HERE, SITS, *GOES_ON_SLOWLY).limit(1)
MUTE = select(TableRow.id).where(TableRow.id == HERE, col(TableRow.may_post).is_(False), TableRow.state != "over")
TOLD_ONCE = select(NoticeRow.id).where(NoticeRow.person == PERSON).limit(1)
ALWAYS = columns(literal(1).label("one")).subquery()
READER = Prepared(
    columns(
        PersonRow,
        TOLD_ONCE.exists().label("noticed"),
        SLOW.exists().label("slow"),
        MUTE.exists().label("mute"),
        col(TableRow.game),
        col(TableRow.scenario),
    )
    .select_from(ALWAYS)
    .outerjoin(PersonRow, col(PersonRow.person) == PERSON)
    .outerjoin(TableRow, col(TableRow.id) == HERE)
)


async def reader(deps: Deps, person: Person, table: str = "") -> Reader:
    """Return what a private screen needs to know of its reader, about that table or about none."""
    asked = {"person": person.id, "table": table_ids.read(table) or 0}
    row, noticed, slow, mute, game, scenario = (await deps.database.rows(READER, **asked))[0]
    wanted = preferences_of(row)
    unasked = slow and not wanted.zone and not (row and row.zone_asked)
    seen = deps.sightings.language(person.id) or ("" if row is None else row.seen_language)
    return Reader(wanted, bool(noticed or unasked), bool(mute), seen, game or "", scenario or "")


async def languages_asked_for(deps: Deps) -> dict[int, str]:
    """Return the language of everyone who has chosen one, by person."""
    wanted = select(PersonRow.person, PersonRow.language).where(PersonRow.language != AS_DISCORD)
    return {row[0]: row[1] for row in await deps.database.rows(wanted)}


async def preferences(deps: Deps, person: Person) -> Preferences:
    """Return the person's preferences."""
    async with deps.database.session() as session:
        return preferences_of(await session.get(PersonRow, person.id))


async def set_preferences(
    deps: Deps, person: Person, wanted: Preferences, before: Preferences | None = None
) -> Preferences:
    """Store the person's preferences; with `before`, only what differs from it. Refused: bad_option."""
    if wanted.zone and not is_zone(wanted.zone):
        raise Refused("bad_option", option="zone", value=wanted.zone, values=())
    if wanted.quiet_from not in HOURS or wanted.quiet_to not in HOURS:
        raise Refused("bad_option", option="hours", value=f"{wanted.quiet_from}-{wanted.quiet_to}", values=())
    if wanted.language not in {AS_DISCORD, *languages()}:
        raise Refused("bad_option", option="language", value=wanted.language, values=(AS_DISCORD, *languages()))
    async with deps.database.session() as session:
        row = await session.get(PersonRow, person.id) or PersonRow(person=person.id)
        await session.commit()
        kept = wanted if before is None else change_wishes(preferences_of(row), before, wanted)
        keep(row, kept)
        async with deps.database.writing(session):
            session.add(row)
    note_change()
    return kept


async def set_dm_closed(deps: Deps, person: int, *, closed: bool, table: int | None = None) -> None:
    """Note whether DMs arrive. The first failure makes a one-time notice for the next private screen."""
    async with deps.database.session() as session:
        row = await session.get(PersonRow, person) or PersonRow(person=person)
        first = closed and not row.dm_closed
        row.dm_closed = closed
        await session.commit()
        async with deps.database.writing(session):
            session.add(row)
            if first and table is not None:
                said = dump({"table": table_ids.spell_id(table)})
                session.add(NoticeRow(person=person, table_id=table, code="dm_closed", said=said))


async def take_notices(deps: Deps, person: Person, table: str = "", here: str = "") -> tuple[Notice, ...]:
    """Return the person's one-time notices and mark them as told; none if that can't be stored.

    The first screen of a slow table (`here`) also asks for the time zone.
    """
    number = table_ids.read(table) if table else None
    async with deps.database.session() as session:
        owed = [NoticeRow.person == person.id]
        if number is not None:
            owed.append(NoticeRow.table_id == number)
        rows = list((await session.execute(select(NoticeRow).where(*owed).order_by(col(NoticeRow.id)))).scalars())
        unasked = await _unasked(session, person.id, table_ids.read(here or table) or 0)
        await session.commit()
        if rows or unasked is not None:
            try:
                async with deps.database.writing(session):
                    for row in rows:
                        await session.delete(row)
                    if unasked is not None:
                        unasked.zone_asked = True
                        flag_modified(unasked, "zone")  # one that is not known any more is gone as well
                        session.add(unasked)
            except (Refused, Busy):
                return ()
    asked = [Notice(ASK_ZONE, {})] if unasked is not None else []
    return (*(Notice(row.code, json.loads(row.said)) for row in rows), *asked)


async def _unasked(session: AsyncSession, person: int, table: int) -> PersonRow | None:
    """Return the row of a person whose time zone matters at that table and who has never been asked for it."""
    row = await session.get(PersonRow, person) or PersonRow(person=person)
    if row.zone or row.zone_asked:
        return None
    here = {"person": person, "table": table}
    return row if (await session.execute(SLOW, here)).scalar() is not None else None


def notice(person: int, table: int, code: str, **said: object) -> NoticeRow:
    """Return a one-time notice for that person."""
    return NoticeRow(person=person, table_id=table, code=code, said=dump(said))
