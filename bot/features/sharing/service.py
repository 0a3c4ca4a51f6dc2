"""The board posted in the channel because somebody wants to talk about it: public, and it rings nobody."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from sqlalchemy import ColumnElement, Executable, delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Person, Refused
from bot.store import leases
from bot.store.cluster_models import HouseFactRow
from bot.tables.posts.change_posts import picture_before
from bot.tables.work.operations import of_table
from bot.tables.work.row_mappers import info_of
from bot.tables.work.unit_of_work import Deps, UnitOfWork

APART: Final = 60.0
TURN: Final = "board."


@of_table
async def post(work: UnitOfWork, person: Person, show: str) -> None:
    """The board as everybody sees it, or what of it is wanted.

    Refused: not_begun, no_board, board_soon within a minute of the person's last one, whichever process posted it.
    """
    table = await work.table()
    view = await asyncio.to_thread(table.view, None)
    filled = {"person": person, "view": view, "since": picture_before(work), "show": show}
    posts = work.deps.post_maker.matter(info_of(work), "board", filled)
    if not posts:
        raise Refused("no_board", table=work.id)
    work.post(posts)
    work.lastly.append(lambda: take_turn(work, person, "board_soon"))


async def take_turn(work: UnitOfWork, person: Person, refusal: str) -> None:
    """The person posts a board, or something like it, now: with the post, or with neither of them. Refused: that."""
    key = f"{TURN}{work.number}.{person.id}"
    taken = await work.session.execute(leases.turn_taken(key, APART, work.now, lite=work.deps.database.lite))
    if taken.scalar() is None:
        raise Refused(refusal, table=work.id)


async def gathered(deps: Deps, person: Person) -> list[dict[str, Any]]:
    """At which tables the person has posted a board lately, and when."""
    rows: list[HouseFactRow] = await deps.database.read(select(HouseFactRow).where(_posted_by(person.id)))
    return [{"table": table_ids.spelled(int(row.key.split(".")[1])), "at": row.at} for row in rows]


def forgotten(person: int) -> Executable:
    """Forget that the person has posted boards."""
    return delete(HouseFactRow).where(_posted_by(person))


def _posted_by(person: int) -> ColumnElement[bool]:
    return col(HouseFactRow.key).like(f"{TURN}%.{person}")


def old_forgotten(now: float) -> Executable:
    """Forget who has posted boards so long ago that it keeps nobody from the next one."""
    return delete(HouseFactRow).where(col(HouseFactRow.key).startswith(TURN), col(HouseFactRow.at) <= now - APART)


async def forget_rows(session: AsyncSession, person: int) -> None:
    """Forget that the person has posted boards."""
    await session.execute(forgotten(person))


async def nightly(deps: Deps, now: float) -> None:
    """Forget who has posted boards long ago."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(old_forgotten(now))
