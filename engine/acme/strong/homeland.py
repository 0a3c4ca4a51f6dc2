"""Which civilization the strong computer takes: the one whose Home Area leaves it the best land.

That is reckoned from the map alone, as any map has it: how good the areas around are, how far away, and whether others
who have chosen already are nearer to them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.facts.catalog import AREAS
from engine.acme.npc.distances import FAR, steps_from
from engine.acme.setup.setup import free_homes
from engine.acme.state import State
from engine.acme.strong.facts import STRONG


def best_civ(s: State, seat: str, civs: Sequence[str]) -> str:
    """The civilization with the best land, of several Home Areas on average; of equals the first."""
    taken = [c.home for name, c in s.civs.items() if name != seat and c.home]
    return max(civs, key=lambda civ: _mean([land_around(s.map, home, taken) for home in free_homes(s, civ)]))


def land_around(board: str, home: str, taken: Sequence[str]) -> float:
    """What the land around a Home Area is worth on that map, with those of others taken already."""
    w = STRONG.homeland
    near = [(area, n) for area, n in steps_from(board, home).items() if n < len(w.steps)]
    return sum(w.terrain[AREAS[area].terrain] * w.steps[n] * _share(board, area, n, taken) for area, n in near)


def _share(board: str, area: str, n: int, taken: Sequence[str]) -> float:
    """1 if nobody is as near, 0 if another is nearer."""
    other = min((steps_from(board, home).get(area, FAR) for home in taken), default=FAR)
    return 1.0 if n < other else STRONG.homeland.shared if n == other else 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
