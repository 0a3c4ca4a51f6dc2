"""The order in which NPCs remove Barbarians from the map (Playbook, NPCs & Barbarians)."""

from __future__ import annotations

from typing import Final

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.distances import FAR, from_home, nearest
from engine.acme.npc.ranks import has_gold, is_home
from engine.acme.questions.board import controls, disks, is_city, occupied
from engine.acme.state import State

HOME, GOLD_CITY, CITY, OWN, HELD, SINGLE, BEYOND = range(7)
BY_HOME: Final = (HELD, SINGLE)


def freeing(s: State, npc: str, area: str) -> tuple[int, int]:
    """Sorts areas with Barbarians by the six priorities; equal keys are equal chances."""
    kind = _kind(s, npc, area)
    if kind in BY_HOME:
        return kind, from_home(s, npc, area)
    return kind, nearest(s, area, occupied(s, npc)) if kind == BEYOND else 0


def freeing_rank(s: State, npc: str, area: str) -> int:
    """The same as one number, to be compared with other ranks of areas."""
    kind, steps = freeing(s, npc, area)
    return kind * (FAR + 1) + steps


def _kind(s: State, npc: str, area: str) -> int:
    if is_home(s, npc, area):
        return HOME
    if is_city(s, npc, area):
        return GOLD_CITY if has_gold(s, npc, area) else CITY
    if disks(s, npc, area):
        return OWN
    if controls(s, BARBARIANS, area):
        return HELD
    return SINGLE if disks(s, BARBARIANS, area) == 1 else BEYOND
