"""What is read of a table: its version each time, its rows only if they have changed, log and plans on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, and_, bindparam, distinct, func, union_all
from sqlalchemy import select as columns
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Refused
from bot.store.database import Database
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
from bot.store.prepared import Prepared
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
ROW = Prepared(select(TableRow).where(TableRow.id == TABLE))
SEATS = Prepared(select(SeatRow).where(SeatRow.table_id == TABLE).order_by(col(SeatRow.number)))
ALARMS = Prepared(select(AlarmRow).where(AlarmRow.table_id == TABLE))
SEALED = Prepared(select(SealedRow).where(SealedRow.table_id == TABLE))
DRAFTS = Prepared(select(DraftRow).where(DraftRow.table_id == TABLE))
PLANS = Prepared(select(PlanRow).where(PlanRow.table_id == TABLE))
STANDING_ORDERS = Prepared(select(StandingOrderRow).where(StandingOrderRow.table_id == TABLE))
QUEUED = Prepared(select(QueuedRow).where(QueuedRow.table_id == TABLE))
PUBLIC = (LineRow.table_id == TABLE, LineRow.to == "", col(LineRow.undone).is_(False))
NEWEST = select(LineRow).where(*PUBLIC).order_by(col(LineRow.no).desc())
TAIL = Prepared(NEWEST.limit(KEPT))
SINCE = Prepared(NEWEST.where(LineRow.no >= bindparam("first")))
# A join on host or seats would have PostgreSQL read all people; each of these is found by its key.
SEATED = select(SeatRow.person).where(SeatRow.table_id == TABLE)
HOSTING = select(TableRow.host).where(TableRow.id == TABLE)
CONCERNED = col(PersonRow.person).in_(union_all(HOSTING, SEATED))
HELD = and_(col(OutboxRow.held) > 0, col(OutboxRow.attempted_at).is_(None))
WAITING = and_(col(OutboxRow.table_id) == col(TableRow.id), HELD)
NOTED = (col(TableRow.version), col(TableRow.may_post), col(TableRow.lacks), col(OutboxRow.id), col(OutboxRow.held))
STANDS = Prepared(
    columns(*NOTED, PersonRow)
    .select_from(TableRow)
    .outerjoin(OutboxRow, WAITING)
    .outerjoin(PersonRow, CONCERNED)
    .where(col(TableRow.id) == TABLE)
)
OF_A_TABLE = (ROW, SEATS, ALARMS, SEALED, DRAFTS)


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


def stands_of(found: Sequence[Any], number: int) -> Stands:
    """Return the state of a table's row from what `STANDS` has read. Refused: no_table."""
    if not found:
        raise Refused("no_table", table=table_ids.spell_id(number))
    version, may_post, lacks, waiting, held, _ = found[0]
    people = {person.person: person for *_, person in found if person is not None}
    noted = {"may_post": may_post, "lacks": lacks}
    return Stands(version, noted, None if waiting is None else Waiting(waiting, held), people)


def actions_before(no: int, action: int, *here: Any) -> Select[Any]:
    """Return how many actions came before the line of that number, its own not counted."""
    before = (col(LineRow.no) < no, col(LineRow.action) != action)
    return columns(func.count(distinct(col(LineRow.action)))).where(*here, *before)


async def read_stands(database: Database, number: int) -> Stands:
    """Read the state of a table's row. Refused: no_table."""
    return stands_of(await database.rows(STANDS, table=number), number)


async def read_all(database: Database, number: int) -> tuple[Rows, Stands]:
    """Read what `read_rows` reads, and what a change needs besides. Refused: no_table."""
    (tail, plans), rows, stands = await _read(database, number, TAIL, PLANS)
    rows.tail = LogTail.of([line for (line,) in tail])
    rows.plans = [plan for (plan,) in plans]
    return rows, stands


async def read_rows(database: Database, number: int) -> tuple[Rows, Stands]:
    """Read the rows of a table that change with its version only, and the state of its row. Refused: no_table."""
    _, rows, stands = await _read(database, number)
    return rows, stands


async def _read(database: Database, number: int, *more: Prepared) -> tuple[Sequence[Any], Rows, Stands]:
    """Read all of it in one trip."""
    here = {"table": number}
    found, *rows = await database.several(*((one, here) for one in (STANDS, *OF_A_TABLE, *more)))
    stands = stands_of(found, number)
    return rows[len(OF_A_TABLE) :], _rows_of(rows[: len(OF_A_TABLE)]), stands


def _rows_of(found: Sequence[Sequence[Any]]) -> Rows:
    ((row,),), seats, alarms, sealed, drafts = found
    return Rows(
        row,
        [seat for (seat,) in seats],
        [alarm for (alarm,) in alarms],
        {answer.number: answer for (answer,) in sealed},
        {draft.number: draft for (draft,) in drafts},
    )
