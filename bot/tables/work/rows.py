"""What is read of a table: its version each time, its rows only if they have changed, log and plans on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, and_, bindparam, distinct, func, union_all
from sqlalchemy import select as columns
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Refused
from bot.store.database import read_surely
from bot.store.models import (
    AlarmRow,
    DraftRow,
    LineRow,
    OutboxRow,
    PlanRow,
    QueuedRow,
    SealedRow,
    SeatRow,
    StandingOrderRow,
    TableRow,
)
from bot.store.person_models import PersonRow
from engine.core.game import CALLED

KEPT = 60
MOST = 400


@dataclass(slots=True)
class LogTail:
    """Public lines that weren't undone, in order: all whose number is at least `since`."""

    since: int = 0
    lines: list[LineRow] = field(default_factory=list)

    @classmethod
    def of(cls, newest_first: list[LineRow]) -> LogTail:
        """Return the newest lines, `KEPT` of them if there are so many."""
        return cls(newest_first[-1].no if len(newest_first) >= KEPT else 0, newest_first[::-1])

    def reaches(self, first: int) -> bool:
        """Return whether all lines from that number on are here."""
        return first >= self.since

    def add(self, line: LineRow) -> None:
        """Add a line of the log; once there are very many, drop the oldest."""
        if not line.to:
            self.lines.append(line)
        if len(self.lines) > MOST:
            self.lines = self.lines[-KEPT:]
            self.since = self.lines[0].no

    def take_back(self, answers: int, calls: bool) -> None:
        """Drop the lines told after that many answers. Lines that only call players stay unless `calls`."""
        self.lines = [line for line in self.lines if line.seq <= answers or (not calls and line.key.startswith(CALLED))]


TABLE: Any = bindparam("table")
ROW = select(TableRow).where(TableRow.id == TABLE)
SEATS = select(SeatRow).where(SeatRow.table_id == TABLE).order_by(col(SeatRow.number))
ALARMS = select(AlarmRow).where(AlarmRow.table_id == TABLE)
SEALED = select(SealedRow).where(SealedRow.table_id == TABLE)
DRAFTS = select(DraftRow).where(DraftRow.table_id == TABLE)
PLANS = select(PlanRow).where(PlanRow.table_id == TABLE)
STANDING_ORDERS = select(StandingOrderRow).where(StandingOrderRow.table_id == TABLE)
QUEUED = select(QueuedRow).where(QueuedRow.table_id == TABLE)
PUBLIC = (LineRow.table_id == TABLE, LineRow.to == "", col(LineRow.undone).is_(False))
NEWEST = select(LineRow).where(*PUBLIC).order_by(col(LineRow.no).desc())
TAIL = NEWEST.limit(KEPT)
SINCE = NEWEST.where(LineRow.no >= bindparam("first"))
# A join on host or seats would have PostgreSQL read all people; each of these is found by its key.
SEATED = select(SeatRow.person).where(SeatRow.table_id == TABLE)
HOSTING = select(TableRow.host).where(TableRow.id == TABLE)
CONCERNED = col(PersonRow.person).in_(union_all(HOSTING, SEATED))
HELD = and_(col(OutboxRow.held) > 0, col(OutboxRow.attempted_at).is_(None))
WAITING = and_(col(OutboxRow.table_id) == col(TableRow.id), HELD)
NOTED = (col(TableRow.version), col(TableRow.may_post), col(TableRow.lacks), col(OutboxRow.id), col(OutboxRow.held))
STANDS = (
    columns(*NOTED, PersonRow)
    .select_from(TableRow)
    .outerjoin(OutboxRow, WAITING)
    .outerjoin(PersonRow, CONCERNED)
    .where(col(TableRow.id) == TABLE)
)


@dataclass(slots=True)
class AdvanceRows:
    """What the seats of a table have set in advance, by seat number."""

    standing: dict[int, list[StandingOrderRow]]
    queued: dict[int, QueuedRow]


@dataclass(slots=True)
class Rows:
    """The rows of a table that change with its version only."""

    row: TableRow
    seats: list[SeatRow]
    alarms: list[AlarmRow]
    sealed: dict[int, SealedRow]
    drafts: dict[int, DraftRow]
    tail: LogTail | None = None
    plans: list[PlanRow] | None = None
    advance: AdvanceRows | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A post of the channel that waits for what follows: its row, and the first line of the log told in it."""

    id: int
    first: int


@dataclass(frozen=True, slots=True)
class Stands:
    """The state of a table's row: its version, what the outbox has noted, the waiting post, and its people."""

    version: int
    noted: Mapping[str, Any]
    waiting: Waiting | None
    people: dict[int, PersonRow]


async def stands_of(session: AsyncSession, number: int) -> Stands:
    """Read the state of a table's row. Refused: no_table."""
    found: Sequence[Any] = (await read_surely(session, STANDS, {"table": number})).all()
    if not found:
        raise Refused("no_table", table=table_ids.spell_id(number))
    people = (person for *_, person in found if person is not None)
    first = found[0]
    noted = {"may_post": first.may_post, "lacks": first.lacks}
    waiting = None if first.id is None else Waiting(first.id, first.held)
    return Stands(first.version, noted, waiting, {person.person: person for person in people})


def actions_before(no: int, action: int, *here: Any) -> Select[Any]:
    """Return how many actions came before the line of that number, its own not counted."""
    before = (col(LineRow.no) < no, col(LineRow.action) != action)
    return columns(func.count(distinct(col(LineRow.action)))).where(*here, *before)


async def read_all(session: AsyncSession, number: int) -> Rows:
    """Read the rows as `read_rows`, and what a change needs besides."""
    rows = await read_rows(session, number)
    rows.tail = LogTail.of(list((await session.execute(TAIL, {"table": number})).scalars()))
    rows.plans = list((await session.execute(PLANS, {"table": number})).scalars())
    return rows


async def read_rows(session: AsyncSession, number: int) -> Rows:
    """Return the rows of a table that changes with its version only."""
    here = {"table": number}
    row = (await session.execute(ROW, here)).scalar_one()
    seats = list((await session.execute(SEATS, here)).scalars())
    alarms = list((await session.execute(ALARMS, here)).scalars())
    sealed = {answer.number: answer for answer in (await session.execute(SEALED, here)).scalars()}
    drafts = {draft.number: draft for draft in (await session.execute(DRAFTS, here)).scalars()}
    return Rows(row, seats, alarms, sealed, drafts)
