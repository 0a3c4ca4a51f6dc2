"""The special abilities by advance: whether one can be used now, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import TypeAlias

from engine.civ.state import State
from engine.core.ask import Flow

Use: TypeAlias = Callable[[State, str], Flow[None]]
Usable: TypeAlias = Callable[[State, str], bool]


@dataclass(frozen=True, slots=True)
class Ability:
    """What an advance lets its holder do once in this phase."""

    use: Use
    usable: Usable


ABILITIES: dict[tuple[str, str], Ability] = {}


def ability(deck: str, advance: str, usable: Usable) -> Callable[[Use], Use]:
    """Register the ability of that advance of that deck."""

    def register(use: Use) -> Use:
        if (deck, advance) in ABILITIES:
            raise AssertionError(f"the ability of {advance} is registered twice")
        ABILITIES[deck, advance] = Ability(use, usable)
        return use

    return register


def abilities_of(deck: str, advances: Container[str]) -> dict[str, Ability]:
    """Return the abilities of a nation with these advances, in the order of the deck."""
    return {card: one for (of, card), one in ABILITIES.items() if of == deck and card in advances}
