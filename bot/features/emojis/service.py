"""Which emojis the application has in Discord, so that every process knows them."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import BigInteger, Column, Float, delete, update
from sqlmodel import Field, col, select

from bot.store.row import StoredRow
from bot.tables.work.unit_of_work import Deps


class EmojiRow(StoredRow, table=True):
    """An emoji in Discord. `key` is its name without the hash of its picture.

    `replaced_at`: when a newer picture took its place; messages may still carry it for a while.
    """

    __tablename__ = "emoji"

    name: str = Field(primary_key=True)
    key: str
    emoji: int = Field(sa_column=Column(BigInteger, nullable=False))
    application: int = Field(sa_column=Column(BigInteger, nullable=False))
    replaced_at: float | None = Field(default=None, sa_column=Column(Float, nullable=True))


async def in_use(deps: Deps) -> Mapping[str, str]:
    """Return how each emoji is written in Discord, by key."""
    found = await deps.database.read(select(EmojiRow).where(col(EmojiRow.replaced_at).is_(None)))
    return {row.key: f"<:{row.name}:{row.emoji}>" for row in found}


async def noted(deps: Deps) -> dict[str, EmojiRow]:
    """Return all emojis that are known, by name."""
    return {row.name: row for row in await deps.database.read(select(EmojiRow))}


async def use(deps: Deps, row: EmojiRow, now: float) -> None:
    """Use this emoji from now on, in place of those with the same key."""
    same = (col(EmojiRow.key) == row.key, col(EmojiRow.name) != row.name, col(EmojiRow.replaced_at).is_(None))
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(update(EmojiRow).where(*same).values(replaced_at=now))
        await session.merge(row)


async def retire(deps: Deps, row: EmojiRow, now: float) -> None:
    """Show this emoji no more; it is deleted later."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.merge(EmojiRow(**{**row.model_dump(), "replaced_at": now}))


async def forget(deps: Deps, name: str) -> None:
    """Forget an emoji that Discord has no more."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(EmojiRow).where(col(EmojiRow.name) == name))
