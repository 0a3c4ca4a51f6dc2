"""Followers of a table: people without a seat who get the posts of its phases as DMs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import BigInteger, Column, Float, delete
from sqlmodel import Field, col, select

from bot.contract import table_ids
from bot.contract.posts import Post
from bot.contract.records import News
from bot.contract.tables import Person, Refused, TableId, TableInfo
from bot.store.models import OutboxRow, SeatRow, SlotRow
from bot.store.person_models import PersonRow
from bot.store.row import StoredRow
from bot.tables.hooks import Change
from bot.tables.work.operations import of_any_table, of_person
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.rights import require_reach
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork

KINDS: Final = frozenset({"phase", "end"})
MOST_FOLLOWERS: Final = 50


class FollowRow(StoredRow, table=True):
    """A follower of a table, told by `kind` (`dm`); they asked for it in `guild`."""

    __tablename__ = "follow"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False, index=True))
    guild: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    kind: str = "dm"
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))


@dataclass(frozen=True, slots=True)
class Following:
    """Whether a person follows a table from now on."""

    info: TableInfo
    on: bool


@of_any_table
async def toggle(work: UnitOfWork, person: Person) -> Following:
    """Follow the table, or stop. Followers can stop from anywhere. Refused: no_table, over, not_begun, follow_seated,
    followers_full.
    """
    if await _stop(work, person.id):
        return Following(info_of(work), on=False)
    require_reach(work, person)
    if work.row.state != "running":
        raise Refused("over" if work.row.state == "over" else "not_begun", table=work.id, info=info_of(work))
    if work.own(person):
        raise Refused("follow_seated", table=work.id)
    if work.row.followers >= MOST_FOLLOWERS:
        raise Refused("followers_full", table=work.id, most=MOST_FOLLOWERS)
    work.add(FollowRow(table_id=work.number, person=person.id, guild=person.guild, at=work.now))
    work.row.followers += 1
    return Following(info_of(work), on=True)


async def stop(work: UnitOfWork, person: int) -> None:
    """Stop following the table, and withdraw messages that wait to be sent."""
    await _stop(work, person)


async def _stop(work: UnitOfWork, person: int) -> bool:
    row = await work.fetch(FollowRow, (work.number, person)) if work.row.followers else None
    if row is None:
        return False
    await work.remove(row)
    work.row.followers -= 1
    _withdraw(work, person)
    work.later(delete(SlotRow).where(col(SlotRow.name) == slot(work.id, person)))
    return True


def _withdraw(work: UnitOfWork, person: int) -> None:
    """Withdraw what waits to be sent to a follower."""
    here = (col(OutboxRow.table_id) == work.number, col(OutboxRow.slot) == slot(work.id, person))
    work.later(delete(OutboxRow).where(*here, col(OutboxRow.attempted_at).is_(None)))


def slot(table: TableId, person: int) -> str:
    """Return the slot of a follower's message, which moves on."""
    return f"follow:{table}:{person}"


async def followers(work: UnitOfWork) -> tuple[int, ...]:
    """Return the followers to be told, without those who have a seat by now or can't reach the table any longer."""
    if not work.row.followers:
        return ()
    rows: list[FollowRow] = await work.read(select(FollowRow).where(FollowRow.table_id == work.number))
    there = tuple(row.person for row in rows if not work.own(row.person) and _reaches(work, row))
    for known in await work.read(select(PersonRow).where(col(PersonRow.person).in_(there))):
        work.people.setdefault(known.person, known)
    return there


def _reaches(work: UnitOfWork, row: FollowRow) -> bool:
    return row.guild == work.row.guild or work.row.guests == "yes"


def tell(work: UnitOfWork, people: Sequence[int], posts: Sequence[Post], news: News) -> None:
    """Send the posts of a phase or of the end to the followers, each in their language; a later one replaces an unsent
    one.
    """
    if not people or (shown := _shown(posts)) is None:
        return
    told: dict[str, Post | None] = {work.row.language: shown}
    for person in people:
        language = work.language(person)
        if language not in told:
            told[language] = _shown(work.deps.post_maker.posts(_in_language(news, language)))
        _withdraw(work, person)
        post = told[language] or shown
        work.post([work.deps.post_maker.followed(news.info, post, person, slot(work.id, person))])


def _shown(posts: Sequence[Post]) -> Post | None:
    """The last post that says what becomes of a phase or the game."""
    return next((post for post in reversed(posts) if post.user is None and post.kind in KINDS), None)


def _in_language(news: News, language: str) -> News:
    """Return the same for a table whose posts are in that language."""
    return replace(news, info=replace(news.info, settings=replace(news.info.settings, language=language)))


@of_person
async def followed_tables(deps: Deps, person: Person) -> tuple[TableId, ...]:
    """Return the tables that the person follows."""
    rows = await deps.database.read(select(FollowRow).where(FollowRow.person == person.id))
    return tuple(table_ids.spell_id(row.table_id) for row in rows)


async def forget(deps: Deps, person: Person) -> None:
    """Stop following all tables, because the person's data are deleted."""
    for table in await followed_tables(deps, person):
        await do(deps, table, lambda work: stop(work, person.id))


async def after_posts(work: UnitOfWork, _: RecordedTable, change: Change) -> None:
    """Send the followers what the channel is told."""
    if change.news is not None:
        tell(work, await followers(work), change.posts, change.news)


async def seat_passes(work: UnitOfWork, _: SeatRow, to: Person | None) -> None:
    """Stop following when the person takes a seat."""
    if to is not None:
        await stop(work, to.id)
