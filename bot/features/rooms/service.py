"""Which rooms a table has, who may open one, and the wanted state of each.

Opening a room only stores a row. `threads.RoomKeeper` makes the thread after the commit, and compares it with `plan`
whenever the table has changed.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

import structlog
from sqlalchemy import BigInteger, Column, ColumnElement, Float, Text, delete, update
from sqlmodel import Field, col, or_, select

from bot.contract import table_ids
from bot.contract.servers import ROOMS
from bot.contract.tables import Person, Refused, SeatInfo, TableInfo, is_program
from bot.delivery.table_keeper import among
from bot.store.models import SeatRow, TableRow
from bot.store.row import StoredRow
from bot.tables.lobby.options import server_notes
from bot.tables.lobby.start_game import team_of
from bot.tables.play.seat_view import seat_of
from bot.tables.posts.channel_posts import tell_owner
from bot.tables.work.operations import of_table
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork, dump
from engine.core.game import Event, sides_of
from engine.core.message import Message

MOST_ROOMS: Final = 10
MOST_OF_ONE: Final = 4
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Room:
    """A room with its seats. `thread` is 0 until Discord has it."""

    seats: tuple[SeatInfo, ...]
    thread: int


@dataclass(frozen=True, slots=True)
class SeatRooms:
    """The rooms of one seat. `others`: whom it can invite; `team`: those of them who are in its team."""

    info: TableInfo
    seat: SeatInfo
    rooms: tuple[Room, ...] = ()
    others: tuple[SeatInfo, ...] = ()
    team: tuple[SeatInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """The wanted state of a room: who is in it, or that it is `over`; and what is known of its thread."""

    no: int
    table: int
    info: TableInfo
    seats: tuple[SeatInfo, ...]
    team: str
    people: tuple[int, ...]
    let_in: frozenset[int]
    thread: int
    message: int
    tried: bool
    opened_at: float
    over: bool


async def channel_for_forums(deps: Deps, guild: int | None) -> int:
    """Return the text channel below which a server's tables in a forum have their rooms; 0 if none is set."""
    return int((await server_notes(deps, guild, ROOMS)).get(ROOMS, 0)) if guild is not None else 0


@of_table
async def rooms(work: UnitOfWork, person: Person, number: int | None = None) -> SeatRooms:
    """Return the rooms of one's own seat. Refused: no_seat, replaced, over, rooms_off."""
    row = await _seat(work, person, number)
    mates = await _mates(work, row)
    there = [(one, await _numbers(work, one)) for one in await _rows(work)]
    mine = [Room(_infos(work, numbers), one.thread) for one, numbers in there if row.number in numbers]
    others = [one for one in work.seats if one.person not in {None, row.person} and not is_program(one.person)]
    team = [other for other in others if other.number in mates]
    invited = others if work.row.state == "running" else team
    shown = ({other.number for other in some} for some in (invited, team))
    return SeatRooms(info_of(work), seat_info(work, row), tuple(mine), *(_infos(work, numbers) for numbers in shown))


@of_table
async def open_room(
    work: UnitOfWork, person: Person, wanted: Collection[int], number: int | None = None, gone: int = 0
) -> Room:
    """Open a room for one's own seat and the wanted ones; for one's team if none is named.

    An existing room stays, unless its thread is `gone`. Refused as `rooms`, and room_alone, room_lobby, rooms_full,
    rooms_yours.
    """
    row = await _seat(work, person, number)
    mates = await _mates(work, row)
    seats = {row.number, *(wanted or mates)} & {other.number for other in work.seats}
    in_lobby = work.row.state == "lobby"
    if in_lobby and not seats <= mates:
        raise Refused("room_lobby", table=work.id)
    if len(_people(work, seats)) < 2:
        raise Refused("room_alone", table=work.id)
    known = await _rows(work)
    there = [one for one in known if not gone or one.thread != gone]
    for one in there:
        if await _numbers(work, one) == seats:
            return Room(_infos(work, seats), one.thread)
    _require_fewer(work, there, person)
    if gone:
        work.later(delete(RoomRow).where(col(RoomRow.table_id) == work.number, col(RoomRow.thread) == gone))
    kept, team = ("[]", row.team) if in_lobby else (dump(sorted(seats)), "")
    no = max((one.no for one in known), default=0) + 1
    work.add(RoomRow(table_id=work.number, no=no, person=person.id, at=work.now, seats=kept, team=team))
    log.info("room.wanted", table=work.id, seats=len(seats))
    return Room(_infos(work, seats), 0)


def _require_fewer(work: UnitOfWork, there: Collection[RoomRow], person: Person) -> None:
    """Refuse one room too many. Refused: rooms_full, rooms_yours."""
    if len(there) >= MOST_ROOMS:
        raise Refused("rooms_full", table=work.id, most=MOST_ROOMS)
    if sum(one.person == person.id for one in there) >= MOST_OF_ONE:
        raise Refused("rooms_yours", table=work.id, most=MOST_OF_ONE)


async def _seat(work: UnitOfWork, person: Person, number: int | None) -> SeatRow:
    """Return one's own seat at a table with rooms. Refused: no_seat, replaced, over, rooms_off."""
    if work.row.state == "lobby":
        mine = [row for row in work.own(person) if number in {None, row.number}]
        if not mine:
            raise Refused("no_seat", table=work.id, host=work.row.host_name)
        row = next((one for one in mine if team_of(work, one)), mine[0])
    else:
        row = seat_of(work, await work.table(), person, number)
    if work.row.state == "over":
        raise Refused("over", table=work.id, info=info_of(work))
    if work.row.rooms != "on":
        raise Refused("rooms_off", table=work.id)
    return row


async def _mates(work: UnitOfWork, row: SeatRow) -> frozenset[int]:
    """The seats of the team of that seat, itself among them; nothing if it is in none."""
    if work.row.state == "lobby":
        return _in_team(work, team_of(work, row))
    return await _side(work, row)


def _in_team(work: UnitOfWork, team: str) -> frozenset[int]:
    """The seats that have chosen that team in the lobby."""
    return frozenset(row.number for row in work.seats if team and team_of(work, row) == team)


async def _side(work: UnitOfWork, row: SeatRow) -> frozenset[int]:
    """The seats that play on the side of that seat."""
    for side in sides_of(work.game, (await work.table()).state):
        if row.seat in side:
            return frozenset(other.number for other in work.seats if other.seat in side)
    return frozenset()


async def _numbers(work: UnitOfWork, room: RoomRow) -> frozenset[int]:
    """The seats of a room; a team that was chosen in the lobby has those of its side once the game has begun."""
    if not room.team:
        return frozenset(json.loads(room.seats))
    chosen = _in_team(work, room.team)
    if work.row.state != "running" or not chosen:
        return chosen
    return await _side(work, work.seat_by_number(min(chosen)))


def _people(work: UnitOfWork, numbers: Collection[int]) -> tuple[int, ...]:
    """The owners of those seats, each once."""
    owners = [row.person for row in work.seats if row.number in numbers and row.person is not None]
    owners = [owner for owner in owners if not is_program(owner)]
    return tuple(dict.fromkeys(owners))


def _infos(work: UnitOfWork, numbers: Collection[int]) -> tuple[SeatInfo, ...]:
    return tuple(seat_info(work, row) for row in work.seats if row.number in numbers)


async def _rows(work: UnitOfWork) -> list[RoomRow]:
    """The rooms of the table, in their order."""
    here = select(RoomRow).where(RoomRow.table_id == work.number).order_by(col(RoomRow.no))
    found: list[RoomRow] = await work.read(here)
    return found


async def versions(deps: Deps, tables: Collection[int] | None = None) -> list[tuple[int, int]]:
    """Return which of these tables have rooms, and how often each has been changed."""
    having = select(RoomRow.table_id).where(among(RoomRow.table_id, tables))
    found = select(TableRow.id, TableRow.version).where(col(TableRow.id).in_(having))
    return [tuple(row) for row in await deps.database.rows(found)]


async def plans(deps: Deps, table: int) -> list[RoomPlan]:
    """Return the wanted state of a table's rooms."""

    async def planned(work: UnitOfWork) -> list[RoomPlan]:
        over = work.row.state == "over" or work.row.rooms != "on"
        found = []
        for row in await _rows(work):
            numbers = await _numbers(work, row)
            known = (row.thread, row.message, row.tried, row.at)
            people, let_in = _people(work, numbers), frozenset(json.loads(row.let_in))
            found.append(
                RoomPlan(row.no, table, info_of(work), _infos(work, numbers), row.team, people, let_in, *known, over)
            )
        return found

    return await do(deps, table_ids.spell_id(table), planned)


async def _one(work: UnitOfWork, no: int) -> RoomRow | None:
    return next((one for one in await _rows(work) if one.no == no), None)


def _here(table: int, no: int) -> tuple[ColumnElement[bool], ...]:
    return col(RoomRow.table_id) == table, col(RoomRow.no) == no


async def note(deps: Deps, plan: RoomPlan, **known: Any) -> None:
    """Store what is known of the room's thread."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(update(RoomRow).where(*_here(plan.table, plan.no)).values(**known))


async def drop(deps: Deps, plan: RoomPlan) -> None:
    """Forget the room, so that it can be opened again."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(RoomRow).where(*_here(plan.table, plan.no)))


async def fail(deps: Deps, plan: RoomPlan, code: str, **said: Any) -> None:
    """Forget a room that can't be made, and tell the person who opened it why."""

    async def told(work: UnitOfWork) -> None:
        row = await _one(work, plan.no)
        if row is None:
            return
        work.later(delete(RoomRow).where(*_here(work.number, plan.no)))
        for seat in work.own(row.person)[:1]:
            tell_owner(work, seat, Event(Message(f"room.told.{code}", said), to=seat.seat, key=f"room.told.{code}"))

    await do(deps, plan.info.id, told)


async def forget(work: UnitOfWork, person: int) -> None:
    """Remove the person's name from the table's rooms, and once the game is over, all names of added people."""
    for row in await _rows(work):
        kept = [] if work.row.state == "over" else json.loads(row.let_in)
        values = {"person": 0 if row.person == person else row.person, "let_in": dump(kept)}
        work.later(update(RoomRow).where(*_here(work.number, row.no)).values(**values))


async def rooms_of(deps: Deps, person: Person) -> list[dict[str, Any]]:
    """Return the rooms that the person opened or was added to, for the export of their data."""
    known = or_(col(RoomRow.person) == person.id, col(RoomRow.let_in).contains(str(person.id)))
    rows = await deps.database.read(select(RoomRow).where(known).order_by(col(RoomRow.table_id), col(RoomRow.no)))
    return [
        {
            "table": table_ids.spell_id(row.table_id),
            "thread": row.thread,
            "opened": row.person == person.id,
            "at": row.at,
        }
        for row in rows
        if row.person == person.id or person.id in json.loads(row.let_in)
    ]


class RoomRow(StoredRow, table=True):
    """A room of a table."""

    __tablename__ = "room"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    no: int = Field(primary_key=True)
    seats: str = Field(default="[]", sa_column=Column(Text, nullable=False, default="[]"))
    """The seats with these numbers."""
    team: str = ""
    """The team that was chosen in the lobby, for a room of a team."""
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    """The person who opened it; 0: a person whose data were deleted."""
    let_in: str = Field(default="[]", sa_column=Column(Text, nullable=False, default="[]"))
    """The people added to its thread."""
    thread: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    """0 until it exists."""
    message: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    """Its first line; 0 until it is sent, negative if it must be sent anew."""
    tried: bool = False
    """Whether a thread may exist that wasn't noted."""
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
