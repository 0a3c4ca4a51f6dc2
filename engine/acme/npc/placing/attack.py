"""Against an enemy: priorities 11 to 21, each of them for one enemy after another (RUL-158, RUL-159)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from engine.acme.facts.catalog import AREAS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.distances import nearest, steps
from engine.acme.npc.placing.prospect import DiskGroup, Prospect, all_enemies, choose, together
from engine.acme.npc.ranks import has_temple
from engine.acme.questions.board import (
    cities,
    disks,
    is_camp,
    is_settlement,
    land,
    near,
    occupied_areas,
    seas,
    temple_of,
)

Assault: TypeAlias = Callable[[Prospect, str], list[DiskGroup]]
PAIR = 2


def temple(p: Prospect, enemy: str) -> list[str]:
    """Return the area with the enemy's Deity."""
    area = temple_of(p.s.civs[enemy]) if enemy in p.s.civs else ""
    return [area] if area and has_temple(p.s, enemy, area) else []


def seat_of(p: Prospect, enemy: str) -> str:
    """Return the enemy's Home Area; for a Faction that nobody plays, its first area."""
    return p.s.civs[enemy].home if enemy in p.s.civs else next(iter(occupied_areas(p.s, enemy)), "")


def gold(p: Prospect, enemy: str) -> list[str]:
    """Return the areas with the enemy's Gold."""
    return sorted(area for area, owner in p.s.gold.items() if owner == enemy)


def at_deity(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 11: into the area with its Deity."""
    return choose(p, 11, temple(p, enemy))


def at_gold(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 12: into an area with its Gold."""
    return choose(p, 12, gold(p, enemy))


def near_gold(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 13: next to its Gold."""
    return beside(p, 13, gold(p, enemy))


def near_deity(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 14: next to its Deity."""
    return beside(p, 14, temple(p, enemy))


def at_city(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 15: into an area with its City."""
    return choose(p, 15, cities(p.s, enemy))


def invasion(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 16: an Invader comes as near as it can to Gold, Deity or City."""
    goals = [*gold(p, enemy), *temple(p, enemy), *cities(p.s, enemy)]
    if not goals or not p.s.civs[p.npc].invader:
        return []
    home = seat_of(p, enemy)
    return choose(p, 16, p.areas(), lambda area: (nearest(p.s, area, goals), steps(p.s, area, home)))


def near_city(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 17: next to its City."""
    return beside(p, 17, cities(p.s, enemy))


def beside(p: Prospect, number: int, goals: Iterable[str]) -> list[DiskGroup]:
    """Into Land next to one of the areas, else into a Sea next to one; where fewest enemies are."""
    around = sorted({other for area in goals for other in near(p.s, area)})
    return _where_fewest(p, number, land(around)) or _where_fewest(p, number, seas(around))


def _where_fewest(p: Prospect, number: int, areas: Iterable[str]) -> list[DiskGroup]:
    return choose(p, number, areas, lambda area: (all_enemies(p, area),))


def at_settlement(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 18: into an area with its Settlement and two Barbarians at most, with two disks in hand at least."""
    fit = (area for area in p.areas() if is_settlement(p.s, enemy, area) and barbarians(p, area) <= PAIR)
    return choose(p, 18, fit) if p.hand >= PAIR else []


def at_camp(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 19: into an area with its Camp and one Barbarian at most."""
    return choose(p, 19, (a for a in p.areas() if is_camp(p.s, enemy, a) and barbarians(p, a) <= 1))


def barbarians(p: Prospect, area: str) -> int:
    """Return the Barbarian disks in the area."""
    return disks(p.s, BARBARIANS, area)


def own_settlement(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 20: turn a Settlement of its own without enemies into a City, whichever enemy there is."""
    del enemy
    quiet = (a for a in p.areas() if is_settlement(p.s, p.npc, a) and AREAS[a].holds_cities and not all_enemies(p, a))
    return choose(p, 20, quiet, amount=one_more)


def one_more(p: Prospect, area: str) -> int:
    """Return a disk more than it has there, or what else the rules ask for."""
    return together(p, area, p.own(area) + 1)


def advance(p: Prospect, enemy: str) -> list[DiskGroup]:
    """Priority 21: into an area without enemies, towards the enemy's Home Area, then towards its disks."""
    home, held = seat_of(p, enemy), occupied_areas(p.s, enemy)
    quiet = (area for area in p.areas() if not all_enemies(p, area))
    return choose(p, 21, quiet, lambda area: (steps(p.s, area, home), nearest(p.s, area, held)))


ASSAULTS: Final[tuple[Assault, ...]] = (
    at_deity,
    at_gold,
    near_gold,
    near_deity,
    at_city,
    invasion,
    near_city,
    at_settlement,
    at_camp,
    own_settlement,
    advance,
)
