"""Questions about a position: tokens on squares, what a square supports, settlements."""

from __future__ import annotations

from functools import lru_cache
from itertools import filterfalse

from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import Geography, geography, in_rows, names_close
from engine.culture_wars.options import GENTLE, STRONG
from engine.culture_wars.state import State

PLACING = ("setup.order", "setup.tile", "setup.coin")


def tokens(s: State, square: str, culture: str) -> int:
    """Return how many tokens the culture has there."""
    here = s.tokens.get(square)
    return here.get(culture, 0) if here else 0


def squares_of(s: State, culture: str) -> list[str]:
    """Return the squares with tokens of the culture, row by row from the north-west."""
    return sorted([square for square, here in s.tokens.items() if culture in here], key=in_rows)


def population(s: State, culture: str) -> int:
    """Return the tokens on the map."""
    return sum([here[culture] for here in s.tokens.values() if culture in here])


def suit_shown(s: State, square: str) -> bool:
    """Return whether the coin there is suit side up: settlements are, and every coin until all are placed."""
    return s.coins[square].settled or s.phase in PLACING


def settlement(s: State, square: str) -> str:
    """Return the culture of the settlement there, or an empty text."""
    coin = s.coins.get(square)
    return coin.suit if coin and coin.settled else ""


def settlements(s: State, culture: str) -> list[str]:
    """Return the culture's settlements, row by row from the north-west."""
    return sorted([q for q, coin in s.coins.items() if coin.settled and coin.suit == culture], key=in_rows)


def scores(s: State) -> dict[str, int]:
    """Return how many settlements each culture has."""
    suits = [coin.suit for coin in s.coins.values() if coin.settled]
    return {culture: suits.count(culture) for culture in s.cultures}


def limit(s: State, square: str) -> int:
    """Return how many tokens the square supports after conflicts (CW:83). Unknown, and not asked, while coins are
    placed.
    """
    coin = s.coins.get(square)
    if coin is None:
        return RULES.plain_limit
    return 0 if coin.settled else coin.number


def rivals(s: State, square: str) -> list[str]:
    """Return the cultures with tokens there that do not own a settlement in the square."""
    owner = settlement(s, square)
    return [culture for culture in s.tokens.get(square, {}) if culture != owner]


def is_contested(s: State, square: str) -> bool:
    """Return whether cultures are in conflict there: beyond the limit together, or in another's settlement (CW:59)."""
    here = s.tokens.get(square)
    if not here or (len(here) == 1 and square not in s.coins):
        return False
    if settlement(s, square):
        return bool(rivals(s, square))
    return len(here) > 1 and sum(here.values()) > limit(s, square)


def conflict_squares(s: State) -> list[str]:
    """Return all squares with a conflict; first those of tokens only, then settlements (CW:59)."""
    found = sorted([square for square in s.tokens if is_contested(s, square)], key=in_rows)
    return sorted(found, key=lambda square: bool(settlement(s, square)))


def supporters(s: State, square: str, culture: str) -> int:
    """Return the culture's tokens on the squares around, diagonals included (CW:87)."""
    return sum(s.tokens[q].get(culture, 0) for q in geography(s).around[square] if q in s.tokens)


def target(s: State) -> int:
    """Return how many settlements win the game when held for a full turn (CW:95)."""
    return RULES.target[str(len(s.cultures))]


def alive(s: State) -> list[str]:
    """Return the cultures that still have tokens on the map or a settlement."""
    return [c for c, settled in scores(s).items() if settled or s.cultures[c].supply < RULES.tokens]


def free_for_coins(s: State) -> tuple[str, ...]:
    """Return squares with at least two empty ones between them and every coin, in all directions (CW:20)."""
    return _free(geography(s), tuple(s.coins))


@lru_cache(maxsize=512)
def _free(land: Geography, coins: tuple[str, ...]) -> tuple[str, ...]:
    """Return the squares that stay free with these coins."""
    if not coins:
        return land.land
    return tuple(filterfalse(names_close(coins[-1]).__contains__, _free(land, coins[:-1])))


def is_strong(s: State, culture: str) -> bool:
    """Return whether the strong computer plays the culture."""
    return s.options.npc == STRONG and s.cultures[culture].by == "npc"


def is_gentle(s: State, culture: str) -> bool:
    """Return whether the gentle computer plays the culture."""
    return s.options.npc == GENTLE and s.cultures[culture].by == "npc"


def hidden_coins(s: State, culture: str) -> list[int]:
    """Return the numbers of the culture's coins that are suit side up in front of it, in their row."""
    return [number for number in s.cultures[culture].reserve if number != RULES.ace]
