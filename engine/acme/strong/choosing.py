"""Which civilization the strong computer takes, and which Home Area: good land, far from others who crowd each other.

Those who choose later are expected to settle as near to the first as they can, as stand-ins do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from engine.acme.facts.catalog import AREAS, homes
from engine.acme.npc.distances import FAR, steps_from
from engine.acme.questions.teams import mates
from engine.acme.setup.setup import free_civs, free_homes
from engine.acme.state import State
from engine.acme.strong.facts import STRONG

FARTHEST: Final = 8
"""Steps beyond which it doesn't matter how far away another is."""


def best_civ(s: State, seat: str, civs: Sequence[str]) -> str:
    """Return the civilization with the best Home Area; of equals the first."""
    return max(civs, key=lambda civ: max((rate_home(s, seat, civ, home) for home in free_homes(s, civ)), default=0.0))


def best_home(s: State, civ: str, areas: Sequence[str]) -> str:
    """Return the best Home Area; of equals the first."""
    return max(areas, key=lambda home: rate_home(s, civ, civ, home))


def rate_home(s: State, seat: str, civ: str, home: str) -> float:
    """Return what a Home Area of a civilization is worth to the seat, in VP, when all have chosen."""
    w = STRONG.homeland
    near = [s.civs[mate].home for mate in mates(s, seat) if s.civs[mate].home]
    others = [other for other in (*_taken(s, seat), *later_homes(s, seat, civ, home)) if other not in near]
    away = _mean([_steps(s.map, home, other) for other in others])
    apart = _mean([_steps(s.map, one, other) for one, other in combinations(others, 2)])
    return w.people[civ] + land_around(s.map, home, [*near, *others]) + w.away * away - w.apart * apart


def later_homes(s: State, seat: str, civ: str, home: str) -> list[str]:
    """Return the Home Areas that those who choose after the seat would take, if it took that one."""
    first = next((c.home for name in s.order if (c := s.civs[name]).home and name != seat), home)
    left = sum(name != seat and not c.home and not c.npc for name, c in s.civs.items())
    taken, found = [home, *_taken(s, seat)], dict[str, str]()
    offered = [(people, area) for people in free_civs(s) for area in homes(people, s.map, s.epoch)]
    for people, area in sorted(offered, key=lambda it: (_steps(s.map, first, it[1]), AREAS[it[1]].order, it[0])):
        if people not in {civ, *found} and area not in {*taken, *found.values()} and len(found) < left:
            found[people] = area
    return list(found.values())


def land_around(board: str, home: str, taken: Sequence[str]) -> float:
    """Return what the land around a Home Area is worth on that map, considering homes already taken."""
    w = STRONG.homeland
    near = [(area, n) for area, n in steps_from(board, home).items() if n < len(w.steps)]
    return sum(w.terrain[AREAS[area].terrain] * w.steps[n] * _share(board, area, n, taken) for area, n in near)


def _share(board: str, area: str, n: int, taken: Sequence[str]) -> float:
    """Return the civ's share of an area by distance: 1 if it is nearest, 0 if another is nearer."""
    other = min((steps_from(board, home).get(area, FAR) for home in taken), default=FAR)
    return 1.0 if n < other else STRONG.homeland.shared if n == other else 0.0


def _taken(s: State, seat: str) -> Iterator[str]:
    return (c.home for name, c in s.civs.items() if name != seat and c.home)


def _steps(board: str, one: str, other: str) -> int:
    return min(FARTHEST, steps_from(board, one).get(other, FARTHEST))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
