"""Player order and the expansion of populations (CW:36-42)."""

from __future__ import annotations

from engine.core.ask import some
from engine.core.said import listed
from engine.culture_wars import verbs
from engine.culture_wars.board import held
from engine.culture_wars.state import State
from engine.culture_wars.turns import mover
from engine.culture_wars.verbs import player, square, tell


async def reveal_order(s: State) -> str:
    """The Null coins give the order of this turn (CW:36, CW:38)."""
    verbs.reveal_order(s)
    tell(s, "order.revealed", players=listed([player(c) for c in s.order]))
    return verbs.go_on(s, "expansion")


async def expand(s: State) -> str:
    """In player order: a token more in every square that has one, as long as there are tokens (CW:42).

    If there are not enough the owner says which squares grow (AMB-124).
    """
    culture = mover(s)
    squares, supply = held(s, culture), s.cultures[culture].supply
    growing = await some(culture, "growth.squares", squares, supply, supply, supply=supply, squares=len(squares))
    verbs.new_action(s)
    verbs.grow(s, culture, growing)
    if growing:
        named = listed([square(q) for q in growing])
        tell(s, "expansion.grown", focus=growing, player=player(culture), n=len(growing), squares=named)
    elif squares:
        tell(s, "expansion.none", player=player(culture))
    return verbs.next_turn(s, "movement")
