"""Public facts of a cup, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from bot.contract.table_settings import Pace
from bot.contract.tables import Person, Place, TableId
from engine.core.message import Message

CupKind: TypeAlias = Literal["swiss", "robin"]
CupState: TypeAlias = Literal["open", "running", "over"]

MOST_ENTRANTS: Final = 40
MOST_IN_ROBIN: Final = 12
MOST_ROUNDS: Final = 12
MOST_DAYS: Final = 90


@dataclass(frozen=True, slots=True)
class CupPlan:
    """How a cup is to be played. `rounds` 0: as many as it takes; `days` 0: a round has no deadline."""

    name: str
    kind: CupKind = "swiss"
    size: int = 2
    rounds: int = 0
    days: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant; without a person if their data were deleted. `gone`: no longer drawn."""

    number: int
    person: Person | None
    gone: bool


@dataclass(frozen=True, slots=True)
class CupLine:
    """A line of the standings: points, opponents' points and share in hundredths, and how many tables have ended."""

    entrant: Entrant
    points: int
    opponents: int
    share: int
    played: int


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table of the present round: who sits there, its id and channel once it is open, whether it has ended."""

    no: int
    entrants: tuple[Entrant, ...]
    table: TableId = ""
    channel: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class CupInfo:
    """Everything public about a cup. `seed` is empty until the end; `ends_at`: when NPCs begin to answer for late
    players.
    """

    id: int
    plan: CupPlan
    game: str
    game_title: str
    scenario_title: Message | str
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
        """Return whether all tables of the last round have ended, so that the next one can be drawn."""
        return self.state == "running" and all(table.done for table in self.tables)

    def entrant(self, person: int) -> Entrant | None:
        """Return the entry of that person, if they are still in the cup."""
        own = (one for one in self.entrants if one.person is not None and one.person.id == person and not one.gone)
        return next(own, None)
