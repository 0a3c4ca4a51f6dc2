"""How the computer moves: it gathers at free sites, spreads over empty land, and keeps out of fights (CIV §8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.civ.board import city_tokens, is_site, tokens
from engine.civ.catalog import AREAS
from engine.civ.effects import attackers_needed
from engine.civ.movement import DONE
from engine.civ.moves import move_in, move_of
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.npc.prospect import FAR, Prospect, prospect
from engine.civ.state import State
from engine.core import text
from engine.core.ask import Ask, Request
from engine.core.said import Said

EMPTY, SECOND, MORE = 3.0, 2.5, 0.4  # what the first, the second and a further token in an area are worth
SITE, NEARER, STAY = 0.6, 0.35, 0.3  # a free site; a step nearer to where there is room; a token that stays unharmed
CROWD = 0.5  # what another's token there takes from it
ASSAULT = 2  # tokens more than the attack on a city needs


@dataclass(frozen=True, slots=True)
class Step:
    """Tokens that go one step over land, and why."""

    start: str
    goal: str
    n: int
    why: Said

    @property
    def token(self) -> str:
        """The answer that says so."""
        return f"{self.start}>{self.goal}:{self.n}"


@decides("movement.tokens")
def move(s: State, _request: Request, ask: Ask) -> Decision:
    """The next step of the plan that is offered; no more when there is none."""
    offered = set(ask.options)
    if DONE not in offered:
        return aboard(s, ask)
    planned = plan(s, ask.seat)
    left = left_of(s, ask, list(planned)) if s.options.simultaneous_moves else planned
    found = next((step for step in left if step.token in offered), None)
    if found is None:
        return sailing(s, ask) or Decision((DONE,), because("stay"))
    return Decision((found.token,), found.why)


def left_of(s: State, ask: Ask, planned: Sequence[Step]) -> list[Step]:
    """What of the plan is not carried out yet: where all plan at once the position does not show it (CIV-RUL-052)."""
    able: dict[str, int] = {}
    for option in ask.options:
        move = move_in(option)
        if move and move.way == ">":
            able[move.start] = max(move.n, able.get(move.start, 0))
    gone = {step.start: tokens(s, step.start, ask.seat) - able.get(step.start, 0) for step in planned}
    found = []
    for step in planned:
        if gone[step.start] >= step.n:
            gone[step.start] -= step.n
        else:
            found.append(step)
    return found


def plan(s: State, name: str) -> Iterator[Step]:
    """All steps of a turn: to sites where a city can be built, against cities, then over the land."""
    p = prospect(s, name)
    yield from gather(p)
    yield from assault(p)
    yield from spread(p)


def gather(p: Prospect) -> Iterator[Step]:
    """One site after another gets the tokens of a city, the one first that strips the fewest areas."""
    while found := best_site(p):
        area, givers = found
        p.founded.append(area)
        p.spent += p.needed(area)
        p.rich = p.rich and p.mine.get(area, 0) >= city_tokens(p.s, area)
        for start, n in givers.items():
            p.shift(start, area, n)
            yield Step(start, area, n, because("gather", n=n, area=text.area(area)))
        extra = max(0, p.mine.get(area, 0) - p.needed(area))
        p.free[area] = min(p.free.get(area, 0), extra)


def best_site(p: Prospect) -> tuple[str, dict[str, int]] | None:
    """Where the next city costs growth least, and who gives tokens for it."""
    best: tuple[tuple[int, bool, int, str], dict[str, int]] | None = None
    by_land, sites, most = p.land.by_land, p.land.sites, p.affordable()
    near = set(p.mine).union(*[by_land[a] for a in p.mine]) if most else ()
    for area in filter(p.is_open, near):
        needed = p.needed(area)
        givers = gathered(p, area, needed) if needed <= most else None
        if givers is None:
            continue
        stripped = sum([max(0, n - p.spare(a)) for a, n in givers.items()])
        rank = (stripped + 4 * (area not in sites), bool(AREAS[area].plain), AREAS[area].limit, area)
        if best is None or rank < best[0]:
            best = rank, givers
    return None if best is None else (best[0][3], best[1])


def gathered(p: Prospect, area: str, needed: int) -> dict[str, int] | None:
    """Who sends how many there: first what can be spared, in a wilderness nothing else; None if it is not enough."""
    lacking, free = needed - p.mine.get(area, 0), p.free
    near = [a for a in p.land.by_land[area] if free.get(a) and a not in p.founded]
    if sum([free[a] for a in near]) < lacking:
        return None
    givers: dict[str, int] = {}
    for most in (p.spare, free.__getitem__) if area in p.land.sites else (p.spare,):
        for a in near if lacking > 0 else ():
            n = max(0, min(lacking, most(a) - givers.get(a, 0)))
            if n:
                givers[a] = givers.get(a, 0) + n
                lacking -= n
    return None if lacking > 0 else givers


def assault(p: Prospect) -> Iterator[Step]:
    """A city of others next door falls if spare tokens suffice with some to spare (CIV §9.4)."""
    for area in sorted(a for a, owner in p.s.cities.items() if owner != p.name):
        near = [a for a in p.land.by_land[area] if p.mine.get(a) and a not in p.founded and p.spare(a)]
        needed = attackers_needed(p.s, p.name, p.s.cities[area]) + ASSAULT
        if not near or area in p.others or sum(p.spare(a) for a in near) < needed:
            continue
        for start in near:
            n = p.spare(start)
            p.shift(start, area, n)
            yield Step(start, area, n, because("assault", area=text.area(area)))


def spread(p: Prospect) -> Iterator[Step]:
    """Tokens that an area can spare go one by one where they are worth most; those of a way go together."""
    for start in sorted(p.mine, key=lambda a: (p.limit(a), a)):
        ways: dict[str, int] = {}
        while p.spare(start) and (goal := best_goal(p, start)):
            p.shift(start, goal, 1)
            ways[goal] = ways.get(goal, 0) + 1
        for goal, n in ways.items():
            yield Step(start, goal, n, because("spread", n=n, area=text.area(goal)))


def best_goal(p: Prospect, start: str) -> str:
    """Where the next token of an area goes; nowhere if it is as well where it is."""
    stays = STAY + near_room(p, start) if p.mine[start] <= p.limit(start) else 0.0
    goals = {a: n for a in p.land.by_land[start] if (n := gain(p, a)) > stays}
    return max(goals, key=lambda a: goals[a]) if goals else ""


def gain(p: Prospect, area: str) -> float:
    """What one token more there is worth."""
    n, limit = p.mine.get(area, 0), p.limit(area)
    if n >= limit or area in p.founded or p.s.cities.get(area) or (not n and p.yields(area)):
        return 0.0
    worth = (EMPTY, SECOND)[n] if n < min(2, limit) else MORE
    crowd = CROWD * p.others.get(area, 0)
    return max(0.0, worth - crowd + SITE * (area in p.land.sites and not crowd) + near_room(p, area))


def near_room(p: Prospect, area: str) -> float:
    """What it is worth to stand near land that is free."""
    return NEARER * max(0, 4 - p.far.get(area, FAR))


def sailing(s: State, ask: Ask) -> Decision | None:
    """A ship takes tokens that an area can spare to empty land that its ships reach, and lands them there."""
    best = max(voyages(s, ask), default=None)
    return Decision((best[1],), because("sail", area=text.area(best[2]))) if best else None


def voyages(s: State, ask: Ask) -> Iterator[tuple[float, str, str]]:
    """What each such voyage is worth, its option and where it ends: for a single token that must be a site."""
    p = prospect(s, ask.seat)
    for token in ask.options:
        move = move_in(token)
        if move is None or move.way != "~" or move.stays_aboard:
            continue
        start, goal, n = move.start_area, move.goal_area, move.n
        if n > p.spare(start) or n > p.limit(goal) - p.mine.get(goal, 0) or p.others.get(goal):
            continue
        worth = n * (2.0 if p.mine.get(goal, 0) < 2 else 0.2) + is_site(s, goal)
        if worth > 2:
            yield worth, token, goal


def aboard(s: State, ask: Ask) -> Decision:
    """Those aboard land where they are, or where there is room for them."""
    p = prospect(s, ask.seat)

    def against(token: str) -> tuple[bool, int, str]:
        move = move_of(token)
        where = move.goal_area
        return move.stays_aboard, max(0, move.n + p.mine.get(where, 0) - p.limit(where)), token

    return Decision((min(ask.options, key=against),), because("land"))
