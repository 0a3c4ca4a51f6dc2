"""Parts of a computer's plan for a whole movement: it gathers at sites, free ones and Pirates', and spreads out.

A plan depends only on the position in which the movement began, which the state still shows. So it is the same after
each of its moves, after a restart, and for whoever continues it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.civ.board import city_tokens
from engine.civ.catalog import AREAS, NEUTRAL, NUMBERS
from engine.civ.effects import attackers_needed, defenders_due
from engine.civ.npc.decision import because
from engine.civ.npc.prospect import FAR, Prospect
from engine.core import text
from engine.core.message import Message

EMPTY, SECOND, MORE = 3.0, 2.5, 0.4  # what the first, the second and a further token in an area are worth
SITE, NEARER, STAY = 0.6, 0.35, 0.3  # a free site; a step nearer to where there is room; a token that stays unharmed
CROWD = 0.5  # what another's token there takes from it
STRIPPED = 6  # tokens that growth may miss for taking a city from Pirates
ROUNDS = 6  # how often all areas are gone through that have tokens to spare


@dataclass(frozen=True, slots=True)
class Step:
    """Tokens that go one step over land, and why: a key of the table `why.civilization`."""

    start: str
    goal: str
    n: int
    reason: str

    @property
    def token(self) -> str:
        """Return the answer that says so."""
        return f"{self.start}>{self.goal}:{self.n}"

    @property
    def why(self) -> Message:
        """Return the reason with its values."""
        return because(self.reason, n=self.n, area=text.area(self.goal))


def spread_out(p: Prospect) -> Iterator[Step]:
    """Yield the steps by which all tokens that are left spread over the land."""
    for _ in range(ROUNDS):
        more = list(spread(p))
        if not more:
            break
        yield from more


def join_steps(steps: Iterable[Step]) -> list[Step]:
    """Return one step for each way; where tokens would go forth and others back, both stay as far as they are equal."""
    ways: dict[tuple[str, str], Step] = {}
    for step in steps:
        way = step.start, step.goal
        ways[way] = replace(ways[way], n=ways[way].n + step.n) if way in ways else step
    back = {(start, goal): ways[goal, start].n for start, goal in ways if (goal, start) in ways}
    return [replace(step, n=n) for way, step in ways.items() if (n := step.n - back.get(way, 0)) > 0]


def gather(p: Prospect) -> Iterator[Step]:
    """Yield the steps by which one site after another gets a city's tokens, those first that strip the fewest areas."""
    while found := best_site(p):
        area, givers = found
        p.founded.append(area)
        p.spent += p.tokens_for_city(area)
        p.rich = p.rich and p.mine.get(area, 0) >= city_tokens(p.s, area)
        yield from steps_to(p, area, givers, "gather")
        extra = max(0, p.mine.get(area, 0) - p.tokens_for_city(area))
        p.free[area] = min(p.free.get(area, 0), extra)


def steps_to(p: Prospect, area: str, givers: Mapping[str, int], reason: str) -> Iterator[Step]:
    """Yield the steps that send that many from each of these to the area."""
    for start, n in givers.items():
        p.shift(start, area, n)
        yield Step(start, area, n, reason)


def best_site(p: Prospect) -> tuple[str, dict[str, int]] | None:
    """Return the place where the next city costs growth least, and who gives tokens for it."""
    best: tuple[tuple[int, bool, int, str], dict[str, int]] | None = None
    by_land, sites, most = p.land.by_land, p.land.sites, p.affordable()
    near = set(p.mine).union(*[by_land[a] for a in p.mine]) if most else ()
    for area in filter(p.is_open, near):
        needed = p.tokens_for_city(area)
        givers = senders_to(p, area, needed) if needed <= most else None
        if givers is None:
            continue
        rank = (
            missing_for_growth(p, givers) + 4 * (area not in sites),
            bool(AREAS[area].plain),
            AREAS[area].limit,
            area,
        )
        if best is None or rank < best[0]:
            best = rank, givers
    return None if best is None else (best[0][3], best[1])


def missing_for_growth(p: Prospect, givers: Mapping[str, int]) -> int:
    """Return how many of these tokens growth will miss."""
    return sum([max(0, n - p.spare(a)) for a, n in givers.items()])


def senders_to(p: Prospect, area: str, needed: int, most: Sequence[Callable[[str], int]] = ()) -> dict[str, int] | None:
    """Return who sends how many there; None if they don't suffice.

    `most`: what an area can give, first from all, then if that is too little. Usually that is what it can spare; for a
    site all it has.
    """
    lacking, free = needed - p.mine.get(area, 0), p.free
    near = [a for a in p.land.by_land[area] if free.get(a) and a not in p.founded]
    if sum([free[a] for a in near]) < lacking:
        return None
    givers: dict[str, int] = {}
    for give in most or ((p.spare, free.__getitem__) if area in p.land.sites else (p.spare,)):
        for a in near if lacking > 0 else ():
            n = max(0, min(lacking, give(a) - givers.get(a, 0)))
            if n:
                givers[a] = givers.get(a, 0) + n
                lacking -= n
    return None if lacking > 0 else givers


def retake(p: Prospect) -> Iterator[Step]:
    """Attack a Pirate city with seven, and build a city with the rest if enough can come (CIV §9.4, §10.1)."""
    for area in sorted(a for a, owner in p.s.cities.items() if owner == NEUTRAL):
        if area in p.others or p.yields(area):
            continue
        needed = attackers_needed(p.s, p.name, NEUTRAL)
        builders = NUMBERS.site_tokens + defenders_due(p.s, p.name, NEUTRAL) - 1
        givers = senders_to(p, area, builders) if area in p.land.sites else None
        if givers is None or missing_for_growth(p, givers) > STRIPPED or builders > p.affordable():
            givers = senders_to(p, area, needed)
        if givers and missing_for_growth(p, givers) <= STRIPPED and needed <= p.affordable():
            p.founded.append(area)
            p.spent += min(sum(givers.values()), builders)
            yield from steps_to(p, area, givers, "retake")
            p.free[area] = 0


def spread(p: Prospect) -> Iterator[Step]:
    """Yield the steps of spare tokens, one by one to where they are worth most; those of a way go together."""
    for start in sorted(p.mine, key=lambda a: (p.limit(a), a)):
        ways: dict[str, int] = {}
        while p.spare(start) and (goal := best_goal(p, start)):
            p.shift(start, goal, 1)
            ways[goal] = ways.get(goal, 0) + 1
        for goal, n in ways.items():
            yield Step(start, goal, n, "spread")


def best_goal(p: Prospect, start: str) -> str:
    """Return where the next token of an area goes; empty if it is as good where it is."""
    stays = STAY + near_room(p, start) if p.mine[start] <= p.limit(start) else 0.0
    goals = {a: n for a in p.land.by_land[start] if (n := gain(p, a)) > stays}
    return max(goals, key=lambda a: goals[a]) if goals else ""


def gain(p: Prospect, area: str) -> float:
    """Return what one token more there is worth."""
    n, limit = p.mine.get(area, 0), p.limit(area)
    if n >= limit or area in p.founded or p.s.cities.get(area) or (not n and p.yields(area)):
        return 0.0
    worth = (EMPTY, SECOND)[n] if n < min(2, limit) else MORE
    crowd = CROWD * p.others.get(area, 0)
    return max(0.0, worth - crowd + SITE * (area in p.land.sites and not crowd) + near_room(p, area))


def near_room(p: Prospect, area: str) -> float:
    """Return the value of being near free land."""
    return NEARER * max(0, 4 - p.far.get(area, FAR))
