"""Getting up from a running game: the NPC plays on until somebody of the server takes the seat, and a host who goes
leaves the role to whoever takes it.
"""

from __future__ import annotations

from bot.contract.tables import Person, Refused, TableInfo
from bot.tables.hooks import active
from bot.tables.play.seat_view import own_seats
from bot.tables.seats.offers import offer_host
from bot.tables.seats.seats import remember_owner, require_running, set_control
from bot.tables.work.rights import others
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork


async def leave(work: UnitOfWork, person: Person, confirm: str) -> TableInfo:
    """Give up all one's seats of a running game to the NPC. Refused: no_seat, leave (until confirmed)."""
    require_running(work)
    mine = own_seats(work, person)
    token = f"leave-{person.id % 997}-{len(mine)}"
    if confirm != token:
        seats = tuple(seat_info(work, r) for r in mine)
        raise Refused("leave", table=work.id, game=work.row.game, seats=seats, confirm=token)
    left = tuple(seat_info(work, row) for row in mine)
    for row in mine:
        remember_owner(work, row)
        row.person, row.person_name, row.hand = None, "", ""
        if row.by == "human":
            await set_control(work, row, "npc")
    work.post(work.deps.post_maker.matter(info_of(work), "left", {"seats": left, "person": person}))
    for row in mine if work.row.state == "running" and others(work, person) else ():
        for seat_left in active(work.deps, lambda one: one.seat_left):
            seat_left(work, row)
    if person.id == work.row.host and work.row.state == "running" and others(work, person):
        await offer_host(work, person, None)
    return info_of(work)
