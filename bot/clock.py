"""The clock: it rings the alarms of all tables at their time, after a restart too, and whatever goes wrong between."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias, cast

import structlog
from sqlalchemy import update
from sqlmodel import col, select

from bot.service import table_ids
from bot.service.game_service import GameService
from bot.service.unit_of_work import DAMAGED
from bot.store.models import AlarmRow
from bot.values import AlarmKind, Refused

log = structlog.get_logger(__name__)
NAP = 30.0
AGAIN = 5.0
LATER = 600.0
PATIENCE = 5.0
NEXT = (
    select(AlarmRow.table_id, AlarmRow.kind, AlarmRow.ask_no, AlarmRow.at)
    .order_by(col(AlarmRow.at), col(AlarmRow.id))
    .limit(100)
)


class Due(NamedTuple):
    """An alarm: its table, and what it rings for."""

    table: int
    kind: AlarmKind
    ask_no: int


HasLeft: TypeAlias = Callable[[int | None, int], Awaitable[bool]]


class Clock:
    """Rings the alarms of a service when their time has come."""

    def __init__(self, service: GameService, now: Callable[[], float], has_left: HasLeft | None = None) -> None:
        """`has_left` says whether somebody has left a server; without it nobody has."""
        self._service = service
        self._now = now
        self._has_left = has_left
        self._awake = asyncio.Event()
        self._put_off: dict[Due, float] = {}
        service.deps.listeners.append(self._awake.set)

    async def run(self) -> None:
        """Ring for ever."""
        while True:
            self._awake.clear()
            try:
                await self.close_due()
                wait = await self._wait()
            except Exception as error:
                log.exception("clock.failed", exc_info=error)
                self._service.deps.metrics.errors.inc()
                wait = AGAIN
            try:
                async with asyncio.timeout(wait):
                    await self._awake.wait()
            except TimeoutError:
                continue

    async def give_grace(self) -> None:
        """At the start: what people should have answered while the bot was away stays open a quarter of its length."""
        now, database = self._now(), self._service.deps.database
        async with database.session() as session, database.writing(session):
            late, closes = (col(AlarmRow.at) <= now, col(AlarmRow.length) > 0), now + col(AlarmRow.length) / 4
            await session.execute(update(AlarmRow).where(*late).values(at=closes))

    async def close_due(self) -> int:
        """Ring what is due, the first first; how many had something to do. What fails is tried again."""
        closed = 0
        for due in [due for due, at in await self._times() if at <= self._now()]:
            try:
                await self._see_off(due)
                closed += await self._service.ring(table_ids.spelled(due.table), due.kind, due.ask_no)
                self._put_off.pop(due, None)
            except Refused as refused:
                log.warning("clock.refused", table=table_ids.spelled(due.table), code=refused.code)
                self._put_off[due] = self._now() + (LATER if refused.code in DAMAGED else AGAIN)
            except Exception as error:
                self._service.deps.metrics.errors.inc()
                log.exception("clock.table", table=table_ids.spelled(due.table), exc_info=error)
                await self._note(error, due)
                self._put_off[due] = self._now() + AGAIN
        return closed

    async def _see_off(self, due: Due) -> None:
        """Who is to be reminded for the first time and has left the server is late at once; asked before the ring."""
        if due.kind != "remind" or self._has_left is None:
            return
        table = table_ids.spelled(due.table)
        guild, people = await self._service.first_reminded(table, due.ask_no)
        for person in people:
            if await self._knows_gone(guild, person):
                await self._service.has_gone(table, person, due.ask_no)

    async def _knows_gone(self, guild: int | None, person: int) -> bool:
        """Whether somebody is known to have left a server, as far as Discord says so in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                return self._has_left is not None and await self._has_left(guild, person)
        except TimeoutError:
            return False

    async def _note(self, error: Exception, due: Due) -> None:
        """Let the host know when it fails for the first time, and not every time it is tried again."""
        if due not in self._put_off:
            await self._service.note_fault(error, f"alarm {due.kind}", table_ids.spelled(due.table))

    async def _times(self) -> list[tuple[Due, float]]:
        """What will ring and when, the next first."""
        async with self._service.deps.database.session() as session:
            found = (await session.execute(NEXT)).all()
        times = [(Due(table, cast("AlarmKind", kind), ask_no), at) for table, kind, ask_no, at in found]
        return sorted(((due, max(at, self._put_off.get(due, 0.0))) for due, at in times), key=lambda time: time[1])

    async def _wait(self) -> float:
        """Seconds until the next alarm."""
        times = [at for _, at in await self._times()]
        return min(NAP, max(0.02, min(times, default=self._now() + NAP) - self._now()))
