"""Where the parts of the Empire may place disks, whoever plays them (Playbook, Persian Warpath and Cohabitation)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from engine.acme.facts.catalog import AREAS, neighbours
from engine.acme.history.alexander.powers import EMPIRE, LEVANT, MACEDON, NILE, gold_beneath, home_of
from engine.acme.npc.distances import FAR, steps_from
from engine.acme.questions.board import NOBODY, cap, cities, disks, near, occupied_areas
from engine.acme.state import State

DELTA: Final = "nile_delta"
Way: TypeAlias = tuple[int, int]
NO_WAY: Final[Way] = (FAR + 1, FAR + 1)


def room(s: State, faction: str, area: str, n: int) -> int:
    """Return how many of n disks the Faction may place there; only the Empire is restricted."""
    if faction not in EMPIRE or s.phase == "setup":
        return n
    return n if faction in s.order and may_enter(s, faction, area) else 0


def may_enter(s: State, civ: str, area: str) -> bool:
    """Return whether the part of the Empire may place a disk there."""
    if not is_free_of_others(s, civ, area):
        return False
    return area in banks(s) if civ == NILE else is_on_warpath(s, civ, area)


def is_free_of_others(s: State, civ: str, area: str) -> bool:
    """Return whether no other part of the Empire is in the area."""
    return not any(f in EMPIRE and f != civ for f in s.disks.get(area, NOBODY))


def banks(s: State) -> set[str]:
    """Return where Egypt may place: in Growth Memphis and the Nile Delta, else also next to these (AMB-74)."""
    core = (home_of(NILE), DELTA)
    return {*core} if s.phase == "growth" else {other for area in core for other in (area, *near(s, area))}


def is_on_warpath(s: State, civ: str, area: str) -> bool:
    """Return whether the area is of the civ's element, or nearer to Macedon's Gold and Cities than any such area.

    The Levant lives at Sea, the West and the Heartland on Land; equal distance is no reason to leave it. The Levant may
    always enter Macedon's Gold or City itself.
    """
    by_sea = civ == LEVANT
    if AREAS[area].is_sea == by_sea:
        return True
    ways = _ways(s)
    if by_sea and 0 in ways(area):
        return True
    return ways(area) < min((ways(other) for other in in_reach(s, civ, by_sea=by_sea)), default=NO_WAY)


def in_reach(s: State, civ: str, *, by_sea: bool) -> Iterator[str]:
    """Yield the Seas, or Land areas, in or next to its own, in which it could place a disk."""
    for area in _reach(s.map, frozenset(occupied_areas(s, civ)), by_sea):
        if disks(s, civ, area) < cap(area) and is_free_of_others(s, civ, area):
            yield area


@lru_cache(maxsize=256)
def _reach(map_id: str, held: frozenset[str], by_sea: bool) -> tuple[str, ...]:
    found = {other for area in held for other in (area, *neighbours(map_id, area))}
    return tuple(sorted(area for area in found if AREAS[area].is_sea == by_sea))


def _ways(s: State) -> Callable[[str], Way]:
    """Return a function for the distance of an area to Macedon's Gold and to its Cities."""
    to_gold = _away(s.map, frozenset(gold_beneath(s, MACEDON)))
    to_cities = _away(s.map, frozenset(cities(s, MACEDON)))
    return lambda area: (to_gold.get(area, FAR), to_cities.get(area, FAR))


@lru_cache(maxsize=256)
def _away(map_id: str, goals: frozenset[str]) -> dict[str, int]:
    """Steps from every area to the nearest of the goals."""
    away: dict[str, int] = {}
    for goal in sorted(goals):
        for area, n in steps_from(map_id, goal).items():
            away[area] = min(n, away.get(area, FAR))
    return away
