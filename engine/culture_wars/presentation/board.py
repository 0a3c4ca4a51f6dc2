"""Reads a view of Culture Wars for screens and lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.core.naming import Named
from engine.core.presentation import Board, Stacks
from engine.core.text import list_parts
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import STEPS, name_of
from engine.culture_wars.pieces import Place
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said, several
from engine.culture_wars.view import CultureView, CultureWarsView, SquareView

SHOWN: Final = 300
"""Letters of a list of squares."""


class CultureBoard(Board):
    """Squares and the tokens on them."""

    def stacks(self, view: CultureWarsView) -> Stacks:
        """Return the tokens of each culture in each land square."""
        return {name: square.tokens for name, square in view.squares.items()}

    def limit(self, _view: CultureWarsView, _area: str) -> int:
        """Return all tokens of a culture: any number may come together (CW:46)."""
        return RULES.tokens

    def group(self, view: CultureWarsView, seat: str, name: str) -> tuple[str, ...] | None:
        """Return the squares with the seat's tokens for `all`."""
        return tuple(squares_of(view, seat)) if name.casefold() == "all" else None

    def near(self, view: CultureWarsView, area: str) -> tuple[str, ...]:
        """Return the land squares a step away, not diagonally."""
        there = view.squares.get(area)
        if there is None:
            return ()
        beside = [name_of(step(there, way)) for way in STEPS.values()]
        return tuple(name for name in beside if name in view.squares)

    def all_areas(self) -> tuple[Named, ...]:
        """Return every square there can be."""
        return NAMES.things("area")

    def worth(self, view: CultureWarsView, seat: str, area: str) -> str:
        """Return `settlement` for a stack with one of that culture."""
        there = view.squares.get(area)
        return said("settlement_word") if there and there.owner == seat else ""

    def facts(self, view: CultureWarsView, seat: str) -> str:
        """Return the facts of a culture: `19 tokens in 7 squares · 17 in supply · 1 settlement · Ace · 2 hidden
        coins`.
        """
        own = view.cultures.get(seat)
        return " · ".join([several("token", own.tokens), *holdings(own)]) if own else ""

    def newly_contested(self, before: CultureWarsView | None, after: CultureWarsView) -> Sequence[str]:
        """Return the squares in conflict that were not before."""
        return [name for name in after.conflicts if before is None or name not in before.conflicts]

    def means_of(self, view: CultureWarsView, seat: str, *, whole: bool) -> Mapping[str, str]:
        """Return settlements; with `whole`, also what is in supply."""
        own = view.cultures.get(seat)
        held_ = {said("holds.settlements"): str(len(own.settlements))} if own else {}
        return {**held_, **({said("holds.supply"): str(own.supply)} if own and whole else {})}


def squares_of(view: CultureWarsView, seat: str) -> list[str]:
    """Return the squares with tokens of a culture, row by row from the north-west."""
    return [name for name, square in view.squares.items() if seat in square.tokens]


def step(square: SquareView, way: Place) -> Place:
    """Return the place a step away from a square."""
    return square.column + way[0], square.row + way[1]


def holdings(own: CultureView) -> list[str]:
    """Return what a culture has besides its tokens on the map."""
    return [
        said("supply", n=own.supply),
        *([several("settlement", len(own.settlements))] if own.settlements else []),
        *([said("ace")] if own.ace else []),
        *([several("hidden_coin", own.hidden)] if own.hidden else []),
    ]


def coin(square: SquareView) -> str:
    """Return the coin of a square: `coin 4`, or `coin of Suns` while its number is hidden; empty without one."""
    there = square.coin
    if not there or square.settlement:
        return ""
    if there.face == "number":
        return said("coin", n=there.number)
    return said("coin_of", culture=NAMES.name("civ", there.suit))


def settlement_text(square: SquareView) -> str:
    """Return the settlement of a square: `settlement of Moons, 4 of 5 in support`; empty without one."""
    there = square.settlement
    if not there:
        return ""
    owner = NAMES.name("civ", there.owner)
    return said("settled", culture=owner, n=there.support, needed=there.needed)


def tokens(square: SquareView, leave_out: str = "") -> list[str]:
    """Return the tokens of a square, the largest stack first: `Suns 4`."""
    stacks = sorted(square.tokens.items(), key=lambda stack: -stack[1])
    return [f"{NAMES.name('civ', c)} {n}" for c, n in stacks if c != leave_out]


def listed_own(view: CultureWarsView, seat: str, names: Iterable[str]) -> str:
    """Return a culture's squares with what is there, `c4 5 · g7 4, coin 4`; of many, how many more there are."""
    parts = []
    for name in names:
        square = view.squares[name]
        more = [coin(square), settlement_text(square), *tokens(square, seat)]
        parts.append(", ".join([f"{name} {square.tokens.get(seat, 0)}", *(part for part in more if part)]))
    return list_parts(parts, SHOWN, " · ")
