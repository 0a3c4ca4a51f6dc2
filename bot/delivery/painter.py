"""Draws pictures and films by their recipes, and base maps in advance, outside the event loop."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic
from typing import Any, Final, cast

import msgspec
import structlog

import render
from bot.delivery.drawers import Drawers, DrawingThread, Folders, drawn_ahead
from bot.delivery.drawing import Part
from bot.delivery.films import FILM, Films
from bot.telemetry import Metrics, measure
from engine.core.text import current_language
from render.chart import Chart
from render.film import Film
from render.paint.picture import Picture
from render.paint.webp import Webp

KEPT: Final = 16

log = structlog.get_logger(__name__)


class Painter:
    """Draws pictures and caches the latest ones."""

    def __init__(self, metrics: Metrics | None = None, drawers: int = 0, folders: Folders | None = None) -> None:
        """`drawers` processes draw; without any, one thread of this process does. `folders` hold their base maps."""
        self._metrics = metrics or Metrics()
        self._hands = Drawers(drawers, folders or Folders()) if drawers else DrawingThread()
        self._kept: OrderedDict[bytes, Picture] = OrderedDict()
        self._films = Films(self.drawn_anew)

    def begin(self) -> None:
        """Start the drawing processes, so that the first picture needn't wait."""
        self._hands.begin()

    def expect(self, game: str, board: str) -> None:
        """Prepare pictures of a board whose base map is there. May be called from any thread."""
        self._hands.expect(game, board)

    async def draw(self, recipe: Mapping[str, Any]) -> Picture | Film:
        """Return the picture of a recipe, in the current language.

        A recipe has `draw` (board, hand, card, legend, or the game's own), `game`, `view`, `options` and `style`, the
        fields of a `PictureStyle` that its reader wants to differ; a `film` has `views`. Raises KeyError for an unknown
        game or kind of picture.
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
        """Return the picture of a recipe, whether or not it has been drawn lately."""
        with measure(self._metrics.draw_seconds):
            return await self._hands.draw(dict(recipe))

    async def chart(self, game: str, view: Any, since: Any = None, style: Mapping[str, Any] | None = None) -> Chart:
        """Return the board of a public view as data, in the current language. Raises KeyError for an unknown game."""
        return cast("Chart", await self._part(part="chart", game=game, view=view, since=since, style=style))

    async def base_map(self, game: str, view: Any, style: Mapping[str, Any] | None = None) -> Webp:
        """Return the base map of such a chart, without its names. Raises KeyError for an unknown game."""
        return cast("Webp", await self._part(part="base", game=game, view=view, style=style))

    async def names(self, game: str, view: Any, style: Mapping[str, Any] | None = None) -> Webp | None:
        """Return the names of such a base map, as a layer above the pieces; None if it has none.

        Raises KeyError for an unknown game.
        """
        return cast("Webp | None", await self._part(part="names", game=game, view=view, style=style))

    async def sprites(
        self, game: str, names: Iterable[str], style: Mapping[str, Any] | None = None
    ) -> Mapping[str, Webp]:
        """Return sprites that charts name. Raises KeyError for a name that no chart of the game can have."""
        made = await self._part(part="sprites", game=game, names=list(names), style=style)
        return cast("Mapping[str, Webp]", made)

    async def _part(self, **recipe: Any) -> Part:
        with measure(self._metrics.draw_seconds):
            return await self._hands.make_part(recipe)

    def close(self) -> None:
        """Draw nothing more. Waits for the pictures being drawn."""
        self._hands.close()


def _key(recipe: Mapping[str, Any]) -> bytes:
    return hashlib.blake2b(msgspec.json.encode((recipe, current_language())), digest_size=16).digest()


class Bases:
    """Draws the base maps that will soon be needed, each once and one at a time: in this process, or in one that ends
    with it and leaves it on disk for those that draw."""

    def __init__(
        self,
        drawers: int = 0,
        folders: Folders | None = None,
        tell: Callable[[str, str], None] = lambda _game, _board: None,
    ) -> None:
        """`tell` hears of each board whose base map is there now, in another thread."""
        self._tell = tell
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bases")
        self._folders = folders if drawers else None
        self._expected: set[tuple[str, str]] = set()
        self._drawing: list[Future[None]] = []

    def are_drawn(self) -> bool:
        """Return whether every base map that was expected is there, or cannot be drawn."""
        return all(one.done() for one in self._drawing)

    def expect(self, game: str, board: str) -> None:
        """Have the base map of a board drawn in advance; unknown boards are ignored."""
        if board and game in render.GAMES and (game, board) not in self._expected:
            self._expected.add((game, board))
            self._drawing.append(self._thread.submit(self._warm, game, board))

    def close(self) -> None:
        """Draw nothing more."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _warm(self, game: str, board: str) -> None:
        begun = monotonic()
        try:
            if self._folders is None:
                render.warm(game, board)
            else:
                drawn_ahead(game, board, self._folders)
        except Exception as error:
            log.exception("base.failed", game=game, board=board, exc_info=error)
        else:
            log.info("base.ready", game=game, board=board, seconds=round(monotonic() - begun, 1))
            if self._tell is not None:
                self._tell(game, board)
