"""Draws pictures and films by their recipes, and base maps ahead of time, in threads of their own so that nothing
waits.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from time import monotonic
from typing import Any, Final

import msgspec
import structlog

import render
from bot.delivery.films import FILM, Films
from bot.metrics import Metrics, measured
from engine.core.text import spoken
from render.film import Film
from render.picture import Picture
from render.style import PictureStyle, drawing_in

KEPT: Final = 16
BOARD: Final = ("since", "area", "region", "show", "seat", "names", "offered")


class Painter:
    """One thread that draws, and the pictures drawn last."""

    def __init__(self, metrics: Metrics | None = None) -> None:
        self._metrics = metrics or Metrics()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._kept: OrderedDict[bytes, Picture] = OrderedDict()
        self._films = Films(self.drawn_anew)

    async def draw(self, recipe: Mapping[str, Any]) -> Picture | Film:
        """The picture of a recipe: `draw` (board, hand, card, legend, or its own), `game`, `view`, `options`, and
        `style`, the fields of a `PictureStyle` that its reader wants otherwise. A `film` has `views` instead of one.

        Its words are in the language being spoken.
        Raises KeyError for a game or a kind of picture that nobody can draw.
        """
        if recipe["draw"] == FILM:
            return await self._films.film(recipe)
        key = _key(recipe)
        found = self._kept.get(key)
        if found is None:
            found = await self.drawn_anew(recipe)
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found

    async def drawn_anew(self, recipe: Mapping[str, Any]) -> Picture:
        """The picture of a recipe, whether or not it has been drawn lately."""
        here = copy_context()
        with measured(self._metrics.draw_seconds):
            return await asyncio.get_running_loop().run_in_executor(self._thread, here.run, drawn, dict(recipe))

    def close(self) -> None:
        """Draw nothing more."""
        self._thread.shutdown(wait=True, cancel_futures=True)


def _key(recipe: Mapping[str, Any]) -> bytes:
    return hashlib.blake2b(msgspec.json.encode((recipe, spoken())), digest_size=16).digest()


def drawn(recipe: Mapping[str, Any]) -> Picture:
    """The picture of a recipe, drawn here and now."""
    kind, game = str(recipe["draw"]), str(recipe["game"])
    options, view = dict(recipe.get("options") or {}), recipe.get("view") or {}
    with drawing_in(PictureStyle(**recipe.get("style") or {})):
        return KINDS.get(kind, _own(kind))(game, view, options)


def _board(game: str, view: Mapping[str, Any], options: dict[str, Any]) -> Picture:
    if "civ" in options:
        options["seat"] = options.pop("civ")
    return render.draw(game, view, **{name: value for name, value in options.items() if name in BOARD})


def _hand(game: str, _view: Mapping[str, Any], options: dict[str, Any]) -> Picture:
    picture: Picture = render.GAMES[game].hand(list(options["cards"]), str(options.get("title", "")))
    return picture


def _card(game: str, _view: Mapping[str, Any], options: dict[str, Any]) -> Picture:
    picture: Picture = render.GAMES[game].card(options["card"])
    return picture


def _legend(game: str, _view: Mapping[str, Any], _options: dict[str, Any]) -> Picture:
    picture: Picture = render.GAMES[game].legend()
    return picture


def _own(kind: str) -> Callable[[str, Mapping[str, Any], dict[str, Any]], Picture]:
    """A kind of picture that only some games have, drawn by their own function of that name."""

    def draw(game: str, view: Mapping[str, Any], options: dict[str, Any]) -> Picture:
        draws: Mapping[str, Callable[..., Picture]] = render.GAMES[game].OWN
        return draws[kind](view, **options)

    return draw


KINDS: Final[Mapping[str, Callable[[str, Mapping[str, Any], dict[str, Any]], Picture]]] = {
    "board": _board,
    "hand": _hand,
    "card": _card,
    "legend": _legend,
}


log = structlog.get_logger(__name__)


class Bases:
    """One thread that draws the base maps that will soon be needed, each once."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bases")
        self._expected: set[tuple[str, str]] = set()

    def expect(self, game: str, board: str) -> None:
        """A board of that game will be wanted. Boards that nobody can draw are left alone."""
        if board and game in render.GAMES and (game, board) not in self._expected:
            self._expected.add((game, board))
            self._thread.submit(_warm, game, board)

    def close(self) -> None:
        """Draw nothing more."""
        self._thread.shutdown(wait=True, cancel_futures=True)


def _warm(game: str, board: str) -> None:
    begun = monotonic()
    try:
        render.warm(game, board)
    except Exception as error:
        log.exception("base.failed", game=game, board=board, exc_info=error)
    else:
        log.info("base.ready", game=game, board=board, seconds=round(monotonic() - begun, 1))
