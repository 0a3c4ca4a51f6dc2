"""What an NPC pays for a Deity: mina, then spare disks, never cards (Playbook, Deity Priorities)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.npc.placing.prospect import without
from engine.acme.npc.ranks import method_a, removal_rank
from engine.acme.questions.board import controls, disks, is_city, occupied_areas
from engine.acme.questions.income import commerce, growth_disks, growth_mina
from engine.acme.state import State

SEAFARERS = {"sea_peoples", "cimmerians"}


def sparable(s: State, npc: str, area: str) -> int:
    """Return how many disks it can give up there without losing a City or the area's benefit.

    Cities keep 3; Gold, bonus cubes, Strongholds, Fertile areas, Seas for seafaring civs, and the Home Area keep 1.
    """
    there = disks(s, npc, area)
    if AREAS[area].holds_cities and there >= RULES.city_disks:
        return there - RULES.city_disks
    return max(0, there - 1) if brings_something(s, npc, area) else there


def brings_something(s: State, npc: str, area: str) -> bool:
    """Return whether the area gives the NPC something for the last of its disks too."""
    if area == s.civs[npc].home or s.gold.get(area) == npc:
        return True
    return yields(s, npc, area) and (area not in s.bonus.values() or controls(s, npc, area))


def yields(s: State, npc: str, area: str) -> bool:
    """Return whether the area gives its holder a bonus: its own Stronghold, Fertile land, a bonus cube.

    To the Sea Peoples and the Cimmerians every Sea does (Playbook, Deity Priorities).
    """
    if s.cubes.get(area) == npc or AREAS[area].terrain == "fertile" or area in s.bonus.values():
        return True
    return lives_on(s, npc, area)


def grows_less_without(s: State, npc: str, area: str) -> bool:
    """Return whether the next Growth would give fewer disks or mina with one disk less there, as for a Settlement in
    Plains.

    Commerce doesn't count, since no single area yields it.
    """
    left = without(s, npc, (area,))
    fewer = growth_disks(left, npc) - commerce(left, npc) < growth_disks(s, npc) - commerce(s, npc)
    return fewer or growth_mina(left, npc) < growth_mina(s, npc)


def lives_on(s: State, npc: str, area: str) -> bool:
    """Return whether it is a Sea and the NPC one of the civs that benefit from every Sea with a disk."""
    return AREAS[area].is_sea and not SEAFARERS.isdisjoint(s.civs[npc].displays)


def expendable(s: State, npc: str, given: Sequence[str] = ()) -> list[str]:
    """Return the areas with a disk that the NPC can spare, most expendable first; `given`: what it gives up already.

    First a disk that brings nothing in Growth and leaves another in its area; then one that only brings nothing; then
    by what is lost (RUL-138; N-178). At home only what its City can spare.
    """
    left = without(s, npc, given)

    def key(area: str) -> tuple[int, int]:
        there = disks(left, npc, area)
        needed = there == 1 or (area == s.civs[npc].home and not is_city(left, npc, area))
        return income(left, npc) - income(without(left, npc, [area]), npc), needed

    return sorted((a for a in spare_first(left, npc) if given.count(a) < sparable(s, npc, a)), key=key)


def income(s: State, npc: str) -> int:
    """Return the disks and mina that its areas would bring in Growth."""
    return growth_disks(s, npc) + growth_mina(s, npc)


def spare_first(s: State, npc: str) -> list[str]:
    """Return the areas with a disk of the NPC, the most expendable first: highest rank, worst by Method A (RUL-138)."""

    def key(area: str) -> tuple[int, ...]:
        return -removal_rank(s, npc, area), *(-n for n in method_a(s, npc, area))

    return sorted(occupied_areas(s, npc), key=key)


def can_spare(s: State, npc: str, cost: int, least_disks: int = 0) -> bool:
    """Return whether mina and disks that can be spared pay so much, so many of it in disks."""
    free = sum(sparable(s, npc, area) for area in occupied_areas(s, npc))
    return free >= least_disks and free + s.civs[npc].mina >= cost
