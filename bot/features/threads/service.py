"""Which tables may have a thread of their own to look after, and how it was last left."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import BigInteger, Column, delete, or_
from sqlmodel import Field, col, select

from bot.contract import table_ids
from bot.contract.tables import Phase, Place
from bot.delivery.table_keeper import among
from bot.store.models import IS_OPEN, TableRow
from bot.store.row import StoredRow
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork

STATES: Final[tuple[Phase, ...]] = ("lobby", "running", "over")


class ThreadRow(StoredRow, table=True):
    """How the channel of an open table was last left: in which `state` of the table."""

    __tablename__ = "table_thread"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    channel: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    state: str = ""


FOUND: Final = select(TableRow.id, TableRow.state, TableRow.channel)
DIFFERS: Final = or_(
    col(ThreadRow.table_id).is_(None),
    col(ThreadRow.state) != col(TableRow.state),
    col(ThreadRow.channel) != col(TableRow.channel),
)
OPEN_DUE: Final = FOUND.join(ThreadRow, isouter=True).where(IS_OPEN, col(TableRow.guild).is_not(None), DIFFERS)


@dataclass(frozen=True, slots=True)
class ThreadPlan:
    """What the thread of a table should be like. `people`: who its title names, nobody if it keeps its title."""

    number: int
    place: Place
    state: Phase
    game: str
    scenario: str
    language: str
    people: tuple[str, ...]


async def versions(deps: Deps, tables: Collection[int] | None = None) -> list[tuple[int, int]]:
    """Return which of these tables' channels were last left in another state, with a number for their state now."""
    noted = select(ThreadRow.table_id).where(among(ThreadRow.table_id, tables))
    over_due = FOUND.where(col(TableRow.id).in_(noted), col(TableRow.state) == "over")
    open_due = OPEN_DUE.where(among(TableRow.id, tables))
    found = [*await deps.database.rows(open_due), *await deps.database.rows(over_due)]
    return [(number, channel * len(STATES) + STATES.index(state)) for number, state, channel in sorted(found)]


async def plan(deps: Deps, table: int) -> ThreadPlan:
    """Return what the thread of a table should be like. Refused: unknown_table."""

    async def planned(work: UnitOfWork) -> ThreadPlan:
        info = info_of(work)
        named = [seat.person.name for seat in info.seats if seat.person is not None]
        people = tuple(named) if info.state == "running" and not work.row.cup else ()
        return ThreadPlan(table, info.place, info.state, info.game, info.scenario, info.settings.language, people)

    return await do(deps, table_ids.spell_id(table), planned)


async def note(deps: Deps, plan: ThreadPlan) -> None:
    """Note that the thread of a table is as planned, or that it has none; forget that of a table that is over."""
    async with deps.database.session() as session, deps.database.writing(session):
        if plan.state == "over":
            await session.execute(delete(ThreadRow).where(col(ThreadRow.table_id) == plan.number))
            return
        await session.merge(ThreadRow(table_id=plan.number, channel=plan.place.channel, state=plan.state))


async def open_channels(deps: Deps) -> list[int]:
    """Return the channels and threads of servers in which a table is open."""
    here = select(TableRow.channel).where(IS_OPEN, col(TableRow.guild).is_not(None))
    return list(await deps.database.read(here))


async def is_open(deps: Deps, channel: int) -> bool:
    """Return whether a table is open in that channel or thread."""
    here = select(TableRow.id).where(TableRow.channel == channel, IS_OPEN)
    return bool(await deps.database.read(here))
