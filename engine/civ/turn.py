"""The phases of a turn in order, each a step of its own (CIV §4); also growth and census (CIV §6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.civ import (
    attacks,
    building,
    conflict,
    ending,
    money,
    movement,
    purchases,
    ships,
    support,
    taxes,
    track,
    verbs,
)
from engine.civ.abilities import phase as abilities
from engine.civ.board import areas_with_tokens, citizens, is_site, nations_in_play, tokens
from engine.civ.calamities import rolling
from engine.civ.catalog import AREAS, NUMBERS, rank
from engine.civ.effects import moves_late
from engine.civ.setup import SETUP_STEPS
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import Flow, divide
from engine.core.message import list_of


async def grow(s: State) -> str:
    """Grow: one token beside a single one, two beside more; short stock is divided by its owner (CIV §6.1, §6.2)."""
    full = {n: increments(s, n) for n in nations_in_play(s)}
    short = [n for n, growth in full.items() if s.nations[n].stock < sum(growth.values())]
    chosen = await together(s, "growth.short", [n for n in short if s.nations[n].stock], place)
    for n, growth in full.items():
        grown = chosen.get(n, {}) if n in short else growth
        for where, count in grown.items():
            verbs.put(s, n, where, count)
        tell(s, "growth.grown", player=nation(n), n=sum(grown.values()))
    return verbs.go_on(s, "census")


async def place(s: State, name: str) -> dict[str, int]:
    """Ask the nation to divide all it has among its areas, at most the increment each (CIV §6.2)."""
    return await divide(name, "growth.place", increments(s, name), s.nations[name].stock)


def increments(s: State, name: str) -> Mapping[str, int]:
    """Return the growth of each area; none with a city, except beside a single token of Public Works (CIV §6.1).

    In the order of silence: areas with a free site, then the highest limit, then the id (CIV-RUL-008).
    """
    growing = [a for a in areas_with_tokens(s, name) if a not in s.cities or is_citizen(s, name, a)]
    growing.sort(key=lambda a: (not is_site(s, a) or a in s.cities, -AREAS[a].limit, a))
    return {a: NUMBERS.growth_single if tokens(s, a, name) == 1 else NUMBERS.growth_more for a in growing}


def is_citizen(s: State, name: str, area: str) -> bool:
    """Return whether the nation's own city is there, and its tokens may be."""
    return s.cities[area] == name and citizens(s, name) > 0


async def take_census(s: State) -> str:
    """Count tokens on the board; the nation with most is first, Military comes after all others (CIV §6.3)."""
    verbs.count_census(s)
    order = sorted(nations_in_play(s), key=lambda n: (moves_late(s, n), -s.census[n], rank(n)))
    verbs.put_in_order(s, order)
    tell(s, "census.order", order=list_of([f"{nation(n)} {s.census[n]}" for n in order]))
    return verbs.go_on(s, "ships")


STEPS: Mapping[str, Callable[[State], Flow[str | None]]] = {
    **SETUP_STEPS,
    "begin": ending.begin_turn,
    "tax": taxes.pay_taxes,
    "revolt": taxes.revolt,
    "growth": grow,
    "census": take_census,
    "ships": ships.fit_out,
    "movement": movement.move,
    "conflict.tokens": conflict.fight_tokens,
    "conflict.cities": attacks.attack_cities,
    "cities": building.build_cities,
    "surplus": support.remove_surplus,
    "support": support.support_cities,
    "cards.order": money.order_draws,
    "cards": money.draw_cards,
    "calamities.number": rolling.count,
    "calamity": rolling.strike,
    "abilities": abilities.begin,
    "ability": abilities.use,
    "unrest.tokens": conflict.fight_tokens,
    "unrest.cities": attacks.attack_cities,
    "unrest.support": abilities.settle,
    "advances": purchases.buy_advances,
    "track": track.move_markers,
    "end": ending.end_turn,
}
PHASES: Mapping[str, str] = {
    "setup.order": "0",
    "setup.nation": "0",
    "begin": "1",
    "tax": "1",
    "revolt": "1",
    "growth": "2",
    "census": "3",
    "ships": "4",
    "movement": "5",
    "conflict.tokens": "6",
    "conflict.cities": "6",
    "cities": "7",
    "surplus": "8",
    "support": "8",
    "cards.order": "9",
    "cards": "9",
    "calamities.number": "11",
    "calamity": "11",
    "abilities": "11b",
    "ability": "11b",
    "unrest.tokens": "11b",
    "unrest.cities": "11b",
    "unrest.support": "11b",
    "advances": "12",
    "track": "13",
    "end": "13",
}
