"""What a person asked for and was refused, stored for a day so that a button of the refusal can still do it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Delete, delete
from sqlmodel import col

from bot.contract.tables import Person, Refused
from bot.store.person_models import PutOffRow
from bot.tables.lobby.options import load_options
from bot.tables.work.unit_of_work import Deps, dump

DAY: Final = 86400.0
MARK: Final = 12


async def put_off(deps: Deps, person: Person, kind: str, wanted: Mapping[str, Any]) -> str:
    """Keep it in place of what was kept of that kind; the mark by which it is taken up."""
    raw = dump(wanted)
    async with deps.database.session() as session, deps.database.writing(session):
        await session.merge(PutOffRow(person=person.id, kind=kind, wanted=raw, at=deps.now()))
    return _mark(raw)


async def take_up(deps: Deps, person: Person, kind: str, mark: str) -> dict[str, Any]:
    """Return and remove what was stored under that mark. Refused: put_off_gone."""
    async with deps.database.session() as session:
        row = await session.get(PutOffRow, (person.id, kind))
        await session.commit()
        if row is None or _mark(row.wanted) != mark or row.at < deps.now() - DAY:
            raise Refused("put_off_gone")
        async with deps.database.writing(session):
            await session.delete(row)
    return load_options(row.wanted)


def old_forgotten(now: float) -> Delete:
    """Return the statement that deletes what was put off more than a day ago."""
    return delete(PutOffRow).where(col(PutOffRow.at) < now - DAY)


def _mark(raw: str) -> str:
    return hashlib.sha256(raw.encode()).hexdigest()[:MARK]
