"""What many tests begin with is played once by each worker: whoever begins so gets a copy of its database.

It is played in a room of its own, so that it does not matter which test comes first, and read by the test as by a bot
that was just started. Whoever has changed anything before, in the database or in the code, plays it there and then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy.pool import QueuePool

from bot.store.database import Database
from tests.service.databases import EMPTY


class Opened(Protocol):
    """A room over a database, at a time."""

    database: Database
    now: float


Made = TypeVar("Made", bound=Opened)
Told = TypeVar("Told")
KEPT: dict[tuple[Any, ...], tuple[bytes, float, Any]] = {}
PATCHED = [False]
"""Whether the test that runs changes code."""


async def once(
    made: Made,
    what: tuple[Any, ...],
    play: Callable[[Made], Awaitable[Told]],
    apart: Callable[[Path], AbstractAsyncContextManager[Made]],
) -> Told:
    """What `play` tells of the room, as which it lies there afterwards; `what` says all that it depends on."""
    if PATCHED[0] or not _is_untouched(made.database):
        return await play(made)
    if what not in KEPT:
        KEPT[what] = await _played(play, apart)
        if not _is_untouched(made.database):  # a task has begun to read it: what it has read must stay true
            return await play(made)
    stored, made.now, told = KEPT[what]
    _file_of(made.database).write_bytes(stored)
    return cast("Told", told)


async def _played(
    play: Callable[[Made], Awaitable[Told]], apart: Callable[[Path], AbstractAsyncContextManager[Made]]
) -> tuple[bytes, float, Told]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "begun.db"
        async with apart(file) as other:
            told = await play(other)
        return _file_of(other.database).read_bytes(), other.now, told


def _is_untouched(database: Database) -> bool:
    """Whether it is a file that nobody has opened or written to."""
    if not database.lite or not EMPTY:
        return False
    pool = cast("QueuePool", database.engine.pool)
    if pool.checkedin() or pool.checkedout():
        return False
    return _file_of(database).read_bytes() == EMPTY[0]


def _file_of(database: Database) -> Path:
    return Path(str(database.engine.url.database))
