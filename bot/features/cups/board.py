"""The post of each cup in its channel, with the buttons to sign up: sent once, and edited whenever the cup changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import structlog
from sqlalchemy import or_, update
from sqlmodel import col, select

from bot.contract.tables import Refused
from bot.delivery.wire import Bad, Failed, Later, ReadyPost, Sent, Target, TargetGone, Wire
from bot.features.cups import posts as cup_posts
from bot.features.cups import rows
from bot.features.cups.models import CupRow
from bot.features.cups.values import CupInfo
from bot.features.feature import Working
from bot.store import leases
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from engine.core.text import speaking

log = structlog.get_logger(__name__)
LANE: Final = "cups"
HELD: Final = 60.0
LOOK: Final = 30.0
AGAIN: Final = 10.0
MARKS: Final = 1 << 28


class CupBoard:
    """Posts each changed cup; what fails stays due. A repeated post says the same."""

    def __init__(self, service: GameService, wire: Wire, now: Callable[[], float]) -> None:
        self._deps, self._wire, self._now = service.deps, wire, now
        self._awake = asyncio.Event()
        service.deps.cups.listeners.append(self._awake.set)

    async def run(self) -> None:
        """Run for ever; failures are tried again."""
        while True:
            self._awake.clear()
            try:
                done = await self.post_due()
            except Exception as error:
                log.exception("cups.failed", exc_info=error)
                done = False
            if not done:
                await asyncio.sleep(AGAIN)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._awake.wait()

    async def post_due(self) -> bool:
        """Post what is due, unless another process does; whether nothing of it has to be tried again."""
        if not await due(self._deps):
            return True
        database, me, now = self._deps.database, self._deps.process, self._now()
        if not await leases.claim(database, LANE, me, now, now + HELD):
            return True
        try:
            return all([await self._post(one) for one in await due(self._deps)])
        finally:
            await leases.release(database, LANE, me)

    async def _post(self, one: CupPost) -> bool:
        """Whether it is there, or will never be: then it is tried again when the cup changes."""
        try:
            message: int | None = await self._sent(one)
        except Later as failure:
            log.warning("cup.not_posted", cup=one.info.id, why=str(failure))
            return False
        except Failed as failure:
            log.warning("cup.refused", cup=one.info.id, why=str(failure))
            message = one.message
        await note_posted(self._deps, one, message)
        return True

    async def _sent(self, one: CupPost) -> int:
        """The message that says it: the one that is there, else a new one. Raises Failed."""
        with speaking(one.language):
            ready = ReadyPost(cup_posts.sign_up(one.info), "", "", MARKS + one.info.id)
        channel = one.info.place.channel
        if one.message is not None:
            try:
                return (await self._wire.edit(Sent(channel, one.message), ready)).message
            except (TargetGone, Bad):
                log.info("cup.post_gone", cup=one.info.id)
        return (await self._wire.send(Target(channel), [ready])).message


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Keep the posts of cups as the cups are."""
    return (CupBoard(at.service, at.wire, at.now).run(),)


AT_ONCE: Final = 20


@dataclass(frozen=True, slots=True)
class CupPost:
    """What a cup's post should say, its language and version, and the existing message if any."""

    info: CupInfo
    language: str
    version: int
    message: int | None


async def due(deps: Deps) -> list[CupPost]:
    """Return cups whose posts are out of date, except finished ones that were never posted."""
    shown = or_(col(CupRow.state) != "over", col(CupRow.post_message).is_not(None))
    behind = select(CupRow.id).where(col(CupRow.posted) != col(CupRow.version), shown)
    numbers = await deps.database.read(behind.order_by(col(CupRow.id)).limit(AT_ONCE))
    return [found for number in numbers if (found := await _read(deps, number)) is not None]


async def _read(deps: Deps, number: int) -> CupPost | None:
    """Return the post of a cup; None if the cup has been deleted meanwhile."""
    try:
        cup = await rows.read_cup(deps, number)
    except Refused:
        return None
    language = json.loads(cup.row.settings)["language"]
    return CupPost(rows.info_of(deps, cup), language, cup.row.version or 0, cup.row.post_message)


async def note_posted(deps: Deps, post: CupPost, message: int | None) -> None:
    """Note what the message shows; later changes are still to be posted."""
    async with deps.database.session() as session, deps.database.writing(session):
        mine = update(CupRow).where(col(CupRow.id) == post.info.id)
        await session.execute(mine.values(post_message=message, posted=post.version))
