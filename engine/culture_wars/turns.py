"""Whose turn it is within a step."""

from __future__ import annotations

from engine.culture_wars.catalog import RULES
from engine.culture_wars.state import State

IN_ORDER = ("setup.tile", "expansion", "settlement")
REVERSED = ("setup.coin", "setup.token", "movement")


def active(s: State) -> str | None:
    """The culture whose turn it is: in player order, or in reverse where the rules say so (CW:18-22, CW:28-29)."""
    if s.phase not in IN_ORDER + REVERSED or not s.order:
        return None
    line = s.order if s.phase in IN_ORDER else s.order[::-1]
    return line[s.active % len(line)]


def mover(s: State) -> str:
    """The culture whose turn it is, in a step that has one."""
    culture = active(s)
    if culture is None:
        raise AssertionError(f"it is nobody's turn in {s.phase}")
    return culture


def turns_of(s: State, phase: str) -> int:
    """How many turns of players there are in the step."""
    each = {"setup.tile": RULES.tile_moves[str(len(s.cultures))], "setup.coin": len(RULES.numbers)}
    return each.get(phase, 1) * len(s.order)
