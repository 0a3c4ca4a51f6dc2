"""The definitions of the game, loaded and checked once at import, and what follows from them alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from data import path
from engine.civ.definitions import Advance, Area, Calamity, Deck, MapDef, NationDef, Pile, Sea
from engine.civ.loading import Catalog, load
from engine.civ.numbers import Numbers

__all__ = [
    "ADVANCES",
    "AREAS",
    "CALAMITIES",
    "CARDS",
    "CATALOG",
    "MAPS",
    "NATIONS",
    "NEUTRAL",
    "NUMBERS",
    "PILES",
    "SEAS",
    "Money",
    "pile_of",
    "rank",
]

NEUTRAL: Final = "neutral"  # owns Barbarian tokens and Pirate cities (CIV §2.4)

CATALOG: Catalog = load(path("civ"))
AREAS: Mapping[str, Area] = CATALOG.areas
SEAS: Mapping[str, Sea] = CATALOG.seas
MAPS: Mapping[str, MapDef] = CATALOG.maps
NATIONS: Mapping[str, NationDef] = CATALOG.nations
PILES: tuple[Pile, ...] = CATALOG.piles
ADVANCES: Mapping[Deck, Mapping[str, Advance]] = CATALOG.advances
CALAMITIES: Mapping[Deck, Mapping[str, Calamity]] = CATALOG.calamities
NUMBERS: Numbers = CATALOG.numbers


@dataclass(frozen=True, slots=True)
class Money:
    """A money card: its pile and its value."""

    id: str
    pile: int
    value: int


def _cards() -> dict[str, Money]:
    """Every money card by its id, such as `ore_3b`: the second Ore of 3."""
    return {
        f"{pile.id}_{value}{chr(ord('a') + i)}": Money(f"{pile.id}_{value}{chr(ord('a') + i)}", pile.number, int(value))
        for pile in PILES
        for value, n in pile.cards.items()
        for i in range(n)
    }


CARDS: Mapping[str, Money] = _cards()


def pile_of(city: int) -> Pile:
    """Return the pile that a nation's city number `city` draws from; a tenth would begin again with Ore
    (CIV-RUL-044).
    """
    return PILES[(city - 1) % len(PILES)]


def rank(nation: str) -> int:
    """Return the nation's place in the order of the A.S.T. (CIV §2.5); a seat without a nation comes last."""
    return NATIONS[nation].rank if nation in NATIONS else len(NATIONS)
