"""Talks: what seats of a table write to one another, outside the game and its record.

A talk is a set of seats and a kind. Who may speak in it is decided by whoever calls `say`; stored, bounded, brought to
its readers and read again it is here, the same for every kind. Only who owned a seat when something was written or
came there ever reads it: whoever has the seat later does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import and_, col, or_, select

from bot.beside import Missive, TalkKind
from bot.lengths import LENGTHS
from bot.service import table_ids
from bot.service.play.waking_hours import DAY
from bot.service.row_mappers import info_of, moment, seat_info
from bot.service.unit_of_work import Deps, UnitOfWork, dumped
from bot.store.beside_models import BlockRow, MissiveReaderRow, MissiveRow
from bot.store.models import SeatRow
from bot.store.person_models import NoticeRow
from bot.values import Person, Refused

PAGE: Final = 12
RUN: Final = 1_000_000
LETTERS: Final = 100 * RUN  # above every run, of which no table has so many; nine digits with the seconds of years
READ: Final = and_(
    col(MissiveReaderRow.table_id) == col(MissiveRow.table_id), col(MissiveReaderRow.no) == col(MissiveRow.no)
)


async def say(
    work: UnitOfWork,
    writer: SeatRow,
    readers: Sequence[SeatRow],
    text: str,
    kind: TalkKind,
    *,
    a_day: int,
    run: int = 0,
) -> Missive:
    """Write to those seats, for the owner of `writer`, so many times a day at most: stored, and sent to each owner.

    Each `run` is numbered by itself, so that a number says nothing of what others write. Whether they may write there
    has been looked at before. Refused: missive_empty, missive_long, missives_day.
    """
    told = text.strip()
    if not told:
        raise Refused("missive_empty", table=work.id)
    if len(told) > LENGTHS.missive:
        raise Refused("missive_long", table=work.id, most=LENGTHS.missive, n=len(told))
    await _require_room(work, writer, kind, a_day)
    row = MissiveRow(
        table_id=work.number,
        no=await _next(work, run),
        kind=kind,
        number=writer.number,
        person=writer.person or 0,
        text=told,
        at=work.now,
    )
    work.add(row, *(_reader(row, reader) for reader in readers))
    missive = _missive(work, row, [reader.number for reader in readers])
    await _send(work, missive, readers)
    return missive


async def _next(work: UnitOfWork, run: int) -> int:
    """The next number of a run: of letters, after the second in which they are written, or of the talk of one team."""
    if not run:
        seconds = int(work.now - (work.row.started_at or work.now))
        work.row.missives = max(work.row.missives + 1, LETTERS + seconds)
        return work.row.missives
    first = run * RUN
    here = (MissiveRow.table_id == work.number, col(MissiveRow.no) > first, col(MissiveRow.no) < first + RUN)
    last: list[int | None] = await work.read(select(func.max(MissiveRow.no)).where(*here))
    return (last[0] or first) + 1


def _reader(row: MissiveRow, reader: SeatRow) -> MissiveReaderRow:
    return MissiveReaderRow(table_id=row.table_id, no=row.no, number=reader.number, person=reader.person or 0)


async def _require_room(work: UnitOfWork, writer: SeatRow, kind: TalkKind, a_day: int) -> None:
    """Refused: missives_day."""
    own = (MissiveRow.table_id == work.number, MissiveRow.number == writer.number, MissiveRow.kind == kind)
    today = (MissiveRow.person == writer.person, col(MissiveRow.at) > work.now - DAY)
    written = await work.read(select(func.count()).select_from(MissiveRow).where(*own, *today))
    if written[0] >= a_day:
        raise Refused("missives_day", table=work.id, most=a_day)


async def _send(work: UnitOfWork, missive: Missive, readers: Sequence[SeatRow]) -> None:
    """One message for each person; who takes none is told by the next private screen that there is something."""
    info = info_of(work)
    for row in {reader.person: reader for reader in readers}.values():
        if row.person is None:
            continue
        work.post([work.deps.post_maker.missive(info, seat_info(work, row), missive)])
        if work.closed(row.person):
            await _tell_once(work, row.person, missive.kind)


async def _tell_once(work: UnitOfWork, person: int, kind: TalkKind) -> None:
    same = (NoticeRow.person == person, NoticeRow.table_id == work.number, NoticeRow.code == kind)
    if not await work.read(select(NoticeRow.id).where(*same)):
        work.add(NoticeRow(person=person, table_id=work.number, code=kind, said=dumped({"table": work.id})))


async def heard(work: UnitOfWork, row: SeatRow, kind: TalkKind, *, before: int = 0) -> tuple[Missive, ...]:
    """What the owner of the seat has written from there and got there, the newest first: a page of them, or of those
    with numbers below `before`.
    """
    read = select(MissiveReaderRow.no).where(
        READ, MissiveReaderRow.number == row.number, MissiveReaderRow.person == row.person
    )
    wrote = and_(col(MissiveRow.number) == row.number, col(MissiveRow.person) == row.person)
    return await _page(work, kind, before, or_(wrote, read.exists()))


async def everything(work: UnitOfWork, kind: TalkKind, *, before: int = 0) -> tuple[Missive, ...]:
    """What all seats have written, in the same pages: for talks that lie open in the end; run by run."""
    return await _page(work, kind, before, col(MissiveRow.no) > 0)


async def _page(work: UnitOfWork, kind: TalkKind, before: int, which: ColumnElement[bool]) -> tuple[Missive, ...]:
    here: list[Any] = [MissiveRow.table_id == work.number, MissiveRow.kind == kind, which]
    here += [col(MissiveRow.no) < before] if before else []
    rows: list[MissiveRow] = await work.read(
        select(MissiveRow).where(*here).order_by(col(MissiveRow.no).desc()).limit(PAGE)
    )
    to = await readers_of(work, [row.no for row in rows])
    return tuple(_missive(work, row, to.get(row.no, ())) for row in rows)


async def one(work: UnitOfWork, no: int) -> MissiveRow | None:
    """That missive, so that it can be changed."""
    return await work.fetch(MissiveRow, (work.number, no))


async def readers_of(work: UnitOfWork, numbers: Sequence[int] | None = None) -> Mapping[int, Sequence[int]]:
    """The seats to which those missives went, or all of the table, by their numbers."""
    here = [col(MissiveReaderRow.table_id) == work.number]
    here += [] if numbers is None else [col(MissiveReaderRow.no).in_(numbers)]
    found: dict[int, list[int]] = {}
    for row in await work.read(select(MissiveReaderRow).where(*here).order_by(col(MissiveReaderRow.number))):
        found.setdefault(row.no, []).append(row.number)
    return found


def _missive(work: UnitOfWork, row: MissiveRow, to: Sequence[int]) -> Missive:
    seat = seat_info(work, work.numbered(row.number))
    by = seat.person if seat.person is not None and seat.person.id == row.person else None
    there = tuple(seat_info(work, work.numbered(number)) for number in to)
    kind: Any = row.kind
    return Missive(row.no, kind, seat, by, there, row.text, moment(row.at))


async def gathered(deps: Deps, person: Person) -> list[dict[str, Any]]:
    """What the person has written and got at all tables, for the file of all that is stored about them."""
    mine = select(MissiveReaderRow.no).where(READ, MissiveReaderRow.person == person.id)
    known = or_(col(MissiveRow.person) == person.id, mine.exists())
    rows = await deps.database.read(
        select(MissiveRow).where(known).order_by(col(MissiveRow.table_id), col(MissiveRow.no))
    )
    return [{**_told(row), "mine": row.person == person.id} for row in rows]


def _told(row: MissiveRow) -> dict[str, Any]:
    told = {"seat": row.number, "kind": row.kind, "text": row.text, "at": row.at}
    return {"table": table_ids.spelled(row.table_id), **told}


async def forget(session: AsyncSession, person: int) -> None:
    """What the person has got is theirs no more, and what they have written stays with its readers without them.

    To which seats anything went stays: whoever wrote it was promised that it lies open there in the end.
    """
    blocked = or_(col(BlockRow.person) == person, col(BlockRow.other) == person)
    await session.execute(delete(BlockRow).where(blocked))
    for rows in (MissiveRow, MissiveReaderRow):
        await session.execute(update(rows).where(col(rows.person) == person).values(person=0))
