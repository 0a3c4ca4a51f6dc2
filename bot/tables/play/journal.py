"""The answers of a game, as they are stored."""

from __future__ import annotations

import json

from sqlmodel import col, select

from bot.store.models import EntryRow
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.record import Entry


async def entries(work: UnitOfWork, after: int, until: int) -> list[EntryRow]:
    """The answers after so many, up to so many, in order."""
    here = (EntryRow.table_id == work.number, EntryRow.seq > after, EntryRow.seq <= until)
    found: list[EntryRow] = await work.read(select(EntryRow).where(*here).order_by(col(EntryRow.seq)))
    return found


def entry_of(row: EntryRow) -> Entry:
    """A stored answer as the kernel has it."""
    return Entry(row.key, row.seat, tuple(json.loads(row.picks)), row.auto)
