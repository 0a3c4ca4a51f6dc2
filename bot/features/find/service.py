"""Places to play in a server: listed lobbies, and seats of running games that need a player.

Only channels of that server that the person can see are searched, even if tables elsewhere take visitors.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import ColumnElement, case, func
from sqlmodel import col, or_, select

from bot.contract.records import Vacancies, Vacancy
from bot.contract.tables import Person, Refused
from bot.store.models import AlarmRow, SeatRow, TableRow
from bot.tables.seats.offers import has_seen
from bot.tables.work.operations import of_person
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.transaction import load
from bot.tables.work.unit_of_work import Deps, UnitOfWork

A_PAGE: Final = 5
MOST: Final = 200
NUMBER: Final = re.compile(r"\d+")
LOBBY: Final = 0  # the number of no seat


@of_person
async def find(
    deps: Deps,
    person: Person,
    *,
    game: str = "",
    pace: str = "",
    page: int = 1,
    sees: Callable[[int], bool] = lambda _: True,
) -> Vacancies:
    """Return a page of places to play in the person's server, lobbies first, of one game or pace if named.

    `sees` tells whether the person can open a channel. Refused: find_where (there is no server).
    """
    if person.guild is None:
        raise Refused("find_where")
    here = [TableRow.guild == person.guild, TableRow.listed == "yes"]
    here += [TableRow.game == game] if game else []
    here += [TableRow.pace == pace] if pace else []
    found = [*await _lobbies(deps, person, here), *await _seats(deps, person, here)]
    places = [(table, number) for table, number, channel in found if sees(channel)]
    pages = max(1, -(-len(places) // A_PAGE))
    wanted = min(max(page, 1), pages)
    shown = [await _place(deps, person, *place) for place in places[(wanted - 1) * A_PAGE : wanted * A_PAGE]]
    return Vacancies(tuple(one for one in shown if one is not None), wanted, pages, game, pace)


async def _lobbies(deps: Deps, person: Person, here: list[Any]) -> list[tuple[int, int, int]]:
    """Return lobbies with a free seat that have not removed the person: those with a start time first, then the
    newest.
    """
    taken = select(func.count()).where(SeatRow.table_id == TableRow.id).scalar_subquery()
    free: ColumnElement[bool] = col(TableRow.most) > col(TableRow.npcs) + taken
    found = select(TableRow.id, TableRow.channel, TableRow.removed).where(*here, TableRow.state == "lobby", free)
    soon = case((col(TableRow.starts_at) > deps.now(), col(TableRow.starts_at)))
    order = (soon.is_(None), soon, col(TableRow.id).desc())
    rows = await deps.database.rows(found.order_by(*order).limit(MOST))
    return [(row[0], LOBBY, row[1]) for row in rows if str(person.id) not in NUMBER.findall(row[2])]


async def _seats(deps: Deps, person: Person, here: list[Any]) -> list[tuple[int, int, int]]:
    """Return seats that look for a player at tables where the person neither sits nor has had another seat."""
    had = col(SeatRow.former).contains(f'"person":{person.id},') & (col(SeatRow.number) != col(AlarmRow.number))
    concerned = or_(SeatRow.person == person.id, SeatRow.reserved == person.id, had)
    sits = select(SeatRow.number).where(SeatRow.table_id == AlarmRow.table_id, concerned).exists()
    sought = (AlarmRow.kind == "seek", AlarmRow.at > deps.now(), TableRow.state == "running", ~sits)
    found = select(AlarmRow.table_id, AlarmRow.number, TableRow.channel).join(TableRow).where(*here, *sought)
    rows = await deps.database.rows(found.order_by(col(AlarmRow.made_at).desc(), col(AlarmRow.id)).limit(MOST))
    return [(row[0], row[1], row[2]) for row in rows]


async def _place(deps: Deps, person: Person, table: int, number: int) -> Vacancy | None:
    """Return the place as it is now; None if it was taken meanwhile."""
    try:
        work = await load(deps, table)
    except Refused:
        return None
    if number == LOBBY:
        return Vacancy(info_of(work), free=_free(work)) if work.row.state == "lobby" else None
    row = work.seat_by_number(number)
    if work.alarm("seek", number) is None or row.by != "npc" or has_seen(work, person.id, row):
        return None
    return Vacancy(info_of(work), seat_info(work, row))


def _free(work: UnitOfWork) -> int:
    return work.row.most - work.row.npcs - len(work.seats)
