"""Hooks: the places where the core calls the registered features without naming any."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncSession

from bot.contract.posts import Post
from bot.contract.records import Ending, News
from bot.contract.snapshot import InAdvance
from bot.contract.tables import AlarmKind, Cause, Person, PublicAsk, SeatInfo, Sheet, TableId
from bot.store.models import AlarmRow, SeatRow
from bot.tables.posts.channel_posts import ToldChannel
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core.ask import Request, Seat
from engine.core.game import View
from engine.core.record import Entry

T = TypeVar("T")
HasLeft: TypeAlias = Callable[[int | None, int], Awaitable[bool]]
"""Whether somebody has left a server, as far as is known in time."""
Told: TypeAlias = Callable[[Any], dict[str, Any]]


@dataclass(slots=True)
class Change:
    """A change of a game: the position before it, what was done and by whom, and what has been told of it."""

    cause: Cause
    view: View | None = None
    request: Request | None = None
    asked: PublicAsk | None = None
    asked_at: int = -1
    base: int = 0
    old: list[Entry] = field(default_factory=list)
    given: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    """By number: to which question and when answers were given that may stand behind one that is withdrawn."""
    actor: SeatRow | None = None
    said: Mapping[str, Any] = field(default_factory=dict)
    channel: ToldChannel = field(default_factory=ToldChannel)
    stands: int = 0
    closing: View | None = None
    ending: Ending | None = None
    next_up: tuple[Seat, str] | None = None
    """Who was next before the change, and with which question."""
    now_next: tuple[Seat, str] | None = None
    """The same after it, where that seat can queue an answer."""
    waited: tuple[SeatInfo, ...] = ()
    """The seats for whose players the table waited before the change."""
    fresh: bool = False
    """Whether another question is asked now than before."""
    posts: tuple[Post, ...] = ()
    """What the channel is told of it."""
    news: News | None = None
    """What these posts were made from."""


@dataclass(frozen=True, slots=True)
class Personal:
    """A model whose rows belong to a person: exported under the feature's name, deleted with the person."""

    model: Any
    told: Told
    deleted: bool = True
    """False where the feature's `forget` decides what becomes of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """What a feature does inside the unit of work of a table, and what it stores about people."""

    name: str
    """The folder, and the word in NISABA_FEATURES."""
    after_change: Callable[[UnitOfWork, RecordedTable, Change], None] | None = None
    """Runs when journal and log are noted and before the posts are made: clocks and alarms that posts tell of."""
    after_posts: Callable[[UnitOfWork, RecordedTable, Change], Awaitable[None]] | None = None
    """Runs last in a change, when its posts are made; may read."""
    finished: Callable[[UnitOfWork], None] | None = None
    """The game has ended, by its rules or by its players; runs after `closed`."""
    closed: Callable[[UnitOfWork], None] | None = None
    """The table is over, a lobby that never began included."""
    seat_passes: Callable[[UnitOfWork, SeatRow, Person | None], Awaitable[None]] | None = None
    """A seat is about to pass to this person, or to be played by a computer (None); the row still names its owner."""
    played_by_another: Callable[[UnitOfWork, SeatRow], None] | None = None
    """From now on a computer plays the seat, or another person."""
    seat_gone: Callable[[UnitOfWork, SeatRow], None] | None = None
    """Nothing of a seat's owner stays there: the seat is no more, or its owner has left it."""
    in_advance: Callable[[UnitOfWork, RecordedTable, SeatRow, Sheet], InAdvance | None] | None = None
    """What the seat has set in advance, for its screens; called off the loop."""
    answered: Callable[[UnitOfWork, SeatRow], None] | None = None
    """The player of that seat has answered something."""
    opened: Callable[[UnitOfWork, float | None, bool], None] | None = None
    """A table has been opened, to start by itself at that time (None: it does not); true if its game starts at once."""
    settings_changed: Callable[[UnitOfWork], None] | None = None
    """The host has changed a setting of the table."""
    time_moved: Callable[[UnitOfWork, Sequence[SeatRow]], None] | None = None
    """These seats have more time, or the table stood still: count from now."""
    recount: Callable[[UnitOfWork, RecordedTable, Callable[[], None]], None] | None = None
    """Makes a change of how time is counted, and counts anew what runs."""
    stands_until: Callable[[UnitOfWork, float], None] | None = None
    """Nothing runs at the table before that time."""
    no_channel: Callable[[UnitOfWork], Awaitable[None]] | None = None
    """The channel cannot be posted in any more."""
    no_dm: Callable[[UnitOfWork, int, Collection[str]], Awaitable[None]] | None = None
    """DMs of these kinds did not reach that person."""
    alarms: Mapping[str, Callable[[UnitOfWork, AlarmRow], Awaitable[bool]]] = field(default_factory=dict)
    """What happens by itself, by kind of alarm; true if it changed something."""
    personal: Mapping[str, Personal] = field(default_factory=dict)
    """Models that name a person, by key in the exported file."""
    gathered: Mapping[str, Callable[[Deps, Person], Awaitable[list[dict[str, Any]]]]] = field(default_factory=dict)
    """What else is exported of a person, by key."""
    forget: Callable[[Deps, Person], Awaitable[None]] | None = None
    """Runs before a person's tables are left and the rows deleted, each table being a change of its own."""
    forget_rows: Callable[[AsyncSession, int], Awaitable[None]] | None = None
    """Runs in the transaction that deletes a person's rows."""
    of_seats: Mapping[str, Any] = field(default_factory=dict)
    """Models whose rows belong to a seat of its owner (`table_id` and `number`), by key in the exported file."""
    leaves: Callable[[UnitOfWork, int], Awaitable[None]] | None = None
    """That person is to be forgotten at this table."""
    seat_unnamed: Callable[[UnitOfWork, SeatRow], None] | None = None
    """A table that is over no longer names the owner of that seat; the row still does."""
    unnamed: Sequence[Any] = ()
    """Models with a `table_id` whose rows are deleted when a table that ended long ago loses its names."""
    nightly: Callable[[Deps, float], Awaitable[None]] | None = None
    """Once a day: what is too old goes. The number is the present time, in seconds."""
    seat_left: Callable[[UnitOfWork, SeatRow], None] | None = None
    """Its player has given up the seat of a running game in which others play on; a computer plays it."""
    joined: Callable[[UnitOfWork, Person], Awaitable[None]] | None = None
    """That person has taken a seat of a lobby."""
    before_ring: Callable[[Deps, TableId, AlarmKind, int, HasLeft], Awaitable[None]] | None = None
    """An alarm of that table and question is about to ring; may ask whether somebody has left a server."""
    fault: Callable[[Deps, Exception, str, TableId], Awaitable[None]] | None = None
    """Something failed at that place, perhaps at a table. Never raises."""
    file_of: Callable[[Deps, TableId], Awaitable[bytes]] | None = None
    """The file that a post of that table carries. Refused: what there is no file for."""
    returned: Callable[[Deps, float | None], Awaitable[None]] | None = None
    """The process is back after so many seconds (None: nobody knows how many), before alarms ring."""


def all_known(deps: Deps, pick: Callable[[Hooks], T | None]) -> Iterator[T]:
    """Yield what each feature has for that hook, even a left-out one: what it stored is still there."""
    for one in deps.features:
        found = pick(cast("Hooks", one))
        if found is not None:
            yield found


def active(deps: Deps, pick: Callable[[Hooks], T | None]) -> Iterator[T]:
    """Yield what the features that this bot offers have for that hook, in their order."""
    return all_known(deps, lambda one: None if one.name in deps.left_out else pick(one))


async def note_fault(deps: Deps, error: Exception, where: str, table: TableId = "") -> None:
    """Let the bot's owner know that this failed there, where a feature keeps that."""
    for fault in active(deps, lambda one: one.fault):
        await fault(deps, error, where, table)
