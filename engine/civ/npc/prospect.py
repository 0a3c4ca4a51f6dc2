"""The board as the computer's mover sees it: what is its own, what may still move, and where there is room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.civ.board import city_count, city_tokens, has, land, support_rate
from engine.civ.catalog import AREAS, NUMBERS, rank
from engine.civ.geography import Geography
from engine.civ.npc.style import USUALLY, Style
from engine.civ.state import State

KEPT = 2  # tokens that an area keeps, since two yield two (CIV §6.1)
FAR = 6  # steps over land that are looked ahead


@dataclass(slots=True)
class Prospect:
    """A copy of the board for planning a movement."""

    s: State
    name: str
    land: Geography
    mine: dict[str, int] = field(default_factory=dict)
    """What the mover has in each area."""
    free: dict[str, int] = field(default_factory=dict)
    """How much of it may move."""
    others: dict[str, int] = field(default_factory=dict)
    """What others have there."""
    founded: list[str] = field(default_factory=list)
    """Where cities are to be built."""
    spent: int = 0
    """How many tokens these take."""
    population: int = 0
    """What the mover has on the board now."""
    cities: int = 0
    """How many cities it has now."""
    rich: bool = False
    first: dict[str, int] = field(default_factory=dict)
    """What it has in each area before anything moves."""
    style: Style = USUALLY
    _limits: dict[str, int] = field(default_factory=dict)
    _far: dict[str, int] | None = None

    @property
    def far(self) -> dict[str, int]:
        """Return the steps over land from each area to the nearest one that had room before anything moved."""
        if self._far is None:
            self._far = steps_to(self.land, areas_to_go(self))
        return self._far

    def limit(self, area: str) -> int:
        """Return how many tokens of the mover may be there: none with a city, less those of others."""
        found = self._limits.get(area)
        if found is None:
            found = 0 if area in self.s.cities else max(0, AREAS[area].limit - self.others.get(area, 0))
            self._limits[area] = found
        return found

    def tokens_to_keep(self, area: str) -> int:
        """Return how many tokens stay so that the area keeps growing."""
        return min(KEPT, self.limit(area))

    def spare(self, area: str) -> int:
        """Return the tokens that may leave without harm to growth."""
        free = self.free.get(area, 0)
        return max(0, min(free, self.mine.get(area, 0) - self.tokens_to_keep(area))) if free else 0

    def all_but_one(self, area: str) -> int:
        """Return the tokens that may leave so that at least one stays."""
        return max(0, min(self.free.get(area, 0), self.mine.get(area, 0) - 1))

    def shift(self, start: str, goal: str, n: int) -> None:
        """Move tokens, and note that they have moved."""
        self.mine[start] -= n
        self.free[start] -= n
        self.mine[goal] = self.mine.get(goal, 0) + n

    def is_open(self, area: str) -> bool:
        """Return whether a city could be built there in peace."""
        return area not in self.s.cities and not self.others.get(area) and area not in self.founded

    def yields(self, area: str) -> bool:
        """Return whether this turn others may go there first: where all move at once, neighbours would meet for
        ever.
        """
        if not self.s.options.simultaneous_moves or (self.s.turn + rank(self.name)) % 2 == 0:
            return False
        near = self.land.by_land[area]
        return any(owner in self.s.nations and owner != self.name for a in near for owner in self.s.tokens.get(a, ()))

    def affordable(self) -> int:
        """Return how many tokens one more city may take from the board and still be supported; 0 beyond the last
        city.
        """
        count = self.cities + len(self.founded) + 1
        left = self.population - self.spent - support_rate(self.s, self.name) * count
        return left * (count <= NUMBERS.cities)

    def tokens_for_city(self, area: str) -> int:
        """Return the tokens that a city there takes from the board; Architecture pays half of one."""
        n = city_tokens(self.s, area)
        return n - min(n // 2, self.s.nations[self.name].treasury) if self.rich else n


def prospect(s: State, name: str, style: Style = USUALLY) -> Prospect:
    """Return the position of that mover as it is now."""
    mine = {area: here[name] for area, here in s.tokens.items() if name in here}
    return _seen(s, name, mine, {area: n - s.moved.get(area, 0) for area, n in mine.items()}, style)


def prospect_of(s: State, name: str, style: Style = USUALLY) -> Prospect:
    """Return the position of that mover before any of its moves of this turn."""
    mine = s.stood or {area: here[name] for area, here in s.tokens.items() if name in here}
    return _seen(s, name, dict(mine), dict(mine), style)


def _seen(s: State, name: str, mine: dict[str, int], free: dict[str, int], style: Style) -> Prospect:
    """The position with the mover's tokens there."""
    others = {area: sum(n for owner, n in here.items() if owner != name) for area, here in s.tokens.items()}
    return Prospect(
        s,
        name,
        land(s),
        mine,
        free,
        {area: n for area, n in others.items() if n},
        population=sum(mine.values()),
        cities=city_count(s, name),
        rich=has(s, name, "architecture"),
        first=dict(mine),
        style=style,
    )


def areas_to_go(p: Prospect) -> list[str]:
    """Return areas worth going to: empty ones that support tokens, and free sites with few of the mover's."""
    first, others, sites = p.first, p.others, p.land.sites
    return [
        a for a in p.land.areas if a not in others and (n := p.limit(a)) and first.get(a, 0) < (n if a in sites else 1)
    ]


def steps_to(board: Geography, goals: Iterable[str]) -> dict[str, int]:
    """Return the steps over land from each area to the nearest goal."""
    found, by_land = dict.fromkeys(goals, 0), board.by_land
    edge = list(found)
    for far in range(1, FAR + 1):
        after = []
        for here in edge:
            for near in by_land[here]:
                if near not in found:
                    found[near] = far
                    after.append(near)
        edge = after
    return found
