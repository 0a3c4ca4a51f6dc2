"""Which shapes of the board an option is on, in the order in which they are clicked.

Areas, harbours (`area/coast` where an area has two) and open seas are shapes. Nations are not, even those that are
called like an area; nor are volcanoes and flood plains, which lie in several areas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.civ.catalog import AREAS, SEAS
from engine.civ.conflict import SHIP, ships_in
from engine.civ.moves import move_in
from engine.civ.state import State
from engine.core.ask import Request

Shapes = Callable[[State, Request, str, str], tuple[str, ...]]
MOVES: Final = "movement.tokens"


def place_of(s: State, request: Request, seat: str, token: str) -> tuple[tuple[str, ...], int | None]:
    """Return the shapes of an option of a question to that seat, none if it is not on the board; and how many tokens a
    move takes along, None if it is none.
    """
    if request.key == MOVES:
        return on_move(token)
    return SHAPES.get(request.key, on_area)(s, request, seat, token), None


def on_move(token: str) -> tuple[tuple[str, ...], int | None]:
    """Return from, to and how many: a ship goes from harbour to harbour, and what it has aboard lands from its
    harbour.
    """
    move = move_in(token)
    if move is None:
        return (), None
    if move.way == "!":
        return (f"harbour:{move.start}", f"area:{move.goal_area}"), move.n
    kind = "harbour" if move.way == "~" else "area"
    return (f"{kind}:{move.start}", f"{kind}:{move.goal}"), move.n


def on_area(_s: State, _request: Request, _seat: str, token: str) -> tuple[str, ...]:
    """Return an area; what follows it (`rome:treasury`) is a way to do something there."""
    where = token.partition(":")[0]
    return (f"area:{where}",) if where in AREAS else ()


def on_nothing(_s: State, _request: Request, _seat: str, _token: str) -> tuple[str, ...]:
    """Return no shape: it is a nation."""
    return ()


def on_sea(_s: State, _request: Request, _seat: str, token: str) -> tuple[str, ...]:
    """Return an open sea."""
    return (f"sea:{token}",) if token in SEAS else ()


def on_harbour(_s: State, _request: Request, _seat: str, token: str) -> tuple[str, ...]:
    """Return where a new ship will lie."""
    harbour, found, _ = token.rpartition(":")
    return (f"harbour:{harbour}",) if found else ()


def on_old_ship(_s: State, request: Request, _seat: str, _token: str) -> tuple[str, ...]:
    """Return where the ship lies that is kept or given up."""
    return (f"harbour:{request.about[0]}",)


def on_loss(s: State, request: Request, seat: str, token: str) -> tuple[str, ...]:
    """Return the area of a token, or the harbour of a ship, that is lost instead of a token in the fight."""
    where, _, n = token.rpartition(":")
    return (f"harbour:{ships_in(s, seat, request.about[0])[int(n) - 1]}",) if where == SHIP else (f"area:{where}",)


SHAPES: Final[Mapping[str, Shapes]] = {
    "setup.nation": on_nothing,
    "ships.keep": on_old_ship,
    "ships.build": on_harbour,
    "conflict.lose": on_loss,
    "calamity.site": on_sea,
    "calamity.named": on_nothing,
    "calamity.victims": on_nothing,
    "empire.players": on_nothing,
}
