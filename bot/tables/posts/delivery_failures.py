"""Failed deliveries, and who is told: the host once by DM, or all players if the channel is lost.

A person without DMs reads it on their next private screen. A call that fails goes the other way at once: a refused DM
becomes a mention in the channel, and for a lost channel the player asked gets a DM.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog
from msgspec.structs import replace
from sqlalchemy import delete
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.posts import POSTS, Post
from bot.contract.tables import Refused
from bot.store.models import OutboxRow
from bot.store.person_models import NoticeRow
from bot.tables.hooks import active
from bot.tables.work import notify
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork, dump

log = structlog.get_logger(__name__)
CHANNEL: Final = "channel"
FILES: Final = "attach_files"
MISHAP: Final = "mishap"
"""The kind of post that tells of a mishap; nothing is told of its own."""
CALLS: Final = frozenset({"turn", "reminder", "starting"})
TO_HOST: Final = frozenset({"unfilled", "idle", "full"})  # questions to the host, which hold nothing private


async def lose_channel(deps: Deps, row: OutboxRow, channel: int) -> None:
    """Mark the channel as lost: delete its waiting posts and tell all players once."""

    async def change(work: UnitOfWork) -> None:
        if work.row.channel != channel:
            return
        work.later(delete(OutboxRow).where(col(OutboxRow.lane) == row.lane))
        if work.row.lacks != CHANNEL:
            work.row.may_post, work.row.lacks = False, CHANNEL
            await _tell(work, _everybody(work), "channel_gone", {})
            await _no_channel(work)

    await _surely(deps, row.table_id, change)


async def _no_channel(work: UnitOfWork) -> None:
    for no_channel in active(work.deps, lambda one: one.no_channel):
        await no_channel(work)


async def lose_right(deps: Deps, number: int, lacks: Iterable[str], *, may_post: bool) -> None:
    """Note that the bot may not post in the channel, or not with pictures, and tell the host when it begins."""
    now = ",".join(lacks)

    async def change(work: UnitOfWork) -> None:
        if (work.row.may_post, work.row.lacks) != (may_post, now):
            lost = work.row.may_post and not may_post
            work.row.may_post, work.row.lacks = may_post, now
            await _tell(work, [work.row.host], "may_not_post" if not may_post else "no_pictures", {})
            if lost:
                await _no_channel(work)

    await _surely(deps, number, change)


async def turn_to_channel(deps: Deps, row: OutboxRow, *, calls_alone: bool) -> None:
    """Turn DMs that don't arrive into mentions in the channels of their tables, and the rest into notices.

    `calls_alone`: posts that aren't calls keep waiting, since they may arrive later.
    """
    here = (OutboxRow.lane == row.lane, col(OutboxRow.message).is_(None))
    tables: list[int] = await deps.database.read(select(OutboxRow.table_id).where(*here).distinct())
    for number in tables:
        await _surely(deps, number, lambda work: _turn(work, row, calls_alone=calls_alone))


async def _turn(work: UnitOfWork, row: OutboxRow, *, calls_alone: bool) -> None:
    here = (OutboxRow.lane == row.lane, OutboxRow.table_id == work.number, col(OutboxRow.message).is_(None))
    waiting: list[OutboxRow] = await work.read(select(OutboxRow).where(*here))
    posts = {one.id: post for one in waiting if (post := _read(one)) is not None}
    gone = {number: post for number, post in posts.items() if not calls_alone or post.kind in CALLS | TO_HOST}
    if gone:
        work.later(delete(OutboxRow).where(col(OutboxRow.id).in_(gone)))
        await _told_otherwise(work, row.user or 0, list(gone.values()))


async def _told_otherwise(work: UnitOfWork, person: int, posts: Sequence[Post]) -> None:
    """Tell a person what DMs couldn't: post calls to the host in the channel, keep the rest for their next private
    screen.
    """
    await work.know(person)
    kinds = {post.kind for post in posts}
    for no_dm in active(work.deps, lambda one: one.no_dm):
        await no_dm(work, person, kinds)
    for post in posts:
        if post.kind in TO_HOST:
            work.post([replace(post, user=None, mentions=(person,))])
        elif post.kind not in {"seated", notify.TURN_OVER, *CALLS}:
            notify.leave_notice(work, post, person)


async def drop(deps: Deps, row: OutboxRow, why: str) -> None:
    """Delete a post that Discord refuses in any form or that can't be made, and tell the host."""
    log.error("outbox.dropped", row=row.id, lane=row.lane, reason=why)

    async def change(work: UnitOfWork) -> None:
        work.later(delete(OutboxRow).where(col(OutboxRow.id) == row.id))
        post = _read(row)
        if post is not None and post.kind == MISHAP:
            return
        await _tell(work, [work.row.host], "post_refused", {"private": row.user is not None})

    await _surely(deps, row.table_id, change)


def _read(row: OutboxRow) -> Post | None:
    """The post of a row; None of one that cannot be read, which is given up when its turn comes."""
    try:
        return POSTS.json(row.post)
    except msgspec.MsgspecError:
        return None


async def shorten(deps: Deps, row: OutboxRow) -> None:
    """Tell the host that a post was too long and was cut."""

    async def change(work: UnitOfWork) -> None:
        await _tell(work, [work.row.host], "post_shortened", {"private": row.user is not None})

    await _surely(deps, row.table_id, change)


def _everybody(work: UnitOfWork) -> list[int]:
    seated = (row.person for row in work.seats if row.person is not None)
    return list(dict.fromkeys([work.row.host, *seated]))


async def _tell(work: UnitOfWork, people: Iterable[int], what: str, said: Mapping[str, Any]) -> None:
    """A DM to each, which takes the place of the last one about the same; or a notice where no DM arrives."""
    for person in people:
        await work.know(person)
        filled = {**said, "table": work.id, "host": person == work.row.host}
        if work.dms_closed(person):
            work.add(NoticeRow(person=person, table_id=work.number, code=what, said=dump(filled)))
            continue
        post = work.deps.post_maker.mishap(info_of(work), what, {**filled, "reader": person})
        work.post([replace(post, user=person, slot=f"{what}:{work.id}:{person}")])


async def _surely(deps: Deps, number: int, change: Any) -> None:
    """Do it with the table, if there still is one. Refused: not_stored."""
    try:
        await do(deps, table_ids.spell_id(number), change)
    except Refused as refusal:
        if refusal.code == "not_stored":
            raise
        log.warning("outbox.no_table", table=table_ids.spell_id(number), why=refusal.code)
