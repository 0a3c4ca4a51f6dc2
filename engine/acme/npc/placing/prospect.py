"""The position an NPC has in mind while it thinks about where its disks go: one disk after another is laid on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.placing.scenarios import first_among_equals
from engine.acme.npc.ranks import Key, method_a
from engine.acme.npc.relations import enemies, is_enemy
from engine.acme.questions.board import are_friends, disks, is_city, near, reach_of, room, stacks
from engine.acme.state import State
from engine.acme.verbs.stacks import change_stack

HORDE = 4


@dataclass(frozen=True, slots=True)
class DiskGroup:
    """Disks that a priority puts into one area together."""

    number: int
    area: str
    n: int


@dataclass(slots=True)
class Prospect:
    """A copy of the position for thinking."""

    s: State
    npc: str
    hand: int
    """Disks left to place."""
    offered: frozenset[str] | None = None
    """The areas of a card; None in Growth."""
    reach: set[str] = field(default_factory=set)
    """In Growth, the areas occupied or adjacent."""
    barred: frozenset[str] = frozenset()
    """Areas that something else forbids."""
    passed: int = 0
    """How many of the scenario's priorities and of 1 to 10 are over."""
    sea_goal: int = 0
    """How many Seas the Sea Peoples are about to fill."""
    against: Sequence[str] = ()
    """The civs it is enemy to, the Primary enemy first."""

    @property
    def home(self) -> str:
        return self.s.civs[self.npc].home

    def own(self, area: str) -> int:
        """Return its own disks in the area."""
        return disks(self.s, self.npc, area)

    def rivals(self, area: str) -> dict[str, int]:
        """Return the stacks of all other Factions in the area."""
        return {f: n for f, n in stacks(self.s, area).items() if not are_friends(self.s, f, self.npc)}

    def areas(self) -> list[str]:
        """Return the areas in which it may place a disk, by name (RUL-154)."""
        among = self.reach if self.offered is None else self.offered
        return sorted(area for area in among if self.room(area))

    def room(self, area: str) -> int:
        """Return how many disks it may place there."""
        among = self.reach if self.offered is None else self.offered
        return room(self.s, self.npc, area) if area in among and area not in self.barred else 0

    def beside_own(self, area: str) -> bool:
        """Return whether it has a disk in an area next to this one."""
        return any(self.own(other) for other in near(self.s, area))

    def put(self, area: str, n: int) -> None:
        """Lay n disks of the hand into the area."""
        change_stack(self.s, self.npc, area, n)
        self.hand -= n
        self.reach.update((area, *near(self.s, area)))


Priority: TypeAlias = Callable[[Prospect], list[DiskGroup]]


def prospect(s: State, npc: str, hand: int, offered: Iterable[str] | None = None) -> Prospect:
    """Return a copy of the present position, to think on."""
    mine = copy(s)
    mine.disks = {area: dict(here) for area, here in s.disks.items()}
    areas = None if offered is None else frozenset(offered)
    return Prospect(mine, npc, hand, areas, reach_of(mine, npc), against=enemies(s, npc))


def without(s: State, npc: str, given: Iterable[str]) -> State:
    """Return a copy of the position without these disks of the NPC, one for each area named."""
    before = prospect(s, npc, 0).s
    for area in given:
        if disks(before, npc, area):
            change_stack(before, npc, area, -1)
    return before


def together(p: Prospect, area: str, goal: int = 0) -> int:
    """Return how many disks it places in the area together; 0 if none can or need be placed (RUL-153, RUL-154).

    Against others enough to match the largest stack, or to exceed it if required. Elsewhere 1. With a `goal`, more
    until its stack is that high.
    """
    own, rivals = p.own(area), p.rivals(area)
    need = max(rivals.values()) - own if rivals else 0
    wanted = need + exceeds(p, area, rivals) if rivals else 1
    n = min(max(wanted, goal - own), p.hand, p.room(area))
    return n if n >= need and n > 0 and welcome(p, area, rivals, n) else 0


def exceeds(p: Prospect, area: str, rivals: Iterable[str]) -> bool:
    """Return whether it wants one disk more than the largest stack: at home, in its Cities, against enemies."""
    return area == p.home or is_city(p.s, p.npc, area) or any(is_enemy(p.s, p.npc, f) for f in rivals)


def welcome(p: Prospect, area: str, rivals: dict[str, int], n: int) -> bool:
    """Return whether it goes there with that many: not among a horde, nor to start a fight except against an enemy.

    A horde of Barbarians keeps it out of every area but its Home Area, whoever else is there (N-174).
    """
    if not rivals:
        return True
    own = p.own(area)
    if rivals.get(BARBARIANS, 0) >= HORDE and not own and area != p.home:
        return False
    if any(is_enemy(p.s, p.npc, f) for f in rivals) or max(own + n, *rivals.values()) == 1:
        return True
    return own > 0 and max(own, *rivals.values()) > 1


def largest_enemy(p: Prospect, area: str) -> int:
    """Return the largest stack of an enemy in the area, Barbarians included."""
    return max((n for f, n in p.rivals(area).items() if is_enemy(p.s, p.npc, f)), default=0)


def all_enemies(p: Prospect, area: str) -> int:
    """Return all disks of enemies in the area, Barbarians included (RUL-158)."""
    return sum(n for f, n in p.rivals(area).items() if is_enemy(p.s, p.npc, f))


def hostility_rank(p: Prospect, area: str) -> int:
    """Return who is fought there: 0 the Primary enemy, then other enemies, Barbarians, nobody."""
    rivals = p.rivals(area)
    line = [*p.against, BARBARIANS]
    return next((i for i, faction in enumerate(line) if faction in rivals), len(line))


def choose(
    p: Prospect,
    number: int,
    areas: Iterable[str],
    criteria: Callable[[str], Key] = lambda _: (),
    amount: Callable[[Prospect, str], int] = together,
) -> list[DiskGroup]:
    """Return the best of the areas by the criteria of the priority, then by what the scenario prefers.

    Those that are equal come in the order of Method A (RUL-134).
    """
    fits = {area: n for area in areas if (n := amount(p, area))}
    if not fits:
        return []
    keys = {area: (*criteria(area), *first_among_equals(p.s, p.npc, area)) for area in fits}
    least = min(keys.values())
    equal = sorted((a for a in fits if keys[a] == least), key=lambda a: method_a(p.s, p.npc, a))
    return [DiskGroup(number, area, fits[area]) for area in equal]
