"""What an NPC pays for a Deity: mina, then disks it can do without, never cards (Playbook, Deity Priorities)."""

from __future__ import annotations

from engine.acme.board import controls, disks, occupied
from engine.acme.catalog import AREAS, RULES
from engine.acme.npc.ranks import method_a, removal_rank
from engine.acme.state import State

SEAFARERS = {"sea_peoples", "cimmerians"}


def sparable(s: State, npc: str, area: str) -> int:
    """How many of its disks there it can give up without losing a City or what the area brings.

    Cities keep 3; Gold, bonus cubes, Strongholds, Fertile areas, for seafaring civs Seas, and the Home Area keep 1.
    """
    there = disks(s, npc, area)
    if AREAS[area].holds_cities and there >= RULES.city_disks:
        return there - RULES.city_disks
    return max(0, there - 1) if brings_something(s, npc, area) else there


def brings_something(s: State, npc: str, area: str) -> bool:
    """Whether the area gives the NPC something for the last of its disks too."""
    if npc in {s.cubes.get(area), s.gold.get(area)}:
        return True
    if area == s.civs[npc].home or AREAS[area].terrain == "fertile":
        return True
    if area in s.bonus.values():
        return controls(s, npc, area)
    return AREAS[area].is_sea and not SEAFARERS.isdisjoint(s.civs[npc].displays)


def spare_first(s: State, npc: str) -> list[str]:
    """The areas with a disk of the NPC, the most expendable first: highest rank, worst by Method A (RUL-138)."""

    def key(area: str) -> tuple[int, ...]:
        return -removal_rank(s, npc, area), *(-n for n in method_a(s, npc, area))

    return sorted(occupied(s, npc), key=key)


def can_spare(s: State, npc: str, cost: int, least_disks: int = 0) -> bool:
    """Whether mina and disks that can be spared pay so much, so many of it in disks."""
    free = sum(sparable(s, npc, area) for area in occupied(s, npc))
    return free >= least_disks and free + s.civs[npc].mina >= cost
