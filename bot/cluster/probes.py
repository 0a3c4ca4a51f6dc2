"""HTTP probes for the bot owner's tools: `/metrics`, `/health`, `/ready`. Off by default (`NISABA_METRICS`).

Discord's endpoint also answers `/health` and `/ready`, for a balancer, but not the metrics.
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from bot.cluster.http_server import serve
from bot.contract.tables import Phase
from bot.store.database import Database, newest, version_of
from bot.store.models import AlarmRow, OutboxRow, TableRow
from bot.telemetry import Metrics

MINUTE: Final = 60.0
HEADERS: Final = {"Content-Type": CONTENT_TYPE_LATEST}

Check: TypeAlias = Callable[[], Awaitable[bool]]


class Sources(NamedTuple):
    """The sources of current figures: the database, the clock, and Discord's latency and limits."""

    database: Database
    now: Callable[[], float]
    latency: Callable[[], float]
    silent: Callable[[], float]
    remaining: Callable[[], float]


class Probes:
    """The probes; `checks` say, each by its name, whether the bot is ready to play."""

    def __init__(self, metrics: Metrics, sources: Sources, checks: Mapping[str, Check]) -> None:
        self._metrics, self._sources, self._checks = metrics, sources, checks
        self._counted_at = -math.inf

    def looks(self) -> list[web.RouteDef]:
        """Return the routes about the state of the process, which anybody may ask."""
        return [web.get("/health", self.health), web.get("/ready", self.ready)]

    def routes(self) -> list[web.RouteDef]:
        """Return all routes."""
        return [web.get("/metrics", self.metrics), *self.looks()]

    def app(self) -> web.Application:
        """Return all of it as one server."""
        return serve(self.routes())

    async def health(self, _: web.Request) -> web.Response:
        """Answer that the process is alive."""
        return web.Response(text="alive\n")

    async def ready(self, _: web.Request) -> web.Response:
        """Answer 200 if every check passes, else 503, and name each."""
        found = {name: await _passed(check) for name, check in self._checks.items()}
        return web.json_response(found, status=200 if all(found.values()) else 503)

    async def metrics(self, _: web.Request) -> web.Response:
        """Answer with all metrics; 503 while the database doesn't respond, so that a gauge never shows old facts."""
        try:
            await self._look()
        except (SQLAlchemyError, OSError):
            return web.Response(text="the database does not answer\n", status=503)
        return web.Response(body=self._metrics.text(), headers=HEADERS)

    async def _look(self) -> None:
        """Set the gauges to the present values."""
        metrics, now = self._metrics, self._sources.now()
        rows = self._sources.database.rows
        [(waiting, oldest)] = await rows(_waiting(now))
        [(overdue,)] = await rows(select(func.count()).select_from(AlarmRow).where(col(AlarmRow.at) <= now))
        metrics.outbox_waiting.set(waiting)
        metrics.outbox_oldest.set(max(0.0, now - oldest) if oldest is not None else 0.0)
        metrics.overdue_alarms.set(overdue)
        await self._count_tables()
        metrics.latency.set(self._sources.latency())
        metrics.silent.set(self._sources.silent())
        metrics.rate_limit.set(self._sources.remaining())

    async def _count_tables(self) -> None:
        """Count the tables by state, once a minute: it takes going through all that were ever played."""
        now = time.monotonic()
        if now - self._counted_at < MINUTE:
            return
        counted = select(col(TableRow.state), func.count()).group_by(col(TableRow.state))
        there = dict(await self._sources.database.rows(counted))
        for state in get_args(Phase):
            self._metrics.tables.labels(state).set(there.get(state, 0))
        self._counted_at = now


def _waiting(now: float) -> Any:
    """Return how many posts wait, and since when the oldest due one; a post held back is not late."""
    tried, made, held = col(OutboxRow.tries) > 0, col(OutboxRow.made_at), col(OutboxRow.next_at)
    since = case((and_(~tried, held > made), held), else_=made)
    return select(func.count(), func.min(case((or_(tried, held <= now), since)))).select_from(OutboxRow)


async def _passed(check: Check) -> bool:
    try:
        return await check()
    except (SQLAlchemyError, OSError):
        return False


def database_checks(database: Database) -> dict[str, Check]:
    """Return whether the database answers, and whether its schema has all that is needed: a newer one does too."""

    async def answers() -> bool:
        return await database.read(select(1)) == [1]

    async def current() -> bool:
        async with database.engine.connect() as connection:
            return (await connection.run_sync(version_of) or "") >= newest()

    return {"database": answers, "schema": current}
