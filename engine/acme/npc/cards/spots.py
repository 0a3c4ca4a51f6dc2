"""Where disks placed by a card go, if the card asks for areas and not for each disk (Playbook, NPC Card Play)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.acme.npc.placing.course import next_groups
from engine.acme.npc.placing.prospect import DiskGroup, Prospect, prospect, together
from engine.acme.npc.placing.scenarios import first_among_equals
from engine.acme.npc.ranks import Key, land_first
from engine.acme.npc.relations import enemies
from engine.acme.state import State

NO_PRIORITY = 0


def spots(s: State, npc: str, areas: Iterable[str], hand: int = 1) -> list[str]:
    """Return the areas where the NPC may place disks without starting a fight except against an enemy (RUL-154)."""
    p = Prospect(s, npc, hand, frozenset(areas), against=enemies(s, npc))
    return [area for area in p.areas() if together(p, area)]


def by_scenario_and_land(s: State, npc: str, area: str) -> Key:
    """Return a key that puts the best area first: by the scenario, then the terrain, then Method A."""
    return (*first_among_equals(s, npc, area), *land_first(s, npc, area))


def best_spots(s: State, npc: str, areas: Sequence[str], picked: Sequence[str] = (), hand: int = 1) -> list[DiskGroup]:
    """Return where the next disk goes by the placement priorities, equal areas by Method A; empty if it had better not.

    `picked`: areas that already get a disk of the same card. Disks without a priority go to the best land, so that
    nothing of the card is lost (Playbook, NPC Card Play: to the NPC's benefit as much as possible).
    """
    p = prospect(s, npc, len(picked) + hand, areas)
    for area in picked:
        p.put(area, 1)
    if found := next_groups(p):
        return found
    left = sorted(spots(p.s, npc, areas, hand), key=lambda area: by_scenario_and_land(s, npc, area))
    return [DiskGroup(NO_PRIORITY, area, 1) for area in left[:1]]
