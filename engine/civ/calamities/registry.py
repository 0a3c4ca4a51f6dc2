"""What each calamity does, by deck and id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.civ.board import has
from engine.civ.catalog import CATALOG
from engine.civ.definitions import Deck
from engine.civ.state import State
from engine.core.ask import Flow


@dataclass(frozen=True, slots=True)
class Roles:
    """The victim, and the highest roller: the trader, with the mega deck the beneficiary; empty if only one rolled."""

    victim: str
    trader: str = ""


Effect: TypeAlias = Callable[[State, Roles], Flow[None]]
EFFECTS: dict[tuple[Deck, str], Effect] = {}


def calamity(deck: Deck, name: str) -> Callable[[Effect], Effect]:
    """Register what the calamity of that deck does."""

    def register(effect: Effect) -> Effect:
        if (deck, name) in EFFECTS:
            raise AssertionError(f"{deck} {name} is registered twice")
        EFFECTS[deck, name] = effect
        return effect

    return register


def figures(deck: Deck, name: str) -> Mapping[str, int]:
    """Return the figures of a calamity (`data/civ/calamities.toml`)."""
    return CATALOG.figures.get((deck, name), {})


def figure(s: State, deck: Deck, name: str, base: str, nation: str, role: str = "primary") -> int:
    """Return a figure with the changes of every card that the nation holds; never below 0 (CIV §16.2).

    A key that ends in a role counts for that role alone, any other key that is a card's for both.
    """
    return apply_changes(s, deck, name, figures(deck, name)[base], nation, role)


def apply_changes(s: State, deck: Deck, name: str, total: int, nation: str, role: str = "primary") -> int:
    """Return a number with those changes, such as a share of a loss."""
    for key, change in figures(deck, name).items():
        card, _, only = key.rpartition("_") if key.endswith(("_primary", "_secondary")) else (key, "", "")
        if only in {"", role} and card in CATALOG.advances[deck] and has(s, nation, card):
            total += change
    return max(0, total)
