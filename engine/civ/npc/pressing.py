"""What a pressing computer does with tokens that their areas can't support: they push others on, or fight for land."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.civ.catalog import AREAS
from engine.civ.conflict import survivors
from engine.civ.effects import may_enter
from engine.civ.npc.planning import Step, gain, steps_to
from engine.civ.npc.prospect import Prospect

GROWING, HARM, WON = 1.5, 0.5, 2.0  # a token that yields another, one that an enemy loses, an area to oneself
LEAST, MOST = 1.0, 8  # what a fight must be worth; tokens sent to one at most


def press(p: Prospect) -> Iterator[Step]:
    """Yield the steps of all tokens that would be lost where they are, if its style is to press (CIV §11.1)."""
    if p.style.presses:
        yield from push_on(p)
        yield from contest(p)


def crowd(p: Prospect, area: str) -> int:
    """Return how many tokens that may move the area can't support."""
    return max(0, min(p.free.get(area, 0), p.mine.get(area, 0) - p.limit(area))) if area not in p.founded else 0


def push_on(p: Prospect) -> Iterator[Step]:
    """Yield chains of steps: a token too many moves next door, one from there moves on, to the nearest room."""
    for start in sorted(p.mine):
        while crowd(p, start) and (way := way_out(p, start)):
            for here, there in pairwise(way):
                p.shift(here, there, 1)
                yield Step(here, there, 1, "push")


def way_out(p: Prospect, start: str) -> Sequence[str]:
    """Return the way to the nearest area with room, the best of several; empty if there is none."""
    came, edge = {start: ""}, [start]
    while edge:
        reached = {there: here for here in edge for there in p.land.by_land[here] if there not in came}
        came |= reached
        room = {area: worth for area in reached if (worth := gain(p, area))}
        if room:
            return way_back(came, max(room, key=lambda area: (room[area], area)))
        edge = [area for area in reached if p.free.get(area) and area not in p.founded and area not in p.s.cities]
    return ()


def way_back(came: dict[str, str], goal: str) -> Sequence[str]:
    """Return the way to the goal, from where each area was reached from."""
    way = [goal]
    while before := came[way[-1]]:
        way.append(before)
    return way[::-1]


class Fight(NamedTuple):
    """A fight for an area of another owner with so many tokens too many. The best for each token comes last."""

    worth_each: float
    worth: float
    n: int
    area: str


def contest(p: Prospect) -> Iterator[Step]:
    """Yield the steps of tokens too many into fights for land, one after another by what they are worth."""
    fought = set[str]()
    while found := max(fights(p, fought), default=None):
        fought.add(found.area)
        yield from steps_to(p, found.area, senders(p, found), "contest")


def senders(p: Prospect, fight: Fight) -> dict[str, int]:
    """Return who sends how many, the most crowded areas first."""
    found, left = dict[str, int](), fight.n
    for area in sorted(near(p, fight.area), key=lambda area: -crowd(p, area)):
        if n := min(left, crowd(p, area)):
            found[area] = n
            left -= n
    return found


def near(p: Prospect, area: str) -> Sequence[str]:
    """Return the neighbours that have tokens too many."""
    return [here for here in p.land.by_land[area] if crowd(p, here)]


def fights(p: Prospect, fought: Collection[str]) -> Iterator[Fight]:
    """Yield the fights for areas of one other owner that are worth it."""
    for area in sorted(p.others):
        here = p.s.tokens[area]
        enemies = [owner for owner in here if owner != p.name]
        if area in p.s.cities or area in p.founded or area in fought or len(enemies) > 1:
            continue
        most = min(MOST, sum([crowd(p, one) for one in near(p, area)]))
        for n in range(1, most + 1):
            worth = worth_of_fight(p, area, enemies[0], n) if may_enter(p.s, p.name, area, n) else 0.0
            if worth >= LEAST:
                yield Fight(worth / n, worth, n, area)


def worth_of_fight(p: Prospect, area: str, enemy: str, n: int) -> float:
    """Return what so many tokens more there are worth."""
    before = {p.name: p.mine.get(area, 0), enemy: p.s.tokens[area][enemy]}
    without = survivors(p.s, {owner: there for owner, there in before.items() if there}, AREAS[area].limit)
    after = survivors(p.s, {**before, p.name: before[p.name] + n}, AREAS[area].limit)
    growing = min(2, after.get(p.name, 0)) - min(2, without.get(p.name, 0))
    lost = without.get(enemy, 0) - after.get(enemy, 0)
    won = p.name in after and enemy not in after and enemy in without
    return GROWING * growing + HARM * lost + WON * won
