"""Letters: what one seat writes to another where the table has agreed to it, outside the game and its record.

At an `open` table everybody is told that a letter passed, never what it says; at a `sealed` one nobody is told of
any until the end, and then everybody may read them all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec
import structlog
from sqlmodel import select

from bot.beside import LETTERS_A_DAY, Missive, SeatLetters, TalkKind
from bot.service.beside import talks
from bot.service.play.seat_view import seat_of
from bot.service.play.seats import require_running
from bot.service.row_mappers import info_of, seat_info
from bot.service.unit_of_work import UnitOfWork
from bot.store.beside_models import BlockRow
from bot.store.models import SeatRow
from bot.values import Person, Refused

LETTER: Final[TalkKind] = "letter"
log = structlog.get_logger(__name__)


async def letters(work: UnitOfWork, person: Person, number: int | None, before: int = 0) -> SeatLetters:
    """A page of the letters of one's own seat: the newest, or those with numbers below `before`.

    Refused: letters_off, no_seat, replaced, not_begun.
    """
    return await _told(work, await _seat(work, person, number), before)


async def _seat(work: UnitOfWork, person: Person, number: int | None) -> SeatRow:
    """One's own seat at a table with letters. Refused: no_seat, replaced, not_begun, letters_off."""
    row = seat_of(work, await work.table(), person, number)
    _require_letters(work)
    return row


def _require_letters(work: UnitOfWork) -> None:
    if work.row.letters == "off":
        raise Refused("letters_off", table=work.id)


async def write(work: UnitOfWork, person: Person, to: int, text: str, number: int | None) -> SeatLetters:
    """Write to another seat; one's letters with the new one.

    Refused: no_seat, replaced, not_begun, over, letters_off, letter_npc, letter_own, letter_blocked, missive_empty,
    missive_long, missives_day.
    """
    row, reader = await _seat(work, person, number), work.numbered(to)
    require_running(work)
    await _require_reader(work, row, reader)
    there = await _told(work, row, 0)
    letter = await talks.say(work, row, [reader], text, LETTER, a_day=LETTERS_A_DAY)
    if work.row.letters == "open":
        said = {"seat": letter.seat, "to": letter.to[0]}
        work.post(work.deps.post_maker.matter(there.info, "letter", said))
    log.info("letter", table=work.id)
    return replace(there, letters=(letter, *there.letters))


async def _require_reader(work: UnitOfWork, row: SeatRow, reader: SeatRow) -> None:
    """Somebody else sits there, plays, and takes letters. Refused: letter_own, letter_npc, letter_blocked."""
    other = _owner(work, row, reader)
    if reader.by != "human":
        raise _refused(work, "letter_npc", reader)
    if await work.fetch(BlockRow, (work.number, other, row.person)) is not None:
        raise _refused(work, "letter_blocked", reader)


def _owner(work: UnitOfWork, row: SeatRow, other: SeatRow) -> int:
    """Who owns that seat. Refused: letter_own, letter_npc."""
    if other.person is None:
        raise _refused(work, "letter_npc", other)
    if other.person == row.person:
        raise Refused("letter_own", table=work.id)
    return other.person


def _refused(work: UnitOfWork, code: str, row: SeatRow) -> Refused:
    return Refused(code, table=work.id, info=info_of(work), seat=seat_info(work, row))


async def block(work: UnitOfWork, person: Person, of: int, number: int | None, *, on: bool) -> SeatLetters:
    """Take no more letters of who has that seat, or take them again.

    Refused: no_seat, replaced, not_begun, letters_off, letter_own, letter_npc.
    """
    row = await _seat(work, person, number)
    other = _owner(work, row, work.numbered(of))
    there = await _told(work, row, 0)
    before = await work.fetch(BlockRow, (work.number, person.id, other))
    if on and before is None:
        work.add(BlockRow(table_id=work.number, person=person.id, other=other))
    elif before is not None and not on:
        await work.remove(before)
    theirs = {seat.number for seat in work.own(other)}
    return replace(there, blocked=there.blocked | theirs if on else there.blocked - theirs)


async def report(work: UnitOfWork, person: Person, no: int) -> Missive:
    """Show a letter that one has got to the host, once. Refused: letters_off, letter_gone, letter_host, host_deaf."""
    _require_letters(work)
    letter, host = await _received(work, person, no), work.row.host
    row = await talks.one(work, no)
    if letter is None or row is None:
        raise Refused("letter_gone", table=work.id)
    if host in {person.id, row.person}:
        raise Refused("letter_host", table=work.id)
    await work.know(host)
    if work.closed(host):
        raise Refused("host_deaf", table=work.id, host=work.row.host_name)
    if not row.reported:
        row.reported = work.dirty = True
        said = {"letter": letter, "person": person, "reader": host}
        posts = work.deps.post_maker.matter(info_of(work), "letter_reported", said)
        work.post([msgspec.structs.replace(post, user=host, mentions=(host,)) for post in posts])
        log.info("letter.reported", table=work.id)
    return letter


async def _received(work: UnitOfWork, person: Person, no: int) -> Missive | None:
    """That letter, if it came to the person."""
    for row in work.own(person):
        found = await talks.heard(work, row, LETTER, before=no + 1)
        if found and found[0].no == no and found[0].seat.number != row.number:
            return found[0]
    return None


async def published(work: UnitOfWork, before: int = 0) -> SeatLetters:
    """A page of all letters of a game that is over, where they were sealed. Refused: letters_off, letters_secret."""
    _require_letters(work)
    if work.row.letters != "sealed" or work.row.state != "over":
        raise Refused("letters_secret", table=work.id)
    found = await talks.everything(work, LETTER, before=before)
    return SeatLetters(info_of(work), None, found, before=_older(found), newest=not before)


async def _told(work: UnitOfWork, row: SeatRow, before: int) -> SeatLetters:
    found = await talks.heard(work, row, LETTER, before=before)
    mine = select(BlockRow).where(BlockRow.table_id == work.number, BlockRow.person == row.person)
    theirs = {one.other for one in await work.read(mine)}
    playing = [other for other in work.seats if other.person not in {None, row.person} and other.by == "human"]
    return SeatLetters(
        info_of(work),
        seat_info(work, row),
        found,
        tuple(seat_info(work, other) for other in playing) if work.row.state == "running" else (),
        frozenset(other.number for other in work.seats if other.person in theirs),
        _older(found),
        newest=not before,
    )


def _older(found: tuple[Missive, ...]) -> int:
    """The number below which older ones may be; 0 where this was the last page."""
    return found[-1].no if len(found) == talks.PAGE else 0
