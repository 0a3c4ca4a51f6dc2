"""The round after a plan, as everyone would plan it: growth, movement in order, and the end of the turn."""

from __future__ import annotations

from engine.culture_wars.strong.facts import VALUES
from engine.culture_wars.strong.model import ALL, Imagined, close
from engine.culture_wars.strong.planning import Plan, rate_position, steps_to_coins


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
