"""Tells the bot's owner by DM, at most once an hour, what went wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import structlog

from bot.contract.posts import Post, Words
from bot.delivery.wire import Failed, ReadyPost, Target, Wire
from bot.features.feature import Working
from bot.features.host import faults
from bot.features.host.models import FaultRow
from bot.store import leases
from bot.tables.game_service import GameService
from engine.core.message import list_of
from engine.core.text import speaking, words

log = structlog.get_logger(__name__)
NAP: Final = 60.0
MOST: Final = 20
LANE: Final = "faults"
MARKS: Final = 1 << 29


class FaultDigest:
    """Sends the digest of faults to that person; to nobody if it is 0."""

    def __init__(self, service: GameService, wire: Wire, owner: int, now: Callable[[], float]) -> None:
        self._service, self._wire, self._owner, self._now = service, wire, owner, now

    async def run(self) -> None:
        """Tell for ever; a failure is tried again."""
        while True:
            try:
                await self.tell_due()
            except Exception as error:
                log.exception("digest.failed", exc_info=error)
            await asyncio.sleep(NAP)

    async def tell_due(self) -> bool:
        """Tell what is due, unless another process does. Return whether a message was sent.

        Sent twice within minutes, it is still one message.
        """
        database, now = self._service.deps.database, self._now()
        if not self._owner or not await leases.claim(database, LANE, self._service.deps.process, now, now + NAP):
            return False
        try:
            return await faults.tell(self._service.deps.database, self._now(), self._send)
        except Failed as failure:
            log.warning("digest.not_sent", why=str(failure))
            return False

    async def _send(self, rows: Sequence[FaultRow]) -> None:
        with speaking(self._service.language(self._owner, "en")):
            post = Post("faults", (Words(digest(rows)),), user=self._owner, mentions=(self._owner,))
        await self._wire.send(Target(user=self._owner), [ReadyPost(post, "", "", MARKS + (rows[-1].id or 0))])


def digest(rows: Sequence[FaultRow]) -> str:
    """Return how many faults there were, each kind by the reference of its first, in the current language."""
    found = faults.count_faults(rows)
    each = [ref if n == 1 else words("faults.times", ref=ref, n=n) for ref, n in list(found.items())[:MOST]]
    more = [words("faults.more", n=len(found) - MOST)] if len(found) > MOST else []
    head = words("faults.digest_one" if len(rows) == 1 else "faults.digest", n=len(rows))
    return words("faults.told", head=head, refs=list_of([*each, *more]))


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Tell the bot's owner of faults."""
    return (FaultDigest(at.service, at.wire, at.owner, at.now).run(),)
