"""The clock: it closes sealed windows, ends requests and offers, lets NPCs play on, and tells whose time is up.

At their time, after a restart too, and whatever goes wrong in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import structlog
from sqlalchemy import update
from sqlmodel import col, select

from bot.service import table_ids
from bot.service.game_service import GameService
from bot.service.unit_of_work import DAMAGED
from bot.store.models import ClockRow, OfferRow, PetitionRow, TableRow
from bot.values import Refused

log = structlog.get_logger(__name__)
NAP = 30.0
AGAIN = 5.0
LATER = 600.0
TIMED = (
    select(TableRow.id, TableRow.time_up_at)
    .where(col(TableRow.time_up_at).is_not(None))
    .order_by(col(TableRow.time_up_at))
    .limit(100)
)
GOING_ON = (
    select(TableRow.id, TableRow.goes_on_at)
    .where(col(TableRow.goes_on_at).is_not(None))
    .order_by(col(TableRow.goes_on_at))
    .limit(100)
)


@dataclass(frozen=True, slots=True)
class Due:
    """A window by its ask number, a request or offer by its own, the end of a game's time, or a portion of NPCs."""

    kind: Literal["window", "petition", "offer", "time", "npcs"]
    table: int
    number: int = 0


class Clock:
    """Closes windows and requests of a service, and lets its NPCs go on, when their time has come."""

    def __init__(self, service: GameService, now: Callable[[], float]) -> None:
        self._service = service
        self._now = now
        self._awake = asyncio.Event()
        self._put_off: dict[Due, float] = {}
        service.deps.listeners.append(self._awake.set)

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
        """At the start: what should have closed while the bot was away stays open a quarter of its length."""
        now, database = self._now(), self._service.deps.database
        async with database.session() as session, database.writing(session):
            for row in (ClockRow, PetitionRow, OfferRow):
                late, closes = col(row.closes_at) <= now, now + col(row.length) / 4
                await session.execute(update(row).where(late).values(closes_at=closes))

    async def close_due(self) -> int:
        """Close what is due, let NPCs play on, tell whose time is up; how many. What fails is tried again."""
        closed = 0
        for due in [due for due, at in await self._times() if at <= self._now()]:
            try:
                closed += await self._close(due)
                self._put_off.pop(due, None)
            except Refused as refused:
                log.warning("clock.refused", table=table_ids.spelled(due.table), code=refused.code)
                self._put_off[due] = self._now() + (LATER if refused.code in DAMAGED else AGAIN)
            except Exception as error:
                log.exception("clock.table", table=table_ids.spelled(due.table), exc_info=error)
                self._put_off[due] = self._now() + AGAIN
        return closed

    async def _close(self, due: Due) -> bool:
        if due.kind == "time":
            return await self._service.call_time(table_ids.spelled(due.table))
        if due.kind == "npcs":
            return await self._service.let_npcs_go_on(table_ids.spelled(due.table))
        service = self._service
        close = {"window": service.close_window, "petition": service.close_petition, "offer": service.close_offer}[
            due.kind
        ]
        return await close(table_ids.spelled(due.table), due.number)

    async def _times(self) -> list[tuple[Due, float]]:
        """What will close and when, the next first."""
        async with self._service.deps.database.session() as session:
            windows = (await session.execute(_next(ClockRow))).scalars()
            found = [(Due("window", row.table_id, row.ask_no), row.closes_at) for row in windows]
            petitions = (await session.execute(_next(PetitionRow))).scalars()
            found += [(Due("petition", row.table_id, row.no), row.closes_at) for row in petitions]
            offers = (await session.execute(_next(OfferRow))).scalars()
            found += [(Due("offer", row.table_id, row.no), row.closes_at) for row in offers]
            found += [(Due("time", table), at) for table, at in (await session.execute(TIMED)).all()]
            found += [(Due("npcs", table), at) for table, at in (await session.execute(GOING_ON)).all()]
        return sorted(((due, max(at, self._put_off.get(due, 0.0))) for due, at in found), key=lambda found: found[1])

    async def _wait(self) -> float:
        """Seconds until the next close."""
        times = [at for _, at in await self._times()]
        return min(NAP, max(0.02, min(times, default=self._now() + NAP) - self._now()))


def _next(model: Any) -> Any:
    return select(model).order_by(col(model.closes_at)).limit(100)
