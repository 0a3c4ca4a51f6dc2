"""The Civilization Pool: what is in it, and disks drawn from it for a test (Playbook, Civilization Pool; RUL-168)."""

from __future__ import annotations

from engine.acme.facts.catalog import RULES
from engine.acme.state import State
from engine.core import chance

WHITE, BLACK, YELLOW = "white", "black", "yellow"


def pool(s: State) -> dict[str, int]:
    """Return the disks in the Pool by colour: the white and black ones, and those that a game of Exploration adds."""
    return {WHITE: RULES.pool_white, BLACK: RULES.pool_black, **s.pool}


def draw(s: State, n: int) -> list[str]:
    """Return the colours of up to n disks, drawn without putting one back; then all return, so that the Pool is as
    before.
    """
    disks = [colour for colour, there in pool(s).items() for _ in range(there)]
    return chance.take(s, disks, n)


def put_in(s: State, colour: str, n: int = 1) -> None:
    """Add disks, beside the white and black ones that are always there."""
    s.pool[colour] = s.pool.get(colour, 0) + n


def take_out(s: State, colour: str, n: int = 1) -> None:
    """Remove disks that were added, as far as there are any."""
    s.pool[colour] = max(0, s.pool.get(colour, 0) - n)
    if not s.pool[colour]:
        del s.pool[colour]
