"""Tables of Culture Wars for random play: whole games, and crowded positions in which everything happens soon."""

from __future__ import annotations

import random
from typing import Any

from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.toml import write
from engine.culture_wars.catalog import RULES, SUITS
from engine.culture_wars.game import GAME
from engine.culture_wars.state import State

SWITCHES = ("technological_advantage", "diagonal", "two_spaces", "settlement_roads", "any_coast")
ROUNDS = 5


def options(number: int, suits: list[str]) -> dict[str, Any]:
    """Every switch on or off by the bits of the number; the handicap for one culture in every second game."""
    chosen: dict[str, Any] = {name: True for i, name in enumerate(SWITCHES) if number >> i & 1}
    return {**chosen, "rounds": ROUNDS, **({"handicap": suits[:1]} if number % 2 else {})}


def culture_wars(number: int) -> Table[State]:
    """Game `number` of a series over two, three and four players and all options."""
    suits = list(SUITS)[: 2 + number % 3]
    seats = [SeatPlan(suit) for suit in suits]
    return Table.new(GAME, "standard", seats, options(number, suits), f"series {number}")


def crowded(number: int) -> Table[State]:
    """A position with moved tiles, settlements and stacks of tokens beside one another, before movement."""
    rng = random.Random(number)
    suits = list(SUITS)[: 2 + number % 3]
    moved = {"8": "a11", "3": "c11"} if number % 2 else {}
    free = [f"{c}{r}" for r in range(1, 11) for c in "abcdefghij" if not (c in "ef" and r in {5, 6, 7, 8, 9, 10})]
    rng.shuffle(free)
    coins: dict[str, str] = {}
    tokens: dict[str, str] = {}
    for suit in suits:
        settle(rng, suit, free, coins, tokens)
    top = {"game": "culture_wars", "phase": "movement", "seed": f"crowded {number}", "order": suits}
    cultures = {suit: {"by": "human"} for suit in suits}
    tables = {"options": options(number, suits), "cultures": cultures, "tiles": moved, "coins": coins, "tokens": tokens}
    return notation.load(GAME, write({**top, **tables}))


def settle(rng: random.Random, suit: str, free: list[str], coins: dict[str, str], tokens: dict[str, str]) -> None:
    """A culture's coins, some of them settlements, and its tokens in few stacks, often with others."""
    for number in rng.sample(RULES.coins, rng.randint(2, 5)):
        settled = number == RULES.ace or rng.random() < 0.4
        coins[free.pop()] = f"{suit} {number}{' settlement' if settled else ''}"
    left = RULES.tokens - rng.randint(0, 3)
    while left:
        n = min(left, rng.choice((1, 2, 5, 6, 10)))
        where = rng.choice([*coins, *tokens, *free[:12]])
        tokens[where] = f"{tokens[where]} {suit} {n}" if where in tokens else f"{suit} {n}"
        if tokens[where].count(suit) > 1:
            tokens[where] = tokens[where].removesuffix(f" {suit} {n}")
            continue
        left -= n
