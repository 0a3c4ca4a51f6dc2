"""Preferences of a scenario among equals, before the general order (Playbook, General Rules, 1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.acme.npc.distances import nearest
from engine.acme.npc.ranks import Key
from engine.acme.npc.relations import enemies
from engine.acme.state import State

Preference: TypeAlias = Callable[[State, str, str], Key]


def nearer_to_gold(s: State, npc: str, area: str) -> Key:
    """Return the area nearer to Gold of an enemy (Rostam, Path of Invasion)."""
    against = enemies(s, npc)
    return (nearest(s, area, (where for where, owner in s.gold.items() if owner in against)),)


PREFERENCES: Final[Mapping[str, Preference]] = {"rostam": nearer_to_gold}


def first_among_equals(s: State, npc: str, area: str) -> Key:
    """Return the less, the more the scenario wants it; nothing where it says nothing."""
    prefers = PREFERENCES.get(s.scenario)
    return prefers(s, npc, area) if prefers else ()
