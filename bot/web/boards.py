"""What is sent of tables: read once for each version, made once for each language and look, and kept compressed.

A table that has changed is read again when somebody asks for it, or at once where somebody looks at it; the others hear
of it only if what everyone may see is different now.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import structlog

from bot.contract import table_ids
from bot.contract.tables import Refused
from bot.tables.game_service import GameService
from bot.web import public
from bot.web.looks import PageLook
from bot.web.public import PublicTable

KEPT: Final = 256
"""Tables, and as many bodies, that are kept."""

Make: TypeAlias = Callable[[PublicTable, PageLook], Awaitable[tuple[dict[str, Any], list[Any], str]]]

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PageBody:
    """Something to send: its ETag, and its bytes as they are and compressed."""

    etag: str
    plain: bytes
    packed: bytes

    @staticmethod
    def of(etag: str, plain: bytes) -> PageBody:
        """Return the body with these bytes."""
        return PageBody(etag, plain, gzip.compress(plain, 6, mtime=0))


class PageBodies(NamedTuple):
    """What is sent of a table in one look: the board with all beside it, and the shapes of its map."""

    board: PageBody
    shapes: PageBody
    base: str = ""
    """The key of the base map; see `render.chart.Chart`."""


@dataclass(slots=True)
class KnownTable:
    """A table as it was read, and what was made of it."""

    table: PublicTable
    version: str
    bodies: dict[str, PageBodies] = field(default_factory=dict)


class Boards:
    """Reads tables and makes what is sent of them. `make` turns a table into data: of its board, of
    shapes, and the key of its base map."""

    def __init__(self, service: GameService, make: Make) -> None:
        self._service, self._make = service, make
        self._known: OrderedDict[tuple[int, int], KnownTable] = OrderedDict()
        self._reading: dict[tuple[int, int], asyncio.Task[KnownTable]] = {}
        self._making: dict[tuple[int, int, str], asyncio.Task[PageBodies]] = {}

    def forget(self, tables: Collection[int] | None) -> None:
        """Read these tables again when they are wanted; all of them for None."""
        gone = [key for key in (*self._known, *self._reading) if tables is None or key[0] in tables]
        for key in gone:
            self._known.pop(key, None)
            self._reading.pop(key, None)

    async def known(self, table: int, at: int = 0) -> KnownTable:
        """Return the table as everyone may see it now, or at that point. Refused: as `public.read`."""
        key = (table, at)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if key not in self._reading:
            self._reading[key] = asyncio.create_task(self._read(key))
            self._reading[key].add_done_callback(_looked_at)
        return await asyncio.shield(self._reading[key])

    async def _read(self, key: tuple[int, int]) -> KnownTable:
        task = asyncio.current_task()
        try:
            table = await self._table(*key)
            found = KnownTable(table, await asyncio.to_thread(public.version, table))
            if self._reading.get(key) is task:  # else it has changed meanwhile
                self._known[key] = found
                while len(self._known) > KEPT:
                    self._known.popitem(last=False)
            return found
        finally:
            if self._reading.get(key) is task:
                del self._reading[key]

    async def _table(self, table: int, at: int) -> PublicTable:
        name = table_ids.spell_id(table)
        return await (public.read_at(self._service, name, at) if at else public.read(self._service, name))

    async def bodies(self, table: int, look: PageLook) -> PageBodies:
        """Return what is sent of a table as JSON. Refused: as `known`."""
        known = await self.known(table, look.at)
        key = look.key
        if key in known.bodies:
            return known.bodies[key]
        place = (id(known), table, key)
        if place not in self._making:
            task = self._making[place] = asyncio.create_task(self._made(known, look))
            task.add_done_callback(lambda _: self._making.pop(place, None))
            task.add_done_callback(_looked_at)
        return await asyncio.shield(self._making[place])

    async def _made(self, known: KnownTable, look: PageLook) -> PageBodies:
        board, shapes, base = await self._make(known.table, look)
        etag = f"{known.version}-{look.key}"
        made = PageBodies(
            await asyncio.to_thread(PageBody.of, etag, msgspec.json.encode({"v": known.version, **board})),
            await asyncio.to_thread(PageBody.of, f"{etag}-shapes", msgspec.json.encode(shapes)),
            base,
        )
        known.bodies[look.key] = made
        return made

    async def close(self) -> None:
        """End what is being read."""
        tasks = [*self._reading.values(), *self._making.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _looked_at(task: asyncio.Task[Any]) -> None:
    """Log what failed, even if nobody waits for it any more."""
    if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, Refused):
        log.warning("board.failed", exc_info=error)
