"""Plain frozen data that the service hands to screens and commands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias, TypedDict

from bot.contract.table_settings import Settings
from engine.core.ask import Ask, Option, Picks, Request
from engine.core.game import Control, Outcome, View
from engine.core.message import Message
from engine.core.text import ISOLATE, ISOLATED, old_sentence, sentence

TableId: TypeAlias = str
Batch: TypeAlias = Sequence[Sequence[str]]
Asked: TypeAlias = frozenset[tuple[int, int, int]]  # person, number of the seat, number of the question
Phase: TypeAlias = Literal["lobby", "running", "over"]
OfferResult: TypeAlias = Literal["open", "accepted", "declined", "withdrawn", "lapsed"]
WindowKind: TypeAlias = Literal["long", "short", "chain"]
AlarmKind: TypeAlias = str
PetitionKind: TypeAlias = Literal["back", "end", "npc", "seat", "host", "pause", "times"]
PetitionResult: TypeAlias = Literal["open", "agreed", "refused", "withdrawn", "lapsed", "returned"]
Cause: TypeAlias = Literal[
    "start",
    "answer",
    "withdrawn",
    "close",
    "undo",
    "back",
    "control",
    "end",
    "import",
    "corrected",
    "call",
    "move",
]


STEERING: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x1f\x7f-\x9f]")
FROM_THE_RIGHT: Final = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True, slots=True)
class Person:
    """A person on Discord, and the server they act from. Compared by id and name alone."""

    id: int
    name: str
    guild: int | None = field(default=None, compare=False)
    """The server they act from; None: a DM, or a person who is only mentioned."""
    moderator: bool = field(default=False, compare=False)
    """Whether they may manage that server."""

    def __post_init__(self) -> None:
        """Remove signs from the name that would turn the text around it."""
        object.__setattr__(self, "name", harmless(self.name))


def is_program(person: int | None) -> bool:
    """Return whether that id is a program's, which has a seat like a person but reads no messages and has no vote.
    The ids of people are above 0.
    """
    return person is not None and person < 0


def harmless(name: str) -> str:
    """Return a person's name without control signs of the writing direction; isolated if it is written from the
    right.
    """
    plain = STEERING.sub("", name) or "?" * bool(name)
    turned = any(unicodedata.bidirectional(letter) in FROM_THE_RIGHT for letter in plain)
    return f"{ISOLATE}{plain}{ISOLATED}" if turned else plain


def told_apart(people: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Return a name for each person by id; of people with the same name the second is called `Ana (2)`."""
    known: dict[int, str] = {}
    for person, name in people:
        if person not in known:
            shown, n = name, 2
            while shown in known.values():
                shown, n = f"{name} ({n})", n + 1
            known[person] = shown
    return known


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is played: a channel or thread, and its server (None in a DM)."""

    guild: int | None
    channel: int
    post: bool = field(default=False, compare=False)
    """Whether it is a new post of a forum, whose first message has the same id and is to hold the lobby."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat of a table."""

    number: int
    """From 1; it never changes."""
    seat: str
    """The engine's name for it; empty in the lobby."""
    civ: str
    person: Person | None
    """The person who owns the seat, also while the NPC plays it."""
    by: Control
    dm_closed: bool = False
    name: str = ""
    """Who played it, in a game imported from a file."""
    reserved: bool = False
    """Whether it waits for the person `name`; only the host can give it to another."""
    language: str = ""
    """The language that its person has asked for; empty for none."""
    team: str = ""
    """The team chosen in the lobby of a game with teams."""


@dataclass(frozen=True, slots=True)
class Window:
    """A secret question that closes by itself. Times are aware, in UTC."""

    key: str
    kind: WindowKind
    opens_at: datetime
    closes_at: datetime


class OpeningChoices(TypedDict, total=False):
    """The choices for a new table; each may be left out."""

    scenario: str
    options: Mapping[str, Any] | None
    settings: Settings | None
    """All of them; without, those of its server count."""
    differing: Mapping[str, Any] | None
    """Only the settings that differ."""
    npcs: int
    most: int | None
    npc_civs: Sequence[str]
    civ: str
    """What the host plays."""
    seed: str
    """Given for guided games and tests; otherwise drawn."""
    begun: bool
    """The game begins at once, with computers in all other seats."""
    starts: float | None
    """When the lobby starts by itself."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """Everything public about a table except its board."""

    id: TableId
    """Base 36 in capitals, as in `1K9`."""
    game: str
    game_title: str
    scenario: str
    scenario_title: Message | str
    place: Place
    host: Person
    state: Phase
    options: Mapping[str, Any]
    settings: Settings
    seats: tuple[SeatInfo, ...]
    least: int
    most: int
    npcs: int
    ask_no: int
    npc_civs: tuple[str, ...] = ()
    """The civilizations named in the lobby for the first of its `npcs` computer seats; others are drawn."""
    fingerprint: str = ""
    window: Window | None = None
    alone: bool = False
    opened_at: datetime | None = None
    started_at: datetime | None = None
    over_at: datetime | None = None
    over_reason: str = ""
    time_up_at: datetime | None = None
    """When the agreed time is up; the turn played then is the last."""
    may_post: bool = True
    lacks: str = ""
    """What keeps posts or pictures from its channel, as stored."""
    guided: bool = False
    """Whether it is a guided first game."""
    deadlines: Mapping[int, datetime] = field(default_factory=dict)
    """Until when seats have to answer, by number, where the public knows who still has to."""
    banks: Mapping[int, float] = field(default_factory=dict)
    """Seconds left in the seats' time banks, by number."""
    paused_until: datetime | None = None
    starts_at: datetime | None = None
    """When the lobby starts by itself."""
    languages: Mapping[int, str] = field(default_factory=dict)
    """The languages that people at the table have asked for, by person."""
    unverified: bool = False
    """Whether it came in a file that anyone could have written."""
    page: str = ""
    """The address of its page in the web, also if the host has turned that off; empty if the bot has none."""
    activity: str = ""
    """The address that opens that page inside Discord; empty if the bot has no Activity."""

    def of(self, person: Person | int | None) -> tuple[SeatInfo, ...]:
        """Return the seats that the person owns."""
        wanted = person.id if isinstance(person, Person) else person
        return tuple(s for s in self.seats if s.person is not None and s.person.id == wanted)

    @property
    def page_link(self) -> str:
        """Return the address of its page for everyone at the table; empty if it has none, or the host wants none."""
        return self.page if self.settings.page != "off" and self.state != "lobby" else ""

    @property
    def activity_link(self) -> str:
        """Return the address that opens its page inside Discord; empty if it has none, or the host wants none."""
        return self.activity if self.page_link else ""

    @property
    def missing(self) -> tuple[SeatInfo, ...]:
        """Return the seats that an imported game still keeps for their former players."""
        there = self.seats if self.state == "running" else ()
        return tuple(s for s in there if s.person is None and s.by == "human")

    def seat(self, name: str) -> SeatInfo | None:
        """Return the seat with that engine name, or None."""
        return next((s for s in self.seats if s.seat == name), None)


@dataclass(frozen=True, slots=True)
class PublicAsk:
    """What the public may know of a question: who is asked, never the options."""

    key: str
    said: Message
    asked: tuple[SeatInfo, ...]
    sealed: bool
    harm: bool
    about: tuple[str, ...]

    @property
    def prompt(self) -> str:
        """Return the question in the language being spoken."""
        return sentence(self.said)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the public may see of a table: the public view, and the question in public words."""

    info: TableInfo
    view: View
    ask: PublicAsk | None
    outcome: Outcome | None
    latest: tuple[LogLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """What a player has picked or typed for a question and not yet sent."""

    picks: tuple[str, ...] = ()
    """Option tokens."""
    line: str = ""
    """A typed plan."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else the screen keeps."""
    version: int = 0
    """Grows with each save."""
    dropped: tuple[str, ...] = ()
    """Picks that are no longer options."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that a private screen needs for one seat."""

    info: TableInfo
    seat: SeatInfo
    own: tuple[SeatInfo, ...]
    """All seats of the same person."""
    ask_no: int
    request: Request | None
    """The question with the ask of this seat only; None if it isn't asked anything."""
    ask: Ask | None
    options: tuple[Option, ...]
    answered: bool
    """Whether the seat was asked and has already answered a question that others still have to answer."""
    sealed: Picks | None
    """The secret response given, which can still be changed."""
    draft: Draft | None
    view: View
    public: Standing
    """The public state, with who is asked as far as the public may know."""
    undo: str
    """Empty if the seat may undo its last answer, else why not: answered, chance, closed, nothing, over."""
    undo_key: str = ""
    given: frozenset[int] = frozenset()
    """The numbers of the person's own seats that have answered."""

    @property
    def undoable(self) -> bool:
        """Return whether the seat may undo its last answer."""
        return not self.undo


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log."""

    no: int
    said: Message
    chapter: str
    action: int
    at: datetime
    to: str = ""
    """The seat that it was told to; empty for public lines."""
    key: str = ""
    focus: tuple[str, ...] = ()
    undone: bool = False
    """Whether it was undone."""
    why: bool = False
    """Whether computers gave reasons for it. Reasons aren't among the lines of a page."""

    @property
    def text(self) -> str:
        """Return its sentence in the language being spoken."""
        return old_sentence(self.said)


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why NPCs did what a line of the log tells, and the public view as it is now."""

    info: TableInfo
    line: LogLine
    reasons: tuple[Message, ...]
    view: View


@dataclass(frozen=True, slots=True)
class Chapter:
    """A stretch of the log, such as one phase: `key` is `<era>.<turn>.<phase>`, `first` its first line."""

    key: str
    era: int
    turn: int
    phase: str
    first: int
    lines: int


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log, newest page 1; lines in the order told."""

    info: TableInfo
    lines: tuple[LogLine, ...]
    page: int
    pages: int
    chapter: str
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class CheckpointInfo:
    """A point of the game that players can look at and the host can go back to."""

    no: int
    step: str
    chapter: str
    at: datetime


@dataclass(frozen=True, slots=True)
class BackPoint:
    """A moment that a player may ask to go back to."""

    answers: int
    """How many answers were given by then."""
    said: Message
    """The public line about what happened next; empty for the beginning of `chapter`."""
    chapter: str

    @property
    def text(self) -> str:
        """Return the line in the language being spoken."""
        return old_sentence(self.said)


@dataclass(frozen=True, slots=True)
class Petition:
    """A request to go back, to end the game, or to decide for an absent player (see `bot.tables.history.consent`)."""

    no: int
    kind: PetitionKind
    by: Person
    """The person who asks."""
    seat: SeatInfo | None
    """The seat they ask from; None for a moderator."""
    target: SeatInfo | None
    """The seat that would change hands."""
    to: Person | None
    """Who would get the seat or the host's role."""
    absent: Person | None
    """The person who is away."""
    point: BackPoint
    reason: str
    asked: tuple[SeatInfo, ...]
    """The seats that have a say."""
    agreed: tuple[SeatInfo, ...]
    """The seats that have agreed; told only once the request is over."""
    closes_at: datetime
    result: PetitionResult
    then: View
    """The public view that a request to go back leads to."""
    now: View
    """The public view at present."""
    before: Settings = field(default_factory=Settings)
    """The settings of the table."""
    settings: Settings = field(default_factory=Settings)
    """The settings that are asked for."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a seat or of the host's role."""

    no: int
    seat: SeatInfo | None
    """The seat offered; None for the host's role."""
    by: Person
    to: Person | None
    """The person it is made to; None: anyone at the table may take it."""
    closes_at: datetime
    result: OfferResult


@dataclass(frozen=True, slots=True)
class TableLine:
    """One of a person's tables, for a list."""

    info: TableInfo
    yours: bool
    """Whether one of their seats is asked now, responses apart."""
    damaged: bool = False
    """Whether the game can't be read."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A one-time notice for a person's next private screen, such as `dm_closed` or `rules_corrected`."""

    code: str
    said: Mapping[str, Any]


class Refused(Exception):
    """A refusal; nothing was changed. `code` is stable and names the text `error.<code>`, filled in with `said`."""

    def __init__(self, code: str, **said: Any) -> None:
        super().__init__(f"{code}: {said}" if said else code)
        self.code = code
        self.said: dict[str, Any] = said


class Busy(Exception):
    """The bot has too much to do now. This call did nothing; what was done before it stays."""
