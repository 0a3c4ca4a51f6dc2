"""Webhooks of a table (its host's) and of one's own turns: named, listed, ended."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, delete, func, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select
from yarl import URL

from bot.contract.tables import Person, Refused
from bot.features.webhooks.addresses import readable
from bot.features.webhooks.models import WebhookRow
from bot.store.models import TableRow
from bot.store.person_models import PersonRow
from bot.tables.work.operations import of_person, of_table
from bot.tables.work.rights import require_host
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from bot.telemetry import note_change

MOST: Final = 3
"""Webhooks of a table, and of one person's own turns."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook as its owner sees it."""

    number: int
    url: str
    failing: bool

    @property
    def host(self) -> str:
        """Return the name of the machine it goes to."""
        return URL(self.url).host or ""


@dataclass(frozen=True, slots=True)
class NewWebhook:
    """A webhook that was just named, with the secret that signs what it gets."""

    url: str
    secret: str


def _told(row: WebhookRow) -> Webhook:
    return Webhook(row.id or 0, row.url, row.failing_since > 0)


def _url(text: str) -> str:
    """Return the address. Refused: hook_url."""
    found = readable(text)
    if found is None:
        raise Refused("hook_url")
    return found


def own(person: int) -> tuple[ColumnElement[bool], ...]:
    """Return the condition for webhooks of a person's own turns."""
    return (col(WebhookRow.person) == person, col(WebhookRow.table_id).is_(None))


@of_person
async def of_turns(deps: Deps, person: Person) -> list[Webhook]:
    """Return the webhooks of the person's own turns."""
    rows = await deps.database.read(select(WebhookRow).where(*own(person.id)).order_by(col(WebhookRow.id)))
    return [_told(row) for row in rows]


@of_person
async def name_for_turns(deps: Deps, person: Person, url: str) -> NewWebhook:
    """Name a webhook for one's own turns. Refused: hook_url, hooks_full."""
    row = _new(person, _url(url), None, deps.now())
    async with deps.database.session() as session, deps.database.writing(session):
        await deps.database.take_turns(session)
        there = select(func.count()).select_from(WebhookRow).where(*own(person.id))
        if (await session.execute(there)).scalar_one() >= MOST:
            raise Refused("hooks_full", most=MOST)
        known = await session.get(PersonRow, person.id) or PersonRow(person=person.id)
        known.hooks += 1
        session.add_all([row, known])
    note_change()
    return NewWebhook(row.url, row.secret)


def _new(person: Person, url: str, table: int | None, now: float) -> WebhookRow:
    return WebhookRow(person=person.id, table_id=table, url=url, secret=secrets.token_hex(32), made_at=now)


@of_person
async def end_for_turns(deps: Deps, person: Person, number: int) -> bool:
    """End a webhook of one's own turns. Return whether there was one."""
    here = (*own(person.id), col(WebhookRow.id) == number)
    async with deps.database.session() as session, deps.database.writing(session):
        ended = (await session.execute(delete(WebhookRow).where(*here).returning(col(WebhookRow.id)))).scalars().all()
        fewer = {"hooks": col(PersonRow.hooks) - len(ended)}
        await session.execute(update(PersonRow).where(col(PersonRow.person) == person.id).values(fewer))
    note_change()
    return bool(ended)


@of_table
async def of_game(work: UnitOfWork, person: Person) -> list[Webhook]:
    """Return the webhooks of a table; for its host. Refused: host_only."""
    require_host(work, person)
    return [_told(row) for row in await _rows(work)]


async def _rows(work: UnitOfWork) -> list[WebhookRow]:
    here = select(WebhookRow).where(col(WebhookRow.table_id) == work.number).order_by(col(WebhookRow.id))
    found: list[WebhookRow] = await work.read(here)
    return found


@of_table
async def name_for_game(work: UnitOfWork, person: Person, url: str) -> NewWebhook:
    """Name a webhook for a table; for its host. Refused: host_only, over, hook_url, hooks_full."""
    require_host(work, person)
    if work.row.state == "over":
        raise Refused("over", table=work.id)
    if work.row.hooks >= MOST:
        raise Refused("hooks_full", most=MOST)
    row = _new(person, _url(url), work.number, work.now)
    work.add(row)
    work.row.hooks += 1
    work.dirty = True
    return NewWebhook(row.url, row.secret)


@of_table
async def end_for_game(work: UnitOfWork, person: Person, number: int) -> bool:
    """End a webhook of a table; for its host. Return whether there was one. Refused: host_only."""
    require_host(work, person)
    there = any(row.id == number for row in await _rows(work))
    if there:
        drop(work, number)
    return there


def drop(work: UnitOfWork, number: int) -> None:
    """Delete a webhook of this table, with all that waits for it."""
    work.later(delete(WebhookRow).where(col(WebhookRow.id) == number))
    work.row.hooks = max(0, work.row.hooks - 1)
    work.dirty = True


async def forget_rows(session: AsyncSession, person: int) -> None:
    """Delete the webhooks of a person whose data are deleted."""
    mine = select(col(WebhookRow.table_id)).where(WebhookRow.person == person, col(WebhookRow.table_id).is_not(None))
    tables = (await session.execute(mine)).scalars().all()
    await session.execute(delete(WebhookRow).where(col(WebhookRow.person) == person))
    for table in tables:
        fewer = {"hooks": col(TableRow.hooks) - 1}
        await session.execute(update(TableRow).where(col(TableRow.id) == table).values(fewer))
