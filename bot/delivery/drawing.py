"""Pictures drawn by their recipes, here and now, with nothing of the bot: a process that only draws is small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import render
from engine.core.game import View
from render.chart import Chart
from render.paint.picture import Picture
from render.paint.style import PictureStyle, drawing_in
from render.paint.webp import Webp

Part: TypeAlias = Chart | Webp | Mapping[str, Webp] | None

BOARD: Final = ("since", "area", "region", "show", "seat", "names", "offered")


def draw_recipe(recipe: Mapping[str, Any]) -> Picture:
    """Return the picture of a recipe, drawn here and now."""
    kind, game = str(recipe["draw"]), str(recipe["game"])
    options, view = dict(recipe.get("options") or {}), recipe.get("view") or {}
    with drawing_in(PictureStyle(**recipe.get("style") or {})):
        return KINDS.get(kind, _own(kind))(game, view, options)


def make_part(recipe: Mapping[str, Any]) -> Part:
    """Return what a page needs of a board that it puts together itself, made here and now.

    The recipe has `part` (chart, base, names or sprites), `game`, `style`, and `view` with `since`, or the `names` of
    sprites. KeyError for an unknown part, game or sprite.
    """
    with drawing_in(PictureStyle(**recipe.get("style") or {})):
        return PARTS[recipe["part"]](recipe["game"], recipe)


def _sprites(game: str, names: Iterable[str]) -> Mapping[str, Webp]:
    return {name: render.sprite(game, name) for name in names}


PARTS: Final[Mapping[str, Callable[[str, Mapping[str, Any]], Part]]] = {
    "chart": lambda game, recipe: render.chart_of(game, recipe["view"], recipe.get("since")),
    "base": lambda game, recipe: render.base_picture(game, recipe["view"]),
    "names": lambda game, recipe: render.names_picture(game, recipe["view"]),
    "sprites": lambda game, recipe: _sprites(game, recipe["names"]),
}


def _board(game: str, view: View, options: dict[str, Any]) -> Picture:
    if "civ" in options:
        options["seat"] = options.pop("civ")
    return render.draw(game, view, **{name: value for name, value in options.items() if name in BOARD})


def _hand(game: str, _view: View, options: dict[str, Any]) -> Picture:
    picture: Picture = render.GAMES[game].hand(list(options["cards"]), str(options.get("title", "")))
    return picture


def _card(game: str, _view: View, options: dict[str, Any]) -> Picture:
    picture: Picture = render.GAMES[game].card(options["card"])
    return picture


def _legend(game: str, _view: View, _options: dict[str, Any]) -> Picture:
    picture: Picture = render.GAMES[game].legend()
    return picture


def _own(kind: str) -> Callable[[str, View, dict[str, Any]], Picture]:
    """A kind of picture that only some games have."""
    return lambda game, view, options: render.draw_own(game, kind, view, **options)


KINDS: Final[Mapping[str, Callable[[str, View, dict[str, Any]], Picture]]] = {
    "board": _board,
    "hand": _hand,
    "card": _card,
    "legend": _legend,
}
