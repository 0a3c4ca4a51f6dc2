"""Pictures, drawn from views alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

from engine.core.decoding import decoder
from engine.games import PACKAGES
from render import acme, civ, culture_wars
from render.board.base_store import STORE
from render.board.charts import Charts
from render.board.signs import large_sprite
from render.chart import Chart, Shape
from render.paint.picture import Picture
from render.paint.webp import Webp, ground_webp, names_webp, sprite_webp

__all__ = [
    "GAMES", "Chart", "Picture", "Shape", "Webp",
    "base_picture", "chart_of", "draw", "draw_own", "names_picture", "shapes", "sprite", "typed_view", "warm",
]  # fmt: skip

OFFERED: Final = ("board", "legend", "warm", "VIEW", "OWN", "EMOJIS", "BOARDS", "BASE_FROM", "CHARTS")
GAMES: dict[str, ModuleType] = {
    "acme": acme,
    "culture_wars": culture_wars,
    "civ": civ,
    **PACKAGES.parts("pictures", OFFERED),
}


def draw(game: str, view: Any, *, since: Any = None, **chosen: Any) -> Picture:
    """Return the picture of a public view of a game; `chosen` says which part, in the words of that game's `board`.

    KeyError for a game without pictures.
    """
    before = None if since is None else typed_view(game, since)
    picture: Picture = GAMES[game].board(typed_view(game, view), since=before, **chosen)
    return picture


def draw_own(game: str, kind: str, view: Any, **chosen: Any) -> Picture:
    """Return a kind of picture that only some games have. KeyError for one that this game has not."""
    draws: Mapping[str, Callable[..., Picture]] = GAMES[game].OWN
    return draws[kind](typed_view(game, view), **chosen)


def typed_view(game: str, view: Any) -> Any:
    """Return a view of that game, which may come from JSON, as that game's pictures read it."""
    return decoder(GAMES[game].VIEW).plain(view)


def shapes(game: str, view: Any) -> tuple[Shape, ...]:
    """Return the parts of the board of a view that can be pointed at. KeyError for a game without pictures."""
    return charts(game).shapes(typed_view(game, view))


def chart_of(game: str, view: Any, since: Any = None) -> Chart:
    """Return the board of a public view as data; `since` an earlier view, which gives the marks of change.

    KeyError for a game without pictures.
    """
    before = None if since is None else typed_view(game, since)
    return charts(game).chart(typed_view(game, view), before)


def base_picture(game: str, view: Any) -> Webp:
    """Return the base map of a chart, without names and pieces. KeyError for a game without pictures."""
    made, seen = charts(game), typed_view(game, view)
    return _kept(game, ("base", made.key(seen)), lambda: ground_webp(made.base(seen)))


def names_picture(game: str, view: Any) -> Webp | None:
    """Return the names of a base map, which are above the pieces, on a clear ground; None if there are none.

    KeyError for a game without pictures.
    """
    made, seen = charts(game), typed_view(game, view)
    draw = made.names
    return None if draw is None else _kept(game, ("names", made.key(seen)), lambda: names_webp(draw(seen)))


def _kept(game: str, what: object, draw: Callable[[], Webp]) -> Webp:
    """A picture from the disk, if base maps of that game are costly enough to be kept there."""
    return STORE.take(Webp, what, draw) if GAMES[game].BOARDS else draw()


def sprite(game: str, name: str) -> Webp:
    """Return a sprite that a chart names, three times as large as on the board. KeyError if no chart can name it."""
    return sprite_webp(large_sprite(charts(game).signs, name))


def charts(game: str) -> Charts:
    """Return how charts of a game are made. KeyError for a game without pictures."""
    found: Charts = GAMES[game].CHARTS
    return found


def warm(game: str, board: str) -> None:
    """Draw what is costly ahead of time, for a board of a game. KeyError for an unknown one."""
    GAMES[game].warm(board)
