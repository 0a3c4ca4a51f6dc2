"""What has happened at a table since a person's last answer there, or since they last read it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import structlog
from sqlalchemy import ColumnElement, delete, not_
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import and_, col, or_, select

from bot.contract import table_ids
from bot.contract.records import Digest
from bot.contract.tables import Person, PublicAsk, Refused, TableId
from bot.store.models import LineRow, LookRow
from bot.tables.history.since import last_answer, taken_at, view_after
from bot.tables.play.seat_view import standing_now
from bot.tables.posts.computer_reasons import is_reason
from bot.tables.work.operations import Service, of_person, of_table
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, log_line, maybe, public_ask, seat_info
from bot.tables.work.rows import actions_before
from bot.tables.work.unit_of_work import Deps, UnitOfWork

log = structlog.get_logger(__name__)
LINES: Final = 400
TABLES: Final = 200


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a person's digest begins: after that many answers and lines of the log.

    `sealed`: the outcome of the last answer is hidden until the others have answered.
    """

    answers: int = 0
    line: int = 0
    at: float | None = None
    answered: bool = False
    sealed: bool = False


@of_table
async def digest(work: UnitOfWork, person: Person, *, boards: bool = True) -> Digest:
    """Return what the person has missed; with `boards`, also the board of then. Refused: not_begun."""
    table = await work.table()
    here = await _moment(work, person)
    lines, earlier = await _lines(work, person, here)
    then = await view_after(work, min(here.answers, work.row.answers)) if boards else None
    standing = await asyncio.to_thread(standing_now, work, table)
    own = tuple(seat_info(work, row) for row in work.own(person))
    told = tuple(log_line(row) for row in lines)
    read_to = work.row.lines, work.row.answers
    awaited = _awaited(work, table, person)
    return Digest(standing, own, maybe(here.at), here.answered, then, told, awaited, read_to, earlier)


async def _moment(work: UnitOfWork, person: Person) -> Moment:
    """Return the moment of the person's last answer; without an answer, that of the last look."""
    last = await last_answer(work, person)
    if last is not None:
        return Moment(last.seq, 0, last.at, answered=True, sealed=last.sealed)
    mine = select(LookRow).where(LookRow.person == person.id, LookRow.table_id == work.number)
    for row in await work.read(mine):
        return Moment(row.answers, row.line, row.at)
    return Moment()


async def _lines(work: UnitOfWork, person: Person, since: Moment) -> tuple[list[LineRow], int]:
    """Return the lines told since, in order, and how many actions are only in older lines.

    Public lines, and private ones to own seats since their owner has them. Of very many, the newest.
    """
    own = [and_(col(LineRow.to) == row.seat, col(LineRow.at) >= taken_at(row)) for row in work.own(person)]
    after = col(LineRow.seq) >= since.answers if since.sealed else col(LineRow.seq) > since.answers
    late = col(LineRow.no) > since.line if since.line else after if since.answered else col(LineRow.no) > 0
    stands = (col(LineRow.undone).is_(False), not_(is_reason()))
    here = (col(LineRow.table_id) == work.number, late, *stands, or_(col(LineRow.to) == "", *own))
    found: list[LineRow] = await work.read(select(LineRow).where(*here).order_by(col(LineRow.no).desc()).limit(LINES))
    return found[::-1], await _earlier(work, here, found[-1]) if len(found) == LINES else 0


async def _earlier(work: UnitOfWork, here: tuple[ColumnElement[bool], ...], first: LineRow) -> int:
    """Return how many actions only lines before the first one tell of."""
    return int((await work.read(actions_before(first.no, first.action, *here)))[0])


def _awaited(work: UnitOfWork, table: RecordedTable, person: Person) -> tuple[PublicAsk, ...]:
    """Return what the person's seats are asked and have not answered."""
    if work.row.state != "running" or work.reserved_seats():
        return ()
    waiting, info = set(table.waiting()), info_of(work)
    rows = [row for row in work.own(person) if row.by == "human" and row.seat in waiting]
    asks = (public_ask(info, table.question_to(row.seat)) for row in rows if row.number not in work.sealed)
    return tuple(ask for ask in asks if ask is not None)


@of_person
async def catch_up(service: Service, table: TableId, person: Person, *, boards: bool = True) -> Digest:
    """Return what the person has missed there; with `boards` it counts as read. Refused: not_begun."""
    found = await digest(service, table, person, boards=boards)
    if boards:
        await note_look(service.deps, person, found)
    return found


async def note_look(deps: Deps, person: Person, found: Digest) -> None:
    """Note how far a person without an answer there has read, for the last few tables only; never fails."""
    if found.answered:
        return
    number, (line, answers) = table_ids.read(found.standing.info.id) or 0, found.read_to
    read = LookRow(person=person.id, table_id=number, line=line, answers=answers, at=deps.now())
    oldest = select(LookRow.at).where(LookRow.person == person.id).order_by(col(LookRow.at).desc()).offset(TABLES)
    surplus = (col(LookRow.person) == person.id, col(LookRow.at) <= oldest.limit(1).scalar_subquery())
    try:
        async with deps.database.session() as session, deps.database.writing(session):
            await session.merge(read)
            await session.execute(delete(LookRow).where(*surplus))
    except (Refused, SQLAlchemyError) as error:
        log.warning("look.lost", table=found.standing.info.id, exc_info=error)
