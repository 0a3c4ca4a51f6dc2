"""Broken invariants: what must hold in every position that play can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.culture_wars.board import PLACING, population, tokens
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import geography, squares_of
from engine.culture_wars.state import State
from engine.culture_wars.turns import active, turns_of


def problems(s: State) -> list[str]:
    """Return all that is wrong with the position; empty if nothing is."""
    return [*tile_problems(s), *token_problems(s), *coin_problems(s), *order_problems(s)]


def tile_problems(s: State) -> Iterator[str]:
    """Yield violations of 24 tiles without overlaps, counted from the outermost land."""
    covered = Counter(p for corner in s.tiles.values() for p in squares_of(corner))
    if len(s.tiles) != RULES.tiles or any(n > 1 for n in covered.values()):
        yield "tiles are missing or lie on one another"
    if min(x for x, _ in covered) or min(y for _, y in covered):
        yield "columns and rows are not counted from the outermost land"
    if s.land.corners != s.tiles:
        yield "what is known of the land is not of these tiles"
    if s.lifted and s.phase != "setup.tile":
        yield f"tile {s.lifted} is still being moved"


def token_problems(s: State) -> Iterator[str]:
    """Yield violations of 36 tokens of each culture, on land or in supply (CW:3)."""
    for name, c in s.cultures.items():
        total = population(s, name) + c.supply
        if total != RULES.tokens or c.supply < 0:
            yield f"{name} has {total} tokens of {RULES.tokens}, {c.supply} in supply"
    for square, here in s.tokens.items():
        if square not in geography(s).places:
            yield f"{square} is no land and holds {here}"
        if not here or min(here.values()) < 1 or set(here) - set(s.cultures):
            yield f"{square} holds {here}"
    mover = active(s) or ""
    for square, n in s.moved.items():
        if n < 0 or n > tokens(s, square, mover):
            yield f"{n} tokens have moved to {square}, where {tokens(s, square, mover)} are"


def coin_problems(s: State) -> Iterator[str]:
    """Yield coins that aren't in reserve or on land exactly once; an Ace is on the map only as a settlement."""
    for name, c in s.cultures.items():
        mine = [*c.reserve, *(coin.number for coin in s.coins.values() if coin.suit == name)]
        if sorted(mine) != sorted(RULES.coins):
            yield f"{name} has the coins {sorted(mine)}"
    for square, coin in s.coins.items():
        if coin.suit not in s.cultures or square not in geography(s).places:
            yield f"a coin of {coin.suit} is on {square}"
        if coin.settled and s.phase in PLACING:
            yield f"{square} is settled during the setup"
        if coin.number == RULES.ace and not coin.settled:
            yield f"the Ace of {coin.suit} lies open on {square}"


def order_problems(s: State) -> Iterator[str]:
    """Yield cultures whose Null coin has no place in the order, unless all are hidden."""
    if s.order and sorted(s.order) != sorted(s.cultures):
        yield f"the order is {s.order}"
    if active(s) and not 0 <= s.active < turns_of(s, s.phase):
        yield f"turn {s.active} of {turns_of(s, s.phase)} in {s.phase}"
