"""Events while no NPC has been found yet: they act for an unseen opponent with the fewest VP (RUL-176)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.acme.facts.catalog import AREAS, distances
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.relations import human_leader, npcs
from engine.acme.questions.board import disks, has_deity, is_city, is_settlement, occupied_areas, room
from engine.acme.state import State

WORTH = ("camp", "settlement", "city", "deity", "gold")


def all_npcs_unknown(s: State) -> bool:
    """Return whether no seat directs Events, because all NPCs are still unknown."""
    return s.exploration is not None and not npcs(s)


def worth(s: State, victim: str, area: str) -> int:
    """Return how attractive the area is to the invaders: Gold, Deity, City, Settlement, Camp; 0 without a disk of the
    victim.
    """
    if not disks(s, victim, area):
        return 0
    if s.gold.get(area) == victim:
        return WORTH.index("gold") + 1
    if area == s.civs[victim].home and has_deity(s.civs[victim]):
        return WORTH.index("deity") + 1
    if is_city(s, victim, area):
        return WORTH.index("city") + 1
    return WORTH.index("settlement" if is_settlement(s, victim, area) else "camp") + 1


def unled_path(s: State, ways: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the entry and path of such an invasion. `ways`: for each entry the areas it leads to."""
    victim = human_leader(s)
    paths = {entry: [entry, *best_first(s, victim, beyond)] for entry, beyond in ways.items()}
    return paths[max(paths, key=lambda entry: harm(s, victim, paths[entry]))]


def best_first(s: State, victim: str, areas: Sequence[str]) -> list[str]:
    """Return the explored area that is to be struck, then those in which the victim has most to lose."""
    aim = aim_of(s)
    return sorted(areas, key=lambda area: (area != aim, -worth(s, victim, area), AREAS[area].order))


def aim_of(s: State) -> str:
    """Return the explored area that an Event strikes if it can; empty without one (RUL-172)."""
    return s.exploration.aim if s.exploration else ""


def harm(s: State, victim: str, areas: Sequence[str]) -> tuple[int, ...]:
    """Return how many areas of the victim are hit, and of which kinds; if none, how near the entry is to one
    (N-175).
    """
    struck = [worth(s, victim, area) for area in areas_to_enter(s, areas)]
    kinds = (struck.count(kind) for kind in range(len(WORTH), 0, -1))
    return (sum(map(bool, struck)), *kinds, 0 if any(struck) else -away(s, victim, areas[0]))


def areas_to_enter(s: State, areas: Sequence[str]) -> list[str]:
    """Return the areas, in this order, that Barbarians enter while there are black disks."""
    left, found = s.black, []
    for area in areas:
        if left > 0 and (fits := room(s, BARBARIANS, area)):
            found.append(area)
            left -= fits
    return found


def away(s: State, victim: str, area: str) -> int:
    """Return the steps from the area to the nearest one of the victim, or without any to its Home Area."""
    steps = distances(s.map, area)
    return min(steps[held] for held in occupied_areas(s, victim) or [s.civs[victim].home])


def wanted_back(s: State, held: Mapping[str, str]) -> str:
    """Return the captured Deity that is sent home: the first one that the civ named by the rule holds, if it
    holds any.
    """
    return next((deity for deity, captor in held.items() if captor == human_leader(s)), "")
