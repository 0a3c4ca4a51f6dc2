"""Adds the film of a game to its final post. Drawing it takes too long for the post to wait."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import Column, LargeBinary, and_, delete
from sqlmodel import Field, col, select

from bot.contract import table_ids
from bot.contract.posts import ENDS, POSTS, Post, PostPicture
from bot.delivery.films import FILM
from bot.delivery.outbox import ready_post
from bot.delivery.table_keeper import TableKeeper, among
from bot.delivery.wire import Failed, Later, Sent, Wire
from bot.features.feature import Working
from bot.features.replay.handlers import course_of
from bot.features.replay.screens import NORMAL, SPEEDS, alt, frames, shown_in
from bot.store.models import SlotRow
from bot.store.row import StoredRow
from bot.tables.game_service import GameService
from bot.tables.hooks import Change
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import UnitOfWork
from bot.ui.words.presentations import names_of
from engine.core.text import speaking

log = structlog.get_logger(__name__)
FEWEST: Final = 3  # pictures; fewer show nothing that the board doesn't


class FilmRow(StoredRow, table=True):
    """The final post of a game that doesn't have its film yet."""

    __tablename__ = "table_film"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    post: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


OF_END: Final = and_(col(SlotRow.table_id) == FilmRow.table_id, col(SlotRow.name).startswith(ENDS))
DUE: Final = select(FilmRow.table_id, SlotRow.message).join(SlotRow, OF_END)


async def after_posts(work: UnitOfWork, _table: RecordedTable, change: Change) -> None:
    """Note the final post, if it shows a board."""
    for post in change.posts:
        if post.kind == "end" and post.user is None and any(_is_board(part) for part in post.parts):
            work.later(delete(FilmRow).where(col(FilmRow.table_id) == work.number))
            work.add(FilmRow(table_id=work.number, post=msgspec.json.encode(post)))


class FilmKeeper(TableKeeper):
    """Edits final posts, one after another."""

    lane = "films"
    follows_posts = True

    def __init__(self, service: GameService, wire: Wire, now: Callable[[], float]) -> None:
        super().__init__(service, now)
        self._service, self._wire = service, wire

    async def versions(self, tables: Collection[int] | None) -> Sequence[tuple[int, int]]:
        """Return the tables whose final post has been sent without its film, with the id of that message."""
        due = DUE.where(among(FilmRow.table_id, tables))
        return [(number, message) for number, message in await self._deps.database.rows(due)]

    async def bring(self, table: int) -> bool:
        """Edit the final post of a table; if Discord refuses, it stays as it is. Raises Later."""
        try:
            await self._edit(table)
        except Later:
            raise
        except (Failed, msgspec.MsgspecError) as failure:
            log.info("film.refused", table=table_ids.spell_id(table), why=str(failure))
        async with self._deps.database.session() as session, self._deps.database.writing(session):
            await session.execute(delete(FilmRow).where(col(FilmRow.table_id) == table))
        return True

    async def _edit(self, table: int) -> None:
        """Replace the final post by the same one with its film. Raises Failed."""
        name = f"{ENDS}{table_ids.spell_id(table)}"
        (row,) = await self._deps.database.read(select(FilmRow).where(FilmRow.table_id == table))
        (slot,) = await self._deps.database.read(select(SlotRow).where(SlotRow.name == name))
        post = await self._with_film(table, POSTS.json(row.post))
        if post is not None:
            await self._wire.edit(Sent(slot.channel, slot.message), await ready_post(self._deps, table, post, 0))

    async def _with_film(self, table: int, post: Post) -> Post | None:
        """Return the post with the film of its game below the board; None for a game too short for one."""
        info = await self._service.info(table_ids.spell_id(table))
        points = shown_in(frames(await self._service.checkpoints(info.id)))
        views = await self._service.public_views(info.id, [frame.point for frame in points])
        if len(views) < FEWEST:
            return None
        with speaking(post.language):
            said = alt(info, views, await course_of(self._service, info.id), names_of(info.game, info.scenario))
        options = {"views": views, "each": SPEEDS[NORMAL]}
        film = PostPicture(FILM, views[-1], info.game, f"{info.game}-{info.id.lower()}.webp", options, said)
        parts = [there for part in post.parts for there in ((part, film) if _is_board(part) else (part,))]
        return msgspec.structs.replace(post, parts=tuple(parts))


def _is_board(part: Any) -> bool:
    return isinstance(part, PostPicture) and part.draw == "board"


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Add films to final posts."""
    return (FilmKeeper(at.service, at.wire, at.now).run(),)
