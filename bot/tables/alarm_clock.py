"""The clock: it rings the alarms of all tables at their time, after a restart too, and whatever goes wrong between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

import structlog
from sqlalchemy import bindparam, case, update
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import AlarmKind, Busy, Refused
from bot.store import leases
from bot.store.models import AlarmRow, TableRow
from bot.store.prepared import Prepared
from bot.tables.game_service import GameService
from bot.tables.hooks import HasLeft, active, note_fault
from bot.tables.work.unit_of_work import DAMAGED
from bot.telemetry import new_trace

log = structlog.get_logger(__name__)
NAP = 30.0
AGAIN = 5.0
LATER = 600.0
PATIENCE = 5.0
AT_ONCE = 100
NEXT = Prepared(
    select(AlarmRow.table_id, AlarmRow.kind, AlarmRow.ask_no, AlarmRow.at)
    .order_by(col(AlarmRow.at), col(AlarmRow.id))
    .limit(bindparam("most"))
)


class Due(NamedTuple):
    """An alarm: its table, and what it rings for."""

    table: int
    kind: AlarmKind
    ask_no: int


class Clock:
    """Rings the alarms of a service when their time has come."""

    def __init__(self, service: GameService, now: Callable[[], float], has_left: HasLeft | None = None) -> None:
        """`has_left` returns whether a person has left a server; without it, nobody counts as having left."""
        self._service = service
        self._now = now
        self._has_left = has_left
        self._awake = asyncio.Event()
        self._put_off: dict[Due, float] = {}
        self._noted: set[Due] = set()
        service.deps.listeners.append(self._awake.set)

    async def run(self) -> None:
        """Ring alarms as they come due, for ever."""
        while True:
            self._awake.clear()
            try:
                wait = await self._look()
            except Busy as busy:
                log.warning("clock.busy", reason=str(busy))
                wait = AGAIN
            except Exception as error:
                log.exception("clock.failed", exc_info=error)
                self._service.deps.metrics.errors.inc()
                wait = AGAIN
            try:
                async with asyncio.timeout(wait):
                    await self._awake.wait()
            except TimeoutError:
                continue

    async def give_grace(self, away: float | None = None) -> None:
        """Don't count the time in which the bot was away, when it starts.

        Answers get all of that time. Other deadlines that would have passed are extended by it, by at most a quarter of
        their length. `away` is in seconds; None if unknown.
        """
        for returned in active(self._service.deps, lambda one: one.returned):
            await returned(self._service.deps, away)
        if away is not None and away <= 0:
            return
        now, database = self._now(), self._service.deps.database
        longer = col(AlarmRow.length) / 4
        if away is not None:
            longer = case((longer < away, longer), else_=away)
        late = (col(AlarmRow.at) <= now, col(AlarmRow.length) > 0)
        given = update(AlarmRow).where(*late).values(at=now + longer).returning(col(AlarmRow.table_id))
        async with database.session() as session, database.writing(session):
            tables = set((await session.execute(given)).scalars())
            changed = update(TableRow).where(col(TableRow.id).in_(tables))
            if tables:
                await session.execute(changed.values(version=TableRow.version + 1))  # type: ignore[operator]

    async def _look(self) -> float:
        """Ring what is due. Return the seconds until the next alarm, read once if nothing is due."""
        times = await self._times()
        due = self._due(times)
        if due:
            await self._close(due)
            times = await self._times()
        return min(NAP, max(0.02, min((at for _, at in times), default=self._now() + NAP) - self._now()))

    async def close_due(self) -> int:
        """Ring all alarms that are due, earliest first. Return how many had something to do. A failed one is tried
        again.
        """
        return await self._close(self._due(await self._times()))

    def _due(self, times: Sequence[tuple[Due, float]]) -> list[Due]:
        return [due for due, at in times if at <= self._now()]

    async def _close(self, all_due: Sequence[Due]) -> int:
        closed = 0
        for due in all_due:
            with new_trace():
                closed += await self._tried(due)
        return closed

    async def _tried(self, due: Due) -> bool:
        """Ring it; put off what fails. Return whether it had something to do. All of it is one trace."""
        about = {"table": table_ids.spell_id(due.table), "alarm": due.kind}
        try:
            return await self._ring(due)
        except Refused as refused:
            log.warning("clock.refused", **about, code=refused.code)
            self._put_off[due] = self._now() + (LATER if refused.code in DAMAGED else AGAIN)
        except Busy as busy:
            log.warning("clock.busy", **about, reason=str(busy))
            self._put_off[due] = self._now() + AGAIN
        except Exception as error:
            self._service.deps.metrics.errors.inc()
            log.exception("clock.table", **about, exc_info=error)
            await self._note(error, due)
            self._put_off[due] = self._now() + AGAIN
        return False

    async def _ring(self, due: Due) -> bool:
        """Ring it while holding its lease, which only saves other processes work. Return whether it had something to
        do.
        """
        deps, lane = self._service.deps, f"alarm:{due.table}"
        if deps.database.lite:
            return await self._rung(due)
        if not await leases.claim(deps.database, lane, deps.process, self._now(), self._now() + AGAIN):
            self._put_off[due] = self._now() + 1.0
            return False
        try:
            return await self._rung(due)
        finally:
            await leases.release(deps.database, lane, deps.process)

    async def _rung(self, due: Due) -> bool:
        for before_ring in active(self._service.deps, lambda one: one.before_ring):
            table = table_ids.spell_id(due.table)
            await before_ring(self._service.deps, table, due.kind, due.ask_no, self._knows_gone)
        done = await self._service.ring(table_ids.spell_id(due.table), due.kind, due.ask_no)
        self._put_off.pop(due, None)
        return done

    async def _knows_gone(self, guild: int | None, person: int) -> bool:
        """Return whether Discord says in time that a person has left a server."""
        try:
            async with asyncio.timeout(PATIENCE):
                return self._has_left is not None and await self._has_left(guild, person)
        except TimeoutError:
            return False

    async def _note(self, error: Exception, due: Due) -> None:
        """Let the host know when it fails for the first time, and not every time it is tried again."""
        if due not in self._noted:
            self._noted.add(due)
            await note_fault(self._service.deps, error, f"alarm {due.kind}", table_ids.spell_id(due.table))

    async def _times(self) -> list[tuple[Due, float]]:
        """Return what will ring and when, the next first; without what is put off."""
        found = await self._service.deps.database.rows(NEXT, most=AT_ONCE + len(self._put_off))
        times = [(Due(table, kind, ask_no), at) for table, kind, ask_no, at in found]
        there = {due for due, _ in times}
        self._put_off = {due: at for due, at in self._put_off.items() if due in there}
        self._noted &= self._put_off.keys()
        return sorted(((due, max(at, self._put_off.get(due, 0.0))) for due, at in times), key=lambda time: time[1])
