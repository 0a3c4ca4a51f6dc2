"""Which tables should be among the events of their server, and what is known of those that are."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, Column, Text, delete, func
from sqlmodel import Field, col, select

from bot.contract import table_ids
from bot.contract.tables import TableInfo
from bot.delivery.table_keeper import among
from bot.store.models import IS_LOBBY, SlotRow, TableRow
from bot.store.row import StoredRow
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork, dump

GONE: Final = -1


class EventRow(StoredRow, table=True):
    """The event of a table: 0 while Discord is being asked for it, -1 if somebody there has deleted it.

    `told` (JSON) is what the bot has last said of it.
    """

    __tablename__ = "scheduled_event"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    event: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    told: str = Field(default="{}", sa_column=Column(Text, nullable=False, default="{}"))


@dataclass(frozen=True, slots=True)
class EventPlan:
    """A table with a start time, or with an event: what is known of this, and whether there should be one.

    `starts_at` is 0 for a lobby that does not start by itself. `lobby`: the message with the lobby, 0 until it is sent.
    """

    number: int
    info: TableInfo
    starts_at: float
    lobby: int
    wanted: bool
    known: bool
    event: int
    told: Mapping[str, Any]


FOUND: Final = select(TableRow.id, TableRow.version)
TIMED: Final = FOUND.where(IS_LOBBY, col(TableRow.starts_at).is_not(None), func.coalesce(TableRow.guild, 0) != 0)


async def versions(deps: Deps, tables: Collection[int] | None = None) -> list[tuple[int, int]]:
    """Return which of these tables may need an event, or have one, and how often each has been changed."""
    noted = select(EventRow.table_id).where(among(EventRow.table_id, tables))
    timed, known = TIMED.where(among(TableRow.id, tables)), FOUND.where(col(TableRow.id).in_(noted))
    found = {tuple(row) for wanted in (timed, known) for row in await deps.database.rows(wanted)}
    return sorted(found)


async def plan(deps: Deps, table: int) -> EventPlan:
    """Return what the event of a table should be. Refused: no_table."""

    async def planned(work: UnitOfWork) -> EventPlan:
        info, starts_at = info_of(work), work.row.starts_at or 0.0
        shown = work.row.state == "lobby" and work.row.guild is not None and info.settings.listed == "yes"
        (row,) = await work.read(select(EventRow).where(EventRow.table_id == table)) or (None,)
        (slot,) = await work.read(select(SlotRow).where(SlotRow.name == f"lobby:{work.id}")) or (None,)
        known = (row is not None, row.event if row else 0, json.loads(row.told) if row else {})
        return EventPlan(table, info, starts_at, slot.message if slot else 0, shown and starts_at > work.now, *known)

    return await do(deps, table_ids.spell_id(table), planned)


async def note(deps: Deps, table: int, event: int, told: Mapping[str, Any]) -> None:
    """Note what is known of the event of a table from now on."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.merge(EventRow(table_id=table, event=event, told=dump(told)))


async def drop(deps: Deps, table: int) -> None:
    """Forget the event of a table."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(EventRow).where(col(EventRow.table_id) == table))
