"""The facts of a question of Culture Wars, in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.message import list_of
from engine.core.presentation import Scene
from engine.core.text import list_parts
from engine.culture_wars.catalog import RULES
from engine.culture_wars.presentation.board import CultureBoard, coin, listed_own, settlement_text, squares_of, tokens
from engine.culture_wars.presentation.lines import departures, unmoved_tokens
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said, several
from engine.culture_wars.tiles import tiles_beside
from engine.culture_wars.view import CultureWarsView

BOARD: Final = CultureBoard()
MOVED: Final = 2
CHANGES: Final = 1200
STAYING: Final = 300


def explain(scene: Scene[CultureWarsView]) -> str:
    """Return the facts for a question; empty if its prompt says all."""
    make = MAKERS.get(scene.key)
    return make(scene) if make else ""


def tile(scene: Scene[CultureWarsView]) -> str:
    """Return what moving the tile does to the water, once its place is chosen."""
    if len(scene.answers) < MOVED:
        return said("tile.how")
    before, after = scene.before, scene.view
    joined = len(after.seas) < len(before.seas)
    new = after.islands - before.islands
    sea = said("tile.joined") if joined else several("tile.sea", len(after.seas))
    islands = said("tile.island") if new > 0 else said("tile.no_island")
    number = scene.answers[0][0]
    there = tiles_beside({name: (at.column, at.row) for name, at in after.tiles.items()}, number)
    key = "tile.becomes" if len(there) == 1 else "tile.becomes_several"
    return said(key, tile=number, tiles=list_of(there), sea=sea, islands=islands)


def placing_facts(scene: Scene[CultureWarsView]) -> str:
    """Return how far apart coins must be, and how many squares are left; empty once one is chosen."""
    if scene.answers:
        return ""
    return said("coin_rule", spacing=RULES.spacing, free=len(scene.options))


def start(scene: Scene[CultureWarsView]) -> str:
    """Return the squares with coins, by number, the highest first: where to begin."""
    there: dict[int, list[str]] = {}
    for name, square in scene.before.squares.items():
        if square.coin and square.coin.number:
            there.setdefault(square.coin.number, []).append(name)
    named = [said("coins_of", n=n, squares=", ".join(there[n])) for n in sorted(there, reverse=True)]
    return said("start", coins=" · ".join(named)) if named else ""


def growth_facts(scene: Scene[CultureWarsView]) -> str:
    """Return how many tokens grow: `34 of 36 on the map; 4 squares would grow, 2 can.`"""
    own = scene.before.cultures[scene.seat]
    squares_ = len(squares_of(scene.before, scene.seat))
    return said("growing", tokens=own.tokens, of=RULES.tokens, squares=squares_, supply=own.supply)


def moving_facts(scene: Scene[CultureWarsView]) -> str:
    """Return the order of movement, and where the seat's tokens are as long as no move is planned."""
    order = said("moving.order", cultures=list_of([NAMES.name("civ", c) for c in reversed(scene.before.order)]))
    if scene.plan:
        return order
    own = listed_own(scene.before, scene.seat, [name for name, n in unmoved_tokens(scene).items() if n])
    return "\n".join([order, said("moving.own", stacks=own)])


def settling_facts(scene: Scene[CultureWarsView]) -> str:
    """Return what a settlement needs, and what the seat has in reserve."""
    own = scene.before.cultures[scene.seat]
    reserve = [
        *([said("ace")] if own.ace else []),
        *([several("hidden_coin", own.hidden)] if own.hidden else []),
    ]
    lines = [said("settling.rule", coin=RULES.coin_settlers, ace=RULES.ace_settlers)]
    return " ".join([*lines, said("settling.reserve", coins=", ".join(reserve) or said("none"))])


def choosing_facts(scene: Scene[CultureWarsView]) -> str:
    """Return that the numbers of hidden coins are unknown to all."""
    where = scene.asked.about[0] if scene.asked and scene.asked.about else ""
    return said("choosing", square=where)


def plan_facts(scene: Scene[CultureWarsView]) -> str:
    """Return what a movement does to the squares, `c4 5→2 · c5 0→3, coin 4`, and which tokens stay."""
    if scene.step != "movement.move" or not scene.plan:
        return ""
    changed = [line for name in scene.view.squares if (line := change(scene, name))]
    staying = {name: n for name, n in tokens_left(scene).items() if n}
    named = list_parts([f"{name} {n}" for name, n in staying.items()], STAYING)
    told = list_parts(changed, CHANGES, " · ")
    return "\n".join([told, *([said("moving.stay", stacks=named)] if named else [])])


def change(scene: Scene[CultureWarsView], name: str) -> str:
    """Return a square before and after the movement, with what else is there; empty if nothing changes."""
    before, after = scene.before.squares[name], scene.view.squares[name]
    was, now = (square.tokens.get(scene.seat, 0) for square in (before, after))
    if was == now:
        return ""
    more = [part for part in (coin(after), settlement_text(after), *tokens(after, scene.seat)) if part]
    if after.conflict:
        more.append(said("conflict", limit=after.limit))
    return ", ".join([f"{name} {was}→{now}", *more])


def tokens_left(scene: Scene[CultureWarsView]) -> dict[str, int]:
    """Return the tokens that the plan leaves where they are."""
    going = departures(scene.plan)
    return {name: n - going[name] for name, n in unmoved_tokens(scene).items()}


MAKERS: Final[Mapping[str, Callable[[Scene[CultureWarsView]], str]]] = {
    "tile.move": tile,
    "coin.place": placing_facts,
    "token.start": start,
    "growth.squares": growth_facts,
    "movement.move": moving_facts,
    "settle.form": settling_facts,
    "settle.coin": choosing_facts,
}
