"""The board posted in the channel because somebody wants to talk about it: public, and it rings nobody."""

from __future__ import annotations

import asyncio

from bot.service.commit import picture_before
from bot.service.row_mappers import info_of
from bot.service.unit_of_work import UnitOfWork
from bot.values import Person, Refused


async def require_turn(work: UnitOfWork, person: Person) -> None:
    """Note that the person posts a board now. Refused: not_begun, board_soon within a minute of the last one."""
    await work.table()
    if not work.deps.board_posters.due(work.number, person.id, work.now):
        raise Refused("board_soon", table=work.id)


async def post(work: UnitOfWork, person: Person, show: str) -> None:
    """The board as everybody sees it, or what of it is wanted. Refused: not_begun, no_board."""
    table = await work.table()
    view = await asyncio.to_thread(table.view, None)
    filled = {"person": person, "view": view, "since": picture_before(work), "show": show}
    posts = work.deps.post_maker.matter(info_of(work), "board", filled)
    if not posts:
        raise Refused("no_board", table=work.id)
    work.post(posts)
