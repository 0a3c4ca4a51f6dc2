"""How a view of Culture Wars is read by screens and lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.core.game import View
from engine.core.naming import Named
from engine.core.presentation import Board, Stacks
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import STEPS, name_of
from engine.culture_wars.pieces import Place
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said, several

SHOWN: Final = 12


class CultureBoard(Board):
    """Squares and the tokens on them."""

    def stacks(self, view: View) -> Stacks:
        """Tokens of each culture in each land square."""
        return {name: square["tokens"] for name, square in squares(view).items()}

    def limit(self, _view: View, _area: str) -> int:
        """All tokens of a culture: nothing limits how many come (CW:46)."""
        return RULES.tokens

    def group(self, view: View, seat: str, name: str) -> tuple[str, ...] | None:
        """`all`: the squares with own tokens."""
        return tuple(held(view, seat)) if name.casefold() == "all" else None

    def near(self, view: View, area: str) -> tuple[str, ...]:
        """The land squares a step away, not diagonally."""
        there = squares(view).get(area)
        if there is None:
            return ()
        beside = [name_of(step(there, way)) for way in STEPS.values()]
        return tuple(name for name in beside if name in squares(view))

    def known(self) -> tuple[Named, ...]:
        """Every square there can be."""
        return NAMES.things("area")

    def worth(self, view: View, seat: str, area: str) -> str:
        """`settlement`, for one of that culture."""
        standing = squares(view).get(area, {}).get("settlement") or {}
        return said("settlement_word") if standing.get("owner") == seat else ""

    def facts(self, view: View, seat: str) -> str:
        """`19 tokens in 7 squares · 17 in supply · 1 settlement · Ace · 2 hidden coins`."""
        own = culture(view, seat)
        return " · ".join([several("token", own["tokens"]), *holdings(own)]) if own else ""

    def means_of(self, view: View, seat: str, *, whole: bool) -> Mapping[str, str]:
        """Settlements; with `whole` what is in supply."""
        own = culture(view, seat)
        held_ = {said("holds.settlements"): str(len(own["settlements"]))} if own else {}
        return {**held_, **({said("holds.supply"): str(own["supply"])} if own and whole else {})}


def squares(view: View) -> Mapping[str, Mapping[str, Any]]:
    """The land squares of a view."""
    there: Mapping[str, Mapping[str, Any]] = view.get("squares", {})
    return there


def culture(view: View, seat: str) -> Mapping[str, Any]:
    """What the view says of a culture."""
    own: Mapping[str, Any] = view.get("cultures", {}).get(seat, {})
    return own


def held(view: View, seat: str) -> list[str]:
    """The squares with tokens of a culture, row by row from the north-west."""
    return [name for name, square in squares(view).items() if seat in square["tokens"]]


def step(square: Mapping[str, Any], way: Place) -> Place:
    """The place a step away from a square."""
    return square["column"] + way[0], square["row"] + way[1]


def holdings(own: Mapping[str, Any]) -> list[str]:
    """What a culture has beside its tokens on the map."""
    return [
        said("supply", n=own["supply"]),
        *([several("settlement", len(own["settlements"]))] if own["settlements"] else []),
        *([said("ace")] if own["ace"] else []),
        *([several("hidden_coin", own["hidden"])] if own["hidden"] else []),
    ]


def coin(square: Mapping[str, Any]) -> str:
    """`coin 4`, or `coin of Suns` while its number is hidden; empty without."""
    there = square.get("coin")
    if not there or square.get("settlement"):
        return ""
    if there["face"] == "number":
        return said("coin", n=there["number"])
    return said("coin_of", culture=NAMES.name("civ", there["suit"]))


def settled(square: Mapping[str, Any]) -> str:
    """`settlement of Moons, 4 of 5 in support`; empty without."""
    there = square.get("settlement")
    if not there:
        return ""
    owner = NAMES.name("civ", there["owner"])
    return said("settled", culture=owner, n=there["support"], needed=there["needed"])


def tokens(square: Mapping[str, Any], leave_out: str = "") -> list[str]:
    """`Suns 4`, the largest stack first."""
    stacks = sorted(square["tokens"].items(), key=lambda stack: -stack[1])
    return [f"{NAMES.name('civ', c)} {n}" for c, n in stacks if c != leave_out]


def listed_own(view: View, seat: str, names: Iterable[str]) -> str:
    """`c4 5 · g7 4, coin 4`."""
    parts = []
    for name in list(names)[:SHOWN]:
        square = squares(view)[name]
        more = [coin(square), settled(square), *tokens(square, seat)]
        parts.append(", ".join([f"{name} {square['tokens'].get(seat, 0)}", *(part for part in more if part)]))
    return " · ".join(parts)
