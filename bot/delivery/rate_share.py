"""Shares Discord's limit of requests per second among the bot's processes.

Each has a share for a few seconds and renews it in time. A share grows only by what no other has, and a second later,
since the other may have used it until then. Answers to interactions don't count:
https://discord.com/developers/docs/topics/rate-limits
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from typing import Final

import structlog
from sqlalchemy import delete, func
from sqlmodel import col, select

from bot.store.cluster_models import RateShareRow
from bot.store.database import Database

log = structlog.get_logger(__name__)
A_SECOND: Final = 40
"""Of the 50 that Discord takes ten are left to what discord.py asks for by itself."""
RENEWED: Final = 2.0
LASTS: Final = 8.0
SPAN: Final = 1.0
SHARING: Final = 0x4E6B  # the lock of those who divide


class RateShare:
    """The share of one process; all of it, if there is no other."""

    def __init__(self, database: Database, process: str, now: Callable[[], float], *, shared: bool) -> None:
        self._database, self._process, self._now, self._shared = database, process, now, shared
        self._had, self._has, self._since, self._until = 0, 0, 0.0, 0.0
        self._asked = 0
        self._renewed_at = now()

    def wish(self) -> None:
        """Note that a request is to be made, now or when there is room for it."""
        self._asked += 1

    def per_second(self) -> int:
        """Return how many requests this process may make per second now."""
        if not self._shared:
            return A_SECOND
        now = self._now()
        if now >= self._until:
            return 0
        return self._has if now >= self._since else min(self._had, self._has)

    async def run(self) -> None:
        """Renew the share for ever; failures are tried again, and without a share nothing is sent."""
        while self._shared:
            try:
                await self.renew()
            except Exception as error:
                log.exception("rate_share.not_renewed", exc_info=error)
            await asyncio.sleep(RENEWED)

    async def renew(self) -> None:
        """Take what is fair, as far as others have left it."""
        wanted = self._asked / max(RENEWED / 2, self._now() - self._renewed_at)
        async with self._database.session() as session, self._database.writing(session):
            if not self._database.lite:
                await session.execute(select(func.pg_advisory_xact_lock(SHARING)))
            now = self._now()
            await session.execute(delete(RateShareRow).where(col(RateShareRow.until) <= now))
            rows = (await session.execute(select(RateShareRow))).scalars().all()
            others = {row.process: row for row in rows if row.process != self._process}
            fair = fair_shares({self._process: wanted, **{name: row.wanted for name, row in others.items()}})
            left = A_SECOND - sum(row.per_second for row in others.values())
            granted = max(0, min(fair[self._process], left))
            share = RateShareRow(process=self._process, wanted=wanted, per_second=granted, until=now + LASTS)
            await session.merge(share)
        self._take(granted, now)

    def _take(self, granted: int, now: float) -> None:
        self._had = self.per_second()
        self._since = now + SPAN if granted > self._had else now
        self._has, self._until = granted, now + LASTS
        self._asked, self._renewed_at = 0, now


def fair_shares(wanted: Mapping[str, float]) -> dict[str, int]:
    """Return each process's part of all requests: what it wants if there is enough, else no less than any that gets
    more.

    Each gets at least a quarter of an equal part, as room for the unexpected.
    """
    least = max(1, A_SECOND // (4 * len(wanted)))
    wishes = {name: max(least, min(A_SECOND, math.ceil(wish))) for name, wish in wanted.items()}
    left, shares = A_SECOND, {}
    for n, name in zip(range(len(wishes), 0, -1), sorted(wishes, key=lambda name: (wishes[name], name)), strict=True):
        shares[name] = min(wishes[name], left // n)
        left -= shares[name]
    return {name: share + left // len(shares) for name, share in shares.items()}
