"""Home defence: priorities 1 to 8 (RUL-155, RUL-156)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.npc.distances import from_home, from_people
from engine.acme.npc.placing.prospect import DiskGroup, Prospect, choose, hostility_rank, largest_enemy, together
from engine.acme.npc.ranks import special_areas, special_kind
from engine.acme.questions.board import cities, fertile_or_plain, is_city, land_near, occupied_areas

WHOLE = 99


def threatened_areas(p: Prospect, areas: Iterable[str]) -> list[str]:
    """Return the areas with an enemy whose stack its own doesn't exceed."""
    return [area for area in areas if 0 < largest_enemy(p, area) >= p.own(area)]


def enemy_at_home(p: Prospect) -> list[DiskGroup]:
    """Priority 1: an enemy in its Home Area."""
    return choose(p, 1, threatened_areas(p, [p.home]))


def enemy_at_gold(p: Prospect) -> list[DiskGroup]:
    """Priority 2: an enemy beside its Gold."""
    return choose(p, 2, threatened_areas(p, own_gold(p)), lambda area: (hostility_rank(p, area),))


def enemy_at_city(p: Prospect) -> list[DiskGroup]:
    """Priority 3: an enemy beside its City."""
    return choose(p, 3, threatened_areas(p, cities(p.s, p.npc)), lambda area: (hostility_rank(p, area),))


def special(p: Prospect) -> list[DiskGroup]:
    """Priority 4: an enemy in its special area; then special areas next to its disks, vacant or with an enemy, to the
    cap.
    """
    own = threatened_areas(p, special_areas(p.s, p.npc))
    found = choose(p, 4, own, lambda area: (special_kind(p.s, area, p.npc) or 0, hostility_rank(p, area)))
    return found or choose(
        p, 4, open_specials(p), lambda area: (special_kind(p.s, area) or 0, hostility_rank(p, area)), fill
    )


def open_specials(p: Prospect) -> list[str]:
    """Return special areas next to its disks without a disk of its own, vacant or with an enemy."""
    return [
        area
        for area in p.areas()
        if special_kind(p.s, area) is not None
        and not p.own(area)
        and (area not in p.s.disks or largest_enemy(p, area))
        and p.beside_own(area)
    ]


def fill(p: Prospect, area: str) -> int:
    """Return as many disks as the area takes."""
    return together(p, area, WHOLE)


def to_three(p: Prospect, area: str) -> int:
    """Return as many of the disks that make a City as there are."""
    return together(p, area, RULES.city_disks)


def home_city(p: Prospect) -> list[DiskGroup]:
    """Priority 5: no City in its Home Area."""
    return choose(p, 5, [p.home] if p.own(p.home) < RULES.city_disks else [], amount=to_three)


def gold_city(p: Prospect) -> list[DiskGroup]:
    """Priority 6: no City in an area with its Gold."""
    bare = [area for area in own_gold(p) if AREAS[area].holds_cities and not is_city(p.s, p.npc, area)]
    return choose(p, 6, bare, amount=to_three)


def neighbour_city(p: Prospect) -> list[DiskGroup]:
    """Priority 7: without a City next to its Home Area, begin one there, as far from persons' disks as possible."""
    around = fertile_or_plain(land_near(p.s, p.home))
    if any(is_city(p.s, p.npc, area) for area in around):
        return []
    return choose(p, 7, around, lambda area: (-from_people(p.s, p.npc, area),), to_three)


def catching_up(p: Prospect) -> list[DiskGroup]:
    """Priority 8: fewer Cities or VP than another civ: it makes a City as near to its Home Area as it can."""
    if not behind(p):
        return []
    held = [area for area in fertile_or_plain(occupied_areas(p.s, p.npc)) if p.own(area) < RULES.city_disks]
    return choose(p, 8, held, lambda area: (from_home(p.s, p.npc, area),), full_city)


def full_city(p: Prospect, area: str) -> int:
    """Return the disks that make a City at once, if it has them."""
    n = to_three(p, area)
    return n if p.own(area) + n >= RULES.city_disks else 0


def behind(p: Prospect) -> bool:
    """Return whether another civ has more Cities or more VP."""
    vp, towns = p.s.civs[p.npc].vp, len(cities(p.s, p.npc))
    return any(p.s.civs[civ].vp > vp or len(cities(p.s, civ)) > towns for civ in p.s.order if civ != p.npc)


def own_gold(p: Prospect) -> list[str]:
    """Return the areas with its Gold, by name."""
    return sorted(area for area, owner in p.s.gold.items() if owner == p.npc)
