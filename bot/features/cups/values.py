"""A cup as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from bot.contract.table_settings import Pace
from bot.contract.tables import Person, Place, TableId
from engine.core.said import Said

CupKind: TypeAlias = Literal["swiss", "robin"]
CupState: TypeAlias = Literal["open", "running", "over"]

MOST_ENTRANTS: Final = 40
MOST_IN_ROBIN: Final = 12
MOST_ROUNDS: Final = 12
MOST_DAYS: Final = 90


@dataclass(frozen=True, slots=True)
class CupPlan:
    """How a cup is to be played. `rounds` of 0: as many as it takes; `days` of 0: a round lasts as long as it takes."""

    name: str
    kind: CupKind = "swiss"
    size: int = 2
    rounds: int = 0
    days: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has signed up; nobody for who is forgotten. `gone`: is drawn no more."""

    number: int
    person: Person | None
    gone: bool


@dataclass(frozen=True, slots=True)
class CupLine:
    """How somebody stands: points in hundredths, those of all whom they have met, the share of the points on their
    boards in hundredths, and how many tables have ended.
    """

    entrant: Entrant
    points: int
    opponents: int
    share: int
    played: int


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table of the round that is played: who sits there, its id and channel once it is open, whether it has ended."""

    no: int
    entrants: tuple[Entrant, ...]
    table: TableId = ""
    channel: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class CupInfo:
    """Everything about a cup. `seed` is told once it is over; `ends_at`: when NPCs begin to answer for the late."""

    id: int
    plan: CupPlan
    game: str
    game_title: str
    scenario_title: Said | str
    place: Place
    host: Person
    state: CupState
    pace: Pace
    round: int
    entrants: tuple[Entrant, ...]
    lines: tuple[CupLine, ...]
    tables: tuple[CupTable, ...]
    byes: tuple[Entrant, ...]
    fingerprint: str
    seed: str = ""
    ends_at: datetime | None = None

    @property
    def between(self) -> bool:
        """Whether no table of the last round is played any more, so that the next round can be drawn."""
        return self.state == "running" and all(table.done for table in self.tables)

    def entrant(self, person: int) -> Entrant | None:
        """That person, if signed up and still in it."""
        own = (one for one in self.entrants if one.person is not None and one.person.id == person and not one.gone)
        return next(own, None)
