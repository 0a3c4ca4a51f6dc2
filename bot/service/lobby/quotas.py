"""How many tables may be open at once: of one host, and in one server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from sqlalchemy import func
from sqlmodel import col, select

from bot.service.unit_of_work import UnitOfWork
from bot.store.models import TableRow
from bot.values import Person, Refused

Read: TypeAlias = Callable[[Any], Awaitable[list[Any]]]


async def require_room(work: UnitOfWork, host: Person) -> None:
    """Make sure that the host may have one more open table, given by somebody else. Refused: too_many_tables."""
    await _require(work, "host", work.deps.quotas.person, TableRow.host == host.id, work.read)


async def require_room_for_new(work: UnitOfWork, host: Person) -> None:
    """Make sure that the host and the server may have the table that is just being opened. Refused: too_many_tables.

    Nobody else opens one before this one is stored, so that two cannot take the same place.
    """

    async def here(statement: Any) -> list[Any]:
        return list((await work.session.execute(statement)).scalars())

    await work.deps.database.take_turns(work.session)
    await _require(work, "host", work.deps.quotas.person, TableRow.host == host.id, here)
    if work.row.guild is not None:
        await _require(work, "server", work.deps.quotas.server, TableRow.guild == work.row.guild, here)


async def _require(work: UnitOfWork, whose: str, most: int | None, mine: bool, read: Read) -> None:
    if most is None:
        return
    others = (col(TableRow.state) != "over", TableRow.id != work.number)
    counted = await read(select(func.count()).select_from(TableRow).where(mine, *others))
    if counted[0] >= most:
        raise Refused("too_many_tables", whose=whose, n=most)
