"""What a public view says in words, for each game: the moment, how everybody stands, what to look at.

A `Herald` reads public views only. Games without one of their own are told by `Plain`, from what every view may hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from bot.contract import TableInfo
from bot.ui.names import Names, spelled
from bot.ui.table.terms import said, said_or
from engine.core.game import Choice, Event, View

ROMAN: Final = ("0", "I", "II", "III", "IV", "V", "VI")
BARBARIANS: Final = "barbarians"


class Herald(Protocol):
    """Public words for one game. `choices` are the options that the screens of its lobby offer."""

    choices: Sequence[Choice]

    def moment(self, view: View) -> str:
        """Where the game stands: `Epoch II · turn 3 · Card Phase`. A new moment gets a post with the board."""

    def standing(self, view: View, slug: str, names: Names) -> str:
        """How one civilization stands: `14 VP · 4 Cities · 3 mina · 5 cards`; empty if there is nothing to tell."""

    def notes(self, view: View, names: Names) -> Sequence[str]:
        """What else a phase post tells: Contested areas."""

    def piles(self, view: View, names: Names) -> str:
        """Deck, discard pile and what lies beside the board."""

    def undone(self, then: View, now: View, names: Names) -> Sequence[str]:
        """What lies between two moments: what going back takes from and gives to each, and what has come out since."""

    def telling(self, events: Sequence[Event]) -> bool:
        """Whether a quiet channel is told of these events at once."""

    def order(self, view: View) -> Sequence[str]:
        """The civilizations in turn order."""

    def discard(self, view: View) -> Sequence[str]:
        """The discard pile, newest card first."""

    def cities(self, view: View, slug: str) -> Sequence[str]:
        """The areas of a civilization's Cities."""

    def ends(self, view: View) -> str:
        """When the game ends, for the start post; empty if only its rules say so."""

    def length(self, view: View) -> str:
        """How long the game has lasted: `3 Epochs, 10 turns`; empty if nothing counts them."""

    def pack(self, options: Mapping[str, Any]) -> str:
        """Which cards are in the game; empty for a game without cards."""

    def board(self, view: View) -> bool:
        """Whether there is a board to draw."""

    def peoples(self, options: Mapping[str, Any]) -> Sequence[str]:
        """The civilizations that can be played at a table with these options; empty if all can."""

    def base(self, options: Mapping[str, Any]) -> str:
        """The name of the board on which a table with these options is played; empty if none is drawn."""


def roman(n: int) -> str:
    """A small number in Roman numerals."""
    return ROMAN[n] if 0 <= n < len(ROMAN) else str(n)


def phase_name(phase: str) -> str:
    """The name of a phase; one without a name of its own is spelled out."""
    known = said_or(f"phase.{phase}", "phase.begin")
    return known if phase in {"", "setup"} or known != said("phase.begin") else spelled(phase)


def moment_of(epoch: int, turn: int, phase: str) -> str:
    """A moment of a game with Epochs and turns, as in the log's chapters."""
    if epoch <= 0 or turn <= 0 or phase in {"setup", "over"}:
        return phase_name(phase)
    return said("phase.headline", epoch=roman(epoch), turn=turn, phase=phase_name(phase))


def in_order(info: TableInfo, herald: Herald, view: View) -> list[str]:
    """The civilizations (or seats, before there are any) in turn order, those out of order last."""
    known = [s.civ or s.seat for s in info.seats if s.civ or s.seat]
    first = [slug for slug in herald.order(view) if slug in known]
    return [*first, *(slug for slug in known if slug not in first)]
