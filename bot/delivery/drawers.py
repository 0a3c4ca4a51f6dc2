"""Drawing in processes of their own, so that pictures never delay answers, or else in one thread of this process.

The processes start with the bot or with the first picture. They end one after another after long work, are replaced
when they die, and never outlive the process that started them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

import structlog

import render
from bot.child_process import begin_child, start_children
from bot.delivery.drawing import Part, draw_recipe, make_part
from engine.core.message import list_of
from engine.core.text import catalogue, current_language, languages, sentence, speaking
from render.board.base_store import STORE, state
from render.paint.fonts import FACES, font
from render.paint.picture import Picture

LASTING: Final = 500  # pictures that a process draws before another takes its place
AHEAD: Final = 20  # pictures that they have still to draw when the others begin to get ready
ATTEMPTS: Final = 3  # a picture that has ended so many processes is not drawn
KINDNESS: Final = 5  # how far drawing stands back behind answers where both want the processor

Made = TypeVar("Made")
log = structlog.get_logger(__name__)


class Folders(NamedTuple):
    """The folders of base maps: one of one's own, and a read-only one. See `BaseStore`."""

    own: Path | None = None
    shipped: Path | None = None


class DrawingThread:
    """One thread of this process that draws."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")

    def begin(self) -> None:
        """Do nothing: the thread starts with its first picture."""

    def expect(self, game: str, board: str) -> None:
        """Do nothing: a base map that is ready in this process is ready for its thread."""

    async def draw(self, recipe: Mapping[str, Any]) -> Picture:
        """Return the picture of a recipe. Raises KeyError for an unknown one."""
        here = copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._thread, here.run, draw_recipe, recipe)

    async def make_part(self, recipe: Mapping[str, Any]) -> Part:
        """Return a part of a board by its recipe. Raises KeyError for an unknown one."""
        here = copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._thread, here.run, make_part, recipe)

    def close(self) -> None:
        """Draw nothing more."""
        self._thread.shutdown(wait=True, cancel_futures=True)


class Drawers:
    """A number of processes that draw."""

    def __init__(self, number: int, folders: Folders, lasting: int = LASTING) -> None:
        self._number, self._folders, self._lasting = number, folders, lasting
        self._pool: ProcessPoolExecutor | None = None
        self._coming: ProcessPoolExecutor | None = None
        self._given = 0
        self._boards: list[tuple[str, str]] = []
        self._leaving: list[Thread] = []

    def begin(self) -> None:
        """Let the processes start now, so that the first picture need not wait for that."""
        self._prepare(self._at_work())

    def expect(self, game: str, board: str) -> None:
        """Prepare pictures of that board, whose base map is on disk. May be called from any thread."""
        self._boards.append((game, board))
        for pool in (self._pool, self._coming):
            if pool is not None:
                self._in_turn(pool, [partial(render.warm, game, board)])

    def _prepare(self, pool: ProcessPoolExecutor) -> None:
        """Let processes that have just started read and draw what all pictures need."""
        self._in_turn(pool, [made_ready, *(partial(render.warm, *board) for board in self._boards)])

    def _in_turn(self, pool: ProcessPoolExecutor, steps: Sequence[Callable[[], object]]) -> None:
        """Let each process do these, one after the other; pictures that are wanted meanwhile go between."""
        for _ in range(self._number):
            submit_in_turn(pool, steps)

    async def draw(self, recipe: Mapping[str, Any]) -> Picture:
        """Return the picture of a recipe, drawn again if its process dies.

        Raises KeyError for an unknown one, BrokenProcessPool for one that kills every process.
        """
        return await self._made(drawn_in, recipe)

    async def make_part(self, recipe: Mapping[str, Any]) -> Part:
        """Return a part of a board by its recipe, as `draw` returns a picture."""
        return await self._made(made_in, recipe)

    async def _made(self, make: Callable[[str, Mapping[str, Any]], Made], recipe: Mapping[str, Any]) -> Made:
        for attempt in range(1, ATTEMPTS + 1):
            pool = self._at_work()
            try:
                return await asyncio.wrap_future(pool.submit(make, current_language(), recipe))
            except BrokenProcessPool:
                self._replace(pool)
                wanted = recipe.get("draw") or recipe.get("part")
                log.warning("drawer.died", attempt=attempt, game=recipe.get("game"), draw=wanted)
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    def processes(self) -> list[int]:
        """Return the process ids of the drawing processes."""
        there = None if self._pool is None else self._pool._processes  # noqa: SLF001 - nothing else tells them
        return sorted(there or ())

    def _at_work(self) -> ProcessPoolExecutor:
        """The processes to draw with: others get ready when these have not much more to draw, and take over then."""
        left = self._lasting * self._number - self._given
        if self._pool is not None and left <= 0:
            self._replace(self._pool)
        if self._pool is None:
            self._pool, self._coming = self._coming or start_drawers(self._number, self._folders), None
            self._given, left = 0, self._lasting * self._number
        elif left <= AHEAD and self._coming is None:
            self._coming = start_drawers(self._number, self._folders)
            self._prepare(self._coming)
        self._given += 1
        return self._pool

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Let these processes go once they have drawn what they were given; the next picture is for others."""
        if pool is self._pool:
            self._pool = None
            leaving = Thread(target=pool.shutdown, name="drawers-leaving")
            leaving.start()
            self._leaving = [*(thread for thread in self._leaving if thread.is_alive()), leaving]

    def close(self) -> None:
        """Draw nothing more, and let all processes end."""
        for pool in (self._pool, self._coming):
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._coming = None
        for thread in self._leaving:
            thread.join()


def start_drawers(number: int, folders: Folders) -> ProcessPoolExecutor:
    """Return processes that draw with the base maps of these folders; each starts when first needed."""
    return start_children(number, begin, folders, preload=__name__)


def submit_in_turn(pool: ProcessPoolExecutor, steps: Sequence[Callable[[], object]]) -> None:
    """Run the steps in a process of the pool, one after another, while the pool exists."""
    if steps:
        with suppress(RuntimeError):
            done = pool.submit(steps[0])
            done.add_done_callback(lambda _: submit_in_turn(pool, steps[1:]))


def begin(folders: Folders) -> None:
    """Prepare a drawing process: low priority, no reaction to Ctrl+C, and it ends with its parent."""
    begin_child(KINDNESS)
    STORE.open(*folders)


def made_ready() -> None:
    """Read what every picture needs, before the first is wanted."""
    catalogue()
    state()
    for face in FACES:
        font(face, 12)
    for language in languages():
        with speaking(language):
            sentence(list_of(["one", "another"]))


def drawn_in(language: str, recipe: Mapping[str, Any]) -> Picture:
    """Return the picture of a recipe, with its words in that language."""
    with speaking(language):
        return draw_recipe(recipe)


def made_in(language: str, recipe: Mapping[str, Any]) -> Part:
    """Return a part of a board by its recipe, with its words in that language."""
    with speaking(language):
        return make_part(recipe)


def drawn_ahead(game: str, board: str, folders: Folders) -> None:
    """Draw a base map in a process of its own and wait for it. Raises KeyError for an unknown one."""
    with start_drawers(1, folders) as pool:
        pool.submit(render.warm, game, board).result()
