"""Private notes, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.contract.tables import SeatInfo, TableInfo

MOST_NOTES: Final = 20


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """A note by the owner of a seat, which nobody else sees."""

    id: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeatNotes:
    """The notes of one seat, the newest first."""

    info: TableInfo
    seat: SeatInfo
    notes: tuple[PrivateNote, ...] = ()
