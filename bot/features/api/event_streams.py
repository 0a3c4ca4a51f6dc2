"""The events of a table as a stream that goes on while the game does: JSON lines, or server-sent events.

A reader that stops reading is dropped. A stream stores nothing: whenever the table changes, it checks that its reader
may still see the table, and reads the log after the last line it sent.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec
from aiohttp import web

from bot.contract import table_ids
from bot.contract.tables import Busy, Person, Refused, TableId
from bot.features.api import views
from bot.features.api.problems import ApiProblem
from bot.features.api.shapes import ApiEvent, ApiQuestionNow, ApiUndone, Streamed, event_of
from bot.features.api.views import TableLines, place_of
from bot.tables.game_service import GameService

BEAT: Final = 15.0
"""Seconds after which a quiet stream shows that it is alive, and asks again whether it may go on."""
PATIENCE: Final = 10.0
"""Seconds that a reader has to take something."""
MOST: Final = 2000
"""Open streams of this process."""
EACH: Final = 10
"""Open streams of one token, or of one address without a token."""
LINES: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"


@dataclass(slots=True, eq=False)
class EventReader:
    """Who reads which table, and after which event. `allowed` raises Refused or ApiProblem once they may not."""

    who: str
    table: TableId
    person: Person | None
    seat: int | None
    after: str
    follows: bool
    sse: bool
    allowed: Callable[[], Awaitable[None]]
    undone: int = -1
    known_undone: set[str] = field(default_factory=set)
    question: int | None = -1
    """What the seat was last told that it is asked; -1: nothing yet."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)


class EventStreams:
    """The open streams of this process."""

    def __init__(self, service: GameService) -> None:
        self._service = service
        self._readers: defaultdict[int, set[EventReader]] = defaultdict(set)
        self._each: Counter[str] = Counter()
        self._closing = False
        service.deps.changed.listeners.append(self._changed)
        service.deps.signed_out.listeners.append(self._signed_out)

    def require_room(self, who: str) -> None:
        """Check that one more stream can be opened. Raises ApiProblem."""
        if self._each[who] >= EACH:
            raise ApiProblem(429, "too_many")
        if self._closing or self._each.total() >= MOST:
            raise ApiProblem(503, "busy")

    async def serve(self, request: web.Request, reader: EventReader) -> web.StreamResponse:
        """Return the stream when it has ended. Before it begins: Refused as `views.lines`."""
        lines = await views.lines(self._service, reader.table, reader.person, reader.after, reader.seat)
        kind = SSE if reader.sse else LINES
        headers = {"Content-Type": kind, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        response = web.StreamResponse(headers=headers)
        number = table_ids.read(lines.table) or 0
        self._readers[number].add(reader)
        self._each[reader.who] += 1
        try:
            await response.prepare(request)
            await self._tell(response, reader)
        except (TimeoutError, ConnectionError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._leave(number, reader)
        return response

    async def _tell(self, response: web.StreamResponse, reader: EventReader) -> None:
        """Write what happens until the stream ends: nothing more is to come, or the reader may not read on."""
        more = True
        while more and not self._closing:
            reader.woken.clear()
            try:
                await reader.allowed()
                lines = await views.lines(self._service, reader.table, reader.person, reader.after, reader.seat)
                items = [item async for item in self._items(reader, lines)]
            except Busy:  # try again at the next beat
                items, more = [], True
            except (Refused, ApiProblem):
                return
            else:
                more = lines.more or (reader.follows and not lines.is_over)
            await self._write(response, _framed(items, reader) or _beat(reader))
            if more and not (items and lines.more):
                await self._wait(reader)

    async def _wait(self, reader: EventReader) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BEAT):
                await reader.woken.wait()

    async def _write(self, response: web.StreamResponse, told: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            await response.write(told)

    async def _items(self, reader: EventReader, lines: TableLines) -> AsyncIterator[Streamed]:
        """Yield what is new: events, which of those told before were undone, what the seat is asked."""
        for number, line in lines.lines:
            yield event_of(number, line)
            reader.after = number
            if line.undone:
                reader.known_undone.add(number)
        if lines.undone != reader.undone:
            reader.undone = lines.undone
            if gone := await self._newly_undone(reader):
                yield ApiUndone(gone)
        if reader.seat is not None and not lines.more and lines.question != reader.question:
            reader.question = lines.question
            yield ApiQuestionNow(lines.question)

    async def _newly_undone(self, reader: EventReader) -> tuple[str, ...]:
        found = await views.undone_lines(self._service, reader.table, reader.person, reader.seat)
        last = place_of(reader.after)
        gone = tuple(one for one in found if place_of(one) <= last and one not in reader.known_undone)
        reader.known_undone.update(gone)
        return gone

    def _leave(self, number: int, reader: EventReader) -> None:
        self._each[reader.who] -= 1
        self._each += Counter()  # without those who have none left
        self._readers[number].discard(reader)
        if not self._readers[number]:
            del self._readers[number]

    def _changed(self, tables: Collection[int] | None) -> None:
        for number in tuple(self._readers) if tables is None else tables:
            for reader in self._readers.get(number, ()):
                reader.woken.set()

    def _signed_out(self, _numbers: Collection[int] | None) -> None:
        self._changed(None)

    def close(self) -> None:
        """End all streams; their readers go on from the last event they have read."""
        self._closing = True
        self._changed(None)


def _framed(items: Sequence[Streamed], reader: EventReader) -> bytes:
    """Return the items as they go over the wire."""
    if not reader.sse:
        return b"".join(msgspec.json.encode(item) + b"\n" for item in items)
    return b"".join(_sse(item) for item in items)


def _sse(item: Streamed) -> bytes:
    name = f"id: {item.no}\n".encode() if isinstance(item, ApiEvent) else b""
    return name + b"data: " + msgspec.json.encode(item) + b"\n\n"


def _beat(reader: EventReader) -> bytes:
    return b": \n\n" if reader.sse else b"\n"
