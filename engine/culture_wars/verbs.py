"""The only functions that change a State. Each keeps the tokens of a culture and the coins of a suit together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core import chance, text
from engine.core.game import Event
from engine.core.message import Message
from engine.culture_wars.board import hidden_coins, tokens
from engine.culture_wars.catalog import RULES
from engine.culture_wars.pieces import Place
from engine.culture_wars.state import Coin, State
from engine.culture_wars.turns import turns_of

player: Final = text.civ  # a culture as a token of a text, named in the reader's language when shown
square: Final = text.area  # a square as a token of a text


def tell(s: State, key: str, /, *, focus: Sequence[str] = (), **said: Any) -> None:
    """Tell everyone the text `event.<key>`."""
    s.told.append(Event(Message(f"event.{key}", said), None, tuple(focus), s.action, key))


def tell_why(s: State, culture: str, question: str, reason: str, /, **said: Any) -> None:
    """Tell the seat of a computer the text `why.culture_wars.<reason>`: why it answers that question as it does."""
    s.told.append(Event(Message(f"why.culture_wars.{reason}", said), culture, (), s.action, f"why.{question}"))


def new_action(s: State) -> None:
    """Begin a new action: lines told from now on belong together."""
    s.action += 1


def reveal(s: State) -> None:
    """Note that a coin's hidden side was revealed, so nobody can undo what led to it."""
    s.secrets += 1


def go_on(s: State, phase: str) -> str:
    """Begin the next phase. Return its step, which has the same name."""
    s.phase, s.active, s.moved = phase, 0, {}
    new_action(s)
    tell(s, f"phase.{phase}")
    return phase


def next_turn(s: State, then: str) -> str:
    """Move on to the next player of this phase, or the phase after it. Return the step."""
    s.active += 1
    s.moved = {}
    return s.phase if s.active < turns_of(s, s.phase) else go_on(s, then)


def reveal_order(s: State) -> None:
    """Reveal the Null coins one by one, mixed with their suits hidden (CW:11, CW:38)."""
    s.order = list(s.cultures)
    chance.shuffle(s, s.order)


def hide_order(s: State) -> None:
    """Turn the Null coins suit side down again (CW:91)."""
    s.order = []


def mix_coins(s: State, culture: str) -> None:
    """Mix the coins to be placed, suit side up, so that nobody knows which is which (CW:13)."""
    numbers = list(RULES.numbers)
    chance.shuffle(s, numbers)
    s.cultures[culture].reserve = [RULES.ace, *numbers]


def lift_tile(s: State, tile: str) -> None:
    """Choose a tile to be moved."""
    s.lifted = tile


def lay_tile(s: State, goal: Place) -> None:
    """Put the chosen tile there; columns and rows are counted anew from the outermost land."""
    tiles = {**s.tiles, s.lifted: goal}
    s.lifted = ""
    west, south = map(min, zip(*tiles.values(), strict=True))
    lay_tiles(s, {tile: (x - west, y - south) for tile, (x, y) in tiles.items()})
    s.frame = (s.frame[0] - west, s.frame[1] - south)


def lay_tiles(s: State, tiles: dict[str, Place]) -> None:
    """Set the positions of all tiles, and with them the land."""
    s.tiles = tiles
    vars(s).pop("land", None)


def place_coin(s: State, culture: str, where: str, number: int, *, settled: bool) -> None:
    """Put a coin of the reserve on the map."""
    s.cultures[culture].reserve.remove(number)
    s.coins[where] = Coin(culture, number, settled)


def place_first_hidden(s: State, culture: str, where: str) -> None:
    """Place the first coin of the row, whose number nobody knows, on the map."""
    place_coin(s, culture, where, hidden_coins(s, culture)[0], settled=False)


def return_coin(s: State, where: str) -> Coin:
    """Return the coin there to the culture of its suit, at the end of its row."""
    coin = s.coins.pop(where)
    s.cultures[coin.suit].reserve.append(coin.number)
    return coin


def settle(s: State, where: str) -> None:
    """Turn the coin there suit side up: a settlement."""
    s.coins[where].settled = True
    reveal(s)


def turn_down(s: State, where: str) -> Coin:
    """Turn the settlement's coin suit side down; an Ace leaves the map (CW:71, CW:87). Return the coin."""
    coin = s.coins[where]
    coin.settled = False
    reveal(s)
    return return_coin(s, where) if coin.number == RULES.ace else coin


def put(s: State, culture: str, where: str, n: int) -> int:
    """Put n tokens there, or as many as are in supply. Return how many."""
    n = min(n, s.cultures[culture].supply)
    if n:
        s.cultures[culture].supply -= n
        _change(s, culture, where, n)
    return n


def grow(s: State, culture: str, squares: Sequence[str]) -> None:
    """Add a token in each of these squares, all of which have some; there must be as many in supply."""
    s.cultures[culture].supply -= len(squares)
    for where in squares:
        s.tokens[where][culture] += 1


def take(s: State, culture: str, where: str, n: int) -> int:
    """Take n tokens off the square into supply, or as many as there are. Return how many."""
    n = max(0, min(n, tokens(s, where, culture)))
    if n:
        s.cultures[culture].supply += n
        _change(s, culture, where, -n)
    return n


def move(s: State, culture: str, start: str, goal: str, n: int) -> None:
    """Carry n tokens from one square to another; they do not move again this turn."""
    _change(s, culture, start, -n)
    _change(s, culture, goal, n)
    s.moved[goal] = s.moved.get(goal, 0) + n


def _change(s: State, culture: str, where: str, n: int) -> None:
    here = s.tokens.setdefault(where, {})
    if left := here.get(culture, 0) + n:
        here[culture] = left
        return
    del here[culture]
    if not here:
        del s.tokens[where]


def hold(s: State, cultures: Sequence[str]) -> None:
    """Note who holds enough settlements at the end of the turn."""
    s.holding = list(cultures)


def next_round(s: State) -> None:
    """Advance the turn counter."""
    s.turn += 1


def end_game(s: State, winners: Sequence[str], reason: str) -> None:
    """End the game: nothing is asked any longer."""
    s.winners, s.reason, s.phase = list(winners), reason, "over"


def set_control(s: State, culture: str, by: str) -> None:
    """Set who plays the culture."""
    s.cultures[culture].by = by
