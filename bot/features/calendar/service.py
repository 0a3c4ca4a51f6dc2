"""The link of a person's calendar: made, ended, and what it shows. Only the hash of its key is stored."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Final

from sqlalchemy import delete
from sqlmodel import col, select

from bot.contract.tables import Person, TableInfo
from bot.features.calendar.ics import CalendarEntry
from bot.features.calendar.models import CalendarRow
from bot.tables.play.queries import list_tables
from bot.tables.work.operations import of_person
from bot.tables.work.row_mappers import moment
from bot.tables.work.unit_of_work import Deps
from bot.telemetry import note_change
from engine.core.text import words

LONGEST: Final = 64


@of_person
async def since(deps: Deps, person: Person) -> datetime | None:
    """Return since when the person has a link; None if they have none."""
    rows = await deps.database.read(select(CalendarRow).where(CalendarRow.person == person.id))
    return moment(rows[0].made_at) if rows else None


@of_person
async def make(deps: Deps, person: Person) -> str:
    """Return the key of a new link, which is shown this once; the one before ends."""
    key = secrets.token_urlsafe(32)
    row = CalendarRow(person=person.id, hash=_hash(key), made_at=deps.now())
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(CalendarRow).where(col(CalendarRow.person) == person.id))
        session.add(row)
    note_change()
    return key


@of_person
async def end(deps: Deps, person: Person) -> None:
    """End the person's link."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(CalendarRow).where(col(CalendarRow.person) == person.id))
    note_change()


async def owner(deps: Deps, key: str) -> int | None:
    """Return whose calendar has that key; None if there is none."""
    if len(key) > LONGEST:
        return None
    found = await deps.database.read(select(CalendarRow.person).where(CalendarRow.hash == _hash(key)))
    return next(iter(found), None)


@of_person
async def entries(deps: Deps, person: Person) -> list[CalendarEntry]:
    """Return until when the person has to answer and when lobbies of theirs start, in the language being spoken.

    Entries hold only what the whole table knows, so secret questions have none.
    """
    infos = [line.info for line in await list_tables(deps, person)]
    return [entry for info in infos for entry in (*_starts(info), *_deadlines(info, person))]


def _starts(info: TableInfo) -> list[CalendarEntry]:
    if info.state != "lobby" or info.starts_at is None:
        return []
    title = words("calendar.start", game=info.game_title, table=info.id)
    return [CalendarEntry(f"{info.id}-start", info.starts_at, title, info.page_link)]


def _deadlines(info: TableInfo, person: Person) -> list[CalendarEntry]:
    own = [(seat, info.deadlines[seat.number]) for seat in info.of(person) if seat.number in info.deadlines]
    title = words("calendar.deadline", game=info.game_title, table=info.id)
    return [
        CalendarEntry(f"{info.id}-{seat.number}-{int(until.timestamp())}", until, title, info.page_link)
        for seat, until in own
    ]


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
