"""Which cups have changed since their posts said how they stand, and what becomes of the posts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from sqlalchemy import or_, update
from sqlmodel import col, select

from bot.contract.tables import Refused
from bot.features.cups import rows
from bot.features.cups.models import CupRow
from bot.features.cups.values import CupInfo
from bot.tables.work.unit_of_work import Deps

AT_ONCE: Final = 20


@dataclass(frozen=True, slots=True)
class CupPost:
    """A cup as its post is to say it, in which language, up to which version; the message that is there, if any is."""

    info: CupInfo
    language: str
    version: int
    message: int | None


async def due(deps: Deps) -> list[CupPost]:
    """Cups whose posts are behind. One that is over is posted no more, where it never was."""
    shown = or_(col(CupRow.state) != "over", col(CupRow.post_message).is_not(None))
    behind = select(CupRow.id).where(col(CupRow.posted) != col(CupRow.version), shown)
    numbers = await deps.database.read(behind.order_by(col(CupRow.id)).limit(AT_ONCE))
    return [found for number in numbers if (found := await _read(deps, number)) is not None]


async def _read(deps: Deps, number: int) -> CupPost | None:
    """None if it has been deleted meanwhile."""
    try:
        cup = await rows.reading(deps, number)
    except Refused:
        return None
    language = json.loads(cup.row.settings)["language"]
    return CupPost(rows.info_of(deps, cup), language, cup.row.version or 0, cup.row.post_message)


async def posted(deps: Deps, post: CupPost, message: int | None) -> None:
    """The message says that; what has changed since is still to be posted."""
    async with deps.database.session() as session, deps.database.writing(session):
        mine = update(CupRow).where(col(CupRow.id) == post.info.id)
        await session.execute(mine.values(post_message=message, posted=post.version))
