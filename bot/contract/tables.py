"""What the service hands to screens and commands: plain frozen data."""

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
from engine.core.said import Said
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
    """Somebody on Discord. With whoever asks for something comes from where and with which rights.

    `guild` is the server they ask from (None: a DM, or somebody who is only spoken of), `moderator` whether they may
    manage that one. Neither makes another person.
    """

    id: int
    name: str
    guild: int | None = field(default=None, compare=False)
    moderator: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        """Let the name turn nothing round that stands beside it, wherever it came from."""
        object.__setattr__(self, "name", harmless(self.name))


def harmless(name: str) -> str:
    """A person's name without signs that steer the direction of writing; isolated if it is written from the right."""
    plain = STEERING.sub("", name) or "?" * bool(name)
    turned = any(unicodedata.bidirectional(letter) in FROM_THE_RIGHT for letter in plain)
    return f"{ISOLATE}{plain}{ISOLATED}" if turned else plain


def told_apart(people: Iterable[tuple[int, str]]) -> dict[int, str]:
    """What each of them goes by, by id: of those who are called alike the second is `Ana (2)`."""
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


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat. `number` (from 1) never changes; `seat` is the engine's name for it, empty in the lobby.

    `person` owns the seat, also while the NPC plays it. `name` is who played it in a game brought here from a file;
    while the seat is `reserved` for that person, nobody else gets it unless the host hands it on. `language` is the one
    that its person has asked for, empty for none; `team` the one it has chosen in the lobby of a game of teams.
    """

    number: int
    seat: str
    civ: str
    person: Person | None
    by: Control
    dm_closed: bool = False
    name: str = ""
    reserved: bool = False
    language: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """A sealed question that closes by itself. Times are aware, in UTC."""

    key: str
    kind: WindowKind
    opens_at: datetime
    closes_at: datetime


class OpeningChoices(TypedDict, total=False):
    """What can be chosen for a new table; each may be left out."""

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
    """Everything public about a table but its board. `id` is base 36 in capitals, as in `1K9`.

    `lacks`: what keeps posts or pictures from its channel, as stored.
    `time_up_at`: when the time agreed on will be up; the turn played then is the last.
    `guided`: it is the guided first game of its game.
    `deadlines`: until when seats have to answer, by number, where everybody knows who has yet to; `banks`: seconds left
    in their banks.
    `starts_at`: when a lobby begins by itself. `languages`: of those around the table who have asked for one.
    `npc_civs`: what has been named in the lobby for the first of its `npcs` seats played by the NPC; others are drawn.
    `unverified`: it came in a file that anybody can have written.
    """

    id: TableId
    game: str
    game_title: str
    scenario: str
    scenario_title: Said | str
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
    fingerprint: str = ""
    window: Window | None = None
    alone: bool = False
    opened_at: datetime | None = None
    started_at: datetime | None = None
    over_at: datetime | None = None
    over_reason: str = ""
    time_up_at: datetime | None = None
    may_post: bool = True
    lacks: str = ""
    guided: bool = False
    deadlines: Mapping[int, datetime] = field(default_factory=dict)
    banks: Mapping[int, float] = field(default_factory=dict)
    paused_until: datetime | None = None
    starts_at: datetime | None = None
    languages: Mapping[int, str] = field(default_factory=dict)
    unverified: bool = False

    def of(self, person: Person | int | None) -> tuple[SeatInfo, ...]:
        """The seats that person owns."""
        wanted = person.id if isinstance(person, Person) else person
        return tuple(s for s in self.seats if s.person is not None and s.person.id == wanted)

    @property
    def missing(self) -> tuple[SeatInfo, ...]:
        """The seats for whose persons a game brought here from a file still waits."""
        there = self.seats if self.state == "running" else ()
        return tuple(s for s in there if s.person is None and s.by == "human")

    def seat(self, name: str) -> SeatInfo | None:
        """The seat of that engine name."""
        return next((s for s in self.seats if s.seat == name), None)


@dataclass(frozen=True, slots=True)
class PublicAsk:
    """A question as the public may know it: who is asked, never the options."""

    key: str
    said: Said
    asked: tuple[SeatInfo, ...]
    sealed: bool
    harm: bool
    about: tuple[str, ...]

    @property
    def prompt(self) -> str:
        """The question in the language being spoken."""
        return sentence(self.said)


@dataclass(frozen=True, slots=True)
class Standing:
    """What everybody may see of a table: the public view, and the question asked in public words."""

    info: TableInfo
    view: View
    ask: PublicAsk | None
    outcome: Outcome | None
    latest: tuple[LogLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody has picked or written for a question, and not sent yet.

    `picks` are option tokens, `line` a typed plan, `more` whatever the screen keeps besides. `version`
    grows with each save; `dropped` names picks that are no options any more.
    """

    picks: tuple[str, ...] = ()
    line: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    version: int = 0
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything a private screen needs for one seat.

    `request` holds the ask of this seat only, None if nothing is asked of it; `public` is what everybody knows (who is
    asked, as the public may know it). `answered`: asked, and has answered already (a common question); `given`: the
    numbers of one's own seats that have. `sealed`: the answer given to the open window, which may still be changed.
    `undo` is "" if the seat may take its last answer back, else why not: answered, chance, closed, nothing, over.
    """

    info: TableInfo
    seat: SeatInfo
    own: tuple[SeatInfo, ...]
    ask_no: int
    request: Request | None
    ask: Ask | None
    options: tuple[Option, ...]
    answered: bool
    sealed: Picks | None
    draft: Draft | None
    view: View
    public: Standing
    undo: str
    undo_key: str = ""
    given: frozenset[int] = frozenset()

    @property
    def undoable(self) -> bool:
        """Whether the seat may take its last answer back."""
        return not self.undo


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log. `to` is empty for public lines; `undone` lines were taken back.

    `why`: NPCs have told reasons for it, which are not among the lines of a page.
    """

    no: int
    said: Said
    chapter: str
    action: int
    at: datetime
    to: str = ""
    key: str = ""
    focus: tuple[str, ...] = ()
    undone: bool = False
    why: bool = False

    @property
    def text(self) -> str:
        """Its sentence in the language being spoken."""
        return old_sentence(self.said)


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why NPCs did what a line of the log tells, and the public view as it is now."""

    info: TableInfo
    line: LogLine
    reasons: tuple[Said, ...]
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
    """A point of the game that can be looked at, or gone back to by the host."""

    no: int
    step: str
    chapter: str
    at: datetime


@dataclass(frozen=True, slots=True)
class BackPoint:
    """A moment one may ask to go back to: when `answers` answers stood.

    `said` is the public line about what happened next; nothing for the beginning of `chapter`.
    """

    answers: int
    said: Said
    chapter: str

    @property
    def text(self) -> str:
        """The line in the language being spoken."""
        return old_sentence(self.said)


@dataclass(frozen=True, slots=True)
class Petition:
    """A request: to go back, to end, or to decide without somebody (see `bot.tables.history.consent`).

    `asked` have a say; who `agreed` is told only once the request is over. `by` asks, from a `seat` unless a moderator
    does. `target` is the seat that would pass, `to` who would get it, or be host, `absent` who is away; `returned`: is
    back. `then` and `now` are the public views between which a request to go back would go. `before` and `settings`:
    those of the table, and what they would be.
    """

    no: int
    kind: PetitionKind
    by: Person
    seat: SeatInfo | None
    target: SeatInfo | None
    to: Person | None
    absent: Person | None
    point: BackPoint
    reason: str
    asked: tuple[SeatInfo, ...]
    agreed: tuple[SeatInfo, ...]
    closes_at: datetime
    result: PetitionResult
    then: View
    now: View
    before: Settings = field(default_factory=Settings)
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat offered `to` somebody, or (no `seat`) the host's role; no `to`: whoever sits there may take it."""

    no: int
    seat: SeatInfo | None
    by: Person
    to: Person | None
    closes_at: datetime
    result: OfferResult


@dataclass(frozen=True, slots=True)
class TableLine:
    """One of somebody's tables: `yours` if a seat of theirs is asked now, windows apart; `damaged`: nobody can tell."""

    info: TableInfo
    yours: bool
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be told once on somebody's next private screen: `dm_closed`, `rules_corrected`."""

    code: str
    said: Mapping[str, Any]


class Refused(Exception):
    """Nothing was changed. `code` is stable: the text is `error.<code>`, filled in with `said`."""

    def __init__(self, code: str, **said: Any) -> None:
        super().__init__(f"{code}: {said}" if said else code)
        self.code = code
        self.said: dict[str, Any] = said


class Busy(Exception):
    """There is more to do now than the bot manages. Nothing was done of what met it; what was done before stands."""
