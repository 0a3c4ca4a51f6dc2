"""Who may do what at a table, checked each time anew: a button proves nothing.

Also how many tables may be open at once and opened in a day, for one host and in one server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import ColumnElement, func
from sqlmodel import col, select

from bot.contract.tables import Person, Refused, is_program
from bot.store.models import TableRow
from bot.tables.work.row_mappers import as_former, moment, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import DAY


def belongs(work: UnitOfWork, person: Person) -> bool:
    """Return whether the person sits at the table or is its host."""
    return person.id == work.row.host or bool(work.own(person))


def others(work: UnitOfWork, person: Person) -> frozenset[int]:
    """Return the other people who sit there, including those for whom the NPC plays; programs are none."""
    seated = frozenset(row.person for row in work.seats if row.person is not None and not is_program(row.person))
    return seated - {person.id}


def is_moderator(work: UnitOfWork, person: Person) -> bool:
    """Return whether the person may manage the table's server and acts from there."""
    return person.moderator and person.guild is not None and person.guild == work.row.guild


def require_manager(person: Person) -> int:
    """Return the server that the person acts from and may manage. Refused: setup_where, managers_only."""
    if person.guild is None:
        raise Refused("setup_where")
    if not person.moderator:
        raise Refused("managers_only")
    return person.guild


def impartial(work: UnitOfWork, person: Person) -> bool:
    """Return whether the person is a moderator there who has never played in this game, and so decides alone."""
    played = any(as_former(row, person.id) for row in work.seats)
    return is_moderator(work, person) and not work.own(person) and not played


def reaches(work: UnitOfWork, person: Person) -> bool:
    """Return whether the person can reach the table: from its server, as one of its people, or as a visitor."""
    if belongs(work, person):
        return True
    if person.guild is None or work.row.guild is None:
        return False
    return person.guild == work.row.guild or work.row.guests == "yes"


def require_reach(work: UnitOfWork, person: Person | None) -> None:
    """Refuse a table out of reach as if it didn't exist. Refused: no_table; in DMs `replaced` for a former owner.

    None is the bot itself.
    """
    if person is None or reaches(work, person):
        return
    if person.guild is None:
        require_not_replaced(work, person)
    raise Refused("no_table", table=work.id)


def require_not_replaced(work: UnitOfWork, person: Person) -> None:
    """Refuse a former owner of a seat, naming the player who has it now. Refused: replaced."""
    for row in work.seats:
        if (gone := as_former(row, person.id)) is not None:
            said = {"since": moment(gone["at"]), "host": work.row.host_name, "state": work.row.state}
            raise Refused("replaced", table=work.id, seat=seat_info(work, row), **said)


def require_host(work: UnitOfWork, person: Person, *, or_moderator: bool = False) -> None:
    """Refuse a person who isn't the host (or a moderator, with `or_moderator`). Refused: host_only."""
    if person.id != work.row.host and not (or_moderator and is_moderator(work, person)):
        raise Refused("host_only", table=work.id, host=Person(work.row.host, work.row.host_name))


Read: TypeAlias = Callable[[Any], Awaitable[list[Any]]]


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many tables may be opened within that many days: `times` as many as may be open at once."""

    what: Literal["opened", "brought"]
    times: int
    days: int


CAME_AT: Final[ColumnElement[float]] = func.coalesce(TableRow.brought_at, TableRow.opened_at)
OPENED: Final = Allowance("opened", 3, 1)
BROUGHT: Final = (Allowance("brought", 1, 1), Allowance("brought", 3, 30))


async def require_room(work: UnitOfWork, host: Person) -> None:
    """Check that the host may take over one more open table from another person. Refused: too_many_tables."""
    await _require(work, "host", work.deps.quotas.person, TableRow.host == host.id, work.read)


async def require_room_for_new(work: UnitOfWork, host: Person) -> None:
    """Check that the host and the server may have the table that is just being opened.

    No other is opened before this one is stored, so two can't take the same place. Refused: too_many_tables,
    games_limit.
    """
    await work.deps.database.take_turns(work.session)
    mine, most = TableRow.host == host.id, work.deps.quotas.person
    await _require(work, "host", most, mine, _in_session(work))
    await _require_allowance(work, "host", most, mine, OPENED)
    await require_room_in_server(work)


async def require_room_in_server(work: UnitOfWork) -> None:
    """Make sure that the server may have the table that is just being opened. Refused: too_many_tables, games_limit."""
    await work.deps.database.take_turns(work.session)
    if work.row.guild is not None:
        mine, most = TableRow.guild == work.row.guild, work.deps.quotas.server
        await _require(work, "server", most, mine, _in_session(work))
        await _require_allowance(work, "server", most, mine, OPENED)


async def require_room_for_brought(work: UnitOfWork, host: Person) -> None:
    """Make sure that the host and the server may have one more table from a file, be it running or over.

    Refused: games_limit.
    """
    await work.deps.database.take_turns(work.session)
    quotas, there = work.deps.quotas, TableRow.guild == work.row.guild
    for pace in BROUGHT:
        await _require_allowance(work, "host", quotas.person, TableRow.host == host.id, pace)
        await _require_allowance(work, "server", None if work.row.guild is None else quotas.server, there, pace)


def _in_session(work: UnitOfWork) -> Read:
    """Return a function that reads within the transaction, after earlier writes."""

    async def here(statement: Any) -> list[Any]:
        return list((await work.session.execute(statement)).scalars())

    return here


async def _require_allowance(work: UnitOfWork, whose: str, most: int | None, mine: bool, allowance: Allowance) -> None:
    """No more tables have come within that time than may, whatever has become of them. Refused: games_limit."""
    if most is None:
        return
    n, came = most * allowance.times, CAME_AT if allowance.what == "opened" else col(TableRow.brought_at)
    here = (mine, TableRow.id != work.number, came > work.now - allowance.days * DAY)
    last = select(came).where(*here).order_by(came.desc()).offset(n - 1).limit(1)
    if found := await _in_session(work)(last):
        until = moment(found[0] + allowance.days * DAY)
        raise Refused("games_limit", whose=whose, what=allowance.what, n=n, days=allowance.days, until=until)


async def _require(work: UnitOfWork, whose: str, most: int | None, mine: bool, read: Read) -> None:
    if most is None:
        return
    others = (col(TableRow.state) != "over", TableRow.id != work.number)
    counted = await read(select(func.count()).select_from(TableRow).where(mine, *others))
    if counted[0] >= most:
        raise Refused("too_many_tables", whose=whose, n=most)
