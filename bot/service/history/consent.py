"""Who has a say in a request, when that is enough, and what happens then: one kind of request after the other.

- `back`: all who are concerned, as `bot.service.history.differences` finds them. Silence is a no.
- `end`: all others who sit there. Whoever is away and silent stands in nobody's way.
- `npc`, `seat`, `host`: in the absence of an owner or host the NPC plays the seat, somebody else gets it from the NPC,
  or the host's role passes. More than half of the others who sit there must want it, or a moderator who does not sit
  there; and the absent one has had time to come back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.service.history.differences import Compared, compared
from bot.service.history.rewind import rewind
from bot.service.lobby.offers import offer_host, offer_seat, set_host
from bot.service.people.presence import is_away
from bot.service.play.ending import end_game
from bot.service.play.seats import put_npc
from bot.service.unit_of_work import UnitOfWork
from bot.store.models import PetitionRow, SeatRow
from bot.values import Person, Petition, Refused

ABSENT = frozenset({"npc", "seat", "host"})


@dataclass(frozen=True, slots=True)
class Say:
    """Whose answer counts now; for going back also what it would undo."""

    seats: tuple[SeatRow, ...]
    sides: Compared | None = None


def asker_of(row: PetitionRow) -> Person:
    """Who has asked."""
    return Person(row.person, row.person_name)


def absent_of(row: PetitionRow) -> Person | None:
    """Without whom it is decided."""
    return None if row.absent is None else Person(row.absent, row.absent_name)


async def say_in(work: UnitOfWork, row: PetitionRow) -> Say:
    """Who has a say in that request as things are now. Refused: no_checkpoint."""
    if row.kind == "back":
        sides = await compared(work, row.answers, row.person)
        return Say(sides.concerned, sides)
    return Say(tuple(r for r in work.seats if r.person is not None and r.person not in {row.person, row.absent}))


async def decided(work: UnitOfWork, row: PetitionRow, say: Say, *, closing: bool) -> bool | None:
    """Whether it is agreed to; None as long as that is open."""
    given = {int(number): bool(yes) for number, yes in json.loads(row.given).items()}
    silent = [r for r in say.seats if r.number not in given]
    if not closing and (silent or row.absent is not None):
        return None
    if row.kind in ABSENT:
        return bool(row.moderator) or _most(work, row, given)
    if row.kind == "end":
        away = [r for r in silent if await is_away(work, r.person or 0)]
        return all(given.get(r.number, r in away) for r in say.seats)
    return all(given.get(r.number, False) for r in say.seats)


def _most(work: UnitOfWork, row: PetitionRow, given: dict[int, bool]) -> bool:
    """Whether more than half of the persons who sit there want it, whoever asks among them."""
    seated = {r.person for r in work.seats if r.person is not None} - {row.absent}
    wanting = {r.person for r in work.seats if given.get(r.number)} | {row.person}
    return 2 * len(wanting & seated) > len(seated)


async def carry_out(work: UnitOfWork, row: PetitionRow, say: Say, told: Petition) -> bool:
    """Do what has been agreed to; whether it is still possible."""
    if row.kind == "back":
        if say.sides is not None:
            await rewind(work, say.sides.point, say.sides.record, {"petition": told})
        return say.sides is not None
    if row.kind == "end":
        await end_game(work, asker_of(row), row.reason)
        return True
    return await (_pass_host(work, row) if row.kind == "host" else _pass_seat(work, row))


async def _pass_seat(work: UnitOfWork, row: PetitionRow) -> bool:
    seat = work.numbered(row.target)
    if seat.person != row.absent:
        return False
    try:
        if row.kind == "npc":
            await put_npc(work, seat, asker_of(row))
            return True
        giver, to = absent_of(row) or asker_of(row), Person(row.receiver, row.receiver_name)
        if seat.by == "npc" and row.receiver not in {row.person, row.moderator}:
            await offer_seat(work, seat, giver, to, absent=True)
            return True
    except Refused:
        return False
    return False


async def _pass_host(work: UnitOfWork, row: PetitionRow) -> bool:
    """Whoever asks for the role has accepted it with that; anybody else is offered it."""
    host = Person(work.row.host, work.row.host_name)
    if host.id != row.absent:
        return False
    if row.receiver == row.person:
        set_host(work, host, asker_of(row))
    else:
        await offer_host(work, host, Person(row.receiver, row.receiver_name), absent=True)
    return True
