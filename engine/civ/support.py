"""Phase 8: surplus, and the support of cities (CIV §11)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.civ import verbs
from engine.civ.board import (
    cities,
    citizens,
    conflict_limit,
    in_board_order,
    is_site,
    is_supported,
    limit_for,
    nations_in_play,
)
from engine.civ.catalog import AREAS
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import area, nation, tell
from engine.core.ask import choose


async def remove_surplus(s: State) -> str:
    """Remove tokens beside a city, and elsewhere those above the limit (CIV §11.1)."""
    trim(s)
    return verbs.go_on(s, "support")


def trim(s: State) -> None:
    """Reduce every area to what it supports."""
    for where in in_board_order(s, s.tokens):
        for owner in list(s.tokens[where]):
            if (surplus := excess(s, where, owner)) > 0:
                lost = verbs.take(s, owner, where, surplus)
                tell(s, "surplus.removed", focus=[where], player=nation(owner), area=area(where), n=lost)


def excess(s: State, where: str, owner: str) -> int:
    """Return how many tokens of the owner are too many there; one of Public Works may be beside its own city."""
    here = s.tokens[where]
    if where in s.cities:
        return here[owner] - (citizens(s, owner) if s.cities[where] == owner else 0)
    supported = limit_for(s, where, owner) if len(here) == 1 else conflict_limit(s, where)
    return sum(here.values()) - supported


async def support_cities(s: State) -> str:
    """Reduce cities that no tokens support, one after another (CIV §11.2)."""
    await support_all(s)
    return verbs.go_on(s, "cards.order")


async def support_all(s: State) -> None:
    """Ask everyone whose cities lack support which go; new ones go first (CIV §11.4)."""
    concerned = [n for n in nations_in_play(s) if not is_supported(s, n)]
    plans = await together(s, "support.all", concerned, cities_to_reduce)
    for n, areas in plans.items():
        for where in areas:
            reduce_city(s, n, where)


async def cities_to_reduce(s: State, name: str, rate: int = 0, idle: int = 0) -> list[str]:
    """Return the cities a nation reduces until the rest are supported, on a copy; tokens that come support at once.

    `rate`: tokens each city needs, if not as always; `idle`: so many tokens do not count, but those that come do.
    """
    gone = list[str]()
    while not is_supported(s, name, rate, idle) and cities(s, name):
        where = await choose(name, "support.reduce", first_to_go(s, name))
        verbs.reduce(s, where)
        gone.append(where)
    return gone


def first_to_go(s: State, name: str) -> Sequence[str]:
    """Return the Cities of this turn if there are any, else all; cheapest to rebuild first (CIV §11.4)."""
    own = cities(s, name)
    new = [a for a in own if a in s.acquired]
    return cheapest(s, new or own)


def cheapest(s: State, areas: Sequence[str]) -> list[str]:
    """Return Cities, a site before a wilderness, then the higher limit, then the name."""
    return sorted(areas, key=lambda a: (not is_site(s, a), -AREAS[a].limit, AREAS[a].label))


def reduce_city(s: State, name: str, where: str) -> int:
    """Reduce a city, and tell it. Return how many tokens came."""
    n = verbs.reduce(s, where)
    tell(s, "city.reduced", focus=[where], player=nation(name), area=area(where), n=n)
    return n
