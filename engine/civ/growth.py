"""Phases 2 and 3: growth and census (CIV §6)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.civ import verbs
from engine.civ.board import areas_with_tokens, citizens, is_site, living, tokens
from engine.civ.catalog import AREAS, NUMBERS, rank
from engine.civ.effects import moves_late
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import divide
from engine.core.said import listed


async def grow(s: State) -> str:
    """One token comes where one stands, two where more do; short stock is divided by its owner (CIV §6.1, §6.2)."""
    short = [n for n in living(s) if s.nations[n].stock < sum(increments(s, n).values())]
    chosen = await together(s, "growth.short", [n for n in short if s.nations[n].stock], place)
    for n in living(s):
        grown = chosen.get(n, increments(s, n) if n not in short else {})
        for where, count in grown.items():
            verbs.put(s, n, where, count)
        tell(s, "growth.grown", player=nation(n), n=sum(grown.values()))
    return verbs.go_on(s, "census")


async def place(s: State, name: str) -> dict[str, int]:
    """The nation divides all it has among its areas, at most the increment each (CIV §6.2)."""
    return await divide(name, "growth.place", increments(s, name), s.nations[name].stock)


def increments(s: State, name: str) -> Mapping[str, int]:
    """What comes into each area; none with a city, but beside a single token of Public Works (CIV §6.1).

    In the order of silence: areas with a free site, then the highest limit, then the id (CIV-RUL-008).
    """
    growing = [a for a in areas_with_tokens(s, name) if a not in s.cities or is_citizen(s, name, a)]
    growing.sort(key=lambda a: (not is_site(s, a) or a in s.cities, -AREAS[a].limit, a))
    return {a: NUMBERS.growth_single if tokens(s, a, name) == 1 else NUMBERS.growth_more for a in growing}


def is_citizen(s: State, name: str, area: str) -> bool:
    """Whether the nation's own city is there, and its tokens may be."""
    return s.cities[area] == name and citizens(s, name) > 0


async def take_census(s: State) -> str:
    """Tokens on the board are counted; who has most is first, Military comes after all others (CIV §6.3)."""
    verbs.count_census(s)
    order = sorted(living(s), key=lambda n: (moves_late(s, n), -s.census[n], rank(n)))
    verbs.put_in_order(s, order)
    tell(s, "census.order", order=listed([f"{nation(n)} {s.census[n]}" for n in order]))
    return verbs.go_on(s, "ships")
