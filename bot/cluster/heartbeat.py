"""The processes of one bot at one database, and which of them are alive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

import structlog
from sqlalchemy import delete
from sqlmodel import col, select

from bot.cluster.notify import WakeUps
from bot.delivery.rate_share import RateShare
from bot.store import leases
from bot.store.cluster_models import HouseRow
from bot.store.database import Database
from bot.tables.work.unit_of_work import Deps

log = structlog.get_logger(__name__)
BEAT: Final = 15.0
FRESH: Final = 60.0
KEPT: Final = 7 * 86400.0


class Heartbeat:
    """Shows the others that this process is alive, and knows whether any of them is."""

    def __init__(self, database: Database, process: str, role: str, now: Callable[[], float]) -> None:
        self._database, self._process, self._role, self._now = database, process, role, now
        self._started = now()

    async def away(self) -> float | None:
        """For how long no process has been alive: 0 if another is, None if there never was one."""
        others: list[HouseRow] = await self._database.read(select(HouseRow).where(col(HouseRow.id) != self._process))
        if not others:
            return None
        now = self._now()
        if any(row.role and abs(now - row.beat_at) < FRESH for row in others):
            return 0.0
        return max(0.0, now - max(row.beat_at for row in others))

    async def newer_is_alive(self) -> bool:
        """Return whether a process that started after this one is alive. During an upgrade, that is the newer
        version.
        """
        here = (col(HouseRow.started_at) > self._started, col(HouseRow.role) != "")
        young = select(HouseRow.id).where(*here, col(HouseRow.beat_at) > self._now() - FRESH)
        return bool(await self._database.read(young.limit(1)))

    async def run(self) -> None:
        """Write the heartbeat again and again; mark the process as stopped at the end. A failed write is tried
        again.
        """
        try:
            while True:
                await self._beat()
                await asyncio.sleep(BEAT)
        finally:
            await self._surely("")

    async def _beat(self) -> None:
        await self._surely(self._role)

    async def _surely(self, role: str) -> None:
        try:
            await self.beat(role)
        except Exception as error:
            log.exception("house.no_beat", exc_info=error)

    async def beat(self, role: str) -> None:
        """Note that the process is alive; with an empty role, that it has ended. Delete processes that ended
        long ago.
        """
        now = self._now()
        await leases.beat(self._database, self._process, role, self._started, now)
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(HouseRow).where(col(HouseRow.beat_at) < now - KEPT))


class Peers:
    """The beat of this process, its wake-ups, and its share of Discord's requests. Alone it has all of them."""

    def __init__(self, deps: Deps, role: str, now: Callable[[], float]) -> None:
        self.beat = Heartbeat(deps.database, deps.process, role, now)
        self.share = RateShare(deps.database, deps.process, now, shared=not deps.database.lite)
        self._wakeups = WakeUps(deps)
        deps.newer_is_alive.append(self.beat.newer_is_alive)

    def runs(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """Return the tasks that run as long as the process lives."""
        return self.beat.run(), self._wakeups.run(), self.share.run()
