"""Who may do what at a table. Everything asks here, each time anew: nothing is believed because a button says so.

Also how many tables may be open at once, and how many may come in a day, whatever has become of them: of one host, and
in one server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import ColumnElement, func
from sqlmodel import col, select

from bot.contract.tables import Person, Refused
from bot.store.models import TableRow
from bot.tables.work.row_mappers import as_former, moment, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import DAY


def belongs(work: UnitOfWork, person: Person) -> bool:
    """Whether the person sits at the table or is its host."""
    return person.id == work.row.host or bool(work.own(person))


def others(work: UnitOfWork, person: Person) -> frozenset[int]:
    """The other persons who sit there, those for whom the NPC plays included."""
    return frozenset(row.person for row in work.seats if row.person is not None) - {person.id}


def is_moderator(work: UnitOfWork, person: Person) -> bool:
    """Whether the person may manage the server of the table, which is where he or she asks from."""
    return person.moderator and person.guild is not None and person.guild == work.row.guild


def require_manager(person: Person) -> int:
    """The server that the person asks from, and may manage. Refused: setup_where, managers_only."""
    if person.guild is None:
        raise Refused("setup_where")
    if not person.moderator:
        raise Refused("managers_only")
    return person.guild


def impartial(work: UnitOfWork, person: Person) -> bool:
    """Whether the person is a moderator there and neither plays nor has played in this game, and so decides alone."""
    played = any(as_former(row, person.id) for row in work.seats)
    return is_moderator(work, person) and not work.own(person) and not played


def reaches(work: UnitOfWork, person: Person) -> bool:
    """Whether the table is there for the person at all: from its server, as one of its people, or as a guest."""
    if belongs(work, person):
        return True
    if person.guild is None or work.row.guild is None:
        return False
    return person.guild == work.row.guild or work.row.guests == "yes"


def require_reach(work: UnitOfWork, person: Person | None) -> None:
    """Refused: no_table, just as if there were none; in direct messages `replaced` for who has sat there before.

    None is the bot itself.
    """
    if person is None or reaches(work, person):
        return
    if person.guild is None:
        require_not_replaced(work, person)
    raise Refused("no_table", table=work.id)


def require_not_replaced(work: UnitOfWork, person: Person) -> None:
    """Refused: replaced, with who has the seat that was this person's."""
    for row in work.seats:
        if (gone := as_former(row, person.id)) is not None:
            said = {"since": moment(gone["at"]), "host": work.row.host_name, "state": work.row.state}
            raise Refused("replaced", table=work.id, seat=seat_info(work, row), **said)


def require_host(work: UnitOfWork, person: Person, *, or_moderator: bool = False) -> None:
    """Refused: host_only."""
    if person.id != work.row.host and not (or_moderator and is_moderator(work, person)):
        raise Refused("host_only", table=work.id, host=Person(work.row.host, work.row.host_name))


Read: TypeAlias = Callable[[Any], Awaitable[list[Any]]]


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many tables may come within so many days: `times` as many as may be open at once."""

    what: Literal["opened", "brought"]
    times: int
    days: int


CAME_AT: Final[ColumnElement[float]] = func.coalesce(TableRow.brought_at, TableRow.opened_at)
OPENED: Final = Allowance("opened", 3, 1)
BROUGHT: Final = (Allowance("brought", 1, 1), Allowance("brought", 3, 30))


async def require_room(work: UnitOfWork, host: Person) -> None:
    """Make sure that the host may have one more open table, given by somebody else. Refused: too_many_tables."""
    await _require(work, "host", work.deps.quotas.person, TableRow.host == host.id, work.read)


async def require_room_for_new(work: UnitOfWork, host: Person) -> None:
    """Make sure that the host and the server may have the table that is just being opened.

    Nobody else opens one before this one is stored, so that two cannot take the same place.
    Refused: too_many_tables, games_limit.
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
    """Reads behind whoever has written before, in the transaction of the work."""

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
