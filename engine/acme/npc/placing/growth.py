"""Growing without an enemy: priorities 22 to 28, where terrain comes before Method A (RUL-160)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.distances import from_home
from engine.acme.npc.placing.defence import full_city
from engine.acme.npc.placing.prospect import DiskGroup, Prospect, choose, together
from engine.acme.npc.ranks import terrain_key
from engine.acme.questions.board import (
    controls,
    disks,
    fertile_or_plain,
    is_camp,
    is_settlement,
    land,
    land_near,
    near,
    seas,
)

PAIR = 2


def settle(p: Prospect) -> list[DiskGroup]:
    """Priority 22: turn a Camp into a Settlement, except in a Controlled Fertile or Desert area."""
    camps = [area for area in land(p.areas()) if is_camp(p.s, p.npc, area) and not enough(p, area)]
    return choose(p, 22, camps, lambda area: terrain_key(p.s, area), pair)


def enough(p: Prospect, area: str) -> bool:
    """Return whether one disk will do there: it Controls the area, and it is Fertile or Desert."""
    return AREAS[area].terrain in {"fertile", "desert"} and controls(p.s, p.npc, area)


def pair(p: Prospect, area: str) -> int:
    """Return a Settlement."""
    return together(p, area, PAIR)


def put_to_sea(p: Prospect) -> list[DiskGroup]:
    """Priority 23: one disk into an empty Sea next to Land that it occupies."""
    coast = [a for a in seas(empty(p)) if any(p.own(other) for other in land_near(p.s, a))]
    return choose(p, 23, coast, lambda area: terrain_key(p.s, area))


def empty(p: Prospect) -> list[str]:
    """Return the areas it may enter that have no disks."""
    return [area for area in p.areas() if area not in p.s.disks]


def take_land(p: Prospect) -> list[DiskGroup]:
    """Priority 24: one disk into an empty Fertile or Desert area, two into other Land, next to its own disks."""
    free = [area for area in land(empty(p)) if p.beside_own(area)]
    return choose(p, 24, free, lambda area: terrain_key(p.s, area), foothold)


def foothold(p: Prospect, area: str) -> int:
    """Return how many disks are enough to hold the area."""
    return together(p, area, 1 if AREAS[area].terrain in {"fertile", "desert"} else PAIR)


def build(p: Prospect) -> list[DiskGroup]:
    """Priority 25: unless it leads in VP, a Controlled Fertile area or a Settlement becomes a City, the nearest to its
    home.
    """
    if all(p.s.civs[civ].vp <= p.s.civs[p.npc].vp for civ in p.s.order):
        return []
    sites = [area for area in fertile_or_plain(p.areas()) if could_be_city(p, area)]
    return choose(p, 25, sites, lambda area: (from_home(p.s, p.npc, area), *terrain_key(p.s, area)), full_city)


def could_be_city(p: Prospect, area: str) -> bool:
    """Return a Settlement, or a Fertile area that it Controls without a City."""
    fertile = AREAS[area].terrain == "fertile" and controls(p.s, p.npc, area)
    return is_settlement(p.s, p.npc, area) or (fertile and p.own(area) < RULES.city_disks)


def against_settlers(p: Prospect) -> list[DiskGroup]:
    """Priority 26: into Land that Barbarians Control next to its own disks, where they are fewest."""
    return against_barbarians(p, 26, land(p.areas()))


def against_raiders(p: Prospect) -> list[DiskGroup]:
    """Priority 27: into a Sea that Barbarians Control next to its own disks, where they are fewest."""
    return against_barbarians(p, 27, seas(p.areas()))


def against_barbarians(p: Prospect, number: int, areas: Iterable[str]) -> list[DiskGroup]:
    """Return where Barbarians can be exceeded, or under the cap or with too few disks in hand matched (N-173)."""
    held = [a for a in areas if controls(p.s, BARBARIANS, a) and p.beside_own(a)]
    return choose(p, number, held, lambda area: (raiders(p, area), *terrain_key(p.s, area)))


def raiders(p: Prospect, area: str) -> int:
    """Return the Barbarian disks in the area."""
    return disks(p.s, BARBARIANS, area)


def share_sea(p: Prospect) -> list[DiskGroup]:
    """Priority 28: one disk beside the single disk of another civ at Sea, next to another area of that civ."""
    shared = [area for area in seas(p.areas()) if not p.own(area) and lone_ship(p, area)]
    return choose(p, 28, shared, lambda area: terrain_key(p.s, area), one)


def lone_ship(p: Prospect, area: str) -> bool:
    """Return whether one disk of a civ is there and no other, and the civ occupies an area next to it."""
    rivals = p.rivals(area)
    civs = [f for f in rivals if f in p.s.order]
    alone = len(rivals) == 1 and sum(rivals.values()) == 1
    return alone and any(disks(p.s, civ, other) for civ in civs for other in near(p.s, area))


def one(p: Prospect, area: str) -> int:
    """Return a single disk."""
    return min(1, p.room(area))
