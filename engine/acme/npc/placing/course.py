"""In what order the priorities are asked, and what becomes of a whole handful of disks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from engine.acme.npc.placing.attack import ASSAULTS
from engine.acme.npc.placing.bases import FIRST
from engine.acme.npc.placing.defence import (
    catching_up,
    enemy_at_city,
    enemy_at_gold,
    enemy_at_home,
    gold_city,
    home_city,
    neighbour_city,
    special,
)
from engine.acme.npc.placing.growth import (
    against_raiders,
    against_settlers,
    build,
    put_to_sea,
    settle,
    share_sea,
    take_land,
)
from engine.acme.npc.placing.prospect import DiskGroup, Priority, Prospect
from engine.acme.npc.placing.seafaring import cimmerians, sea_peoples

DEFENCE: Final[tuple[Priority, ...]] = (
    enemy_at_home,
    enemy_at_gold,
    enemy_at_city,
    special,
    home_city,
    gold_city,
    neighbour_city,
    catching_up,
    sea_peoples,
    cimmerians,
)
GROWTH: Final[tuple[Priority, ...]] = (
    settle,
    put_to_sea,
    take_land,
    build,
    against_settlers,
    against_raiders,
    share_sea,
)


def next_groups(p: Prospect) -> list[DiskGroup]:
    """Where the next disks may go, equal by the priorities, the best by Method A first; none if nothing fits.

    What the scenario puts first and priorities 1 to 10 follow one another without going back; after them each disk is
    judged anew.
    """
    if not p.hand:
        return []
    line = (*FIRST.get(p.s.scenario, ()), *DEFENCE)
    while p.passed < len(line):
        if found := line[p.passed](p):
            return found
        p.passed += 1
    against = _first(assault(p, enemy) for enemy in p.against for assault in ASSAULTS)
    return against or _first(ask(p) for ask in GROWTH)


def _first(found: Iterator[list[DiskGroup]]) -> list[DiskGroup]:
    return next((groups for groups in found if groups), [])


def course(p: Prospect) -> Iterator[DiskGroup]:
    """The groups one after another, Method A deciding among equals, until the hand is empty or nothing fits."""
    while groups := next_groups(p):
        p.put(groups[0].area, groups[0].n)
        yield groups[0]


def resume(p: Prospect, placed: Sequence[str]) -> DiskGroup | None:
    """Think again what has led to the disks placed so far. Returns what is left of a group that was begun.

    A civ without a disk on the map has had no choice for its first one.
    """
    i = 0
    while i < len(placed):
        groups = next_groups(p) if p.reach or p.offered is not None else []
        group = next((g for g in groups if g.area == placed[i]), DiskGroup(0, placed[i], 1))
        n = min(group.n, run_length(placed[i:]))
        p.put(group.area, n)
        i += n
        if n < group.n and i == len(placed):
            return DiskGroup(group.number, group.area, min(group.n - n, p.hand))
    return None


def run_length(placed: Sequence[str]) -> int:
    """How often the first entry stands at the beginning."""
    return len(list(takewhile(lambda area: area == placed[0], placed)))
