"""Values about seats out of time and vacations, for screens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from bot.contract.preferences import AwayMode
from bot.contract.tables import SeatInfo, TableInfo

LateChoice: TypeAlias = Literal["once", "npc", "wait", "find"]


@dataclass(frozen=True, slots=True)
class LateVote:
    """A vote about a seat that is out of time: the choice, its votes so far, and how many are needed.

    `done`: there were enough, and it was carried out.
    """

    info: TableInfo
    seat: SeatInfo
    choice: LateChoice
    votes: int
    needed: int
    done: bool


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation, and how many days of the year's and of the games' budget are left."""

    starts: datetime
    ends: datetime
    mode: AwayMode
    left: int
