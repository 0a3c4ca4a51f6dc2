"""Reasons for peace and war between an NPC and another civ (Playbook, NPC Hostility).

For each reason a disk of the Civilization Pool is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.acme.questions.board import cities, disks, near, occupied_areas, seas
from engine.acme.state import State

RAIDERS = ("sea_peoples", "cimmerians")


def touches(s: State, civ: str, areas: Sequence[str]) -> bool:
    """Return whether the civ has a disk in or adjacent to one of the areas."""
    return any(disks(s, civ, b) for a in areas for b in (a, *near(s, a)))


def leads(s: State, civ: str, other: str) -> bool:
    """Return whether the civ has more VP than the other."""
    return s.civs[civ].vp > s.civs[other].vp


def builds_more(s: State, civ: str, other: str) -> bool:
    """Return whether the civ has more Cities than the other."""
    return len(cities(s, civ)) > len(cities(s, other))


def raids(s: State, npc: str, other: str) -> bool:
    """Return whether the NPC is a people of raiders, and meets a disk of the other in a Sea."""
    is_raider = any(display in RAIDERS for display in s.civs[npc].displays)
    return is_raider and any(disks(s, other, a) for a in seas(occupied_areas(s, npc)))


def for_peace(s: State, npc: str, other: str, *, gift: bool = False) -> list[str]:
    """Return why the NPC may make peace with a civ: its gift, the distance between them, own VP, own Cities."""
    return _true(
        {
            "gift": gift,
            "distance": not touches(s, npc, occupied_areas(s, other)),
            "vp": leads(s, npc, other),
            "cities": builds_more(s, npc, other),
        }
    )


def for_war(s: State, npc: str, other: str) -> list[str]:
    """Return why the NPC may become enemy to a civ: their neighbourhood, its VP, its Cities, harm by its cards,
    raids.
    """
    return _true(
        {
            "near": touches(s, npc, occupied_areas(s, other)),
            "home": touches(s, other, [s.civs[npc].home]),
            "vp": leads(s, other, npc),
            "cities": builds_more(s, other, npc),
            "harm": other in s.civs[npc].harmed_by,
            "raids": raids(s, npc, other),
        }
    )


def _true(conditions: Mapping[str, bool]) -> list[str]:
    return [name for name, holds in conditions.items() if holds]
