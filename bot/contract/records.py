"""Records of games for people: news of one change, the course of a game, what a player has missed, exported files, and
the results of verification.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

from bot.contract.preferences import Preferences
from bot.contract.tables import Cause, LogLine, PublicAsk, SeatInfo, Standing, TableId, TableInfo
from engine.core.game import Event, Outcome, View

Difference: TypeAlias = Literal["", "fingerprint", "answers", "positions", "position"]


@dataclass(frozen=True, slots=True)
class LastGoodPosition:
    """The newest position of a damaged game that can be read: its chapter, answers since that fit, and those lost."""

    chapter: str
    answers: int
    lost: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A place to play: a lobby with `free` seats, or a `seat` of a running game that needs a new player."""

    info: TableInfo
    seat: SeatInfo | None = None
    free: int = 0


@dataclass(frozen=True, slots=True)
class Vacancies:
    """A page of the places to play in a server, of one `game` and `pace` unless these are empty."""

    shown: tuple[Vacancy, ...]
    page: int
    pages: int
    game: str = ""
    pace: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """A file of a table. `sealed`: only a bot with the same key can read it. `warn`: it shows all hands."""

    name: str
    raw: bytes
    sealed: bool
    warn: bool


@dataclass(frozen=True, slots=True)
class ServerData:
    """What is stored about a server: the number of tables by state, and its defaults."""

    lobbies: int
    running: int
    over: int
    settings: Mapping[str, str]
    """The defaults of new tables."""
    removed_at: datetime | None
    """When all of it will be deleted; None if it stays."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of replaying a game from its secret number."""

    fits: bool
    """Whether the game follows from that number."""
    fingerprint: str
    seed: str
    draws: int
    checkpoints: int
    answers: int
    difference: Difference = ""
    """The first difference found; empty if everything agrees."""
    where: Mapping[str, int] = field(default_factory=dict)
    """Numbers that say where the difference is."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What has happened at a table since a person was last there."""

    standing: Standing
    own: tuple[SeatInfo, ...]
    """The person's seats."""
    at: datetime | None
    """When the digest begins: the last answer of an own seat (`answered`) or the last reading; None: the game's start.
    """
    answered: bool
    then: View | None
    """The public view at that moment, if it is known."""
    lines: tuple[LogLine, ...]
    """The public lines since, and those told only to own seats; none that was undone."""
    awaited: tuple[PublicAsk, ...] = ()
    """The questions that wait for an own seat, as that seat knows them."""
    read_to: tuple[int, int] = (0, 0)
    """How many lines of the log and how many answers there were."""
    earlier: int = 0
    """How many actions came before `lines`, where those are the newest of very many."""

    @property
    def actions(self) -> int:
        """Return the number of actions in the digest."""
        return self.earlier + len({line.action for line in self.lines})


@dataclass(frozen=True, slots=True)
class OtherTable:
    """Another table that waits for the same person: its channel, its question if known, and the deadline."""

    id: TableId
    game: str
    channel: int
    ask: PublicAsk | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a private screen."""

    preferences: Preferences
    news: bool
    """Whether there are one-time notices for them."""
    mute: bool
    """Whether the bot can't post in the channel of the table that the screen is about."""
    seen_language: str = ""
    """The language of their client, as stored."""
    game: str = ""
    """The game of the table that the screen is about."""
    scenario: str = ""


@dataclass(frozen=True, slots=True)
class Reminder:
    """What waits for a seat: the question, the deadline, and what has happened since the seat's last answer."""

    ask: PublicAsk | None
    view: View
    until: datetime | None
    actions: int
    """How many actions there were since its last answer."""
    others: tuple[OtherTable, ...] = ()
    """Other tables that wait for the same person."""
    lines: tuple[LogLine, ...] = ()
    """What happened, in public lines of the log; only in the second reminder."""
    earlier: int = 0
    """How many of the `actions` came before `lines`."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The points of all seats after a turn; turn 0 is before the first."""

    era: int
    turn: int
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game went that has ended."""

    course: tuple[TurnEnd, ...] = ()
    """The points before the first turn and after each turn."""


@dataclass(frozen=True, slots=True)
class News:
    """What happened in one change, as the public may know it: the material of public posts."""

    cause: Cause
    info: TableInfo
    before: View | None
    """The public view before the change; None at the start of a game."""
    after: View
    events: tuple[Event, ...]
    request: PublicAsk | None
    """The question that is asked now."""
    answered: PublicAsk | None = None
    """The question that was answered, or whose time to respond ended."""
    actor: SeatInfo | None = None
    """The seat that answered, if one did."""
    reminded: tuple[str, ...] = ()
    """Seats that need no mention, because the next screen came as the reply to their click."""
    outcome: Outcome | None = None
    seed: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)
    earlier: tuple[Event, ...] = ()
    """What happened earlier in this phase, at tables whose channel is told only at its end."""
    since: View | None = None
    """The public view in the last picture posted, so that a new one can mark the changes."""
    closing: View | None = None
    """The public view at the end of a round, if one has ended, for games that show it."""
    opened: PublicAsk | None = None
    """The question whose end began these events, where that was an earlier change."""
    ending: Ending | None = None
    """How the game went, if it has ended."""
    lines: tuple[int, int] = (0, 0)
    """The first and the last line of the log that a post of this may tell."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating in one game."""

    person: int
    game: str
    points: int | None
    """The rating; None after too few games."""
    games: int
    """The number of rated games."""


@dataclass(frozen=True, slots=True)
class Played:
    """A person's record in one game, counting only games with other people.

    `places` counts how often the person came in each place. `score` is the best score, won as `civ`; `often` is the
    civilization played most. Half of the games took less than `seconds`.
    """

    game: str
    games: int
    places: Mapping[int, int]
    score: int
    civ: tuple[str, str]
    often: tuple[str, str]
    times: int
    seconds: float
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The ratings of a server, game by game, the best of each first."""

    ratings: Mapping[str, tuple[Rating, ...]]


@dataclass(frozen=True, slots=True)
class Course:
    """The points of a game before the first turn and after every one, with the public view as it is now."""

    info: TableInfo
    view: View
    turns: tuple[TurnEnd, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game that a person played alone: `place` among that many `seats`."""

    game: str
    scenario: str
    civ: str
    score: int
    place: int
    seats: int
    over_at: datetime


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What a seat did in a finished game: figures by name."""

    seat: SeatInfo
    values: Mapping[str, float]
