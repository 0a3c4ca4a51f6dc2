"""Where an NPC's card places Barbarians: at its targets, and never at itself (cards 84 and 85)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from engine.acme.cards.migrations import (
    CONFEDERATION_AREAS,
    MIGRATION,
    MIGRATION_AREAS,
    MIGRATION_DISKS,
    areas_to_gather,
    camps,
    goals,
)
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.cards.judging import Judge
from engine.acme.npc.distances import nearest
from engine.acme.questions.board import (
    disks,
    has_deity,
    is_city,
    is_settlement,
    occupied_areas,
    of_terrain,
    rival_civs,
    room,
    temple_of,
)
from engine.acme.state import State

Menace: TypeAlias = tuple[int, ...]


def worth_to(s: State, civ: str, area: str) -> int:
    """Return what the civ has there: 0 its Gold, 1 its Deity, 2 a City, 3 a Settlement, 4 a Camp."""
    if s.gold.get(area) == civ:
        return 0
    if temple_of(s.civs[civ]) == area and has_deity(s.civs[civ]):
        return 1
    if is_city(s, civ, area):
        return 2
    return 3 if is_settlement(s, civ, area) else 4


def menace(judge: Judge, area: str) -> Menace:
    """Return how well Barbarians are placed there; less is better.

    First areas of targets; then unoccupied areas, nearest to a target; then areas of others.
    """
    s, here = judge.s, rival_civs(judge.s, judge.npc, area)
    found = judge.first(here) if here else ""
    if found and judge.is_target(found):
        return 0, judge.tier(found), worth_to(s, found, area), *judge.equal(area)
    if found:
        return 2, judge.tier(found), worth_to(s, found, area), *judge.equal(area)
    aims = (a for f in judge.order if judge.is_target(f) for a in occupied_areas(s, f))
    return 1, nearest(s, area, aims), *judge.equal(area)


def best_places(judge: Judge, areas: Iterable[str], most: int) -> list[str]:
    """Return at most so many of the areas without a disk of the NPC or its side, the best first."""
    foreign = [a for a in areas if not any(disks(judge.s, civ, a) for civ in judge.kin)]
    return sorted(foreign, key=lambda area: menace(judge, area))[:most]


def best_start(judge: Judge, starts: Sequence[str]) -> list[str]:
    """Return the areas from which Barbarian Migration goes to foreign places, the best first."""
    led = {start: best_places(judge, goals(judge.s, start), MIGRATION_AREAS) for start in starts}

    def value(start: str) -> list[Menace]:
        return [*(menace(judge, a) for a in led[start]), (9,)]

    return sorted((start for start in starts if led[start]), key=value)


def invasion_areas(judge: Judge, card: int) -> list[str]:
    """Return where the card would place Barbarians, one entry per disk."""
    s = judge.s
    if card != MIGRATION:
        return best_places(judge, areas_to_gather(s), CONFEDERATION_AREAS)[: s.black]
    start = next(iter(best_start(judge, camps(s))), "")
    areas = best_places(judge, goals(s, start), MIGRATION_AREAS) if start else []
    return [a for a in areas for _ in range(barbarians_to(s, a))][: s.black]


def barbarians_to(s: State, area: str) -> int:
    """Return how many Barbarians Barbarian Migration places in the area."""
    return min(1 if of_terrain([area], "desert") else MIGRATION_DISKS, room(s, BARBARIANS, area))
