"""What an area is worth to an NPC: special areas, the order of removing disks, and Method A among equals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from engine.acme.facts.catalog import AREAS
from engine.acme.npc.distances import TERRAINS, from_home, from_terrains
from engine.acme.npc.relations import enemies, humans, strongest
from engine.acme.questions.board import (
    disks,
    has_deity,
    is_camp,
    is_city,
    is_settlement,
    near,
    occupied_areas,
    temple_of,
)
from engine.acme.state import State

Key: TypeAlias = tuple[int, ...]
Fits: TypeAlias = Callable[[State, str, str], bool]

BONUS_KINDS: Final = ("oasis", "fishing_grounds", "mountain_of_gold")
BEYOND: Final = 20


def special_kind(s: State, area: str, owner: str = "") -> int | None:
    """Return which special area it is: 0 with a Stronghold cube, 1 Fertile, 2 to 4 Oasis, Fishing Grounds, Mountain of
    Gold.

    None for any other, so for a Mountain without a cube; with `owner` other civs' cubes do not count (Playbook,
    priority 4; RUL-155).
    """
    if area in s.cubes and owner in {"", s.cubes[area]}:
        return 0
    if AREAS[area].terrain == "fertile":
        return 1
    return next((2 + i for i, kind in enumerate(BONUS_KINDS) if s.bonus.get(kind) == area), None)


def own_special(s: State, npc: str, area: str) -> bool:
    """Return whether the NPC has a disk in it and it is special for the NPC; of cubes only its own count (RUL-155)."""
    return disks(s, npc, area) > 0 and special_kind(s, area, npc) is not None


def special_areas(s: State, npc: str) -> list[str]:
    """Return the special areas in which the NPC has a disk, in the order of priority 4."""
    own = [area for area in occupied_areas(s, npc) if own_special(s, npc, area)]
    return sorted(own, key=lambda area: special_kind(s, area, npc) or 0)


def is_home(s: State, civ: str, area: str) -> bool:
    """Return whether it is the civ's Home Area."""
    return civ in s.civs and s.civs[civ].home == area


def has_gold(s: State, civ: str, area: str) -> bool:
    """Return whether Gold of the civ is there."""
    return s.gold.get(area) == civ


def has_temple(s: State, civ: str, area: str) -> bool:
    """Return whether a Deity of the civ is there: its Home Area with a block on the temple (RUL-158)."""
    return civ in s.civs and temple_of(s.civs[civ]) == area and has_deity(s.civs[civ])


def _beside(fits: Fits) -> Fits:
    """Whether one of the neighbours is such an area."""
    return lambda s, civ, area: any(fits(s, civ, other) for other in near(s, area))


OWN: Final[tuple[tuple[int, Fits], ...]] = ((1, is_home), (2, has_gold), (3, is_city), (4, own_special))
FOREIGN: Final[tuple[tuple[int, Fits], ...]] = (
    (11, has_temple),
    (12, has_gold),
    (13, _beside(has_gold)),
    (14, _beside(has_temple)),
    (15, is_city),
    (17, _beside(is_city)),
    (18, is_settlement),
    (19, is_camp),
)


def removal_rank(s: State, npc: str, area: str) -> int:
    """Return the first number of the placement lists whose description fits the area; else BEYOND and its distance from
    home.

    Opposing disks go from the lowest rank up, the NPC's own from the highest down (RUL-138).
    """
    for number, fits in OWN:
        if fits(s, npc, area):
            return number
    against = enemies(s, npc)
    for number, fits in FOREIGN:
        if any(fits(s, enemy, area) for enemy in against):
            return number
    return BEYOND + from_home(s, npc, area)


def victim(s: State, npc: str) -> str:
    """Return the person's civ that Method A hurts: most VP, then Cities, then earlier in Turn Order; empty
    without any.
    """
    return next(iter(strongest(s, (civ for civ in humans(s) if civ != npc))), "")


def method_a(s: State, npc: str, area: str) -> Key:
    """Return a key that sorts areas equal by the priorities, best first (RUL-134).

    What hurts the leading person most, in the area and then next to it; terrain; nearer home; order of Competitions.
    """
    return (*harm(s, victim(s, npc), area), terrain(area), from_home(s, npc, area), AREAS[area].order)


def land_first(s: State, npc: str, area: str) -> Key:
    """Return that key with terrain first: in priorities 22 to 28 and at set-up (RUL-134)."""
    return (*terrain_key(s, area), *method_a(s, npc, area))


def terrain_key(s: State, area: str) -> Key:
    """Return the sort key by terrain: Fertile, Mountain, Plains, Desert, Sea; of Seas, those nearer to such Land
    first.
    """
    return (terrain(area), *(from_terrains(s.map, area) if AREAS[area].is_sea else ()))


def terrain(area: str) -> int:
    """Return the place of the area's terrain in the order of preference (Playbook, Terrain Note)."""
    return TERRAINS.index(AREAS[area].terrain)


def harm(s: State, civ: str, area: str) -> Key:
    """Return a key that is less the more of the civ's disks are in the area, and then next to it."""
    return -disks(s, civ, area), -sum(disks(s, civ, other) for other in near(s, area))


def best_first(s: State, npc: str, areas: Iterable[str]) -> list[str]:
    """Return the areas by Method A."""
    return sorted(areas, key=lambda area: method_a(s, npc, area))
