"""The unit of work: one interaction with one table, read at once, worked out, and written at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Executable, bindparam, delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import col, or_, select

from bot.posts import Post
from bot.service import bells, ids
from bot.service.kept import KeptTable
from bot.service.restored import Crowd, Latest, Queues
from bot.service.wishes import at_table
from bot.store.database import Database
from bot.store.models import ClockRow, DraftRow, LineRow, OutboxRow, PersonRow, SealedRow, SeatRow, TableRow
from bot.values import Person, Preferences, Refused
from engine.core import record as records
from engine.core.ask import Seat
from engine.core.game import Game
from engine.core.record import Entry

T = TypeVar("T")
ATTEMPTS = 3
HOLD = 60.0
TABLE: Any = bindparam("table")
ROW = select(TableRow).where(TableRow.id == TABLE)
SEATS = select(SeatRow).where(SeatRow.table_id == TABLE).order_by(col(SeatRow.number))
CLOCK = select(ClockRow).where(ClockRow.table_id == TABLE)
SEALED = select(SealedRow).where(SealedRow.table_id == TABLE)
DRAFTS = select(DraftRow).where(DraftRow.table_id == TABLE)
SEATED = select(SeatRow.person).where(SeatRow.table_id == TABLE)
CONCERNED = or_(col(PersonRow.person) == col(TableRow.host), col(PersonRow.person).in_(SEATED))
STANDS = (
    select(col(TableRow.version), col(TableRow.may_post), PersonRow)
    .outerjoin(PersonRow, CONCERNED)
    .where(col(TableRow.id) == TABLE)
)
STILL = select(TableRow.version).where(TableRow.id == TABLE).with_for_update()


@dataclass(slots=True)
class Rows:
    """The rows of a table that change with its version only."""

    row: TableRow
    seats: list[SeatRow]
    clock: ClockRow | None
    sealed: dict[int, SealedRow]
    drafts: dict[int, DraftRow]


@dataclass(frozen=True, slots=True)
class Deps:
    """What the desk works with. `narrator` is typed loosely here and as bot.contract.Narrator at the desk.

    `at_once`: an early close waits for no full ten seconds. `expected` hear of games (by name and options) whose
    pictures will soon be wanted.
    """

    database: Database
    games: Mapping[str, Game[Any]]
    narrator: Any
    now: Callable[[], float]
    draw_seed: Callable[[], str]
    restored: Latest[KeptTable] = field(default_factory=Latest)
    rows: Latest[Rows] = field(default_factory=Latest)
    queues: Queues = field(default_factory=Queues)
    crowd: Crowd = field(default_factory=Crowd)
    listeners: list[Callable[[], None]] = field(default_factory=list)
    expected: list[Callable[[str, Mapping[str, Any]], None]] = field(default_factory=list)
    at_once: bool = False
    correct: Callable[[Work, KeptTable, list[Entry]], None] = lambda *_: None

    def forget(self, number: int) -> None:
        """What is kept of a table may not be what is stored."""
        self.restored.forget(number)
        self.rows.forget(number)

    def notify(self) -> None:
        """Something has been committed: clocks and messages may have changed."""
        for listener in self.listeners:
            listener()

    def expect(self, game: str, options: Mapping[str, Any]) -> None:
        """Pictures of such a table will soon be wanted."""
        for listener in self.expected:
            listener(game, options)


@dataclass(slots=True)
class Work:
    """Everything of one table that one interaction may read or change. Nothing is written before the end."""

    deps: Deps
    session: AsyncSession
    row: TableRow
    seats: list[SeatRow]
    clock: ClockRow | None
    sealed: dict[int, SealedRow]
    drafts: dict[int, DraftRow]
    people: dict[int, PersonRow]
    now: float
    dirty: bool = False
    touched: bool = False
    statements: list[Executable] = field(default_factory=list)
    loaded: KeptTable | None = None
    told: list[LineRow] = field(default_factory=list)
    undone_after: int | None = None
    first_line: int = 0
    withdrawn: OutboxRow | None = None

    @property
    def number(self) -> int:
        """The row of the table."""
        return self.row.id or 0

    @property
    def id(self) -> str:
        """The id of the table as people see it."""
        return ids.spelled(self.number)

    @property
    def game(self) -> Game[Any]:
        """The rules of the table's game. Refused: unknown_game."""
        game = self.deps.games.get(self.row.game)
        if game is None:
            raise Refused("unknown_game", game=self.row.game)
        return game

    async def table(self) -> KeptTable:
        """The game as it stands, from memory or from its record. Refused: not_begun."""
        if self.loaded is None:
            self.loaded = await self._restore()
        return self.loaded

    async def _restore(self) -> KeptTable:
        raw, version = self.row.record, self.row.version or 0
        if raw is None:
            raise Refused("not_begun", table=self.id)
        ready = self.deps.restored.get(self.number, version)
        if ready is not None:
            return ready
        game, record = self.game, records.decode(raw)
        table, dropped = await asyncio.to_thread(KeptTable.kept, game, record)
        if dropped:
            self.use(table)
            self.deps.correct(self, table, record.entries)
        else:
            self.deps.restored.keep(self.number, version, table)
        return table

    def use(self, table: KeptTable) -> None:
        """Work with that table from now on: a new one, or one gone back."""
        self.loaded = table
        self.touched = True

    async def run(self, change: Callable[[], T]) -> T:
        """Let the rules run, off the event loop."""
        self.touched = True
        return await asyncio.to_thread(change)

    def seat_row(self, seat: Seat) -> SeatRow | None:
        """The row of the seat of that engine name."""
        return next((s for s in self.seats if s.seat == seat), None)

    def numbered(self, number: int) -> SeatRow:
        """The row of that number. Refused: no_seat."""
        found = next((s for s in self.seats if s.number == number), None)
        if found is None:
            raise Refused("no_seat", table=self.id)
        return found

    def own(self, person: Person | int) -> list[SeatRow]:
        """The seats that person owns."""
        wanted = person.id if isinstance(person, Person) else person
        return [s for s in self.seats if s.person == wanted]

    def rows(self) -> Rows:
        """The rows as they are after the work."""
        return Rows(self.row, self.seats, self.clock, self.sealed, self.drafts)

    def alone(self) -> bool:
        """Whether at most one person plays: then nothing is sealed from anybody."""
        return len({s.person for s in self.seats if s.by == "human" and s.person is not None}) <= 1

    def add(self, *rows: object) -> None:
        """New rows, written at the end."""
        self.session.add_all(rows)
        self.dirty = True

    def later(self, statement: Executable) -> None:
        """A statement to be run at the end, before the rows are written."""
        self.statements.append(statement)
        self.dirty = True

    async def remove(self, row: object) -> None:
        """Delete a row at the end."""
        await self.session.delete(row)
        self.dirty = True

    async def read(self, statement: Any, **said: Any) -> list[Any]:
        """Rows read beside the transaction; `said` fills the places of a prepared statement."""
        async with self.deps.database.session() as session:
            return list((await session.execute(statement, said)).scalars())

    def post(self, posts: Iterable[Post]) -> None:
        """Messages to be sent once all this is committed, as their readers want them and when they are awake.

        Nobody with closed DMs is written to.
        """
        for post in posts:
            if post.user is None:
                self.row.run = self.row.run if post.slot else ""
                self.send(bells.public(self, post), f"t{self.number}")
            elif not self.closed(post.user):
                self.send(*bells.privately(self, post, post.user))

    def send(self, post: Post, lane: str, at: float = 0.0) -> None:
        """A message to be sent in that lane, not before that time."""
        raw = msgspec.json.encode(post)
        row = OutboxRow(table_id=self.number, lane=lane, user=post.user, slot=post.slot, post=raw, made_at=self.now)
        row.next_at = at
        if post.hold:
            row.held, row.next_at = self.first_line, self.now + HOLD
        self.add(row)

    def wishes(self, person: int) -> Preferences:
        """What that person wants at this table."""
        return at_table(self.people.get(person), self.people.get(self.row.host))

    async def fetch(self, model: type[T], key: Any) -> T | None:
        """Read a row so that it can be changed: before anything else is."""
        row = await self.session.get(model, key)
        await self.session.commit()
        return row

    async def know(self, person: int) -> None:
        """Read what is known of somebody who has no seat yet."""
        if person not in self.people:
            for row in await self.read(select(PersonRow).where(PersonRow.person == person)):
                self.people[person] = row

    def closed(self, person: int) -> bool:
        """Whether that person's DMs are known to be closed."""
        known = self.people.get(person)
        return known is not None and known.dm_closed


async def load(deps: Deps, session: AsyncSession, number: int) -> Work:
    """Read what an interaction needs. Refused: no_table."""
    _, _, people = await _stands(session, number)
    rows = await _read(session, number)
    await session.commit()
    return _work(deps, session, rows, people)


async def _load_again(deps: Deps, session: AsyncSession, number: int) -> Work:
    """As `load`, with the rows of the last interaction if they are what is stored: for whoever is served in turn."""
    version, may_post, people = await _stands(session, number)
    known = deps.rows.get(number, version)
    deps.rows.forget(number)
    rows = known or await _read(session, number)
    await session.commit()
    if known is not None:
        clock = [known.clock] if known.clock is not None else []
        session.add_all([known.row, *known.seats, *clock, *known.sealed.values(), *known.drafts.values()])
        set_committed_value(known.row, "may_post", may_post)
    return _work(deps, session, rows, people)


async def _stands(session: AsyncSession, number: int) -> tuple[int, bool, dict[int, PersonRow]]:
    """The version of a table, whether it may be posted, and what is known of its people. Refused: no_table."""
    found: Sequence[Any] = (await session.execute(STANDS, {"table": number})).all()
    if not found:
        raise Refused("no_table", table=ids.spelled(number))
    people = (person for _, _, person in found if person is not None)
    return found[0].version, found[0].may_post, {person.person: person for person in people}


async def _read(session: AsyncSession, number: int) -> Rows:
    here = {"table": number}
    row = (await session.execute(ROW, here)).scalar_one()
    seats = list((await session.execute(SEATS, here)).scalars())
    clock = (await session.execute(CLOCK, here)).scalar()
    sealed = {answer.number: answer for answer in (await session.execute(SEALED, here)).scalars()}
    drafts = {draft.number: draft for draft in (await session.execute(DRAFTS, here)).scalars()}
    return Rows(row, seats, clock, sealed, drafts)


def _work(deps: Deps, session: AsyncSession, rows: Rows, people: dict[int, PersonRow]) -> Work:
    return Work(deps, session, rows.row, rows.seats, rows.clock, rows.sealed, rows.drafts, people, deps.now())


async def do(deps: Deps, table: str, change: Callable[[Work], Awaitable[T]]) -> T:
    """Do something with one table, in its queue, as one transaction. Refused: no_table and what `change` refuses."""
    number = ids.read(table)
    if number is None:
        raise Refused("no_table", table=table)
    with deps.crowd:
        return await _in_turn(deps, number, change)


async def _in_turn(deps: Deps, number: int, change: Callable[[Work], Awaitable[T]]) -> T:
    async with deps.queues.of(number):
        for attempt in range(ATTEMPTS):
            try:
                return await _once(deps, number, change)
            except StaleDataError:
                deps.forget(number)
                if attempt == ATTEMPTS - 1:
                    raise
    raise AssertionError("unreachable")


async def _once(deps: Deps, number: int, change: Callable[[Work], Awaitable[T]]) -> T:
    async with deps.database.session() as session:
        work = await _load_again(deps, session, number)
        try:
            result = await change(work)
            if work.dirty:
                await write(work)
        except BaseException:
            if work.touched:
                deps.restored.forget(number)
            raise
        if work.dirty or not session.dirty:
            deps.rows.keep(number, work.row.version or 0, work.rows())
    if work.dirty:
        deps.notify()
    return result


async def create(deps: Deps, row: TableRow, fill: Callable[[Work], Awaitable[T]]) -> T:
    """A new table and all that `fill` puts into it, as one transaction. Raises IntegrityError, and as `fill`."""
    with deps.crowd:
        async with deps.database.session() as session:
            work = Work(deps, session, row, [], None, {}, {}, {}, deps.now())
            try:
                result = await _created(work, fill)
            except BaseException:
                deps.forget(work.number)
                raise
        _keep(work)
    deps.notify()
    return result


async def _created(work: Work, fill: Callable[[Work], Awaitable[T]]) -> T:
    async with work.deps.database.writing(work.session):
        work.session.add(work.row)
        await work.session.flush()
        with work.session.no_autoflush:
            result = await fill(work)
            await _carry_out(work)
    return result


async def write(work: Work) -> None:
    """Commit everything of this piece of work."""
    async with work.deps.database.writing(work.session):
        with work.session.no_autoflush:
            await _still(work)
            await _carry_out(work)
    _keep(work)


async def _carry_out(work: Work) -> None:
    work.row.changed_at = work.now
    await _withdraw(work)
    for statement in work.statements:
        await work.session.execute(statement)


async def _withdraw(work: Work) -> None:
    """Take back a post that waits, unless it is on its way by now. Raises StaleDataError."""
    if work.withdrawn is not None:
        here = (col(OutboxRow.id) == work.withdrawn.id, col(OutboxRow.attempted_at).is_(None))
        gone = await work.session.execute(delete(OutboxRow).where(*here).returning(col(OutboxRow.id)))
        if gone.scalar() is None:
            raise StaleDataError("a post that was to be withdrawn has been sent")


def _keep(work: Work) -> None:
    if work.loaded is not None:
        work.deps.restored.keep(work.number, work.row.version or 0, work.loaded)


async def _still(work: Work) -> None:
    """Make sure nobody else has changed the table since it was read. Raises StaleDataError."""
    if (await work.session.execute(STILL, {"table": work.number})).scalar() != work.row.version:
        raise StaleDataError(f"table {work.id} was changed elsewhere")


def dumped(value: Any) -> str:
    """Plain data as text for a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
