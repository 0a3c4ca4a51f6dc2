"""The board as the computer's mover sees it: what is its own, what may still move, and where there is room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.civ.board import city_count, city_tokens, has, is_site, land, population, support_rate
from engine.civ.catalog import AREAS, NUMBERS, rank
from engine.civ.state import State

KEPT = 2  # tokens that an area keeps, since two yield two (CIV §6.1)
FAR = 6  # steps over land that are looked ahead


@dataclass(slots=True)
class Prospect:
    """What the mover has in each area (`mine`), how much of it may move (`free`), and what others have there.

    `founded`: where cities are to be built; `spent`: how many tokens these take; `population`, `cities`: what the mover
    has on the board now.
    """

    s: State
    name: str
    mine: dict[str, int] = field(default_factory=dict)
    free: dict[str, int] = field(default_factory=dict)
    others: dict[str, int] = field(default_factory=dict)
    founded: list[str] = field(default_factory=list)
    spent: int = 0
    population: int = 0
    cities: int = 0
    rich: bool = False
    far: dict[str, int] = field(default_factory=dict)

    def limit(self, area: str) -> int:
        """Tokens of the mover that can stand there: none with a city, less those of others."""
        return 0 if area in self.s.cities else max(0, AREAS[area].limit - self.others.get(area, 0))

    def kept(self, area: str) -> int:
        """Tokens that stay so that the area goes on growing."""
        return min(KEPT, self.limit(area))

    def spare(self, area: str) -> int:
        """Tokens that may leave without harm to growth."""
        return max(0, min(self.free.get(area, 0), self.mine.get(area, 0) - self.kept(area)))

    def shift(self, start: str, goal: str, n: int) -> None:
        """Tokens move, and have moved."""
        self.mine[start] -= n
        self.free[start] -= n
        self.mine[goal] = self.mine.get(goal, 0) + n

    def is_open(self, area: str) -> bool:
        """Whether a city could be built there in peace."""
        return area not in self.s.cities and not self.others.get(area) and area not in self.founded

    def yields(self, area: str) -> bool:
        """Whether this turn others may go there first: where all move at once, neighbours would meet for ever."""
        if not self.s.options.simultaneous_moves or (self.s.turn + rank(self.name)) % 2 == 0:
            return False
        near = land(self.s).by_land[area]
        return any(owner in self.s.nations and owner != self.name for a in near for owner in self.s.tokens.get(a, ()))

    def supported(self, more: int) -> bool:
        """Whether the tokens left support one more city that takes so many from the board."""
        left = self.population - self.spent - more
        count = self.cities + len(self.founded) + 1
        return count <= NUMBERS.cities and left >= support_rate(self.s, self.name) * count

    def needed(self, area: str) -> int:
        """Tokens that a city there takes from the board; Architecture pays half of one."""
        n = city_tokens(self.s, area)
        return n - min(n // 2, self.s.nations[self.name].treasury) * self.rich


def prospect(s: State, name: str) -> Prospect:
    """The position of that mover."""
    found = Prospect(
        s,
        name,
        population=population(s, name),
        cities=city_count(s, name),
        rich=has(s, name, "architecture"),
    )
    for area, here in s.tokens.items():
        if name in here:
            found.mine[area] = here[name]
            found.free[area] = here[name] - s.moved.get(area, 0)
        if rest := sum(n for owner, n in here.items() if owner != name):
            found.others[area] = rest
    found.far = steps_to(s, wanted(found))
    return found


def wanted(p: Prospect) -> list[str]:
    """Areas worth going to: empty ones that feed tokens, and free sites where few of the mover's stand."""
    return [
        a
        for a in land(p.s).areas
        if p.limit(a) and p.mine.get(a, 0) < (p.limit(a) if is_site(p.s, a) else 1) and not p.others.get(a)
    ]


def steps_to(s: State, goals: Iterable[str]) -> dict[str, int]:
    """How many steps over land each area lies from the nearest of the goals."""
    found = dict.fromkeys(goals, 0)
    edge = list(found)
    for far in range(1, FAR + 1):
        after = []
        for here in edge:
            for near in land(s).by_land[here]:
                if near not in found:
                    found[near] = far
                    after.append(near)
        edge = after
    return found
