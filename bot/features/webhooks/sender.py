"""Sends what waits for webhooks, after the commit that has brought it: in order, each signed, tried again and again.

One process at a time does that. What has never arrived for a day ends its webhook, and its owner is told.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import aiohttp
import structlog
from sqlalchemy import delete, func, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Busy, Refused
from bot.features.feature import Working
from bot.features.webhooks.addresses import PublicResolver, readable
from bot.features.webhooks.models import WebhookEventRow, WebhookRow
from bot.features.webhooks.service import drop
from bot.store import leases
from bot.store.person_models import PersonRow
from bot.tables.game_service import GameService
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import UnitOfWork

LEASE: Final = "webhooks"
HELD: Final = 60.0
NAP: Final = 15.0
"""Seconds after which to look again, if nothing has changed."""
AT_ONCE: Final = 20
"""Webhooks that something is sent to at the same time."""
PATIENCE: Final = 10.0
"""Seconds that a delivery may take."""
FIRST, LONGEST = 15.0, 4 * 3600.0
"""Seconds to wait after the first failure, which double with each further one, and the most."""
ENDS: Final = 86400.0
"""Seconds of failures after which a webhook ends."""
FAILED: Final = (aiohttp.ClientError, OSError, TimeoutError, ValueError)
log = structlog.get_logger(__name__)


class Delivery(NamedTuple):
    """The oldest thing that waits for a webhook."""

    hook: WebhookRow
    event: WebhookEventRow


def signature(secret: str, at: int, body: bytes) -> str:
    """Return what shows that the bot has sent that body at that time."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def headers_of(delivery: Delivery, now: float) -> Mapping[str, str]:
    """Return the headers of a delivery; its number is the same each time it is tried."""
    at, body = int(now), delivery.event.body.encode()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Nisaba",
        "X-Nisaba-Delivery": str(delivery.event.id),
        "X-Nisaba-Timestamp": str(at),
        "X-Nisaba-Signature": f"v1={signature(delivery.hook.secret, at, body)}",
    }


def session_of(resolver: PublicResolver) -> aiohttp.ClientSession:
    """Return a session that keeps nothing between requests, and knows no proxy and no name but by that resolver."""
    connector = aiohttp.TCPConnector(resolver=resolver, use_dns_cache=False, force_close=True, limit=AT_ONCE)
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    return aiohttp.ClientSession(
        connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
    )


class WebhookSender:
    """Sends what waits."""

    def __init__(self, service: GameService, now: Callable[[], float]) -> None:
        self._deps, self._now = service.deps, now
        self._awake = asyncio.Event()
        service.deps.listeners.append(self._awake.set)

    async def run(self) -> None:
        """Send for ever."""
        try:
            async with session_of(PublicResolver()) as session:
                while True:
                    self._awake.clear()
                    await self._sleep(await self._guarded(session))
        finally:
            with suppress(SQLAlchemyError, Refused, Busy):
                await leases.release(self._deps.database, LEASE, self._deps.process)

    async def _sleep(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._awake.wait()

    async def _guarded(self, session: aiohttp.ClientSession) -> float:
        """Send what is due. Return the seconds until more may be; a failing database doesn't end the loop."""
        try:
            while await self.send_due(session):
                pass
        except (SQLAlchemyError, Refused, Busy, OSError) as error:
            log.warning("webhooks.failed", reason=str(error))
        return NAP

    async def send_due(self, session: aiohttp.ClientSession) -> bool:
        """Send the oldest of each webhook that is due. Return whether anything has arrived, so that more may be due."""
        now = self._now()
        if not await self._due(now):
            return False
        if not await leases.claim(self._deps.database, LEASE, self._deps.process, now, now + HELD):
            return False
        due = await self._due(now)  # as it is now that no other process sends
        arrived = await asyncio.gather(*(self._sent(session, one) for one in due))
        for one, has_arrived in zip(due, arrived, strict=True):
            await (self._note_arrived(one) if has_arrived else self._note_failed(one))
        return any(arrived)

    async def _due(self, now: float) -> list[Delivery]:
        oldest = select(func.min(WebhookEventRow.id)).group_by(col(WebhookEventRow.webhook_id))
        heads = (col(WebhookEventRow.id).in_(oldest), col(WebhookEventRow.next_at) <= now)
        both = select(WebhookRow, WebhookEventRow).join(WebhookEventRow).where(*heads)
        rows = await self._deps.database.rows(both.order_by(col(WebhookEventRow.id)).limit(AT_ONCE))
        return [Delivery(*row) for row in rows]

    async def _sent(self, session: aiohttp.ClientSession, one: Delivery) -> bool:
        """Send it. Return whether it has arrived: the answer is 2xx, and no redirection is followed."""
        url, headers = readable(one.hook.url), headers_of(one, self._now())
        if url is None:
            return False
        try:
            body = one.event.body.encode()
            async with session.post(url, data=body, headers=headers, allow_redirects=False) as answer:
                return 200 <= answer.status < 300
        except FAILED as error:
            log.info("webhook.failed", webhook=one.hook.id, reason=type(error).__name__)
            return False

    async def _note_arrived(self, one: Delivery) -> None:
        async with self._deps.database.session() as session, self._deps.database.writing(session):
            await session.execute(delete(WebhookEventRow).where(col(WebhookEventRow.id) == one.event.id))
            if one.hook.failing_since:
                here = col(WebhookRow.id) == one.hook.id
                await session.execute(update(WebhookRow).where(here).values(failing_since=0.0))

    async def _note_failed(self, one: Delivery) -> None:
        """Try it later, or end the webhook."""
        now, since = self._now(), one.hook.failing_since
        if since and now - since >= ENDS:
            await self._end(one)
            return
        wait = min(LONGEST, FIRST * 2 ** min(one.event.tries, 30))
        async with self._deps.database.session() as session, self._deps.database.writing(session):
            later = {"tries": one.event.tries + 1, "next_at": now + wait}
            await session.execute(update(WebhookEventRow).where(col(WebhookEventRow.id) == one.event.id).values(later))
            if not since:
                here = col(WebhookRow.id) == one.hook.id
                await session.execute(update(WebhookRow).where(here).values(failing_since=now))

    async def _end(self, one: Delivery) -> None:
        """End a webhook and tell its owner, at the table of what has never arrived."""

        async def ended(work: UnitOfWork) -> None:
            if one.hook.table_id is not None:
                drop(work, one.hook.id or 0)
            else:
                work.later(delete(WebhookRow).where(col(WebhookRow.id) == one.hook.id))
                fewer = {"hooks": col(PersonRow.hooks) - 1}
                work.later(update(PersonRow).where(col(PersonRow.person) == one.hook.person).values(fewer))
            said = {"url": one.hook.url, "language": work.language(one.hook.person), "user": one.hook.person}
            work.post(work.deps.post_maker.matter(info_of(work), "webhook_ended", said))
            work.dirty = True

        log.info("webhook.ended", webhook=one.hook.id)
        await do(self._deps, table_ids.spell_id(one.event.table_id), ended)


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Send to webhooks."""
    return (WebhookSender(at.service, at.now).run(),)
