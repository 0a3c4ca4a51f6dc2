"""What is told of records: news of one change, how a game went, what somebody has missed, the newest position that can
be read, files of tables, what verification found.
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
    """A place to play: a lobby with so many seats `free`, or a `seat` of a running game that somebody is looked for."""

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
    """What is stored of a server: tables by their state, what is `set` for new ones, and when all goes, if it does."""

    lobbies: int
    running: int
    over: int
    settings: Mapping[str, str]
    removed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether the game follows from its secret number. `difference`: the first thing that does not, empty if everything
    agrees; `where`: the numbers to it.
    """

    fits: bool
    fingerprint: str
    seed: str
    draws: int
    checkpoints: int
    answers: int
    difference: Difference = ""
    where: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Digest:
    """What has happened at a table since `at`: the last answer of one of the person's `own` seats (`answered`), or
    else when the person last read this; None for the beginning of the game.

    `then` is the public view at that moment, if it is known. `lines` are the public ones and those told to own seats
    alone; none that was taken back. `awaited` are questions that wait for an own seat, as that seat knows them.
    `read_to`: how many lines of the log and answers there were. `earlier`: how many actions were done before `lines`,
    where those are the newest of very many.
    """

    standing: Standing
    own: tuple[SeatInfo, ...]
    at: datetime | None
    answered: bool
    then: View | None
    lines: tuple[LogLine, ...]
    awaited: tuple[PublicAsk, ...] = ()
    read_to: tuple[int, int] = (0, 0)
    earlier: int = 0

    @property
    def actions(self) -> int:
        """How many things were done."""
        return self.earlier + len({line.action for line in self.lines})


@dataclass(frozen=True, slots=True)
class OtherTable:
    """Another table that waits for the same person, and its channel: what it asks, if that is known, and until when."""

    id: TableId
    game: str
    channel: int
    ask: PublicAsk | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a private screen: what they want, whether there is `news` to be told once, and whether the table it is
    about is `mute`: its posts cannot reach the channel. `seen_language`: that of their client as it is stored.
    """

    preferences: Preferences
    news: bool
    mute: bool
    seen_language: str = ""


@dataclass(frozen=True, slots=True)
class Reminder:
    """What waits for a seat: its question and until when, in which position, and how much has happened there since its
    last answer; in the second reminder also what, in public lines of the log. `earlier`: how many of the `actions` were
    done before those.
    """

    ask: PublicAsk | None
    view: View
    until: datetime | None
    actions: int
    others: tuple[OtherTable, ...] = ()
    lines: tuple[LogLine, ...] = ()
    earlier: int = 0


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The points of all seats after a turn; turn 0 is before the first."""

    era: int
    turn: int
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game that has ended went: points before the first turn and after each, and the hands in the end."""

    course: tuple[TurnEnd, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class News:
    """What happened in one change, as everybody may know it: material for public posts.

    `before` is None at the start of a game. `request` is what is asked now; `answered` the question that
    was answered or the window that closed. `actor` is the seat that answered, if one did.
    `reminded`: seats that need no mention, since the next screen came as the answer to their click.
    `earlier`: what had happened in this phase before, at tables whose channel hears of it only in the end.
    `since`: the public view in the last picture that was posted, so that a new one can mark what has changed.
    `closing`: the public view at the end of a round, if one has ended, for games that show it.
    `opened`: the window whose close began what is told, where that was an earlier change.
    `ending`: how the game went, if it has ended.
    """

    cause: Cause
    info: TableInfo
    before: View | None
    after: View
    events: tuple[Event, ...]
    request: PublicAsk | None
    answered: PublicAsk | None = None
    actor: SeatInfo | None = None
    reminded: tuple[str, ...] = ()
    outcome: Outcome | None = None
    seed: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)
    earlier: tuple[Event, ...] = ()
    since: View | None = None
    closing: View | None = None
    opened: PublicAsk | None = None
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    """What somebody is rated after so many rated `games`; no `points` as long as there are too few of them."""

    person: int
    game: str
    points: int | None
    games: int


@dataclass(frozen=True, slots=True)
class Played:
    """How somebody has fared in the games of one kind that were played with others: how often in which place, the best
    `score` and as which `civ`, the civ played most `often`; half of the games took less than so many `seconds`.
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
    """How a person's finished game without other persons ended: `place` among so many `seats`."""

    game: str
    scenario: str
    civ: str
    score: int
    place: int
    seats: int
    over_at: datetime


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What a seat has done in a game that has ended, by the names of the figures."""

    seat: SeatInfo
    values: Mapping[str, float]
