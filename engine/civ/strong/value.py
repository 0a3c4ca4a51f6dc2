"""What a position promises a nation: how far its traits are ahead of the others', each by its weight.

The weights were fitted to whole games of usual computers: `ahead` of the mean score, of the `first` of the others, and
whether the game is `won`, in parts of the mean score.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from engine.civ.board import city_count, population
from engine.civ.catalog import CARDS, NUMBERS
from engine.civ.effects import counted_cities
from engine.civ.learned import benefits_of
from engine.civ.npc.buying import income, mean
from engine.civ.state import State
from engine.civ.strong.facts import VALUES, Weights
from engine.civ.track import kind, missing_demands, next_demand
from engine.civ.turn import increments

TRAITS: Final = ("space", "worth", "cities", "income", "tokens", "money", "growth", "short", "stuck", "credits")
"""What is counted: the space of the marker, points of advances, cities, income, tokens on the board, hand and
treasury, growth, cities and other demands lacking for the next space, credits."""


def value(s: State, name: str) -> float:
    """Return what the position promises the nation; what it has brought if the game is over."""
    if s.reason:
        return result(s, name)
    own, others = traits(s, name, sees_hand=True), [traits(s, one, sees_hand=False) for one in s.nations if one != name]
    w = weights(s)
    parts: list[float] = [
        a * (mine - fmean(theirs)) + b * (mine - max(theirs))
        for mine, theirs, a, b in zip(own, zip(*others, strict=True), w.mean, w.best, strict=True)
    ]
    return sum(parts)


def result(s: State, name: str) -> float:
    """Return how good the end of a game is for the nation."""
    others, scale = [n for one, n in s.scores.items() if one != name], max(1.0, fmean(s.scores.values()))
    ahead, of_first = s.scores[name] - fmean(others), s.scores[name] - max(others)
    return (VALUES.ahead * ahead + VALUES.first * of_first) / scale + VALUES.won * (name in s.winners)


def weights(s: State) -> Weights:
    """Return the weights of the track and the turn."""
    found = VALUES.weights[kind(s)]
    return next((one for one in found if s.turn <= one.until), found[-1])


def traits(s: State, name: str, *, sees_hand: bool) -> Sequence[float]:
    """Return what is counted of a nation; cards that aren't seen count as the mean of their pile."""
    one, learned, cities = s.nations[name], benefits_of(s, name), city_count(s, name)
    hand = sum([float(CARDS[card].value) if sees_hand else mean(CARDS[card].pile) for card in one.hand])
    free = max(0, one.stock - NUMBERS.tax_rate * cities)
    demand, lacking = next_demand(s, name), missing_demands(s, name)
    return (
        one.space,
        learned.price / 100 if kind(s) == "classic" else learned.vp / 5,
        cities,
        income(s, name) / 50,
        population(s, name) / 10,
        (hand + one.treasury) / 50,
        min(sum(increments(s, name).values()), free) / 10,
        max(0, demand.cities - counted_cities(s, name, cities)) if demand else 0,
        len([key for key in lacking if key not in {"end", "cities"}]),
        sum(learned.credits.values()) / 50,
    )
