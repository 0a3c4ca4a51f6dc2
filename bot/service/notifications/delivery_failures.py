"""What keeps messages from arriving, and who hears of it: the host once by DM, everybody seated of a lost channel.

Who takes no DMs reads it on the next private screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import structlog
from msgspec.structs import replace
from sqlalchemy import delete
from sqlmodel import col

from bot.posts import POSTS
from bot.service import table_ids
from bot.service.row_mappers import info_of
from bot.service.transaction import do
from bot.service.unit_of_work import Deps, UnitOfWork, dumped
from bot.store.models import OutboxRow
from bot.store.person_models import NoticeRow
from bot.values import Refused

log = structlog.get_logger(__name__)
CHANNEL: Final = "channel"
FILES: Final = "attach_files"
MISHAP: Final = "mishap"
"""The kind of post that tells of a mishap; nothing is told of its own."""


async def lose_channel(deps: Deps, row: OutboxRow, channel: int) -> None:
    """The channel is gone: what waits for it is dropped, and everybody seated hears of it once."""

    async def change(work: UnitOfWork) -> None:
        if work.row.channel != channel:
            return
        work.later(delete(OutboxRow).where(col(OutboxRow.lane) == row.lane))
        if work.row.lacks != CHANNEL:
            work.row.may_post, work.row.lacks = False, CHANNEL
            await _tell(work, _everybody(work), "channel_gone", {})

    await _surely(deps, row.table_id, change)


async def lose_right(deps: Deps, number: int, lacks: Iterable[str], *, may_post: bool) -> None:
    """The bot may not post in the channel, or not with pictures: the host hears of it when it begins."""
    now = ",".join(lacks)

    async def change(work: UnitOfWork) -> None:
        if (work.row.may_post, work.row.lacks) != (may_post, now):
            work.row.may_post, work.row.lacks = may_post, now
            await _tell(work, [work.row.host], "may_not_post" if not may_post else "no_pictures", {})

    await _surely(deps, number, change)


async def drop(deps: Deps, row: OutboxRow, why: str) -> None:
    """Discord does not take this post in any form: it is given up, and the host hears of it."""
    log.error("outbox.dropped", row=row.id, lane=row.lane, reason=why)

    async def change(work: UnitOfWork) -> None:
        work.later(delete(OutboxRow).where(col(OutboxRow.id) == row.id))
        if POSTS.json(row.post).kind == MISHAP:
            return
        await _tell(work, [work.row.host], "post_refused", {"private": row.user is not None})

    await _surely(deps, row.table_id, change)


async def shorten(deps: Deps, row: OutboxRow) -> None:
    """A post was too long and has been cut: the host hears of it."""

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
        if work.closed(person):
            work.add(NoticeRow(person=person, table_id=work.number, code=what, said=dumped(filled)))
            continue
        post = work.deps.post_maker.mishap(info_of(work), what, {**filled, "reader": person})
        work.post([replace(post, user=person, slot=f"{what}:{work.id}:{person}")])


async def _surely(deps: Deps, number: int, change: Any) -> None:
    """Do it with the table, if there still is one."""
    try:
        await do(deps, table_ids.spelled(number), change)
    except Refused as refusal:
        log.warning("outbox.no_table", table=table_ids.spelled(number), why=refusal.code)
