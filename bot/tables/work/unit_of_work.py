"""The unit of work: one interaction with one table, read at once, worked out, and written at once."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Protocol, TypeVar

import msgspec
import structlog
from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from bot.contract import table_ids
from bot.contract.posts import Post, PostMaker
from bot.contract.preferences import Preferences
from bot.contract.tables import AlarmKind, Asked, Person, Refused, TableId, is_program
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import AlarmRow, DraftRow, LineRow, OutboxRow, PlanRow, SealedRow, SeatRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.plain_rows import is_plain, is_stored, new_row
from bot.store.prepared import Prepared
from bot.store.row import StoredRow
from bot.tables.people.sightings import Sightings
from bot.tables.thinking import Thinks, think_in_thread
from bot.tables.work import notify
from bot.tables.work.cache import InFlight, PressSignal, RecentlySeen, Signal, TableLocks, TableSignal, VersionedCache
from bot.tables.work.recorded_table import RecordedTable, table_from
from bot.tables.work.rows import PLANS, QUEUED, SINCE, STANDING_ORDERS, TAIL, AdvanceRows, LogTail, Rows, Waiting
from bot.tables.work.wishes import at_table, spoken_to
from bot.telemetry import Metrics, measure
from engine.core.ask import Seat
from engine.core.deliberation import Thought
from engine.core.errors import BadRecord, NewerRecord
from engine.core.game import Game, View
from engine.core.record import Entry
from engine.core.trial import Trial

T = TypeVar("T")
DAMAGED = frozenset({"damaged", "unknown_game"})
log = structlog.get_logger(__name__)
HOLD, TRIALS, EARLIER = 60.0, 32, 64  # each trial is a position of its own, and what has been tried there


async def _as_it_is(_work: UnitOfWork, _table: RecordedTable, _old: list[Entry]) -> None:
    """Do nothing: nothing is stored that could no longer fit."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """How many tables may be open at once, for one host and in one server; None: no limit."""

    person: int | None = None
    server: int | None = None


class Registered(Protocol):
    """A feature: what it does with a table is in `bot.tables.hooks`."""

    @property
    def name(self) -> str:
        """Return its folder, and the word by which it is left out."""


@dataclass(frozen=True, slots=True)
class Deps:
    """What the service works with."""

    database: Database
    games: Mapping[str, Game[Any]]
    post_maker: PostMaker
    now: Callable[[], float]
    draw_seed: Callable[[], str]
    file_key: FileKey = field(default_factory=FileKey)
    restored: VersionedCache[RecordedTable] = field(default_factory=VersionedCache)
    rows: VersionedCache[Rows] = field(default_factory=VersionedCache)
    trials: VersionedCache[Trial] = field(default_factory=lambda: VersionedCache(TRIALS))
    earlier: VersionedCache[View] = field(default_factory=lambda: VersionedCache(EARLIER))
    """Public views after so many answers of a table, for a version of its row."""
    think: Thinks = think_in_thread  # for strong computers
    queues: TableLocks = field(default_factory=TableLocks)
    in_flight: InFlight = field(default_factory=InFlight)
    quotas: Quotas = Quotas()
    features: Sequence[Registered] = ()
    """All features, in the order in which they learn of a change."""
    left_out: frozenset[str] = frozenset()
    """The names of the features that this bot doesn't offer."""
    noted: RecentlySeen = field(default_factory=RecentlySeen)
    sightings: Sightings = field(default_factory=Sightings)
    listeners: list[Callable[[], None]] = field(default_factory=list)
    cups: Signal = field(default_factory=Signal)
    """Called if a cup has changed."""
    changed: TableSignal = field(default_factory=TableSignal)
    """Called with the tables that have changed."""
    delivered: TableSignal = field(default_factory=TableSignal)
    """Called with a table of which a post has arrived in a channel."""
    signed_out: TableSignal = field(default_factory=TableSignal)
    """Called with the numbers of browsers' sessions that people have ended."""
    pressed: PressSignal = field(default_factory=PressSignal)
    """Called if a person has pressed something at a table whose page may show their seat and draft."""
    watchers: list[notify.Watcher] = field(default_factory=list)
    """They learn who is asked and what was posted."""
    expected: list[Callable[[str, Mapping[str, Any]], None]] = field(default_factory=list)
    """Called with games (name and options) whose pictures will soon be wanted."""
    newer_is_alive: list[Callable[[], Awaitable[bool]]] = field(default_factory=list)
    """Whether a process that started later is alive; then answers that don't fit came from newer rules."""
    server_seen: list[Callable[[int], Awaitable[None]]] = field(default_factory=list)
    """Called with a server whose managers look at what is set for it, or have changed it."""
    pages: list[Callable[[TableId], str]] = field(default_factory=list)
    """Returns the address of a table's page in the web; none for a bot without one. Quick: asked with every screen."""
    activities: list[Callable[[TableId], str]] = field(default_factory=list)
    """Returns the address that opens that page inside Discord; none for a bot without an Activity."""
    at_once: bool = False
    """For tests: times to respond end without rounding and last hours, so that only answers decide."""
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Lock: files are read one after another, since each may keep a processor busy for a while."""
    metrics: Metrics = field(default_factory=Metrics)
    """Counts what has been committed."""
    process: str = field(default_factory=lambda: f"{os.getpid()}-{token_hex(8)}")
    """The name of this process for the others."""
    correct: Callable[[UnitOfWork, RecordedTable, list[Entry]], Awaitable[None]] = _as_it_is

    def forget(self, number: int) -> None:
        """Drop what is cached of a table, because it may differ from what is stored."""
        self.restored.forget(number)
        self.rows.forget(number)

    def notify(self, *tables: int) -> None:
        """Tell the listeners that something was committed: clocks and messages may have changed, and these tables."""
        self.changed.notify(tables)
        for listener in self.listeners:
            listener()

    def asked(self, number: int, asked: Asked) -> None:
        """Tell the watchers that a change was committed, after which these people are asked."""
        for watcher in self.watchers:
            watcher.asked(table_ids.spell_id(number), asked)

    def posted(self, number: int, channel: int, message: int) -> None:
        """Tell the watchers that a post of a table has arrived in its channel."""
        for watcher in self.watchers:
            watcher.posted(table_ids.spell_id(number), channel, message)
        self.delivered.notify((number,))

    def expect(self, game: str, options: Mapping[str, Any]) -> None:
        """Say that pictures of such a table will soon be wanted."""
        for listener in self.expected:
            listener(game, options)


@dataclass(slots=True)
class UnitOfWork:
    """Everything of one table that one interaction may read or change; it is written at the end."""

    deps: Deps
    row: TableRow
    seats: list[SeatRow]
    alarms: list[AlarmRow]
    sealed: dict[int, SealedRow]
    drafts: dict[int, DraftRow]
    people: dict[int, PersonRow]
    now: float
    dirty: bool = False
    asked: Asked | None = None
    touched: bool = False
    closings: int = 0
    opened: AsyncSession | None = None
    statements: list[tuple[Executable | Prepared, Mapping[str, Any]]] = field(default_factory=list)
    lastly: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """Called after everything is written and before the commit."""
    gone: list[StoredRow] = field(default_factory=list)
    """Rows that are deleted at the end."""
    loaded: RecordedTable | None = None
    fresh: list[object] = field(default_factory=list)
    told: list[LineRow] = field(default_factory=list)
    tail: LogTail | None = None
    plans: list[PlanRow] | None = None
    advance: AdvanceRows | None = None
    undone: tuple[int, bool] | None = None
    first_line: int = 0
    waiting: Waiting | None = None
    withdrawn: Waiting | None = None
    thoughts: Sequence[Thought] = ()

    @property
    def session(self) -> AsyncSession:
        """Return a session for rows of other kinds; most work needs none."""
        if self.opened is None:
            self.opened = self.deps.database.session()
        return self.opened

    @property
    def number(self) -> int:
        """Return the row of the table."""
        return self.row.id or 0

    @property
    def id(self) -> str:
        """Return the id of the table as people see it."""
        return table_ids.spell_id(self.number)

    @property
    def game(self) -> Game[Any]:
        """Return the rules of the table's game. Refused: unknown_game."""
        game = self.deps.games.get(self.row.game)
        if game is None:
            raise Refused("unknown_game", game=self.row.game)
        return game

    async def table(self) -> RecordedTable:
        """Return the present game, from the cache or from its record. Refused: not_begun, newer, damaged,
        unknown_game.
        """
        if self.loaded is None:
            self.loaded = await self._restore()
        return self.loaded

    async def _restore(self) -> RecordedTable:
        raw, version = self.row.record, self.row.version or 0
        if raw is None:
            lost = self._damaged(BadRecord("there is none")) if self.row.state == "running" else None
            raise lost or Refused("not_begun", table=self.id)
        ready = self.deps.restored.get(self.number, version)
        if ready is not None:
            return ready
        game = self.game
        try:
            table, dropped, old = await asyncio.to_thread(table_from, game, raw)
            self._require_seats(game.seats(table.state))
        except NewerRecord as error:
            log.info("newer", table=self.id, reason=str(error))
            raise Refused("newer", table=self.id) from error
        except Exception as error:
            raise self._damaged(error) from error
        if dropped and await self._is_outlived():
            log.info("newer", table=self.id, dropped=len(dropped))
            raise Refused("newer", table=self.id)
        if dropped:
            self.use(table)
            await self.deps.correct(self, table, old)
        else:
            self.deps.restored.keep(self.number, version, table)
        return table

    def _require_seats(self, known: Sequence[Seat]) -> None:
        """Raises BadRecord if a seat is stored that the game does not have."""
        strange = {row.seat for row in self.seats} - {*known}
        if strange:
            raise BadRecord(f"it has no seat {', '.join(sorted(strange))}")

    async def _is_outlived(self) -> bool:
        for newer_is_alive in self.deps.newer_is_alive:
            if await newer_is_alive():
                return True
        return False

    def _damaged(self, error: Exception) -> Refused:
        """Log what is wrong, in one line for an unreadable record, and return the refusal."""
        log.error(
            "damaged", table=self.id, reason=repr(error), exc_info=None if isinstance(error, BadRecord) else error
        )
        host = Person(self.row.host, self.row.host_name)
        return Refused("damaged", table=self.id, host=host, state=self.row.state)

    def use(self, table: RecordedTable) -> None:
        """Work with that table from now on: a new one, or one gone back."""
        self.loaded = table
        self.touched = True

    async def run(self, change: Callable[[], T]) -> T:
        """Let the rules run, off the event loop."""
        self.touched = True
        with measure(self.deps.metrics.engine_seconds):
            return await asyncio.to_thread(change)

    def trial(self, table: RecordedTable, row: SeatRow) -> Trial:
        """Return what that seat may try; the trial of its last screen if nothing has happened at the table since."""
        here = (self.number, row.number)
        found = self.deps.trials.get(here, table.position) or Trial(table, row.seat)
        self.deps.trials.keep(here, table.position, found)
        return found

    def seat_row(self, seat: Seat) -> SeatRow | None:
        """Return the row of the seat of that engine name."""
        return next((s for s in self.seats if s.seat == seat), None)

    def seat_by_number(self, number: int) -> SeatRow:
        """Return the seat with that number. Refused: no_seat."""
        found = next((s for s in self.seats if s.number == number), None)
        if found is None:
            raise Refused("no_seat", table=self.id)
        return found

    def own(self, person: Person | int) -> list[SeatRow]:
        """Return the seats that the person owns."""
        wanted = person.id if isinstance(person, Person) else person
        return [s for s in self.seats if s.person == wanted]

    def reserved_seats(self) -> list[SeatRow]:
        """Return the seats of an imported game that wait for their owners; nobody can play until they are filled."""
        return [s for s in self.seats if s.person is None and s.by == "human" and self.row.state == "running"]

    def alone(self) -> bool:
        """Return whether at most one person plays, so that nothing is secret."""
        return len({s.person for s in self.seats if s.by == "human" and s.person is not None}) <= 1

    def ask_no(self, row: SeatRow) -> int:
        """Return the number of that seat's question: that of the request, plus the seat's own steps in it."""
        return self.row.ask_no + row.steps

    def next_ask(self) -> None:
        """Move on to a question number that no seat has had before."""
        self.row.ask_no += 1 + max((row.steps for row in self.seats), default=0)
        for row in self.seats:
            row.steps = 0

    def add(self, *rows: object) -> None:
        """Add new rows, written at the end."""
        self.fresh += rows
        self.dirty = True

    def forget(self, row: object) -> None:
        """Write nothing more of that row: a statement deletes it, or it is new and unwanted."""
        if self.opened is not None and not is_plain(row) and row in self.opened:
            self.opened.expunge(row)
        self.fresh = [new for new in self.fresh if new is not row]

    def alarm(self, kind: AlarmKind, number: int = 0) -> AlarmRow | None:
        """Return the alarm of that kind, for one about a seat with its number."""
        return next((row for row in self.alarms if (row.kind, row.number) == (kind, number)), None)

    def arm(self, kind: AlarmKind, at: float, number: int = 0, **about: Any) -> None:
        """Let that happen at its time, in place of what was to happen; `about` fills the columns of the alarm."""
        row = self.alarm(kind, number)
        if row is None:
            row = new_row(AlarmRow)(table_id=self.number, kind=kind, number=number)
            self.alarms.append(row)
            self.add(row)
        for name, value in {"at": at, "made_at": self.now, **about}.items():
            setattr(row, name, value)
        self.dirty = True

    def disarm(self, *kinds: AlarmKind, number: int = 0) -> None:
        """Let none of that happen, if it was to."""
        for row in [row for row in self.alarms if row.kind in kinds and row.number == number]:
            self.alarms = [kept for kept in self.alarms if kept is not row]
            self.drop(row)

    def until(self, kind: AlarmKind, number: int = 0) -> datetime:
        """Return when that alarm rings; the beginning of time if there is none."""
        row = self.alarm(kind, number)
        return datetime.fromtimestamp(row.at if row else 0.0, UTC)

    def later(self, statement: Executable | Prepared, **said: Any) -> None:
        """Run a statement at the end, before new rows are written; `said` fills the parameters of a prepared one."""
        self.statements.append((statement, said))
        self.dirty = True

    def drop(self, row: StoredRow) -> None:
        """Delete a row of the table at the end; nothing is written of a new one."""
        if is_stored(row):
            self.gone.append(row)
        self.forget(row)
        self.dirty = True

    async def remove(self, row: StoredRow) -> None:
        """Delete a row at the end."""
        if is_plain(row) or any(row is new for new in self.fresh):
            self.drop(row)
        else:
            await self.session.delete(row)
            self.dirty = True

    async def read(self, statement: Any, **said: Any) -> list[Any]:
        """Read rows that the session doesn't change; `said` fills the parameters of a prepared statement."""
        if self.opened is None:
            return await self.deps.database.read(statement, **said)
        return await self.deps.database.second_read(self.opened, statement, **said)

    async def lines_since(self, first: int) -> list[LineRow]:
        """Return the public lines of the log from that number on, without undone ones."""
        tail = await self.log_tail()
        if not tail.reaches(first):
            rows = await self.read(SINCE, table=self.number, first=first)
            tail = self.tail = self._as_told(LogTail(first, rows[::-1]))
        return [line for line in tail.lines if line.no >= first]

    async def log_tail(self) -> LogTail:
        """Return the newest public lines of the log, without undone ones."""
        if self.tail is None:
            self.tail = self._as_told(LogTail.of(await self.read(TAIL, table=self.number)))
        return self.tail

    def _as_told(self, stored: LogTail) -> LogTail:
        """Return the stored lines, with what has been taken back and told since."""
        if self.undone is not None:
            stored.take_back(*self.undone)
        for line in self.told:
            stored.add(line)
        return stored

    def take_back_lines(self, answers: int, *, calls: bool) -> None:
        """Drop the lines told after that many answers. Lines that only call players stay unless `calls`."""
        self.undone = answers, calls
        if self.tail is not None:
            self.tail.take_back(answers, calls)

    def tell(self, line: LineRow) -> None:
        """Note that a line of the log has been told."""
        self.told.append(line)
        self.add(line)
        if self.tail is not None:
            self.tail.add(line)

    async def kept_plans(self) -> list[PlanRow]:
        """Return the plans of the table's seats, at hand or read."""
        if self.plans is None:
            self.plans = await self.read(PLANS, table=self.number)
        return self.plans

    async def kept_in_advance(self) -> AdvanceRows:
        """Return what the table's seats have set in advance; nothing is read if none has."""
        if self.advance is None:
            self.advance = AdvanceRows({}, {})
            if any(row.ordered for row in self.seats):
                for row in await self.read(STANDING_ORDERS, table=self.number):
                    self.advance.standing.setdefault(row.number, []).append(row)
                self.advance.queued = {row.number: row for row in await self.read(QUEUED, table=self.number)}
        return self.advance

    def post(self, posts: Iterable[Post]) -> None:
        """Queue messages to be sent after the commit, as their readers prefer and when they are awake.

        A person with closed DMs gets a notice on their next screen instead.
        """
        for post in posts:
            if post.user is None:
                self.row.run = self.row.run if post.slot else ""
                self.send(notify.public(self, post), f"t{self.number}")
            elif not self.dms_closed(post.user):
                self.send(*notify.privately(self, post, post.user))
            elif post.kind not in notify.TOLD_ANYWAY and not is_program(post.user):
                notify.leave_notice(self, post, post.user)

    def send(self, post: Post, lane: str, at: float = 0.0) -> None:
        """Queue a message in that lane, not before that time."""
        raw = msgspec.json.encode(post)
        row = new_row(OutboxRow)(
            table_id=self.number, lane=lane, user=post.user, slot=post.slot, post=raw, made_at=self.now
        )
        row.next_at = at
        if post.hold:
            row.held, row.next_at = self.first_line, self.now + HOLD
        self.add(row)

    def wishes(self, person: int) -> Preferences:
        """Return the person's preferences at this table."""
        wanted = at_table(self.people.get(person), self.people.get(self.row.host))
        wanted = replace(wanted, reminders="none") if is_program(person) else wanted
        return replace(wanted, off_days=True) if self.row.weekends == "stop" else wanted

    def language(self, person: int) -> str:
        """Return the language of messages to that person: their own, else that of the table's posts."""
        return spoken_to(self.people.get(person)) or self.row.language

    async def fetch(self, model: type[T], key: Any) -> T | None:
        """Read a row so that it can be changed: before anything else is."""
        row = await self.session.get(model, key)
        await self.session.commit()
        return row

    async def know(self, person: int) -> None:
        """Load the row of a person who has no seat yet."""
        if person not in self.people:
            for row in await self.read(select(PersonRow).where(PersonRow.person == person)):
                self.people[person] = row

    async def close(self) -> None:
        """Give back what the work needed of the database."""
        if self.opened is not None:
            await self.opened.close()

    def dms_closed(self, person: int) -> bool:
        """Return whether the person's DMs are known to be closed; those of a program are."""
        known = self.people.get(person)
        return is_program(person) or (known is not None and known.dm_closed)


def dump(value: Any) -> str:
    """Return plain data as text for a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
