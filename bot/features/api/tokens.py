"""Tokens by which programs act for a person: made, listed, ended. Only hashes are stored."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, func, update
from sqlmodel import col, select

from bot.contract.tables import Person, Refused
from bot.features.api.models import ApiTokenRow
from bot.tables.people.web_sessions import session_number
from bot.tables.work.operations import of_person
from bot.tables.work.row_mappers import moment
from bot.tables.work.unit_of_work import Deps
from bot.telemetry import note_change

MOST: Final = 10
"""Tokens of one person."""
LETTERS: Final = 40
"""Of a token's name."""
BEGINS: Final = "nisaba_"
"""Begins every token, so that programs that look for leaked secrets can tell one."""
LONGEST: Final = 80
AGAIN: Final = 600.0
"""Seconds after which it is noted again that a token was used."""


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token as its owner sees it; `number` names it and opens nothing."""

    number: int
    name: str
    plays: bool
    made_at: datetime
    used_at: datetime | None


@of_person
async def listed(deps: Deps, person: Person) -> list[ApiToken]:
    """Return the person's tokens, the newest first."""
    rows = await deps.database.read(select(ApiTokenRow).where(ApiTokenRow.person == person.id))
    return [_told(row) for row in sorted(rows, key=lambda row: -row.made_at)]


def _told(row: ApiTokenRow) -> ApiToken:
    used = moment(row.used_at) if row.used_at else None
    return ApiToken(session_number(row.hash), row.name, row.plays, moment(row.made_at), used)


@of_person
async def make(deps: Deps, person: Person, name: str, *, plays: bool) -> str:
    """Return a new token for the person, which is shown this once. Refused: tokens_full."""
    text, now = BEGINS + secrets.token_urlsafe(32), deps.now()
    named = " ".join(name.split())[:LETTERS]
    row = ApiTokenRow(hash=_hash(text), person=person.id, person_name=person.name, name=named, plays=plays, made_at=now)
    async with deps.database.session() as session, deps.database.writing(session):
        await deps.database.take_turns(session)
        mine = select(func.count()).select_from(ApiTokenRow).where(ApiTokenRow.person == person.id)
        if (await session.execute(mine)).scalar_one() >= MOST:
            raise Refused("tokens_full", most=MOST)
        session.add(row)
    note_change()
    return text


@of_person
async def end(deps: Deps, person: Person, number: int) -> bool:
    """End that token of the person's; its streams end at once. Return whether there was one."""
    rows = await deps.database.read(select(ApiTokenRow.hash).where(ApiTokenRow.person == person.id))
    ended = [row for row in rows if session_number(row) == number]
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(ApiTokenRow).where(col(ApiTokenRow.hash).in_(ended)))
    note_change()
    deps.signed_out.notify([number])
    return bool(ended)


async def find(deps: Deps, text: str) -> ApiTokenRow | None:
    """Return the token with that text, and note that it was used; None if there is none."""
    if not text.startswith(BEGINS) or len(text) > LONGEST:
        return None
    here, now = col(ApiTokenRow.hash) == _hash(text), deps.now()
    row = next(iter(await deps.database.read(select(ApiTokenRow).where(here))), None)
    if row is not None and row.used_at <= now - AGAIN:
        async with deps.database.session() as session, deps.database.writing(session):
            await session.execute(update(ApiTokenRow).where(here).values(used_at=now))
    return row


async def is_valid(deps: Deps, token: ApiTokenRow) -> bool:
    """Return whether a token that was found has not been ended since."""
    return bool(await deps.database.read(select(ApiTokenRow.hash).where(ApiTokenRow.hash == token.hash)))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
