"""What a review of Culture Wars needs: the hidden sides of coins, and how far ahead a culture is."""

from __future__ import annotations

from typing import Final

from engine.core import chance
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.review import ReviewEffort
from engine.culture_wars.board import hidden_coins, scores, settlements
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import geography
from engine.culture_wars.state import Coin, State
from engine.culture_wars.strong.deliberation import usually
from engine.culture_wars.strong.model import position, terrain
from engine.culture_wars.strong.planning import rate_position, steps_to_coins
from engine.culture_wars.strong.reasons import MOVE
from engine.culture_wars.view import view

LEAST: Final = 0.5
EFFORT: Final = ReviewEffort(rough=1, turns=5, sieving=4_000, judging=30_000)
"""A minute of one core at most. To the end of a turn all worlds are nearly alike, so one is enough."""


class CultureReviewer:
    """Reviews movements, each as a whole."""

    questions: frozenset[str] = frozenset({MOVE})
    unit: str = "settlements"
    effort: ReviewEffort = EFFORT

    def can_judge(self, s: State, seat: Seat) -> bool:
        """Return True: no seat knows anything that the others don't."""
        del s, seat
        return True

    def deal(self, s: State, seat: Seat, seed: str) -> None:
        """Shuffle the numbers and suits of coins that nobody can see."""
        del seat
        s.seed, s.draws, s.told = seed, 0, []
        for culture, one in s.cultures.items():
            one.by = "human"  # so that no reasons are worked out
            _deal_numbers(s, culture)
        for number in RULES.numbers:
            _deal_suits(s, [coin for coin in s.coins.values() if coin.number == number and not coin.settled])

    def turn(self, s: State) -> int:
        """Return the number of the round."""
        return s.turn

    def promise(self, s: State, seat: Seat) -> float:
        """Return how far ahead the strong computer holds the culture to be."""
        land = terrain(geography(s), diagonal=s.options.diagonal, two_spaces=s.options.two_spaces)
        here = position(view(s, ()), land)
        me = here.cultures.index(seat)
        return rate_position(here, me, steps_to_coins(here, me))

    def ahead(self, s: State, seat: Seat) -> float:
        """Return how many settlements it is ahead of the best of the others."""
        settled = scores(s)
        return settled[seat] - max(n for culture, n in settled.items() if culture != seat)

    def least(self, _s: State, /) -> float:
        """Return half a settlement."""
        return LEAST

    def usual(self, s: State, request: Request, ask: Ask) -> Picks:
        """Return what the usual computer answers."""
        return usually(s, request, ask)


def _deal_numbers(s: State, culture: str) -> None:
    """Shuffle the numbers of its settlements and of its row; an Ace that is settled stays among the settlements."""
    towns, row = [s.coins[q] for q in settlements(s, culture)], hidden_coins(s, culture)
    chance.shuffle(s, towns)
    aces = sum(town.number == RULES.ace for town in towns)
    numbers = sorted([*row, *(town.number for town in towns if town.number != RULES.ace)])
    chance.shuffle(s, numbers)
    for n, town in enumerate(towns):
        town.number = RULES.ace if n < aces else numbers.pop()
    reserve = s.cultures[culture].reserve
    reserve[:] = [number if number == RULES.ace else numbers.pop() for number in reserve]


def _deal_suits(s: State, coins: list[Coin]) -> None:
    suits = sorted(coin.suit for coin in coins)
    chance.shuffle(s, suits)
    for coin, suit in zip(coins, suits, strict=True):
        coin.suit = suit
