"""How a culture stands at the end of a turn, in tenths of a token."""

from __future__ import annotations

from itertools import chain
from typing import TypeAlias

from engine.culture_wars.catalog import RULES
from engine.culture_wars.strong.facts import VALUES
from engine.culture_wars.strong.model import DEFENDERS, SUPPORT, Imagined

Steps: TypeAlias = tuple[int, ...]


def standing(p: Imagined, me: int, steps: Steps) -> int:
    """By how much the culture is ahead of the best of the others. `steps`: to what it wants, by square."""
    return worth(p, me, steps) - max(worth(p, c, steps) for c in range(len(p.cultures)) if c != me)


def worth(p: Imagined, c: int, steps: Steps) -> int:
    """What a culture has and may hope for."""
    line = p.tokens[c]
    homes, settled = [i for i, n in enumerate(line) if n], [i for i in p.coins if p.owner[i] == c]
    if not homes and not settled:
        return -VALUES.won
    tokens = sum(line)
    supply, others = RULES.tokens - tokens, [other for k, other in enumerate(p.tokens) if k != c]
    spare = min(DEFENDERS, max(0, supply - len(homes)))
    value = VALUES.standing(len(settled)) + VALUES.token * tokens + VALUES.square * min(len(homes), supply)
    if len(settled) >= p.target:
        value += VALUES.won if p.holding[c] else VALUES.enough
    if settled:
        value += VALUES.supply * spare + sum([security(p, line, others, i, spare) for i in settled])
    return value + prospects(p, line, others) - VALUES.step * sum([steps[i] * line[i] for i in homes])


def security(p: Imagined, line: list[int], others: list[list[int]], i: int, spare: int) -> int:
    """What a settlement is worth by those who feed it, less what it has to fear from rivals who can enter it next."""
    fed = sum([line[q] for q in p.ground.around[i] if p.owner[q] < 0])
    value, near = VALUES.slack * min(fed - SUPPORT, VALUES.slack_most), p.ground.reach[i]
    comers = sum([other[q] + 1 for other in others for q in near if other[q]])
    if not comers:
        return value
    guards = sum([1 for q in near if line[q]])
    too_many = comers - (guards + 1 - DEFENDERS + spare)
    return value - VALUES.risk * max(0, min(VALUES.risk_most, too_many)) // VALUES.risk_most


def prospects(p: Imagined, line: list[int], others: list[list[int]]) -> int:
    """What coins promise that nobody has settled, the best of them most."""
    found = [promise(p, line, others, i) for i in p.coins if p.owner[i] < 0]
    ranked = sorted([n for n in found if n > 0], reverse=True)
    return sum([n * weight // 10 for n, weight in zip(ranked, VALUES.prospects, strict=False)])


def promise(p: Imagined, line: list[int], others: list[list[int]], i: int) -> int:
    """What a coin promises by the tokens on it and around it when they have grown; rivals near take from that."""
    ring, here = p.ground.around[i], line[i]
    around = sum([line[q] + 1 for q in ring if line[q]])
    grown = here + 1 if here else 0
    close = around + grown + here
    rivals = sum([sum([other[q] for q in ring]) + 2 * other[i] for other in others])
    near = VALUES.near * min(close, VALUES.near_most) ** 2 // 4
    return near + VALUES.on_coin * min(grown, RULES.coin_settlers) - VALUES.crowd * rivals * min(close, 10) // 4


def wanted(p: Imagined, me: int) -> Steps:
    """Steps over land from each square to the nearest coin that the culture has not settled."""
    edge = [i for i in p.coins if p.owner[i] != me]
    found = dict.fromkeys(edge, 0)
    for far in range(1, VALUES.step_most):
        edge = [q for q in dict.fromkeys(chain.from_iterable(p.ground.near[i] for i in edge)) if q not in found]
        found |= dict.fromkeys(edge, far)
    return tuple([found.get(i, VALUES.step_most) for i in range(len(p.number))])
