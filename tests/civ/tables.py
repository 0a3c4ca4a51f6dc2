"""Tables for random play: games over every map, pair and number, and crowded positions where much happens soon."""

from __future__ import annotations

import random
from typing import Any

from engine.civ.catalog import ADVANCES, CARDS, CATALOG, MAPS, NEUTRAL
from engine.civ.game import GAME
from engine.civ.geography import geography
from engine.civ.silence import silent
from engine.civ.state import State
from engine.core import notation
from engine.core.ask import Ask, Picks
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.toml import write

PAIRS = (("classic", "classic"), ("classic", "basic"), ("classic", "expert"), ("mega", "basic"), ("mega", "expert"))
SWITCHES = ("mining_bonus", "ask_each_roll", "simultaneous_moves", "immunity_for_nontradable")
TURNS = 8


def options(number: int) -> dict[str, Any]:
    """A pair of deck and track, and every switch on or off by the bits of the number; the game ends before long."""
    deck, track = PAIRS[number % len(PAIRS)]
    switches = {name: True for i, name in enumerate(SWITCHES) if number >> i & 1}
    rule = "at_least_100" if number % 7 == 0 else "below_100"
    return {"deck": deck, "track": track, "turn_limit": TURNS, "expert_cost_rule": rule, **switches}


def board(number: int) -> tuple[str, int]:
    """A map and a number of players for it."""
    name = list(MAPS)[number % len(MAPS)]
    players = MAPS[name].players
    return name, players[number // len(MAPS) % len(players)]


def new(number: int) -> Table[State]:
    """Game `number` of a series over all maps, pairs and numbers of players."""
    name, players = board(number)
    return Table.new(GAME, "no_trading", [SeatPlan()] * players, {**options(number), "map": name}, f"series {number}")


def doomed(number: int, deck: str, card: str) -> Table[State]:
    """Crowded position `number` of that deck, in which this calamity comes next."""
    pairs = [i for i, pair in enumerate(PAIRS) if pair[0] == deck]
    same_deck = number * len(PAIRS) + pairs[number % len(pairs)]
    return crowded(same_deck, phase="calamity", due=1, calamities=[card])


def crowded(number: int, **tables: Any) -> Table[State]:
    """A position late in a game: cities, crowds, ships, money and advances, before the taxes of turn 5."""
    rng = random.Random(number)
    name, players = board(number)
    nations = rng.sample(MAPS[name].nations, players)
    chosen = {**options(number), "map": name}
    top = {"game": "civ", "phase": "tax", "turn": 5, "seed": f"crowded {number}", **tables}
    pieces = {"nations": people(rng, nations, players, chosen["deck"]), **ground(rng, name, nations)}
    return notation.load(GAME, write({**top, "options": chosen, **pieces}))


def people(rng: random.Random, nations: list[str], players: int, deck: Any) -> dict[str, Any]:
    """What each nation has before it; half of its tokens are left for the board."""
    cards, advances = rng.sample(list(CARDS), 9 * players), list(ADVANCES[deck])
    most = CATALOG.tokens[players] // 4
    return {
        nation: {
            "by": "human",
            "treasury": rng.randint(0, most),
            "space": rng.randint(0, 13),
            "rate": 2,
            "hand": [cards.pop() for _ in range(rng.randint(0, 9))],
            "advances": rng.sample(advances, rng.randint(0, len(advances) // 2)),
        }
        for nation in nations
    }


def ground(rng: random.Random, name: str, nations: list[str]) -> dict[str, Any]:
    """Units near one another, so that they meet; ships on their coasts."""
    land = geography(name)
    inside = rng.sample(land.areas, min(len(land.areas), 9 * len(nations)))
    areas: dict[str, list[str]] = {area: [] for area in inside}
    ships: dict[str, list[str]] = {}
    for nation in nations:
        for area in rng.sample(inside, rng.randint(1, 6)):
            if not any(word.endswith("city") for word in areas[area]):
                areas[area].append(f"{nation} city")
        for area in rng.sample(inside, 7):
            areas[area].append(f"{nation} {rng.choice((1, 1, 2, 3))}")
        coasts = [h for area in inside for h in land.harbours[area] if any(nation in w for w in areas[area])]
        ships[nation] = rng.sample(coasts, min(len(coasts), rng.randint(0, 3)))
    for area in rng.sample(inside, 3):
        areas[area].append(f"{NEUTRAL} {rng.randint(1, 3)}")
    return {"areas": {area: " ".join(words) for area, words in areas.items() if words}, "ships": ships}


def answer(rng: random.Random, ask: Ask) -> Picks:
    """Any legal answer; silence now and then, so that not all is always moved, built and bought."""
    if rng.random() < 0.2:
        return silent(ask)
    if ask.caps:
        return ask.deal_out(rng.choice)
    return tuple(rng.sample(ask.options, rng.randint(ask.least, ask.most)))


def step(rng: random.Random, table: Table[State]) -> tuple[str, Picks]:
    """Answer for one of the seats asked."""
    seat = rng.choice(table.waiting())
    ask = table.ask_of(seat)
    assert ask is not None
    picks = answer(rng, ask)
    table.submit(seat, *picks)
    return seat, picks
