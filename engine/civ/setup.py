"""The setup: pieces, piles, nations, first tokens (CIV §3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.civ import verbs
from engine.civ.board import land, mega
from engine.civ.catalog import CALAMITIES, CARDS, CATALOG, MAPS, NATIONS, NUMBERS, PILES
from engine.civ.definitions import GROUPS
from engine.civ.state import Nation, State
from engine.civ.verbs import nation, tell
from engine.core import chance
from engine.core.ask import Flow, choose
from engine.core.game import SeatPlan, SetupError
from engine.core.message import list_of
from engine.core.text import civ

SEAT = "seat_"


def seat_players(s: State, plans: Sequence[SeatPlan]) -> None:
    """Seat the players of a new game; a seat without a nation is named by its place. Raises SetupError."""
    named = [plan.civ for plan in plans if plan.civ]
    for name in named:
        if name not in MAPS[s.options.map].nations:
            raise SetupError("seats", "civ.stranger", nation=civ(name), map=s.options.map)
        if named.count(name) > 1:
            raise SetupError("seats", "twice", name=civ(name))
    for i, plan in enumerate(plans, start=1):
        s.nations[plan.civ or f"{SEAT}{i}"] = Nation(plan.player, plan.by, rate=NUMBERS.tax_rate)
    s.seats = len(plans)


async def draw_order(s: State) -> str:
    """Shuffle the piles, and draw the order in which nations are chosen (CIV §3.3, §3.5)."""
    piles = [[card.id for card in CARDS.values() if card.pile == pile.number] for pile in PILES]
    verbs.lay_piles(s, piles, list(CALAMITIES["mega" if mega(s) else "classic"]))
    order = list(s.nations)
    chance.shuffle(s, order)
    verbs.go_on(s, "setup.nation")
    verbs.put_in_order(s, order)
    tell(s, "setup.order", players=list_of([nation(one) for one in order]))
    return "setup.nation"


async def choose_nation(s: State) -> str:
    """Let the next player pick a free nation of the map and one of its start areas, with a token there (CIV §3.3)."""
    seat = s.order[s.active]
    name = seat if seat in NATIONS else await choose(seat, "setup.nation", free_nations(s))
    start = await choose(seat, "setup.start", starts(s, name), about=[name], nation=nation(name))
    verbs.new_action(s)
    verbs.become(s, seat, name)
    verbs.endow(s, name, CATALOG.tokens[s.seats], GROUPS, NUMBERS.start_credits[str(s.seats)] * mega(s))
    verbs.put(s, name, start, 1)
    tell(s, "setup.chosen", focus=[start], player=nation(name), area=verbs.area(start))
    step = verbs.next_turn_of(s, "begin")
    if step == "begin":
        verbs.put_in_order(s, [])
    return step


def free_nations(s: State) -> list[str]:
    """Return the map's free nations in A.S.T. order."""
    return [name for name in NATIONS if name in MAPS[s.options.map].nations and name not in s.nations]


def starts(s: State, name: str) -> list[str]:
    """Return the nation's start areas in play (CIV-013)."""
    return [area for area in NATIONS[name].start if area in land(s).areas]


SETUP_STEPS: Mapping[str, Callable[[State], Flow[str | None]]] = {
    "setup.order": draw_order,
    "setup.nation": choose_nation,
}
