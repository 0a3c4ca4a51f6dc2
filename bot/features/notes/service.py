"""Private notes of a seat: for its owner alone, outside the record, and gone with the owner."""

from __future__ import annotations

from sqlalchemy import delete
from sqlmodel import col, select

from bot.contract.lengths import LENGTHS
from bot.contract.tables import Person, Refused
from bot.features.notes.models import NoteRow
from bot.features.notes.values import MOST_NOTES, PrivateNote, SeatNotes
from bot.store.models import SeatRow
from bot.tables.play.seat_view import seat_of
from bot.tables.work.operations import of_table
from bot.tables.work.row_mappers import info_of, moment, seat_info
from bot.tables.work.unit_of_work import UnitOfWork


@of_table
async def notes(work: UnitOfWork, person: Person, number: int | None = None) -> SeatNotes:
    """Return the notes of one's own seat. Refused: no_seat, replaced, not_begun."""
    row = await _seat(work, person, number)
    return _told(work, row, await _rows(work, row))


@of_table
async def write(work: UnitOfWork, person: Person, text: str, number: int | None = None) -> None:
    """Add a note. Refused: no_seat, replaced, not_begun, note_empty, note_long, notes_full."""
    row, words = await _seat(work, person, number), text.strip()
    if not words:
        raise Refused("note_empty", table=work.id)
    if len(words) > LENGTHS.private_note:
        raise Refused("note_long", table=work.id, most=LENGTHS.private_note, n=len(words))
    if len(await _rows(work, row)) >= MOST_NOTES:
        raise Refused("notes_full", table=work.id, most=MOST_NOTES)
    work.add(NoteRow(table_id=work.number, number=row.number, person=person.id, text=words, at=work.now))


@of_table
async def remove(work: UnitOfWork, person: Person, note: int, number: int | None = None) -> SeatNotes:
    """Delete a note, if it is still there. Refused: no_seat, replaced, not_begun."""
    row = await _seat(work, person, number)
    kept = await _rows(work, row)
    if any(one.id == note for one in kept):
        work.later(delete(NoteRow).where(col(NoteRow.id) == note))
    return _told(work, row, [one for one in kept if one.id != note])


def forget(work: UnitOfWork, row: SeatRow) -> None:
    """Delete the notes of a seat that gets another owner or is removed."""
    here = (col(NoteRow.table_id) == work.number, col(NoteRow.number) == row.number)
    work.later(delete(NoteRow).where(*here))


async def _seat(work: UnitOfWork, person: Person, number: int | None) -> SeatRow:
    return seat_of(work, await work.table(), person, number)


async def _rows(work: UnitOfWork, row: SeatRow) -> list[NoteRow]:
    """Return the notes of the seat's present owner, the newest first."""
    here = (NoteRow.table_id == work.number, NoteRow.number == row.number, NoteRow.person == row.person)
    found: list[NoteRow] = await work.read(select(NoteRow).where(*here).order_by(col(NoteRow.id).desc()))
    return found


def _told(work: UnitOfWork, row: SeatRow, kept: list[NoteRow]) -> SeatNotes:
    told = tuple(PrivateNote(one.id or 0, one.text, moment(one.at)) for one in kept)
    return SeatNotes(info_of(work), seat_info(work, row), told)
