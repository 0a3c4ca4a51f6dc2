"""The clock that closes sealed windows: at their time, after a restart too, and whatever goes wrong in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from sqlalchemy import update
from sqlmodel import col, select

from bot.service import ids
from bot.service.desk import Desk
from bot.store.models import ClockRow

log = structlog.get_logger(__name__)
NAP = 30.0
AGAIN = 5.0


class Clock:
    """Closes windows of a desk when their time has come."""

    def __init__(self, desk: Desk, now: Callable[[], float]) -> None:
        self._desk = desk
        self._now = now
        self._awake = asyncio.Event()
        self._put_off: dict[int, float] = {}
        desk.deps.listeners.append(self._awake.set)

    async def run(self) -> None:
        """Close windows for ever."""
        while True:
            self._awake.clear()
            try:
                await self.close_due()
                wait = await self._wait()
            except Exception as error:
                log.exception("clock.failed", exc_info=error)
                wait = AGAIN
            try:
                async with asyncio.timeout(wait):
                    await self._awake.wait()
            except TimeoutError:
                continue

    async def give_grace(self) -> None:
        """At the start: windows that should have closed while the bot was away stay open a quarter of their length."""
        now, database = self._now(), self._desk.deps.database
        async with database.session() as session, database.writing(session):
            late = col(ClockRow.closes_at) <= now
            closes = now + col(ClockRow.length) / 4
            await session.execute(update(ClockRow).where(late).values(closes_at=closes))

    async def close_due(self) -> int:
        """Close the windows whose time has come; how many were closed. One that cannot be closed is tried again."""
        closed = 0
        for number, ask_no in await self._due():
            try:
                closed += await self._desk.close_window(ids.spelled(number), ask_no)
                self._put_off.pop(number, None)
            except Exception as error:
                log.exception("clock.table", table=ids.spelled(number), exc_info=error)
                self._put_off[number] = self._now() + AGAIN
        return closed

    async def _due(self) -> list[tuple[int, int]]:
        now = self._now()
        return [(row.table_id, row.ask_no) for row in await self._rows() if self._time(row) <= now]

    async def _rows(self) -> list[ClockRow]:
        async with self._desk.deps.database.session() as session:
            rows = await session.execute(select(ClockRow).order_by(col(ClockRow.closes_at)).limit(100))
            return list(rows.scalars())

    def _time(self, row: ClockRow) -> float:
        return max(row.closes_at, self._put_off.get(row.table_id, 0.0))

    async def _wait(self) -> float:
        """Seconds until the next close."""
        times = [self._time(row) for row in await self._rows()]
        return min(NAP, max(0.02, min(times, default=self._now() + NAP) - self._now()))
