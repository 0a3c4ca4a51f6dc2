"""Base maps, drawn ahead of time so that the first board of a table is not slow."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import structlog

import render

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
