"""How nations stand, as everybody can see it (CIV §21): the values of money cards are left out."""

from __future__ import annotations

from collections.abc import Sequence

from engine.civ.board import city_count, living
from engine.civ.catalog import NUMBERS, rank
from engine.civ.ending import score
from engine.civ.state import State
from engine.civ.track import kind, price_total


def prospects(s: State, name: str) -> int:
    """The open score of a nation."""
    if kind(s) != "classic":
        return score(s, name)
    return (
        price_total(s, name) + NUMBERS.space_points * s.nations[name].space + NUMBERS.city_score * city_count(s, name)
    )


def leaders(s: State, names: Sequence[str]) -> list[str]:
    """These nations, the one that stands best first."""
    return sorted(names, key=lambda n: (-prospects(s, n), rank(n)) if n in living(s) else (0, rank(n)))
