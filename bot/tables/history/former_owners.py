"""Whoever had a seat before may ask for it back: who has it now decides, or the host where nobody does."""

from __future__ import annotations

import structlog
from msgspec.structs import replace

from bot.contract.tables import Offer, Person, Refused, SeatInfo
from bot.store.models import SeatRow
from bot.tables.history.requests import note_request
from bot.tables.seats.offers import has_seen, offer_seat
from bot.tables.seats.seats import require_running
from bot.tables.work.notify import RECLAIMED
from bot.tables.work.rights import require_host
from bot.tables.work.row_mappers import as_former, info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)


async def reclaim(work: UnitOfWork, person: Person, number: int) -> SeatInfo:
    """Ask for a seat that was one's own: by direct message, or in the channel where none is taken.

    Refused: over, not_begun, no_seat, seat_seen, too_many_requests.
    """
    require_running(work)
    row = work.numbered(number)
    former = _former(work, row, person.id)
    if row.person == person.id or has_seen(work, person.id, row):
        raise Refused("seat_seen", table=work.id, seat=seat_info(work, row), person=former)
    await note_request(work, person)
    decides = Person(row.person, row.person_name) if row.person else Person(work.row.host, work.row.host_name)
    await work.know(decides.id)
    reader = None if work.closed(decides.id) else decides.id
    said = {"seat": seat_info(work, row), "person": former, "reader": reader, "decides": decides}
    posts = work.deps.post_maker.matter(info_of(work), RECLAIMED, said)
    work.post([replace(post, kind=RECLAIMED, user=reader, mentions=(decides.id,)) for post in posts])
    log.info("reclaimed", table=work.id, seat=row.seat)
    return seat_info(work, row)


async def give_back(work: UnitOfWork, person: Person, number: int, who: int) -> Offer:
    """Offer a seat to somebody who had it before: its owner does, or the host of one that nobody has.

    Refused: over, not_begun, no_seat, owner_only, seat_own, host_only, seat_seen.
    """
    require_running(work)
    row = work.numbered(number)
    former = _former(work, row, who)
    if who == row.person:
        raise Refused("seat_own", table=work.id, seat=seat_info(work, row))
    if row.person is None:
        require_host(work, person)
    elif row.person != person.id:
        raise Refused("owner_only", table=work.id, seat=seat_info(work, row))
    return await offer_seat(work, row, person, former)


def _former(work: UnitOfWork, row: SeatRow, person: int) -> Person:
    """Somebody who had that seat before. Refused: no_seat."""
    had = as_former(row, person)
    if had is None:
        raise Refused("no_seat", table=work.id, host=work.row.host_name)
    return Person(had["person"], had["name"])
