"""Which function is which card: filled by the modules of `engine.acme.cards` when they are imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.acme.facts.catalog import CARDS
from engine.acme.questions.board import is_active
from engine.acme.state import State
from engine.core.ask import Flow

Effect: TypeAlias = Callable[[State, str], Flow[None]]
Requirement: TypeAlias = Callable[[State, str], bool]

EFFECTS: dict[int, Effect] = {}
REQUIREMENTS: dict[int, Requirement] = {}
MONOTHEISM = 95


def always(s: State, civ: str) -> bool:
    """Return True: the card has no requirement, because a part of it always changes the game."""
    del s, civ
    return True


def card(number: int, can: Requirement = always) -> Callable[[Effect], Effect]:
    """Register the Card Phase use of a card. `can`: its requirement, and that it would change the game (RUL-010).

    The effect first lets its player choose everything the text gives him, then awaits `announced(...)`,
    and then carries the text out in printed order (RUL-009, RUL-011).
    """

    def register(effect: Effect) -> Effect:
        if number in EFFECTS:
            raise ValueError(f"card {number} is registered twice")
        EFFECTS[number], REQUIREMENTS[number] = effect, can
        return effect

    return register


def why_not(s: State, civ: str, number: int) -> str:
    """Return the key of the reason why the card cannot be played as an action now; empty if it can (ACME §8.3,
    §8.4).
    """
    chosen = CARDS[number]
    if number not in EFFECTS:
        return "class.C" if chosen.has_class("C") else "class.N"
    if chosen.has_class("R") and number != MONOTHEISM and not is_active(s, civ):
        return "needs_deity"
    return "" if REQUIREMENTS[number](s, civ) else f"card.{number}"


def playable(s: State, civ: str) -> list[int]:
    """Return the cards in the civ's hand that it may play as an action now, by number."""
    return [n for n in sorted(s.civs[civ].hand) if not why_not(s, civ, n)]
