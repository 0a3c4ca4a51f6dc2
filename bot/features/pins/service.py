"""Which messages should be pinned, and which are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Column, delete
from sqlmodel import Field, col, select

from bot.contract import table_ids
from bot.contract.servers import PINS
from bot.contract.tables import TableInfo
from bot.delivery.table_keeper import among
from bot.store.models import IS_OPEN, SlotRow, TableRow
from bot.store.row import StoredRow
from bot.store.server_models import GuildSettingRow
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork


class PinRow(StoredRow, table=True):
    """The message of a table that was last pinned. `done`: 0 if Discord did not pin it and need not be asked again."""

    __tablename__ = "table_pin"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    channel: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    message: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    done: int = 0


IS_WANTED: Final = select(GuildSettingRow.guild).where(
    col(GuildSettingRow.guild) == TableRow.guild,
    col(GuildSettingRow.key) == PINS,
    col(GuildSettingRow.value) == "yes",
)
IS_NOTED: Final = select(PinRow.table_id).where(
    col(PinRow.table_id) == SlotRow.table_id, col(PinRow.message) == SlotRow.message
)
IS_OVER: Final = select(TableRow.id).where(TableRow.id == PinRow.table_id, col(TableRow.state) == "over")
OVER_DUE: Any = select(PinRow.table_id, PinRow.message).where(IS_OVER.exists())


@dataclass(frozen=True, slots=True)
class PinPlan:
    """The message of a table to pin (0: none), and the message pinned so far, with its channel."""

    number: int
    info: TableInfo
    channel: int
    message: int
    pinned: tuple[int, int] | None


async def versions(deps: Deps, tables: Collection[int] | None = None) -> list[tuple[int, int]]:
    """Return which of these tables have a message to pin, with its id, or to unpin, with minus its id."""
    over = OVER_DUE.where(among(PinRow.table_id, tables))
    unpinned = [(number, -message) for number, message in await deps.database.rows(over)]
    found = await deps.database.rows(open_due(tables))
    return sorted([*((number, message) for number, message in found), *unpinned])


def open_due(tables: Collection[int] | None = None) -> Any:
    """Return the query for these tables' messages that are to be pinned."""
    of_tables = select(TableRow.id).where(IS_OPEN, IS_WANTED.exists(), among(TableRow.id, tables))
    lobbies = (col(SlotRow.table_id).in_(of_tables), col(SlotRow.name).startswith("lobby:"))
    return select(SlotRow.table_id, SlotRow.message).where(*lobbies, ~IS_NOTED.exists())


async def plan(deps: Deps, table: int) -> PinPlan:
    """Return which message of a table should be pinned. Refused: unknown_table."""

    async def planned(work: UnitOfWork) -> PinPlan:
        info = info_of(work)
        (row,) = await work.read(select(PinRow).where(PinRow.table_id == table)) or (None,)
        (slot,) = await work.read(select(SlotRow).where(SlotRow.name == f"lobby:{work.id}")) or (None,)
        pinned = (row.channel, row.message) if row is not None and row.done else None
        if slot is None or info.state == "over":
            return PinPlan(table, info, 0, 0, pinned)
        return PinPlan(table, info, slot.channel, slot.message, pinned)

    return await do(deps, table_ids.spell_id(table), planned)


async def note(deps: Deps, plan: PinPlan, *, done: bool) -> None:
    """Note whether the message of a table could be pinned; forget it once the table is over."""
    async with deps.database.session() as session, deps.database.writing(session):
        if not plan.message:
            await session.execute(delete(PinRow).where(col(PinRow.table_id) == plan.number))
            return
        await session.merge(PinRow(table_id=plan.number, channel=plan.channel, message=plan.message, done=int(done)))


async def tell_host(deps: Deps, table: int) -> None:
    """Tell the host of a table by DM that its channel has too many pins for one more."""

    async def told(work: UnitOfWork) -> None:
        await work.know(work.row.host)
        post = work.deps.post_maker.mishap(info_of(work), "pins_full", {})
        work.post([msgspec.structs.replace(post, user=work.row.host)])

    await do(deps, table_ids.spell_id(table), told)
