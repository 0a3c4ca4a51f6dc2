"""Where strong computers think: in a thread, or in a process of their own, so that nobody's answers wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeAlias

import structlog

from bot.child_process import begin_child, start_children
from engine.core.deliberation import Thought
from engine.core.game import Game
from engine.core.record import RECORDS, Record, encode
from engine.core.table import Table
from engine.games import GAMES

MOST: Final = 10  # what is thought out for one portion of answers
KINDNESS: Final = 10
Thinks: TypeAlias = Callable[[Game[Any], Record], Awaitable[Sequence[Thought]]]
log = structlog.get_logger(__name__)


def think_ahead(game: Game[Any], record: Record) -> list[Thought]:
    """Return the next thoughts in order, worked out on a separate copy of the table."""
    table, thoughts = Table.restore(game, record)[0], list[Thought]()
    while len(thoughts) < MOST and (thought := table.think()) is not None:
        thoughts.append(thought)
        table.go_on([thought])
    return thoughts


async def think_in_thread(game: Game[Any], record: Record) -> Sequence[Thought]:
    """Return the next thoughts, worked out in this process."""
    return await asyncio.to_thread(think_ahead, game, record)


class ThinkingProcess:
    """A process that works out the moves of strong computers, one table at a time. It starts when first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def think(self, game: Game[Any], record: Record) -> Sequence[Thought]:
        """Return the next thoughts; worked out in this process if the other dies, or doesn't know the game."""
        if GAMES.get(game.name) is not game:
            return await think_in_thread(game, record)
        if self._pool is None:
            self._pool = start_children(1, begin_child, KINDNESS)
        pool = self._pool
        try:
            return await asyncio.wrap_future(pool.submit(_thought_there, encode(record)))
        except BrokenProcessPool:
            if self._closed:
                return ()
            log.warning("thinking.died", game=game.name)
            if pool is self._pool:
                self._pool = None
            return await think_in_thread(game, record)

    def close(self) -> None:
        """Stop the process. A thought that is cut off is worked out again after the next start."""
        self._closed = True
        if self._pool is not None:
            for process in self._pool._processes.values():  # noqa: SLF001 - nothing else ends them
                process.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _thought_there(text: bytes) -> list[Thought]:
    record = RECORDS.json(text)
    return think_ahead(GAMES[record.game], record)
