"""Whose turn it is within a step."""

from __future__ import annotations

from engine.culture_wars.catalog import RULES
from engine.culture_wars.state import State

IN_ORDER = ("setup.tile", "expansion", "settlement")
REVERSED = ("setup.coin", "setup.token", "movement")
WITH_TURNS = frozenset(IN_ORDER + REVERSED)


def active(s: State) -> str | None:
    """Return the culture whose turn it is: in player order, or in reverse where the rules say so (CW:18-22,
    CW:28-29).
    """
    if s.phase not in WITH_TURNS or not s.order:
        return None
    place = s.active % len(s.order)
    return s.order[place if s.phase in IN_ORDER else -1 - place]


def mover(s: State) -> str:
    """Return the culture whose turn it is, in a step that has one."""
    culture = active(s)
    if culture is None:
        raise AssertionError(f"it is nobody's turn in {s.phase}")
    return culture


def turns_of(s: State, phase: str) -> int:
    """Return how many turns of players the step has."""
    if phase == "setup.tile":
        return RULES.tile_moves[str(len(s.cultures))] * len(s.order)
    return len(RULES.numbers) * len(s.order) if phase == "setup.coin" else len(s.order)
