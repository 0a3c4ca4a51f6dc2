"""Deletes what is no longer needed: old names, abandoned lobbies, data of servers whose managers asked for it.

Each table is a change of its own. What is found again the next night isn't harmed by a second run.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from itertools import chain
from typing import Any, Final, TypeAlias

import structlog
from sqlalchemy import Select, delete, func
from sqlmodel import col, select

from bot.contract import table_ids
from bot.store import leases
from bot.store.database import Database
from bot.store.models import IS_LOBBY, PresenceRow, RecentRequestRow, TableRow
from bot.store.person_models import NoticeRow
from bot.tables.hooks import all_known
from bot.tables.people import personal_data, put_off, web_sessions
from bot.tables.play.change import close_table
from bot.tables.play.retention import WHOLE, thin
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork

log = structlog.get_logger(__name__)
DAY: Final = 86400.0
NAMES: Final = 730 * DAY
LOBBIES: Final = 30 * DAY
A_NIGHT: Final = 10_000
"""So many tables are looked at for each purpose; more wait for the next night."""
BESIDE: Final[tuple[Any, ...]] = (PresenceRow, NoticeRow, RecentRequestRow)


async def purge(deps: Deps) -> None:
    """Let go of all that is too old now. One table that cannot be changed keeps no other from it."""
    now = deps.now()
    await deps.sightings.write(deps.database)
    async with deps.database.session() as session, deps.database.writing(session):
        for old in (put_off.old_forgotten(now), *web_sessions.old_ended(now)):
            await session.execute(old)
    for nightly in all_known(deps, lambda one: one.nightly):
        await _surely(0, nightly(deps, now))
    for number in await deps.database.read(_unattended(now - LOBBIES)):
        await _surely(number, do(deps, table_ids.spell_id(number), lambda work: _close(work, now)))
    for number in await deps.database.read(_never_begun(now - LOBBIES)):
        await _surely(number, _delete(deps, number))
    for number in await deps.database.read(_to_thin(now - WHOLE)):
        await _surely(number, do(deps, table_ids.spell_id(number), thin))
    for number in await deps.database.read(_named(now - NAMES)):
        await _surely(number, do(deps, table_ids.spell_id(number), lambda work: _unname(work, now)))


async def _surely(number: int, change: Any) -> None:
    try:
        await change
    except Exception as error:
        log.exception("purge.failed", table=table_ids.spell_id(number), exc_info=error)


def _unattended(before: float) -> Select[Any]:
    """Return the query for lobbies opened before then that nobody has visited since."""
    last = select(func.max(PresenceRow.at)).where(PresenceRow.table_id == TableRow.id).scalar_subquery()
    idle = (IS_LOBBY, col(TableRow.opened_at) < before, func.coalesce(last, 0.0) < before)
    return select(TableRow.id).where(*idle).order_by(col(TableRow.opened_at)).limit(A_NIGHT)


def _never_begun(before: float) -> Select[Any]:
    """Lobbies that were closed before, and have never become a game."""
    return _whole(before).where(col(TableRow.record).is_(None))


def _to_thin(before: float) -> Select[Any]:
    """Games that ended before, with all their positions."""
    return _whole(before).where(col(TableRow.record).is_not(None))


def _whole(before: float) -> Select[Any]:
    """Return the query for tables that ended before then and weren't thinned: those that were are not read."""
    return _ended(before).where(col(TableRow.thinned).is_(False))


def _ended(before: float) -> Select[Any]:
    ended = (TableRow.state == "over", col(TableRow.over_at) < before)
    return select(TableRow.id).where(*ended).order_by(col(TableRow.over_at)).limit(A_NIGHT)


def _named(before: float) -> Select[Any]:
    """Return the query for tables that ended before then and may still name a person."""
    return _ended(before).where(col(TableRow.unnamed).is_(False))


async def _close(work: UnitOfWork, now: float) -> None:
    """Close the lobby as its host would; its post says so."""
    if work.row.state != "lobby":
        return
    close_table(work, "")
    work.dirty = True
    work.post([work.deps.post_maker.lobby(info_of(work))])
    log.info("purge.lobby", table=work.id, opened=now - work.row.opened_at)


async def _delete(deps: Deps, number: int) -> None:
    """Delete the table with everything stored of it."""
    async with deps.queues.of(number):
        async with deps.database.session() as session, deps.database.writing(session):
            await session.execute(delete(TableRow).where(col(TableRow.id) == number, col(TableRow.state) == "over"))
        deps.forget(number)


async def _unname(work: UnitOfWork, now: float) -> None:
    """Remove all names from a game that ended more than two years ago. The record of play stays."""
    if work.row.state != "over" or (work.row.over_at or now) > now - NAMES:
        return
    for person in _people(work):
        await personal_data.leave(work, person)
    for rows in (*BESIDE, *chain.from_iterable(all_known(work.deps, lambda one: one.unnamed))):
        work.later(delete(rows).where(col(rows.table_id) == work.number))
    work.row.unnamed = work.dirty = True


def _people(work: UnitOfWork) -> Iterable[int]:
    """Return all persons named by the table."""
    found = {work.row.host, *json.loads(work.row.removed)}
    for row in work.seats:
        found |= {row.person or 0, row.reserved or 0, *(gone["person"] for gone in json.loads(row.former))}
    return sorted(found - {0})


Purge: TypeAlias = Callable[[Database, float], Awaitable[None]]
NAP: Final = 600.0
TURN: Final = "nightly"


class Nightly:
    """Runs a purge once a day by the bot's clock, in whichever process comes first."""

    def __init__(self, deps: Deps, now: Callable[[], float], *also: Purge) -> None:
        """`also`: what else lets go of what is too old; the number is the present time."""
        self._deps, self._now, self._also = deps, now, also

    async def run(self) -> None:
        """Run for ever; failures are tried again."""
        while True:
            try:
                await self.do_due()
            except Exception as error:
                log.exception("nightly.failed", exc_info=error)
            await asyncio.sleep(NAP)

    async def do_due(self) -> bool:
        """Purge if no process has done so for a day. Return whether it did. After a failure, any process may try
        again.
        """
        if not await leases.take_turn(self._deps.database, TURN, DAY, self._now()):
            return False
        try:
            await purge(self._deps)
            for let_go in self._also:
                await let_go(self._deps.database, self._now())
        except BaseException:
            await leases.give_back(self._deps.database, TURN)
            raise
        return True
