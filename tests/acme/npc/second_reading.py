"""The placement priorities stated a second time, from the Playbook and the rulings alone, to hold the engine to them.

Nothing of the engine's own thinking is used: only the map and the facts of a position. The Seas of the Sea Peoples
and the Cimmerians (9 and 10) are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from engine.acme.facts.catalog import AREAS, distances, neighbours, playable
from engine.acme.state import State

BLACK = "barbarians"
FAR = 99
TERRAINS = ("fertile", "mountain", "plains", "desert")
SITES = ("oasis", "fishing_grounds", "mountain_of_gold")

Key = tuple[int, ...]
Found = tuple[int, frozenset[tuple[str, int]]]
"""A priority, and the areas equal by it, each with the disks that go there together."""


@dataclass
class Reading:
    """A position in which the NPC has so many disks to place; priorities up to `skip` are over."""

    s: State
    npc: str
    hand: int
    skip: int = 0
    disks: dict[str, dict[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.disks = {area: dict(here) for area, here in self.s.disks.items()}
        self.me = self.s.civs[self.npc]
        self.foes = sorted(self.me.enemies, key=lambda civ: (civ != self.me.primary, *self.standing(civ)))

    def standing(self, civ: str) -> Key:
        return -self.s.civs[civ].vp, -self.towns(civ), self.s.order.index(civ)

    def put(self, area: str, n: int) -> None:
        here = self.disks.setdefault(area, {})
        here[self.npc] = here.get(self.npc, 0) + n
        self.hand -= n

    # What is where

    def count(self, faction: str, area: str) -> int:
        return self.disks.get(area, {}).get(faction, 0)

    def own(self, area: str) -> int:
        return self.count(self.npc, area)

    def near(self, area: str) -> list[str]:
        return list(neighbours(self.s.map, area))

    def steps(self, area: str, goals: Iterable[str]) -> int:
        far = distances(self.s.map, area)
        return min((far[goal] for goal in goals), default=FAR)

    def held(self, faction: str) -> list[str]:
        return [area for area in self.disks if self.count(faction, area)]

    def rivals(self, area: str) -> dict[str, int]:
        return {faction: n for faction, n in self.disks.get(area, {}).items() if faction != self.npc}

    def hostile(self, area: str) -> list[str]:
        return [faction for faction in self.rivals(area) if faction in {*self.foes, BLACK}]

    def weight(self, area: str) -> int:
        return sum(self.count(faction, area) for faction in self.hostile(area))

    def holds(self, faction: str, area: str) -> bool:
        return list(self.disks.get(area, {})) == [faction]

    def is_city(self, faction: str, area: str) -> bool:
        return self.count(faction, area) > 2 and roomy(area)

    def towns(self, faction: str) -> int:
        return sum(self.is_city(faction, area) for area in self.disks)

    def beside(self, area: str) -> bool:
        return any(self.own(other) for other in self.near(area))

    def reach(self) -> list[str]:
        return sorted({b for a in self.held(self.npc) for b in (a, *self.near(a))})

    # The general rules

    def together(self, area: str, goal: int = 0) -> int:
        """Matching, exceeding, no needless fight, no horde; where nobody is one disk, or up to the goal."""
        own, rivals = self.own(area), self.rivals(area)
        largest = max(rivals.values(), default=0)
        exceeds = area == self.me.home or self.is_city(self.npc, area) or bool(self.hostile(area))
        wanted = largest + exceeds - own if rivals else int(not goal)
        n = min(max(wanted, goal - own), cap(area) - own, self.hand)
        may = area in self.reach() and n > 0 and own + n >= largest
        return n if may and not self.shunned(area) and not self.needless(area, n) else 0

    def shunned(self, area: str) -> bool:
        return self.count(BLACK, area) > 3 and not self.own(area) and area != self.me.home

    def needless(self, area: str, n: int) -> bool:
        here = self.disks.get(area, {})
        if not self.rivals(area) or self.hostile(area):
            return False
        was = self.own(area) > 0 and max(here.values()) > 1
        return not was and max(self.own(area) + n, *here.values()) > 1

    def whole_city(self, area: str) -> int:
        n = self.together(area, 3)
        return n if self.own(area) + n > 2 else 0

    def choose(
        self,
        number: int,
        areas: Iterable[str],
        key: Callable[[str], Key] = lambda _: (),
        n: Callable[[str], int] | None = None,
    ) -> Found | None:
        fits = {area: many for area in areas if (many := (n or self.together)(area))} if number > self.skip else {}
        best = min((key(area) for area in fits), default=())
        return (number, frozenset((a, many) for a, many in fits.items() if key(a) == best)) if fits else None


def roomy(area: str) -> bool:
    return AREAS[area].terrain in TERRAINS[:3]


def at_sea(area: str) -> bool:
    return AREAS[area].terrain == "sea"


def cap(area: str) -> int:
    return 4 if roomy(area) else 2


def special(r: Reading, area: str, *, cubes: str = "") -> int:
    """The place in the list of priority 4; FAR for an area that is none of them."""
    if area in r.s.cubes and cubes in {"", r.s.cubes[area]}:
        return 0
    if AREAS[area].terrain == "fertile":
        return 1
    return next((2 + i for i, site in enumerate(SITES) if r.s.bonus.get(site) == area), FAR)


def defence(r: Reading) -> Iterator[Found | None]:
    """Priorities 1 to 8."""
    home, gold = r.me.home, [area for area, owner in r.s.gold.items() if owner == r.npc]
    threatened = [
        a for a in r.disks if r.hostile(a) and r.own(a) <= max(r.count(faction, a) for faction in r.hostile(a))
    ]

    def who(area: str) -> Key:
        return (min([*r.foes, BLACK].index(faction) for faction in r.hostile(area)) if r.hostile(area) else FAR,)

    yield r.choose(1, [a for a in threatened if a == home])
    yield r.choose(2, [a for a in threatened if a in gold], who)
    yield r.choose(3, [a for a in threatened if r.is_city(r.npc, a)], who)
    mine = {a: special(r, a, cubes=r.npc) for a in threatened if r.own(a)}
    yield r.choose(4, [a for a, kind in mine.items() if kind != FAR], lambda a: (mine[a], *who(a)))
    open_ = {a: special(r, a) for a in r.reach() if not r.own(a) and (a not in r.disks or r.hostile(a))}
    wanted = [a for a, kind in open_.items() if kind != FAR and r.beside(a)]
    yield r.choose(4, wanted, lambda a: (open_[a], *who(a)), lambda a: r.together(a, 4))
    yield from towns(r, gold)


def towns(r: Reading, gold: list[str]) -> Iterator[Found | None]:
    """Priorities 5 to 8."""
    around = [a for a in r.near(r.me.home) if roomy(a)]
    people = [a for name, c in r.s.civs.items() if not c.npc and name != r.npc for a in r.held(name)]
    behind = any(c.vp > r.me.vp or r.towns(name) > r.towns(r.npc) for name, c in r.s.civs.items() if name != r.npc)
    small = [a for a in r.held(r.npc) if roomy(a) and r.own(a) < 3]
    yield r.choose(5, [r.me.home] if r.own(r.me.home) < 3 else [], n=lambda a: r.together(a, 3))
    yield r.choose(6, [a for a in gold if roomy(a) and r.own(a) < 3], n=lambda a: r.together(a, 3))
    if not any(r.is_city(r.npc, a) for a in around):
        yield r.choose(7, around, lambda a: (-r.steps(a, people),), lambda a: r.together(a, 3))
    if behind:
        yield r.choose(8, small, lambda a: (r.steps(a, [r.me.home]),), r.whole_city)


def attack(r: Reading, foe: str) -> Iterator[Found | None]:
    """Priorities 11 to 21 against one enemy."""
    c, held = r.s.civs[foe], r.held(foe)
    deity = [c.home] if c.deity and not c.deity_lost and not c.deity_captured else []
    gold = [area for area, owner in r.s.gold.items() if owner == foe]
    cities = [a for a in held if r.is_city(foe, a)]
    yield r.choose(11, deity)
    yield r.choose(12, gold)
    yield from next_to(r, 13, gold)
    yield from next_to(r, 14, deity)
    yield r.choose(15, cities)
    if r.me.invader and (goals := [*gold, *deity, *cities]):
        yield r.choose(16, r.reach(), lambda a: (r.steps(a, goals), r.steps(a, [c.home])))
    yield from next_to(r, 17, cities)
    if r.hand > 1:
        yield r.choose(18, [a for a in held if r.count(foe, a) == 2 and r.count(BLACK, a) <= 2])
    yield r.choose(19, [a for a in held if r.count(foe, a) == 1 and r.count(BLACK, a) <= 1])
    quiet = [a for a in r.reach() if not r.hostile(a)]
    yield r.choose(20, [a for a in quiet if r.own(a) == 2 and roomy(a)], n=lambda a: r.together(a, 3))
    yield r.choose(21, quiet, lambda a: (r.steps(a, [c.home]), r.steps(a, held)))


def next_to(r: Reading, number: int, goals: Iterable[str]) -> Iterator[Found | None]:
    """Land with the fewest enemies, else such a Sea."""
    around = {b for a in goals for b in r.near(a)}
    for sea in (False, True):
        yield r.choose(number, [a for a in around if at_sea(a) is sea], lambda a: (r.weight(a),))


def growth(r: Reading) -> Iterator[Found | None]:
    """Priorities 22 to 28."""
    reach = r.reach()
    lands, waters = [a for a in reach if not at_sea(a)], [a for a in reach if at_sea(a)]
    lean = {a for a in lands if AREAS[a].terrain in {"fertile", "desert"}}
    empty = [a for a in reach if a not in r.disks]
    camps = [a for a in lands if r.own(a) == 1 and not (a in lean and r.holds(r.npc, a))]
    yield r.choose(22, camps, lambda a: ground(r, a), lambda a: r.together(a, 2))
    coast = [a for a in empty if at_sea(a) and any(r.own(b) and not at_sea(b) for b in r.near(a))]
    yield r.choose(23, coast, lambda a: ground(r, a))
    fields = [a for a in empty if not at_sea(a)]
    yield r.choose(24, fields, lambda a: ground(r, a), lambda a: r.together(a, 1 if a in lean else 2))
    if any(c.vp > r.me.vp for c in r.s.civs.values()):
        sites = [a for a in lands if roomy(a) and (r.own(a) == 2 or (a in lean and r.holds(r.npc, a) and r.own(a) < 3))]
        yield r.choose(25, sites, lambda a: (r.steps(a, [r.me.home]), *ground(r, a)), r.whole_city)
    for number, areas in ((26, lands), (27, waters)):
        held = [a for a in areas if r.holds(BLACK, a) and r.count(BLACK, a) < 4]
        yield r.choose(number, held, lambda a: (r.count(BLACK, a), *ground(r, a)))
    yield r.choose(28, [a for a in waters if lone(r, a)], lambda a: ground(r, a), lambda _: 1)


def lone(r: Reading, area: str) -> bool:
    """A single disk of a civ, next to another area of it."""
    here = r.rivals(area)
    return (
        not r.own(area)
        and list(here.values()) == [1]
        and any(r.count(civ, b) for civ in here if civ != BLACK for b in r.near(area))
    )


def ground(r: Reading, area: str) -> Key:
    """Fertile, Mountain, Plains, Desert, Sea; a Sea by the steps to each of these, in that order."""
    if not at_sea(area):
        return (TERRAINS.index(AREAS[area].terrain),)
    kinds = ([a for a in playable(r.s.map) if AREAS[a].terrain == kind] for kind in TERRAINS)
    return len(TERRAINS), *(r.steps(area, kind) for kind in kinds)


def first(r: Reading) -> Found | None:
    """The first priority that applies, and the areas it leaves equal."""
    if not r.hand:
        return None
    lists = (defence(r), *(attack(r, foe) for foe in r.foes), growth(r))
    return next((found for each in lists for found in each if found), None)
