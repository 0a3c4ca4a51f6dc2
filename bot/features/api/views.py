"""What a program may read of a table: with the rights of the person whose token it has, or as everyone.

Reading leaves no trace: a program that polls doesn't make an absent player present.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlalchemy import ColumnElement, func, not_
from sqlmodel import col, select

from bot.contract.tables import LogLine, Person, Refused, Sheet, Standing, TableId, TableInfo
from bot.store.models import LineRow, SeatRow
from bot.tables.hooks import active
from bot.tables.play.queries import list_tables
from bot.tables.play.seat_view import asked_of, seat_of, sheet_for, standing_of
from bot.tables.posts.computer_reasons import is_reason
from bot.tables.work.operations import Service, of_any_table, of_person
from bot.tables.work.rights import require_reach
from bot.tables.work.row_mappers import info_of, log_line
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core import notation

PORTION = 200
"""Lines that are read at once."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """A table as a program sees it; `sheet` for the seat it asked for, no `standing` before the start."""

    info: TableInfo
    standing: Standing | None
    sheet: Sheet | None
    told: int
    """How many public lines of the log there are."""

    @property
    def deadline(self) -> datetime | None:
        """Return until when the seat has to answer."""
        return None if self.sheet is None else deadline_of(self.sheet)


def deadline_of(sheet: Sheet) -> datetime | None:
    """Return until when that seat has to answer, if there is a time."""
    window = sheet.info.window
    if sheet.ask is not None and window is not None:
        return window.closes_at
    return sheet.info.deadlines.get(sheet.seat.number)


@dataclass(frozen=True, slots=True)
class TableLines:
    """A stretch of the log, with the number of each line; what of it was undone; what the seat is asked then."""

    table: TableId
    lines: tuple[tuple[str, LogLine], ...]
    undone: int
    """How many of all lines were undone."""
    question: int | None
    more: bool
    """Whether there are further lines already."""
    is_over: bool


@of_any_table
async def look(work: UnitOfWork, person: Person | None, seat: int | None = None) -> TableLook:
    """Return a table as everyone sees it, with `seat` as that seat of the person's. None is everyone.

    Refused: no_table, no_seat, replaced, not_begun.
    """
    require_reach(work, person)
    told = await _count(work, _lines(work, ""))
    if seat is not None and person is not None:
        table = await work.table()
        row = seat_of(work, table, person, seat)
        sheet = await asyncio.to_thread(sheet_for, work, table, row)
        return TableLook(sheet.info, sheet.public, sheet, told)
    if work.row.state == "lobby":
        return TableLook(info_of(work), None, None, told)
    standing = await standing_of(work)
    return TableLook(standing.info, standing, None, told)


@of_any_table
async def lines(work: UnitOfWork, person: Person | None, after: str = "0", seat: int | None = None) -> TableLines:
    """Return the next lines of the log after that one, public ones and those told to that seat of the person's.

    A public line has the number of its place among public ones, a private one that of the public one before it and
    its own place behind that (`12.1`): nobody can count what others are told. Refused: no_table, no_seat, replaced,
    not_begun.
    """
    require_reach(work, person)
    row = await _own_row(work, person, seat)
    readers = _lines(work, row.seat if row else "")
    public, private = place_of(after)
    portion, last = PORTION + private, await _place(work, public)
    rows = [] if last is None else await _after(work, readers, last, portion)
    numbered = zip(_numbers(rows, public), rows, strict=True)
    told = tuple((number, log_line(one)) for number, one in numbered if place_of(number) > (public, private))
    undone = await _count(work, (*readers, col(LineRow.undone).is_(True)))
    question, more = await _question(work, row), len(rows) == portion
    return TableLines(work.id, told, undone, question, more, work.row.state == "over")


@of_any_table
async def undone_lines(work: UnitOfWork, person: Person | None, seat: int | None = None) -> tuple[str, ...]:
    """Return the numbers of all lines that were undone, as `lines` counts them. Refused: as `lines`."""
    require_reach(work, person)
    row = await _own_row(work, person, seat)
    here = _lines(work, row.seat if row else "")
    rows = await work.read(select(LineRow).where(*here).order_by(col(LineRow.no)))
    return tuple(number for number, one in zip(_numbers(rows, 0), rows, strict=True) if one.undone)


@of_any_table
async def position(work: UnitOfWork, person: Person | None) -> str:
    """Return the last position of a game that is over, in notation. Refused: no_table, not_begun, export_sealed."""
    require_reach(work, person)
    table = await work.table()
    if work.row.state != "over":
        raise Refused("export_sealed", table=work.id, host=work.row.host_name)
    return await asyncio.to_thread(notation.dump, table)


async def record(service: Service, table: TableId, person: Person | None) -> bytes:
    """Return the record of a game that is over, as a file. Refused: no_table, not_begun, export_sealed, feature_off."""
    await position(service, table, person)
    for file_of in active(service.deps, lambda one: one.file_of):
        return await file_of(service.deps, table)
    raise Refused("feature_off", table=table)


@of_person
async def waiting(deps: Deps, person: Person) -> list[Sheet]:
    """Return the person's seats that are asked something and have given no answer, time to respond included."""
    lines = await list_tables(deps, person)
    running = [one.info.id for one in lines if one.info.state == "running" and not one.damaged]
    found = [await do(deps, table, partial(_asked, person=person)) for table in running]
    return [sheet for sheets in found for sheet in sheets]


async def _asked(work: UnitOfWork, person: Person) -> list[Sheet]:
    table = await work.table()
    asked = [row for row in work.own(person) if asked_of(work, table, row)[1] is not None]
    free = [row for row in asked if row.number not in work.sealed]
    return [await asyncio.to_thread(sheet_for, work, table, row) for row in free]


async def _own_row(work: UnitOfWork, person: Person | None, seat: int | None) -> SeatRow | None:
    if seat is None or person is None:
        return None
    return seat_of(work, await work.table(), person, seat)


async def _question(work: UnitOfWork, row: SeatRow | None) -> int | None:
    """Return the number of what that seat is asked."""
    if row is None or asked_of(work, await work.table(), row)[1] is None:
        return None
    return work.ask_no(row)


def _lines(work: UnitOfWork, seat: str) -> tuple[ColumnElement[bool], ...]:
    """Return the condition for lines that everyone may read, and those told to that seat."""
    return (col(LineRow.table_id) == work.number, col(LineRow.to).in_({"", seat}), not_(is_reason()))


async def _count(work: UnitOfWork, here: tuple[ColumnElement[bool], ...]) -> int:
    found: list[int] = await work.read(select(func.count()).select_from(LineRow).where(*here))
    return found[0]


async def _after(work: UnitOfWork, here: tuple[ColumnElement[bool], ...], last: int, portion: int) -> list[LineRow]:
    rows = select(LineRow).where(*here, col(LineRow.no) > last).order_by(col(LineRow.no))
    found: list[LineRow] = await work.read(rows.limit(portion))
    return found


async def _place(work: UnitOfWork, public: int) -> int | None:
    """Return the place in the log of the public line with that number, 0 for none; None if it isn't told yet."""
    if not public:
        return 0
    here = select(LineRow.no).where(*_lines(work, "")).order_by(col(LineRow.no)).offset(public - 1).limit(1)
    found: list[int] = await work.read(here)
    return next(iter(found), None)


def _numbers(rows: list[LineRow], public: int) -> Iterator[str]:
    """Yield the number of each line, after so many public ones."""
    private = 0
    for row in rows:
        public, private = (public, private + 1) if row.to else (public + 1, 0)
        yield f"{public}.{private}" if private else str(public)


def place_of(number: str) -> tuple[int, int]:
    """Return a number of a line so that numbers can be compared."""
    public, _, private = number.partition(".")
    return int(public), int(private or 0)
