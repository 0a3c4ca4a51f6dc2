"""Distances between areas as an NPC counts them (RUL-007): all steps, by Land and Sea alike."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.acme.facts.catalog import AREAS, distances
from engine.acme.questions.board import occupied_areas
from engine.acme.state import State

FAR: Final = 99
TERRAINS: Final = ("fertile", "mountain", "plains", "desert", "sea")


def steps(s: State, start: str, goal: str) -> int:
    """Return the least number of steps between two areas; FAR if one of them is out of play (RUL-007)."""
    return steps_from(s.map, start).get(goal, FAR)


@cache
def steps_from(map_id: str, start: str) -> dict[str, int]:
    """Return the steps from the area to all areas in play; nothing if it is none of them."""
    try:
        return dict(distances(map_id, start))
    except KeyError:
        return {}


def nearest(s: State, area: str, goals: Iterable[str]) -> int:
    """Return the steps from the area to the nearest of the others; FAR without any."""
    near = steps_from(s.map, area)
    return min((near.get(goal, FAR) for goal in goals), default=FAR)


def from_home(s: State, civ: str, area: str) -> int:
    """Return the steps from the civ's Home Area."""
    return steps(s, s.civs[civ].home, area)


def from_people(s: State, civ: str, area: str) -> int:
    """Return the steps to the nearest disk of another person's civ; FAR without any (RUL-007)."""
    people = [name for name, c in s.civs.items() if not c.npc and name != civ]
    return min((from_disks(s, name, area) for name in people), default=FAR)


def from_disks(s: State, faction: str, area: str) -> int:
    """Return the steps to the nearest disk of the Faction; FAR without any."""
    return nearest(s, area, occupied_areas(s, faction))


@cache
def from_terrains(map_id: str, area: str) -> tuple[int, ...]:
    """Return the steps to the nearest Fertile, Mountain, Plains and Desert area, in this order (Playbook, Terrain
    Note).
    """
    near = steps_from(map_id, area)
    kinds = TERRAINS[:-1]
    return tuple(min((n for a, n in near.items() if AREAS[a].terrain == kind), default=FAR) for kind in kinds)
