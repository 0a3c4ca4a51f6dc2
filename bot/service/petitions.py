"""Going back further than undo reaches, with the consent of those concerned.

Somebody asks, those concerned agree or refuse unseen, and silence is a no. The game goes on meanwhile: whoever
answers in that time is concerned as well. Answers are told together at the end.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Final

import structlog

from bot.service.backpoints import back_points
from bot.service.compared import Compared, compared
from bot.service.facts import info_of, moment, seat_info
from bot.service.hours import waking_end
from bot.service.kept import heading_of
from bot.service.rewinding import rewind
from bot.service.seats import require_running
from bot.service.sheets import own_seats, seat_of
from bot.service.telling import add_line
from bot.service.work import Work, dumped
from bot.store.models import PetitionRow, SeatRow
from bot.values import BackPoint, Pace, Person, Petition, PetitionResult, Refused
from engine.core.game import Event
from engine.core.text import words

HOUR: Final = 3600.0
LENGTHS: Final[dict[Pace, float]] = {"live": 300.0, "brisk": 2 * HOUR, "daily": 24 * HOUR, "slow": 72 * HOUR}
REASON: Final = 200
log = structlog.get_logger(__name__)


async def open_petition(work: Work) -> PetitionRow | None:
    """The request that waits for answers, read so that it can be changed."""
    return await work.fetch(PetitionRow, work.number)


async def points(work: Work, person: Person) -> tuple[BackPoint, ...]:
    """What one may ask to go back to. Refused: over, not_begun, no_seat, undo_pending."""
    require_running(work)
    own_seats(work, person)
    _require_none(work, await open_petition(work))
    return await back_points(work)


def _require_none(work: Work, row: PetitionRow | None) -> None:
    """One at a time. Refused: undo_pending."""
    if row is not None:
        by = seat_info(work, work.numbered(row.number))
        raise Refused("undo_pending", table=work.id, seat=by, until=moment(row.closes_at))


async def ask(work: Work, person: Person, answers: int, reason: str) -> Petition:
    """Ask to go back; where nobody is concerned it is done at once. Refused: as `points`, no_checkpoint."""
    wanted = next((p for p in await points(work, person) if p.answers == answers), None)
    if wanted is None:
        raise Refused("no_checkpoint", table=work.id, checkpoint=answers)
    table = await work.table()
    asker = seat_of(work, table, person, None)
    sides = await compared(work, answers, asker)
    row = _row(work, asker, wanted, reason[:REASON], sides.concerned)
    log.info("petition", table=work.id, seat=asker.seat, answers=answers, asked=len(sides.concerned))
    if not sides.concerned:
        return await _agree(work, row, sides)
    work.add(row)
    asked = _told(work, row, sides, "open")
    work.post(work.deps.narrator.petition(info_of(work), asked))
    return asked


def _row(work: Work, asker: SeatRow, point: BackPoint, reason: str, concerned: Iterable[SeatRow]) -> PetitionRow:
    length = LENGTHS[next((pace for pace in LENGTHS if pace == work.row.pace), "daily")]
    asked = list(concerned)
    people = [work.wishes(row.person or 0) for row in asked]
    ends = [work.now + length if work.row.pace == "live" else waking_end(work.now, length, p) for p in people]
    return PetitionRow(
        table_id=work.number,
        no=work.row.lines + 1,
        number=asker.number,
        answers=point.answers,
        before=point.text,
        chapter=point.chapter,
        reason=reason,
        asked=dumped([row.number for row in asked]),
        length=length,
        made_at=work.now,
        closes_at=float(math.ceil(max(ends, default=work.now))),
    )


def _told(work: Work, row: PetitionRow, sides: Compared | None, result: PetitionResult) -> Petition:
    """The request as everybody may know it; who has agreed only once it is over."""
    given = json.loads(row.given)
    asked = sorted({*json.loads(row.asked), *(r.number for r in sides.concerned if result != "open")} if sides else ())
    seats = tuple(seat_info(work, work.numbered(n)) for n in asked)
    agreed = tuple(s for s in seats if result != "open" and given.get(str(s.number)))
    return Petition(
        no=row.no,
        seat=seat_info(work, work.numbered(row.number)),
        point=BackPoint(row.answers, row.before, row.chapter),
        reason=row.reason,
        asked=seats,
        agreed=agreed,
        closes_at=moment(row.closes_at),
        result=result,
        then=sides.then if sides else {},
        now=sides.now if sides else {},
    )


async def vote(work: Work, person: Person, no: int, *, agrees: bool) -> Petition:
    """Agree or refuse; whoever asked withdraws. Refused: petition_over, petition_own, petition_free, no_seat."""
    row, sides = await _open(work, no)
    mine = own_seats(work, person)
    asker = work.numbered(row.number)
    if person.id == asker.person:
        if agrees:
            raise Refused("petition_own", table=work.id)
        return await _end(work, row, sides, "withdrawn")
    asked = {*json.loads(row.asked), *(r.number for r in sides.concerned)}
    numbers = [r.number for r in mine if r.number in asked]
    if not numbers:
        raise Refused("petition_free", table=work.id)
    row.given = dumped({**json.loads(row.given), **{str(n): agrees for n in numbers}})
    work.dirty = True
    if all(str(r.number) in json.loads(row.given) for r in sides.concerned):
        return await _decide(work, row, sides)
    return _told(work, row, sides, "open")


async def _open(work: Work, no: int) -> tuple[PetitionRow, Compared]:
    """That request and what it would undo now. Refused: petition_over."""
    row = await open_petition(work)
    if row is None or row.no != no or row.answers >= work.row.answers or work.row.state != "running":
        raise Refused("petition_over", table=work.id)
    return row, await compared(work, row.answers, work.numbered(row.number))


async def look(work: Work, no: int) -> Petition:
    """That request, with both moments. Refused: petition_over."""
    return _told(work, *await _open(work, no), "open")


async def close_due(work: Work, no: int) -> bool:
    """Decide that request if its time has come; whether it has."""
    row = await open_petition(work)
    if row is None or row.no != no or row.closes_at > work.now:
        return False
    try:
        await _decide(work, *await _open(work, no))
    except Refused:
        await _end(work, row, None, "lapsed")
    return True


async def _decide(work: Work, row: PetitionRow, sides: Compared) -> Petition:
    """All who are concerned must have agreed; silence is a no."""
    given = json.loads(row.given)
    if all(given.get(str(r.number)) for r in sides.concerned):
        work.session.expunge(row)
        return await _agree(work, row, sides)
    return await _end(work, row, sides, "refused")


async def _agree(work: Work, row: PetitionRow, sides: Compared) -> Petition:
    told = _told(work, row, sides, "agreed")
    await rewind(work, sides.point, sides.record, {"petition": told})
    await _note(work, told)
    return told


async def _end(work: Work, row: PetitionRow, sides: Compared | None, result: PetitionResult) -> Petition:
    """The game goes on as it is."""
    told = _told(work, row, sides, result)
    await work.remove(row)
    await _note(work, told)
    if work.row.state == "running":
        work.post(work.deps.narrator.petition(info_of(work), told))
    return told


async def _note(work: Work, told: Petition) -> None:
    """A line of the log, whatever came of it."""
    table = await work.table()
    text = words(f"table.log.petition_{told.result}", civ=f"{{civ:{told.seat.seat}}}")
    add_line(work, Event(text, key="petition"), heading_of(table.game.name, table.state))
    log.info("petition.over", table=work.id, result=told.result)
