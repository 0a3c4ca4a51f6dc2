"""Vacations: whole days from the next midnight on, for all tables, counted against a budget.

They start later, so that nobody escapes a question that already waits.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy import delete
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.preferences import AwayMode
from bot.contract.tables import Person, Refused
from bot.features.clocks import overdue, turn_clocks
from bot.features.clocks.values import Vacation
from bot.store.models import SeatRow, TableRow
from bot.store.person_models import AwayRow, PersonRow
from bot.tables.work.operations import of_person
from bot.tables.work.row_mappers import info_of, moment, seat_info
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from bot.tables.work.waking_hours import DAY, UNIVERSAL
from bot.tables.work.wishes import preferences_of
from bot.telemetry import note_change

log = structlog.get_logger(__name__)
A_GAME: Final = 21
A_SLOW_GAME: Final = 35
A_YEAR: Final = 42
YEAR: Final = 365 * DAY
LONGEST: Final = 35


@of_person
async def announce(deps: Deps, person: Person, days: int, mode: AwayMode, *, dated: bool = True) -> Vacation:
    """Start a vacation of that many days at the next midnight; `dated`: the tables are told its end.

    Refused: bad_option, away_already, away_budget (`left`).
    """
    if not 1 <= days <= LONGEST:
        raise Refused("bad_option", option="days", value=days, values=())
    row = await _row(deps, person)
    if row.away_until > deps.now():
        raise Refused("away_already", until=moment(row.away_until))
    left = await days_left(deps, person) if mode == "pause" else LONGEST
    if days > left:
        raise Refused("away_budget", left=left)
    starts, ends = whole_days(deps.now(), days, row.zone)
    await _tell(deps, person, "")
    row.away_from, row.away_until, row.away_mode = starts, ends, mode
    async with deps.database.session() as session, deps.database.writing(session):
        await session.merge(row)
        session.add(AwayRow(person=person.id, starts=starts, ends=ends, mode=mode))
    note_change()
    await _tell(deps, person, "away", dated=dated)
    return Vacation(moment(starts), moment(ends), mode, left - days)


@of_person
async def come_home(deps: Deps, person: Person) -> None:
    """End a vacation, or what was announced of one; days to come are not counted. Refused: not_away_now."""
    row, now = await _row(deps, person), deps.now()
    if row.away_until <= now:
        raise Refused("not_away_now")
    mine = col(AwayRow.person) == person.id
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(AwayRow).where(mine, col(AwayRow.starts) >= now))
        for spent in (await session.execute(select(AwayRow).where(mine, col(AwayRow.ends) > now))).scalars():
            spent.ends = now
        row.away_from, row.away_until = (row.away_from, now) if row.away_from < now else (0.0, 0.0)
        await session.merge(row)
    note_change()
    await _tell(deps, person, "home")


async def _row(deps: Deps, person: Person) -> PersonRow:
    """Return what is stored of the person, detached from its session."""
    async with deps.database.session() as session:
        return await session.get(PersonRow, person.id) or PersonRow(person=person.id)


def whole_days(now: float, days: int, zone: str) -> tuple[float, float]:
    """Return the next midnight of that zone, and the one `days` later."""
    here = datetime.fromtimestamp(now, ZoneInfo(zone or UNIVERSAL))
    first = here.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return first.timestamp(), (first + timedelta(days=days)).timestamp()


@of_person
async def days_left(deps: Deps, person: Person) -> int:
    """Return how many days the person may still pause: the least of the year's and each present game's rest."""
    here = (AwayRow.person == person.id, AwayRow.mode == "pause", AwayRow.ends > deps.now() - YEAR)
    spent: list[AwayRow] = await deps.database.read(select(AwayRow).where(*here))
    left = [A_YEAR - _days(spent, deps.now() - YEAR)]
    left += [
        (A_SLOW_GAME if table.pace == "slow" else A_GAME) - _days(spent, table.started_at or 0.0)
        for table in await _tables(deps, person)
    ]
    return max(0, min(left))


def _days(spent: list[AwayRow], since: float) -> int:
    """Return how many days of these vacations are after a moment."""
    return round(sum(max(0.0, row.ends - max(row.starts, since)) for row in spent) / DAY)


async def _tables(deps: Deps, person: Person) -> list[TableRow]:
    """Return the games that the person plays."""
    sits = select(SeatRow.table_id).where(SeatRow.person == person.id)
    here = (col(TableRow.id).in_(sits), TableRow.state == "running")
    found: list[TableRow] = await deps.database.read(select(TableRow).where(*here).order_by(col(TableRow.id)))
    return found


async def _tell(deps: Deps, person: Person, what: str, *, dated: bool = True) -> None:
    """Count the clocks at each of the person's tables as now wished, and post `what` there; empty: no post.

    A table that cannot be read does not stop the others.
    """
    for table in await _tables(deps, person):
        try:
            await do(deps, table_ids.spell_id(table.id or 0), lambda work: _told(work, person, what, dated=dated))
        except Refused as refused:
            log.warning("vacation.not_told", table=table.id, why=refused.code)


async def _told(work: UnitOfWork, person: Person, what: str, *, dated: bool) -> None:
    mine = work.own(person)
    await work.table()
    for row in mine:
        turn_clocks.restart(work, row)
        if what == "home" and work.alarm("back", row.number) is not None:
            await overdue.back.inside(work, person, row.number)
    if not what:
        return
    wanted = preferences_of(work.people.get(person.id))
    said = {
        "seats": tuple(seat_info(work, row) for row in mine),
        "person": person,
        "from": moment(wanted.away_from),
        "until": moment(wanted.away_until),
        "mode": wanted.away_mode,
        "dated": dated,
        "several": _several_away(work, wanted.away_from, wanted.away_until),
    }
    work.post(work.deps.post_maker.matter(info_of(work), what, said))


def _several_away(work: UnitOfWork, starts: float, ends: float) -> bool:
    """Return whether two or more persons stop their clocks at the same time."""
    wishes = [work.wishes(person) for person in {row.person for row in work.seats if row.person is not None}]
    return sum(w.away_mode == "pause" and w.away_from < ends and w.away_until > starts for w in wishes) > 1
