"""The setup: order, tiles, coins, first tokens (CW:15-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.core.ask import Flow, choose
from engine.core.message import count_noun, list_of
from engine.culture_wars import verbs
from engine.culture_wars.board import free_for_coins, hidden_coins
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import geography, name_of
from engine.culture_wars.state import State
from engine.culture_wars.tiles import goals, movable, tiles_beside
from engine.culture_wars.turns import mover, turns_of
from engine.culture_wars.verbs import player, square, tell


async def draw_order(s: State) -> str:
    """Set the order of the setup by the Null coins, and mix each player's numbered coins (CW:9-17)."""
    for culture in s.cultures:
        verbs.mix_coins(s, culture)
    verbs.reveal_order(s)
    tell(s, "setup.order", players=list_of([player(c) for c in s.order]))
    return verbs.go_on(s, "setup.tile")


async def move_tile(s: State) -> str:
    """Let the next player move a tile that touches the hole to another place beside tiles (CW:18, CW:19)."""
    culture = mover(s)
    tile = await choose(culture, "tile.move", movable(s), left=_moves_left(s))
    verbs.lift_tile(s, tile)
    places = goals(s, tile)
    token = await choose(culture, "tile.place", list(places), about=[tile], tile=tile)
    seas, islands = _water(s)
    verbs.new_action(s)
    verbs.lay_tile(s, places[token])
    there = tiles_beside(s.tiles, tile)
    key = "tile.laid" if len(there) == 1 else "tile.laid_several"
    tell(s, key, focus=[name_of(s.tiles[tile])], player=player(culture), tile=tile, tiles=list_of(there))
    _tell_water(s, seas, islands)
    return verbs.next_turn(s, "setup.coin")


def _moves_left(s: State) -> int:
    """Return how many tiles the active player still moves, this one included."""
    return (turns_of(s, s.phase) - 1 - s.active) // len(s.order) + 1


def _water(s: State) -> tuple[frozenset[str], int]:
    land = geography(s)
    return land.seas, land.islands


def _tell_water(s: State, seas: frozenset[str], islands: int) -> None:
    """Tell of joined seas and of islands (CW:19)."""
    now, pieces = _water(s)
    if len(now) == 1 < len(seas):
        tell(s, "tile.joined")
    if pieces > islands:
        tell(s, "tile.island")


async def place_coin(s: State) -> str:
    """Let the next player in reverse order place a coin, its number unknown, at least three squares from any (CW:20).

    If there is room for none, the others stay in reserve, and the placed ones are turned suit side down (CW:21).
    """
    culture, free = mover(s), free_for_coins(s)
    if free and (hidden := hidden_coins(s, culture)):
        await _place_one(s, culture, free, left=len(hidden))
        step = verbs.next_turn(s, "setup.token")
    else:
        step = verbs.go_on(s, "setup.token")
    if step == "setup.token":
        verbs.reveal(s)
        _tell_left(s)
    return step


async def _place_one(s: State, culture: str, free: Sequence[str], *, left: int) -> None:
    where = await choose(culture, "coin.place", free, left=left)
    verbs.new_action(s)
    verbs.place_first_hidden(s, culture, where)
    tell(s, "coin.placed", focus=[where], player=player(culture), square=square(where))


def _tell_left(s: State) -> None:
    left = sum(len(hidden_coins(s, c)) for c in s.cultures)
    if left:
        tell(s, "coin.left", n=count_noun(left, "coin"))


async def place_tokens(s: State) -> str:
    """Let the next player in reverse order place the first tokens on any land, together or apart (CW:22, AMB-122)."""
    culture, placed, land = mover(s), list[str](), geography(s).land
    most = RULES.start_tokens + (RULES.handicap_tokens if culture in s.options.handicap else 0)
    verbs.new_action(s)
    for left in range(most, 0, -1):
        where = await choose(culture, "token.start", land, about=placed, left=left)
        verbs.put(s, culture, where, 1)
        placed.append(where)
    named = [f"{square(q)} {n}" if n > 1 else square(q) for q, n in Counter(placed).items()]
    tell(s, "token.placed", focus=placed, player=player(culture), squares=list_of(named))
    return verbs.next_turn(s, "reset")


SETUP_STEPS: Mapping[str, Callable[[State], Flow[str | None]]] = {
    "setup.order": draw_order,
    "setup.tile": move_tile,
    "setup.coin": place_coin,
    "setup.token": place_tokens,
}
