"""What a review of Advanced Civilization needs: what a player can't see, and how far ahead a nation is."""

from __future__ import annotations

from statistics import fmean
from typing import Final

from engine.civ.catalog import NUMBERS
from engine.civ.ending import score
from engine.civ.npc.hooks import MOVE
from engine.civ.state import State
from engine.civ.strong.deliberation import usually
from engine.civ.strong.value import value
from engine.civ.strong.worlds import deal
from engine.civ.track import kind
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.review import FEWEST, ReviewEffort

CLASSIC: Final = NUMBERS.space_points / NUMBERS.mega_space_points
"""Points of the classic score for each of the others."""


class CivReviewer:
    """Reviews movements and purchases of advances."""

    questions: frozenset[str] = frozenset({MOVE, "advance.buy"})
    unit: str = "points"
    effort: ReviewEffort = ReviewEffort()

    def can_judge(self, s: State, seat: Seat) -> bool:
        """Return False where all move at once, as what others have answered lies hidden, and before it has a nation."""
        return seat in s.nations and not s.options.simultaneous_moves

    def deal(self, s: State, seat: Seat, seed: str) -> None:
        """Deal others' money cards, the piles and the calamities to come anew."""
        deal(s, seat, seed)

    def turn(self, s: State) -> int:
        """Return the number of the turn."""
        return s.turn

    def promise(self, s: State, seat: Seat) -> float:
        """Return what the position promises."""
        return value(s, seat)

    def ahead(self, s: State, seat: Seat) -> float:
        """Return how many points it is ahead of the mean of the others."""
        return score(s, seat) - fmean([score(s, name) for name in s.nations if name != seat])

    def least(self, s: State, /) -> float:
        """Return two VP, or what corresponds to them in the classic score."""
        return FEWEST * CLASSIC if kind(s) == "classic" else FEWEST

    def usual(self, s: State, request: Request, ask: Ask) -> Picks:
        """Return what the usual computer answers."""
        return usually(s, request, ask)
