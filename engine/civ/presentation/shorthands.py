"""Typed words for several moves: `gather rome 6`, `spread`, `settle crete`; and which of them do something now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.civ.catalog import AREAS, CATALOG
from engine.civ.presentation.board import areas, areas_of, city_tokens
from engine.civ.presentation.march import MoveLine
from engine.civ.view import CivView
from engine.core.naming import WrongLine
from engine.core.presentation import Scene

MOST: Final = 24
Shorthand: TypeAlias = "Callable[[MoveLine], None]"


def gather(march: MoveLine, goal: str, n: int, item: str) -> None:
    """Gather `n` tokens in an area: land neighbours send them, the largest first, and keep one each.

    Raises WrongLine. Without a number, as many as a city needs there.
    """
    wanted = (n or city_takes(march, goal)) - _own(march, goal)
    before = len(march.moves)
    for start in sorted(march.land.by_land[goal], key=lambda a: -march.left[a]):
        k = min(wanted, march.left[start] - 1)
        if k > 0 and march.offers(start, goal, k):
            march.add_walk(start, goal, k)
            wanted -= k
    if len(march.moves) == before:
        raise WrongLine("nobody", item)


def city_takes(march: MoveLine, area: str) -> int:
    """Return the number of tokens that a city needs there."""
    return city_tokens(areas(march.scene.before)[area])


def spread(march: MoveLine, item: str) -> None:
    """Move what an area cannot support to the free land neighbour that supports most.

    Where a city can be built the tokens stay. Raises WrongLine if nobody can move.
    """
    before = len(march.moves)
    for start in areas_of(march.scene.before, march.scene.seat):
        if not is_full(march, start):
            _disperse(march, start)
    if len(march.moves) == before:
        raise WrongLine("nobody", item)


def _disperse(march: MoveLine, start: str) -> None:
    """The surplus of one area, each token where there is most room."""
    while march.left[start] and _own(march, start) > _limit(march, start):
        goal = max(march.land.by_land[start], key=lambda a: _room(march, a), default="")
        n = min(_room(march, goal) if goal else 0, march.left[start], _own(march, start) - _limit(march, start))
        if n <= 0 or not march.offers(start, goal, n):
            return
        march.add_walk(start, goal, n)


def settle(march: MoveLine, region: str, item: str) -> None:
    """Send a token to each empty land neighbour in the region, from the area with most. Raises WrongLine."""
    before = len(march.moves)
    free = [a for a in areas(march.scene.before) if AREAS[a].region == region and _is_empty(march, a)]
    for goal in sorted(free, key=lambda a: -_limit(march, a)):
        start = max(march.land.by_land[goal], key=lambda a: march.left[a], default="")
        if start and march.left[start] > 1 and march.offers(start, goal, 1):
            march.add_walk(start, goal, 1)
    if len(march.moves) == before:
        raise WrongLine("nobody", item)


def is_full(march: MoveLine, area: str) -> bool:
    """Return whether the tokens there now are enough to build a city."""
    return _is_unbuilt(march, area) and _own(march, area) >= city_takes(march, area)


def shortcuts(scene: Scene[CivView]) -> list[str]:
    """Return the lines with these words that would move something now, cities first."""
    march = MoveLine.from_plan(scene)
    sites = [a for a in areas(scene.before) if _is_unbuilt(march, a) and areas(scene.before)[a].site]
    lines = [f"gather {CATALOG.areas[a].name} {city_takes(march, a)}" for a in sites if _can_fill(march, a)]
    lines += ["spread"] if _moves(scene, lambda one: spread(one, "")) else []
    regions = dict.fromkeys(AREAS[a].region for a in areas(scene.before))
    lines += [f"settle {CATALOG.regions[r].name}" for r in regions if _moves(scene, _settling(r))]
    return lines[:MOST]


def _settling(region: str) -> Shorthand:
    return lambda march: settle(march, region, "")


def _moves(scene: Scene[CivView], do: Shorthand) -> bool:
    """Whether that would move something."""
    try:
        do(MoveLine.from_plan(scene))
    except WrongLine:
        return False
    return True


def _can_fill(march: MoveLine, goal: str) -> bool:
    """Whether neighbours can send what a city still lacks there."""
    near = sum(max(0, march.left[a] - 1) for a in march.land.by_land[goal])
    return _own(march, goal) < city_takes(march, goal) <= _own(march, goal) + near


def _own(march: MoveLine, area: str) -> int:
    """Own tokens there once what is planned is done."""
    there = areas(march.scene.before)[area]
    gone = there.tokens.get(march.scene.seat, 0) - there.moved - march.left[area]
    own = int(there.tokens.get(march.scene.seat, 0)) - int(gone)
    return own + march.come[area]


def _limit(march: MoveLine, area: str) -> int:
    return int(areas(march.scene.before)[area].limit)


def _is_unbuilt(march: MoveLine, area: str) -> bool:
    return not areas(march.scene.before)[area].city


def _is_empty(march: MoveLine, area: str) -> bool:
    """Return whether the area has no units, and the plan sends none there."""
    there = areas(march.scene.before)[area]
    return not there.tokens and there.city is None and not march.come[area]


def _room(march: MoveLine, area: str) -> int:
    """Return how many more tokens the area supports; 0 if others are there."""
    there = areas(march.scene.before)[area]
    if there.city is not None or set(there.tokens) - {march.scene.seat}:
        return 0
    return max(0, _limit(march, area) - _own(march, area))
