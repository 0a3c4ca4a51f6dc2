"""The order in which the priorities are asked, and how a whole handful of disks is placed.

Priorities that a scenario puts first are here too, and those of two peoples' Seas, 9 and 10 (RUL-157).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.placing.attack import ASSAULTS
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
from engine.acme.npc.placing.prospect import DiskGroup, Priority, Prospect, choose, hostility_rank, together, welcome
from engine.acme.questions.board import abilities, near, occupied_areas, seas
from engine.acme.state import Civ

SEA_PEOPLES, CIMMERIANS = "sea_peoples", "cimmerians"
FLEET = 4
PAIR = 2
GARRISON = 4


def sea_peoples(p: Prospect) -> list[DiskGroup]:
    """Priority 9: spread the Sea Peoples over 4 Seas, and over 4 more while they have 4 disks left."""
    if not shows(p.s.civs[p.npc], SEA_PEOPLES):
        return []
    held = len(seas(occupied_areas(p.s, p.npc)))
    if held >= p.sea_goal:
        p.sea_goal = FLEET if held < FLEET else (held // FLEET + 1) * FLEET if p.hand >= FLEET else 0
    free = [area for area in seas(p.areas()) if not p.own(area) and max(p.rivals(area).values(), default=0) < PAIR]
    return choose(p, 9, free, amount=a_disk) if held < p.sea_goal else []


def cimmerians(p: Prospect) -> list[DiskGroup]:
    """Priority 10: the Cimmerians enter each of the Seas of their Display."""
    if not shows(p.s.civs[p.npc], CIMMERIANS):
        return []
    own = {area for ability in abilities(p.s, p.npc, "sea_growth") for area in ability.areas}
    free = [area for area in p.areas() if area in own and not p.own(area) and not rival_fleet(p, area)]
    return choose(p, 10, free, amount=a_landing)


def shows(c: Civ, display: str) -> bool:
    """Return whether the civ has that Display."""
    return display in c.displays


def rival_fleet(p: Prospect, area: str) -> bool:
    """Return whether another civ has two disks in the area."""
    return any(n >= PAIR for f, n in p.rivals(area).items() if f != BARBARIANS)


def a_disk(p: Prospect, area: str) -> int:
    """Return one disk, if it may be there."""
    return _so_many(p, area, 1)


def a_landing(p: Prospect, area: str) -> int:
    """Return one disk, or two against Barbarians that are alone there."""
    return _so_many(p, area, PAIR if list(p.rivals(area)) == [BARBARIANS] else 1)


def _so_many(p: Prospect, area: str, n: int) -> int:
    """Return that number or fewer if it matches the rivals' disks there, else 0."""
    rivals, n = p.rivals(area), min(n, p.hand, p.room(area))
    return n if n >= max(rivals.values(), default=0) and welcome(p, area, rivals, n) else 0


def garrison(p: Prospect) -> list[DiskGroup]:
    """Fewer than 4 of its disks in its Home Area: it fills that up (Playbook, Sargon I)."""
    lacking = [p.home] if p.own(p.home) < GARRISON else []
    return choose(p, 101, lacking, amount=garrison_gap)


def garrison_gap(p: Prospect, area: str) -> int:
    """Return as many of the missing disks as there are."""
    return together(p, area, GARRISON)


def outnumber(p: Prospect) -> list[DiskGroup]:
    """Next to its Home Area, place until it has more disks than all others in the area, or to the limit."""
    pressed = [area for area in near(p.s, p.home) if 0 < opposing_disks(p, area) >= p.own(area)]
    return choose(p, 102, pressed, lambda area: (hostility_rank(p, area),), majority)


def opposing_disks(p: Prospect, area: str) -> int:
    """Return all disks of others in the area."""
    return sum(p.rivals(area).values())


def majority(p: Prospect, area: str) -> int:
    """Return one disk more than all others have there."""
    return together(p, area, opposing_disks(p, area) + 1)


FIRST: Final[Mapping[str, tuple[Priority, ...]]] = {"sargon": (garrison, outnumber)}
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
    """Return where the next disks may go, equal by the priorities, best by Method A first; empty if nothing fits.

    The scenario's own priorities and 1 to 10 follow one another without going back; after them each disk is judged
    anew.
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
    """Yield the groups one after another, Method A deciding among equals, until the hand is empty or nothing fits."""
    while groups := next_groups(p):
        p.put(groups[0].area, groups[0].n)
        yield groups[0]


def resume(p: Prospect, placed: Sequence[str]) -> DiskGroup | None:
    """Replay the decisions behind the disks placed so far. Return the rest of a group that was begun.

    A civ without a disk on the map had no choice for its first one.
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
    """Return how often the first entry is repeated at the beginning."""
    return len(list(takewhile(lambda area: area == placed[0], placed)))
