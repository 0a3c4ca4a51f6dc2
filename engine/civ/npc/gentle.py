"""What the gentle computer does otherwise than the usual one.

It builds its first cities as soon as it can, and attacks nobody in earnest.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.civ.catalog import NEUTRAL
from engine.civ.effects import attackers_needed, may_enter
from engine.civ.npc.decision import Decision, decides
from engine.civ.npc.moving import next_step, roam
from engine.civ.npc.planning import Step, gather, join_steps, retake, spread_out, steps_to
from engine.civ.npc.prospect import Prospect
from engine.civ.options import GENTLE
from engine.civ.state import State
from engine.core.ask import Ask, Request

ASSAULT = 2  # tokens more than the attack on a city needs


@decides("movement.tokens", level=GENTLE)
def move(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the next step of its plan."""
    return next_step(s, ask, plan_gently) or roam(s, ask, plan_gently)


def plan_gently(p: Prospect) -> list[Step]:
    """Return all steps of a turn: to sites where a city can be built, against cities, then over the land."""
    return join_steps([*gather(p), *retake(p), *assault(p), *spread_out(p)])


def assault(p: Prospect) -> Iterator[Step]:
    """Attack an adjacent city with spare tokens if they suffice with some to spare, or if some are there (CIV §9.4)."""
    for area in sorted(a for a, owner in p.s.cities.items() if owner not in {p.name, NEUTRAL}):
        near = [a for a in p.land.by_land[area] if p.mine.get(a) and a not in p.founded and p.spare(a)]
        there = p.mine.get(area, 0)
        needed = attackers_needed(p.s, p.name, p.s.cities[area]) + ASSAULT * (not there) - there
        n = sum(p.spare(a) for a in near)
        if near and area not in p.others and n >= needed and may_enter(p.s, p.name, area, n):
            yield from steps_to(p, area, {a: p.spare(a) for a in near}, "assault")
