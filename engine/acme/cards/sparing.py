"""Choices among several victims in a game of teams, whose sum decides whether the card may be played (PB:236-238).

Only choices that can still lead to a fair play are offered; without team-mates that is all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

from engine.acme.effects.losses import Hit, losable
from engine.acme.effects.plans import plan_faction
from engine.acme.questions.teams import is_fair, mates
from engine.acme.state import State


def is_fair_play(s: State, civ: str, card: int, hits: Iterable[Hit]) -> bool:
    """Return whether the possible losses are fair to the civ's team-mates."""
    if not s.options.teams:
        return True
    harm = Counter[str]()
    for hit in losable(s, civ, card, list(hits)):
        harm[hit.faction] += hit.disks
    return is_fair(s, civ, harm)


def can_be_fair(s: State, civ: str, harmed: Mapping[str, int], rest: Sequence[Sequence[str]]) -> bool:
    """Return whether victims can be chosen, one from each of the lists, so that all is fair; each loses one thing more.

    `harmed`: what is already settled. Choosing a team-mate where another could be chosen never helps.
    """
    own = mates(s, civ)
    if not own:
        return True
    forced = [names for names in rest if all(f in own for f in names)]
    others = {*harmed, *(f for names in rest for f in names)} - {*own, civ}
    most = max((harmed.get(f, 0) + sum(f in names for names in rest) for f in others), default=0)
    return any(max(harmed.get(mate, 0) + chosen.count(mate) for mate in own) <= most for chosen in product(*forced))


async def plan_hits(
    s: State, civ: str, card: int, areas: Sequence[str], prey_in: Callable[[str], Sequence[str]]
) -> list[Hit]:
    """Choose one disk of one Faction in each of the areas, one after another."""
    hits: list[Hit] = []
    for i, area in enumerate(areas):
        harmed, rest = Counter(hit.faction for hit in hits), [prey_in(a) for a in areas[i + 1 :]]
        able = [f for f in prey_in(area) if can_be_fair(s, civ, harmed + Counter([f]), rest)]
        hits.append(Hit(await plan_faction(civ, card, area, able), area))
    return hits
