"""What people have beside a game, as values: private notes, who follows it, what its seats write to one another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from bot.values import Person, SeatInfo, TableInfo

MOST_NOTES: Final = 20
MOST_FOLLOWERS: Final = 50
LETTERS_A_DAY: Final = 20
TEAM_LINES_A_DAY: Final = 50

TalkKind: TypeAlias = Literal["letter", "team"]


@dataclass(frozen=True, slots=True)
class Following:
    """Whether somebody without a seat follows a table from now on."""

    info: TableInfo
    on: bool


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """A note that the owner of a seat has made, and nobody else ever sees."""

    id: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeatNotes:
    """The notes of one seat, the newest first."""

    info: TableInfo
    seat: SeatInfo
    notes: tuple[PrivateNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Missive:
    """What one seat has written to others. `by` nobody: who wrote it is forgotten, or has given up the seat since.

    `no` counts those of the table; in a talk of two `to` is one seat.
    """

    no: int
    kind: TalkKind
    seat: SeatInfo
    by: Person | None
    to: tuple[SeatInfo, ...]
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeatLetters:
    """A page of the letters of one seat, the newest first, or (no `seat`) of all seats after the end.

    `others`: the seats that it can write to now; `blocked`: the numbers of those whose letters it does not take.
    `before`: the number below which older ones are found, 0 if there are none; `newest`: this is the first page.
    """

    info: TableInfo
    seat: SeatInfo | None
    letters: tuple[Missive, ...] = ()
    others: tuple[SeatInfo, ...] = ()
    blocked: frozenset[int] = frozenset()
    before: int = 0
    newest: bool = True


@dataclass(frozen=True, slots=True)
class TeamTalk:
    """A page of what the team of one seat has written to one another, the newest first, or (no `seat`) of what all
    teams have, after the end.

    `mates`: the seats that read what is written now. `before`, `newest`: as of letters.
    """

    info: TableInfo
    seat: SeatInfo | None
    lines: tuple[Missive, ...] = ()
    mates: tuple[SeatInfo, ...] = ()
    before: int = 0
    newest: bool = True
