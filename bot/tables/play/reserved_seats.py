"""Reserved seats of an imported game: each waits for its owner, who alone can take it as it is.

Nobody can play until each seat has a player again, or the host has filled it in another way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import structlog

from bot.contract.snapshot import Done
from bot.contract.tables import Person, Refused, TableInfo
from bot.store.models import SeatRow
from bot.tables.hooks import Change
from bot.tables.play.change import note, views_after
from bot.tables.play.game_time import set_timer
from bot.tables.play.seat_view import reply_after
from bot.tables.posts.change_posts import send_hand
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork

T = TypeVar("T")
log = structlog.get_logger(__name__)


def require_everybody(work: UnitOfWork) -> None:
    """Refuse to play while reserved seats are empty. Refused: seats_waiting (with the seats)."""
    missing = work.reserved_seats()
    if missing:
        raise Refused("seats_waiting", table=work.id, seats=tuple(seat_info(work, row) for row in missing))


def reserved_for(work: UnitOfWork, person: Person) -> list[SeatRow]:
    """Return the seats reserved for that person."""
    return [row for row in work.seats if row.person is None and row.reserved == person.id]


async def seat_importer(work: UnitOfWork, person: Person) -> None:
    """Seat the person who imported a running game, and tell the others that they may sit down."""
    await _sit(work, reserved_for(work, person), person)
    if work.reserved_seats():
        work.post(work.deps.post_maker.matter(info_of(work), "brought", {"person": person}))
    else:
        await _go_on(work)


async def claim(work: UnitOfWork, person: Person) -> TableInfo:
    """Take the seats reserved for the person. Refused: full (there are none)."""
    mine = reserved_for(work, person)
    if not mine:
        raise Refused("full", table=work.id, info=info_of(work))
    waited = bool(work.reserved_seats())
    await _sit(work, mine, person)
    taken = tuple(seat_info(work, row) for row in mine)
    log.info("claimed", table=work.id, seats=[row.number for row in mine])
    work.post(work.deps.post_maker.matter(info_of(work), "claimed", {"seats": taken, "person": person}))
    if waited and not work.reserved_seats():
        await _go_on(work)
    else:
        await _show_hands(work, mine)
    return info_of(work)


async def _sit(work: UnitOfWork, rows: list[SeatRow], person: Person) -> None:
    await work.know(person.id)
    for row in rows:
        row.person, row.person_name, row.reserved = person.id, person.name, None
        work.dirty = True


async def _show_hands(work: UnitOfWork, rows: list[SeatRow]) -> None:
    table = await work.table()
    for row in rows:
        send_hand(work, row, await work.run(lambda seat=row.seat: table.view(seat)))  # type: ignore[misc]


async def settle_seats(work: UnitOfWork, person: Person, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    """Change the seats with `change`; if no reserved seat is empty any longer, continue the game."""
    waited = bool(work.reserved_seats())
    result = await change(work)
    if waited and not work.reserved_seats() and work.row.state == "running":
        await _go_on(work)
        if isinstance(result, Done):
            return replace(result, seat=(await reply_after(work, person)).seat)
    return result


async def _go_on(work: UnitOfWork) -> None:
    """Continue an imported game once every player is there: post the board and the question, and start the clock."""
    set_timer(work)
    table = await work.table()
    what = Change("import", base=table.record.first, old=list(table.journal))
    what.view = await work.run(lambda: table.view(None))
    await note(work, table, what, await work.run(lambda: views_after(work, table)))
