"""The movement of a turn as one plan, improved change by change, and the round after it as everyone would plan it.

Each change is tried to the end of the turn and judged by the culture's standing then, in tenths of a token. Starts,
goals and numbers are tried in the order of squares, so the same position gives the same plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from engine.culture_wars.catalog import RULES
from engine.culture_wars.strong.facts import VALUES
from engine.culture_wars.strong.model import ALL, DEFENDERS, NOBODY, SUPPORT, Imagined, close

Steps: TypeAlias = tuple[int, ...]


def rate_position(p: Imagined, me: int, steps: Steps) -> int:
    """Return how far the culture is ahead of the best of the others. `steps`: to its goals, by square."""
    return worth(p, me, steps) - max(worth(p, c, steps) for c in range(len(p.cultures)) if c != me)


def worth(p: Imagined, c: int, steps: Steps) -> int:
    """Return the value of what a culture has and may hope for."""
    line = p.tokens[c]
    homes, settled = [i for i, n in enumerate(line) if n], [i for i in p.coins if p.owner[i] == c]
    if not homes and not settled:
        return -VALUES.won
    tokens = sum(line)
    supply, others = RULES.tokens - tokens, [other for k, other in enumerate(p.tokens) if k != c]
    spare = min(DEFENDERS, max(0, supply - len(homes)))
    value = VALUES.settlements_worth(len(settled)) + VALUES.token * tokens + VALUES.square * min(len(homes), supply)
    if len(settled) >= p.target:
        value += VALUES.won if p.holding[c] else VALUES.enough
    if settled:
        value += VALUES.supply * spare + sum([security(p, line, others, i, spare) for i in settled])
    return value + prospects(p, line, others) - VALUES.step * sum([steps[i] * line[i] for i in homes])


def security(p: Imagined, line: list[int], others: list[list[int]], i: int, spare: int) -> int:
    """Return a settlement's value by its supporters, less the danger from rivals who can enter it next."""
    fed = sum([line[q] for q in p.ground.around[i] if p.owner[q] < 0])
    value, near = VALUES.slack * min(fed - SUPPORT, VALUES.slack_most), p.ground.reach[i]
    comers = sum([other[q] + 1 for other in others for q in near if other[q]])
    if not comers:
        return value
    guards = sum([1 for q in near if line[q]])
    too_many = comers - (guards + 1 - DEFENDERS + spare)
    return value - VALUES.risk * max(0, min(VALUES.risk_most, too_many)) // VALUES.risk_most


def prospects(p: Imagined, line: list[int], others: list[list[int]]) -> int:
    """Return the value of coins that nobody has settled, the best of them most."""
    found = [promise(p, line, others, i) for i in p.coins if p.owner[i] < 0]
    ranked = sorted([n for n in found if n > 0], reverse=True)
    return sum([n * weight // 10 for n, weight in zip(ranked, VALUES.prospects, strict=False)])


def promise(p: Imagined, line: list[int], others: list[list[int]], i: int) -> int:
    """Return the value of a coin by the tokens on and around it after growth, less that of nearby rivals."""
    ring, here = p.ground.around[i], line[i]
    around = sum([line[q] + 1 for q in ring if line[q]])
    grown = here + 1 if here else 0
    close = around + grown + here
    rivals = sum([sum([other[q] for q in ring]) + 2 * other[i] for other in others])
    near = VALUES.near * min(close, VALUES.near_most) ** 2 // 4
    return near + VALUES.on_coin * min(grown, RULES.coin_settlers) - VALUES.crowd * rivals * min(close, 10) // 4


def steps_to_coins(p: Imagined, me: int) -> Steps:
    """Return the steps over land from each square to the nearest coin that the culture has not settled."""
    edge = [i for i in p.coins if p.owner[i] != me]
    found = dict.fromkeys(edge, 0)
    for far in range(1, VALUES.step_most):
        edge = [q for q in dict.fromkeys(chain.from_iterable(p.ground.near[i] for i in edge)) if q not in found]
        found |= dict.fromkeys(edge, far)
    return tuple([found.get(i, VALUES.step_most) for i in range(len(p.number))])


Ways: TypeAlias = Mapping[int, Sequence[int]]
INTO_OWN: Final = (1, 2, 3, 5)  # guards of a settlement
INTO_RIVALS: Final = (2, 3, 4, 5, 6, 8, 10)  # those who enter one
ONTO_COIN: Final = (1, 2, 3)  # those who come to a coin, beside all that settle it


class Shift(NamedTuple):
    """Tokens of a start that go to another goal than before; one that is the start means that they stay."""

    start: int
    old: int
    new: int
    n: int


class Step(NamedTuple):
    """A move by a culture."""

    culture: int
    start: int
    goal: int
    n: int


@dataclass(slots=True)
class Plan:
    """Where the tokens of each start go."""

    p: Imagined
    me: int
    ways: Ways
    """The goals of each start."""
    after: Sequence[Step]
    """What others move then."""
    left: int
    """How many positions may still be judged."""
    steps: Steps = ()
    goes: dict[int, dict[int, int]] = field(default_factory=dict)
    line: list[int] = field(default_factory=list)
    value: int = 0

    def begin(self, moves: Sequence[Step]) -> None:
        """Start with a plan of these moves."""
        self.steps, self.line = steps_to_coins(self.p, self.me), self.p.tokens[self.me][:]
        self.goes = {start: {start: self.line[start]} for start in self.ways}
        for move in moves:
            self.shift(Shift(move.start, move.start, move.goal, move.n))
        self.value = self.rate()

    def moves(self) -> list[tuple[int, int, int]]:
        """Start, goal and number of each of its moves."""
        return [(s, goal, n) for s, goes in self.goes.items() for goal, n in sorted(goes.items()) if goal != s]

    def rate(self) -> int:
        """Return the culture's standing at the end of the turn after these moves and those of the others."""
        self.left -= 1
        return rate_position(self.outcome(), self.me, self.steps)

    def outcome(self) -> Imagined:
        """Return the position at the end of the turn."""
        end = self.p.copy()
        end.tokens[self.me] = self.line[:]
        for culture, start, goal, n in self.after:
            line = end.tokens[culture]
            line[start] -= n
            line[goal] += n
        close(end)
        return end

    def shift(self, change: Shift) -> None:
        """Send tokens elsewhere."""
        start, old, new, n = change
        goes = self.goes[start]
        self.line[old] -= n
        self.line[new] += n
        goes[old] -= n
        if not goes[old]:
            del goes[old]
        goes[new] = goes.get(new, 0) + n

    def keep_if_better(self, changes: Sequence[Shift]) -> bool:
        """Keep the changes if they better the plan."""
        if not changes or self.left <= 0:
            return False
        for change in changes:
            self.shift(change)
        value = self.rate()
        if value > self.value:
            self.value = value
            return True
        for start, old, new, n in reversed(changes):
            self.shift(Shift(start, new, old, n))
        return False

    def better(self) -> None:
        """Change it until nothing betters it, or enough has been tried."""
        again = True
        while again and self.left > 0:
            again = sum([self.keep_if_better(self.gathering_moves(goal, n)) for goal, n in self.musters()]) > 0
            for start in self.ways:
                again = self.rearrange_start(start) or again

    def musters(self) -> Iterator[tuple[int, int]]:
        """Yield squares where several tokens at once may be worth more than one after another, and how many."""
        goals = dict.fromkeys(goal for start in self.ways for goal in self.ways[start])
        for goal in [coin for coin in self.p.coins if coin in goals]:
            owner = self.p.owner[goal]
            free = (*ONTO_COIN, RULES.coin_settlers - self.line[goal])
            for n in free if owner == NOBODY else INTO_OWN if owner == self.me else INTO_RIVALS:
                yield goal, n
        if self.p.aces[self.me]:
            for goal in [goal for goal in goals if not self.p.number[goal]]:
                yield goal, RULES.ace_settlers - self.line[goal]

    def gathering_moves(self, goal: int, need: int) -> list[Shift]:
        """Return moves that bring that many staying tokens there, from where most are; empty if there are too few."""
        staying = {s: self.goes[s].get(s, 0) for s in self.ways if goal in self.ways[s]}
        if need <= 0 or sum(staying.values()) < need:
            return []
        found: dict[int, int] = {}
        for keep in (RULES.plain_limit, 1, 0):
            for start in sorted(staying, key=lambda s: (-staying[s], s)):
                n = min(need, staying[start] - found.get(start, 0) - keep)
                if n > 0:
                    found[start] = found.get(start, 0) + n
                    need -= n
        return [Shift(start, start, goal, n) for start, n in found.items()]

    def rearrange_start(self, start: int) -> bool:
        """Let tokens of one start go to each of its goals, and stay; whether any of that has bettered the plan."""
        bettered = False
        for new in (*self.ways[start], start):
            for old, n in list(self.goes[start].items()):
                if old != new:
                    counts = dict.fromkeys(k for k in (n, 1, n // 2, n - 1) if k > 0)
                    bettered = any(self.keep_if_better([Shift(start, old, new, k)]) for k in counts) or bettered
        return bettered


def standing(plan: Plan) -> int:
    """Return how far the plan's culture is ahead when the rounds that are imagined after this one have ended."""
    p = plan.outcome()
    if is_over(p):
        return rate_position(p, plan.me, plan.steps)
    for _ in range(VALUES.rounds):
        p = next_round(p)
        if is_over(p):
            break
    return rate_position(p, plan.me, steps_to_coins(p, plan.me))


def is_over(p: Imagined) -> bool:
    """Return whether a culture has held enough settlements for a round."""
    return any(held and p.owner.count(c) >= p.target for c, held in enumerate(p.holding))


def next_round(p: Imagined) -> Imagined:
    """Return the position at the end of the next round. Each culture plans as if the later ones stayed still."""
    p = p.copy()
    p.holding = tuple(p.owner.count(c) >= p.target for c in range(len(p.cultures)))
    for c in range(len(p.cultures)):
        grow(p, c)
    for c in p.order:
        ways = {i: p.ground.reach[i] for i, n in enumerate(p.tokens[c]) if n}
        plan = Plan(p, c, ways, (), VALUES.glances_with(len(p.cultures)))
        plan.begin(())
        plan.better()
        p.tokens[c] = plan.line
    close(p)
    return p


def grow(p: Imagined, c: int) -> None:
    """Add a token to each square of the culture; if there are too few, to the emptiest first (CW:47)."""
    line = p.tokens[c]
    homes = sorted((i for i, n in enumerate(line) if n), key=lambda i: (line[i], i))
    for i in homes[: ALL - sum(line)]:
        line[i] += 1
