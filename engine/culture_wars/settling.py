"""Forming settlements, on coins and with the Ace (CW:75-79)."""

from __future__ import annotations

from engine.core.ask import choose, choose_or_pass
from engine.culture_wars import verbs
from engine.culture_wars.board import hidden_coins
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import in_rows
from engine.culture_wars.state import State
from engine.culture_wars.turns import mover
from engine.culture_wars.verbs import player, square, tell

ACE = "ace"
COIN = "coin"
FEWEST = min(RULES.coin_settlers, RULES.ace_settlers)  # tokens with which a settlement can be formed anywhere


async def form(s: State) -> str:
    """Let the player form settlements one after another, as many as wanted, in player order (CW:77, CW:79, N-46)."""
    culture = mover(s)
    while where := await choose_or_pass(culture, "settle.form", sites(s, culture)):
        verbs.new_action(s)
        await (build_on_coin(s, culture, where) if where in s.coins else build_with_ace(s, culture, where))
    return verbs.next_turn(s, "excess")


def sites(s: State, culture: str) -> list[str]:
    """Return where the culture has enough tokens: five on a coin, or ten elsewhere with the Ace in reserve."""
    own = [(where, n) for where, here in s.tokens.items() if (n := here.get(culture, 0)) >= FEWEST]
    return sorted([where for where, n in own if n >= settlers(s, culture, where)], key=in_rows)


def settlers(s: State, culture: str, where: str) -> int:
    """Return how many tokens a settlement of the culture needs there; more than exist if impossible."""
    coin = s.coins.get(where)
    if coin is not None:
        return RULES.tokens + 1 if coin.settled else RULES.coin_settlers
    return RULES.ace_settlers if RULES.ace in s.cultures[culture].reserve else RULES.tokens + 1


async def build_with_ace(s: State, culture: str, where: str) -> None:
    """Pay all tokens of the square for the Ace, suit side up (CW:77, AMB-132). Coin squares are settled by their
    coin.
    """
    n = verbs.take(s, culture, where, RULES.tokens)
    verbs.place_coin(s, culture, where, RULES.ace, settled=True)
    tell(s, "settle.ace", focus=[where], player=player(culture), square=square(where), n=n)


async def build_on_coin(s: State, culture: str, where: str) -> None:
    """Turn the coin suit side up, or replace it by one of the reserve if it is another culture's (CW:79)."""
    coin = s.coins[where]
    said = {"player": player(culture), "square": square(where), "coin": coin.number}
    if coin.suit == culture:
        n = verbs.take(s, culture, where, RULES.tokens)
        verbs.settle(s, where)
        tell(s, "settle.own", focus=[where], n=n, **said)
        return
    verbs.return_coin(s, where)
    verbs.reveal(s)
    tell(s, "settle.foreign", focus=[where], owner=player(coin.suit), **said)
    await replace(s, culture, where)


async def replace(s: State, culture: str, where: str) -> None:
    """Replace the coin by one of one's own reserve, even the Ace; without one the tokens stay (CW:79, AMB-139)."""
    choices = reserve_choices(s, culture)
    said = {"player": player(culture), "square": square(where)}
    if not choices:
        tell(s, "settle.failed", focus=[where], **said)
        return
    token = await choose(culture, "settle.coin", list(choices), about=[where], square=square(where))
    n = verbs.take(s, culture, where, RULES.tokens)
    verbs.place_coin(s, culture, where, choices[token], settled=True)
    tell(s, "settle.with_ace" if token == ACE else "settle.replaced", focus=[where], n=n, **said)


def reserve_choices(s: State, culture: str) -> dict[str, int]:
    """Return the number of each token: the coins suit side up by their place in the row (`coin:1`), then the Ace."""
    row = {f"{COIN}:{i}": number for i, number in enumerate(hidden_coins(s, culture), start=1)}
    return row | ({ACE: RULES.ace} if RULES.ace in s.cultures[culture].reserve else {})
