"""Where the strong computer places growth disks: what a stack of any size will bring until the end of the game.

Land is first filled with Settlements, which give growth, and with Cities sooner the less of the game is left; disks
without free Land go to Competitions that can be won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.distances import from_home
from engine.acme.npc.fights.outlook import Stack, arena_of, fight_out
from engine.acme.npc.relations import comrades, rivals
from engine.acme.questions.board import are_friends, controlled_areas, disks, is_city, room, seas, stacks
from engine.acme.state import State
from engine.acme.strong.facts import STRONG
from engine.acme.strong.horizon import tallies_left


class Landing(NamedTuple):
    """A number of disks placed together in an area, and what each of them gains, in VP."""

    area: str
    n: int
    each: float


@dataclass(frozen=True, slots=True)
class Settler:
    """A civ with disks in hand. `tallies`: how many are to come; `growth`: VP of a disk of growth in all turns to come;
    `sea`: VP of one Sea more on the way to have most; `leader`: the most VP of any civ that it plays against.
    """

    s: State
    civ: str
    hand: int
    tallies: float
    growth: float
    sea: float
    leader: int

    def worth(self, area: str, n: int) -> float:
        """Return the VP that that many own disks, alone in the area, bring until the end of the game."""
        if n <= 0:
            return 0.0
        w, land = STRONG.land, AREAS[area]
        vp = w.held + self.growth * self.growth_of(area, n)
        vp += w.mountain * (land.terrain == "mountain") + self.sea * land.is_sea
        if land.holds_cities and n >= RULES.city_disks:
            vp += self.tallies * RULES.vp_city + w.spare * (n > RULES.city_disks)
        vp += self.tallies * w.mina * (area in self.s.bonus.values())
        return vp + self.tallies * w.home * min(n, RULES.city_disks) * (area == self.s.civs[self.civ].home)

    def growth_of(self, area: str, n: int) -> float:
        """Return the disks of growth that so many own disks bring each turn (ACME §6.3)."""
        if n <= 0:
            return 0.0
        settled = n == RULES.settlement_disks
        each = {"fertile": 1.0, "plains": settled * 1.0, "mountain": settled / RULES.settlements_per_mountain_disk}
        return STRONG.land.sea if AREAS[area].is_sea else each.get(AREAS[area].terrain, 0.0)

    def gains(self, area: str) -> Iterator[Landing]:
        """Yield what 1, 2 ... disks more would gain there, while there is room."""
        own, most = disks(self.s, self.civ, area), min(self.hand, room(self.s, self.civ, area))
        there = [f for f in stacks(self.s, area) if not are_friends(self.s, f, self.civ)]
        if not there:
            now = self.worth(area, own)
            yield from (self._landing(area, n, self.worth(area, own + n) - now) for n in range(1, most + 1))
        elif len(there) == 1 and there[0] not in comrades(self.s, self.civ):
            now = self._held(area, own)
            yield from (self._landing(area, n, gain) for n, gain in self._conquests(area, there[0], most, now))

    def _landing(self, area: str, n: int, gain: float) -> Landing:
        return Landing(area, n, gain / n - STRONG.land.step * from_home(self.s, self.civ, area))

    def _held(self, area: str, own: int) -> float:
        """Return the worth of an area shared with another Faction if no disks are placed there."""
        left, alone = self._fought(area, own)
        return self.worth(area, left) if alone else 0.0

    def _conquests(self, area: str, rival: str, most: int, now: float) -> Iterator[tuple[int, float]]:
        """Yield how many disks would win the area from its one rival, and the gain if nobody plays a card."""
        own, theirs = disks(self.s, self.civ, area), disks(self.s, rival, area)
        sure = STRONG.war.barbarians if rival == BARBARIANS else STRONG.war.civ
        for n in range(1, most + 1):
            left, alone = self._fought(area, own + n)
            if alone and left and max(own + n, theirs) > 1:
                yield n, sure * (self.worth(area, left) + self._harm(area, rival, theirs)) - now

    def _fought(self, area: str, own: int) -> tuple[int, bool]:
        """Return how many disks a Competition would leave, and whether they would be alone there."""
        arena = arena_of(self.s, area)
        if own:
            arena.stacks[self.civ] = Stack(own, cube=arena.stacks[self.civ].cube if self.civ in arena.stacks else 0)
        end = fight_out(arena)
        return min(end.get(self.civ, 0), AREAS[area].rest_cap), len(end) == 1

    def _harm(self, area: str, rival: str, theirs: int) -> float:
        """Return what it is worth that a civ loses all its disks there."""
        if rival not in self.s.civs:
            return 0.0
        war = STRONG.war
        each = war.harm * (war.leader if self.s.civs[rival].vp >= self.leader else 1.0)
        if is_city(self.s, rival, area):
            return each * self.tallies + war.sack
        return each * self.tallies * theirs / RULES.city_disks


def settler(s: State, civ: str, hand: int) -> Settler:
    """Return the civ with so many disks in hand."""
    left = tallies_left(s)
    growth = STRONG.land.growth * left * (left - 1) / 2
    return Settler(s, civ, hand, left, growth, _of_sea(s, civ, hand, left), _most_vp(s, civ))


def _of_sea(s: State, civ: str, hand: int, left: float) -> float:
    """Return the VP of one more Sea while the civ can still come to have most of them (ACME §10.2, §11.1)."""
    held = {name: len(seas(controlled_areas(s, name))) for name in s.order}
    wanted = max([RULES.sea_domination_least, *(n + 1 for name, n in held.items() if name != civ)])
    if held[civ] >= wanted or wanted > held[civ] + hand + RULES.sea_domination_least - 1:
        return 0.0
    return STRONG.land.domination * (left * RULES.sea_domination_vp + 1) / wanted


def _most_vp(s: State, civ: str) -> int:
    return max((s.civs[name].vp for name in rivals(s, civ)), default=0)


def best_landing(who: Settler, areas: Iterable[str]) -> Landing | None:
    """Return the landing that gains most for each disk; None if nothing gains anything."""
    found = (landing for area in areas for landing in who.gains(area))
    worthy = [landing for landing in found if landing.each > 0]
    return max(worthy, key=lambda it: (it.each, -it.n, -from_home(who.s, who.civ, it.area), it.area), default=None)
