"""Volcano and 40 Days & 40 Nights, which hit their player too: where they cost others most and the NPC least."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias

from engine.acme.cards.disasters import FLOOD, VOLCANO, eruption, floods, inundation, volcanoes
from engine.acme.effects.losses import Hit
from engine.acme.facts.catalog import AREAS
from engine.acme.npc.cards.judging import Judge, disks_lost
from engine.acme.questions.board import in_play, of_terrain
from engine.acme.state import State

Toll: TypeAlias = tuple[int, int, int]
RAVAGES: Final = (VOLCANO, FLOOD)


def toll(judge: Judge, hits: Sequence[Hit]) -> Toll:
    """Return the cost of a ravage: most for targets of the NPC, then most for others, then least for itself; less is
    better.

    Its own side counts as itself. ACME Playbook, Cards that Place/Remove Disks; RUL-140.
    """
    aimed = [f for f in judge.order if judge.is_target(f)]
    rest = [f for f in judge.order if f not in aimed and f not in judge.kin]
    return -disks_lost(hits, aimed), -disks_lost(hits, rest), disks_lost(hits, judge.kin)


def strikes_a_target(judge: Judge, hits: Sequence[Hit]) -> bool:
    """Return whether it is worth playing: a target of the NPC loses a disk (RUL-140)."""
    return toll(judge, hits)[0] < 0


def by_volcano(judge: Judge, area: str) -> list[Hit]:
    """Return what an eruption there takes."""
    return judge.real_hits(VOLCANO, eruption(judge.s, area))


def best_volcano(judge: Judge) -> list[str]:
    """Return the Mountain areas where an eruption is best, equal ones by Method A."""
    tolls = {area: toll(judge, by_volcano(judge, area)) for area in volcanoes(judge.s, judge.npc)}
    least = min(tolls.values(), default=None)
    return sorted((a for a, t in tolls.items() if t == least), key=judge.equal)


def by_flood(judge: Judge, areas: Iterable[str]) -> list[Hit]:
    """Return what the flood takes in these areas."""
    return judge.real_hits(FLOOD, [hit for a in areas for hit in inundation(judge.s, a)])


def best_flood(judge: Judge, picked: Sequence[str] = ()) -> frozenset[str]:
    """Return the best chain that holds the areas picked so far; empty if nothing could be flooded."""
    s = judge.s
    fertile = sorted(of_terrain(in_play(s), "fertile"))
    tolls = {a: toll(judge, by_flood(judge, [a])) for a in fertile}
    able = [c for c in floods(s, judge.npc) if c.issuperset(picked)]
    return min(able, key=lambda chain: _sum(tolls, chain), default=frozenset())


def _sum(tolls: dict[str, Toll], chain: frozenset[str]) -> tuple[int, ...]:
    """Return the sort key of a chain: its total costs, then its length, then the order of Competitions."""
    aimed = rest = own = 0
    for of_targets, of_others, of_itself in map(tolls.__getitem__, chain):
        aimed, rest, own = aimed + of_targets, rest + of_others, own + of_itself
    return aimed, rest, own, *_length_and_order(chain)


@cache
def _length_and_order(chain: frozenset[str]) -> tuple[int, ...]:
    """Return the number of areas, and the place of each in the order of Competitions."""
    return len(chain), *sorted(AREAS[a].order for a in chain)


def flood_step(judge: Judge, options: Sequence[str], picked: Sequence[str]) -> str | None:
    """Return the next area of the best chain that is offered; None when the chain is complete."""
    chain = best_flood(judge, picked)
    able = [a for a in options if a in chain and a not in picked]
    return min(able, key=judge.equal, default=None)


def worthwhile(s: State, npc: str, card: int) -> list[Hit]:
    """Return what the card would take at its best; empty if no target of the NPC would lose a disk."""
    judge = Judge(s, npc)
    if card == VOLCANO:
        hits = next((by_volcano(judge, a) for a in best_volcano(judge)), [])
    else:
        hits = by_flood(judge, best_flood(judge))
    return hits if strikes_a_target(judge, hits) else []
