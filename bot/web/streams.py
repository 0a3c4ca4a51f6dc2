"""Who looks at which table now, and news for them: server-sent events that say only that a table has changed.

A reader that takes nothing for a while is dropped. News waits in one place for each reader, the newest for each table,
so that a slow one costs no more than a quick one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final, TypeAlias

import msgspec
from aiohttp import web

from bot.contract.tables import Busy

BEAT: Final = 15.0
"""Seconds after which a quiet stream shows that it is alive."""
PATIENCE: Final = 10.0
"""Seconds that a reader has to take something."""
AGAIN: Final = 1500
"""Milliseconds after which a browser that has lost its stream opens another."""
MANY: Final = 100
"""Readers of one table above which they are asked not to come all at once."""
MOST: Final = 20_000
"""Open streams of this process."""
TABLES: Final = 50
"""Tables of one stream: all that one browser has open."""
Version: TypeAlias = Callable[[str], Awaitable[str]]
"""Returns the version of what everyone may see of the table at that address now; empty if the reader may see none."""
HEADERS: Final = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Listener:
    """One open stream: what it has not been told yet, by table; the tables that its reader may not see for ever; the
    numbers of the browser's sessions; who reads it, by table, if they have a seat there.
    """

    __slots__ = ("doubted", "news", "people", "sessions", "woken")

    def __init__(
        self,
        doubted: Collection[str] = (),
        sessions: Collection[int] = (),
        people: Mapping[str, int] | None = None,
    ) -> None:
        self.news: dict[str, str] = {}
        self.people = people or {}
        self.doubted = set(doubted)
        self.sessions = frozenset(sessions)
        self.woken = asyncio.Event()

    def tell(self, table: str, event: str) -> None:
        """Note an event; an older one about the same table need not be told any more."""
        self.news[table] = event
        self.woken.set()

    def doubt(self, table: str) -> None:
        """Ask from now on, before anything is told, whether the reader may still see that table."""
        if table not in self.doubted:
            self.doubted.add(table)
            self.woken.set()

    def taken(self) -> bytes:
        """Return everything that has been noted, as it goes over the wire."""
        told, self.news = "".join(self.news.values()), {}
        self.woken.clear()
        return told.encode()


class Streams:
    """The open streams of this process, by the address of the table."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._told: dict[str, str] = {}
        self._open = 0
        self._closing = False

    @property
    def is_full(self) -> bool:
        """Return whether no further stream is taken."""
        return self._open >= MOST or self._closing

    def watched(self) -> Collection[str]:
        """Return the addresses of tables that somebody looks at."""
        return tuple(self._listeners)

    def tell(self, table: str, version: str) -> None:
        """Tell everyone who looks at a table that `version` is its public state now, unless they know."""
        there = self._listeners.get(table, ())
        if not there or self._told.get(table) == version:
            return
        self._told[table] = version
        event = _event("moved", {"table": table, "v": version, "many": len(there) > MANY})
        for listener in there:
            listener.tell(table, event)

    def tell_person(self, table: str, person: int, tab: str) -> None:
        """Tell a person's browsers that their seat at a table has another draft or question; `tab` has brought it."""
        event = _event("seat", {"table": table, "tab": tab})
        for listener in self._listeners.get(table, ()):
            if person and listener.people.get(table) == person:
                listener.tell(f"{table} {tab}", event)

    def doubt(self, table: str) -> None:
        """Ask for all who look at a table whether they may still see it, now and before anything is told.

        Who is asked about already hears nothing now: not even that something has changed that nobody may see.
        """
        for listener in self._listeners.get(table, ()):
            listener.doubt(table)

    def end(self, table: str) -> None:
        """Let all who look at a table know that there is nothing to see any more."""
        for listener in self._listeners.get(table, ()):
            listener.doubted.add(table)
            listener.woken.set()

    def sign_out(self, sessions: Collection[int] | None) -> None:
        """Tell browsers that their sessions have ended (None: any may have), and ask now what they may still see."""
        bye = _event("bye", {})
        listeners = {one for there in self._listeners.values() for one in there if one.sessions}
        for listener in listeners:
            if sessions is None:
                listener.woken.set()
            elif not listener.sessions.isdisjoint(sessions):
                listener.tell("", bye)

    async def serve(
        self,
        request: web.Request,
        tables: Collection[str],
        version: Version,
        doubted: Collection[str] = (),
        sessions: Collection[int] = (),
        people: Mapping[str, int] | None = None,
    ) -> web.StreamResponse:
        """Keep a stream about these tables open, which begins with the version of each, until its listener leaves or
        may not see one of them any more. That is asked again and again of those that are `doubted`. `sessions`: the
        numbers of the browser's own. `people`: its readers with a seat, by table.
        """
        response = web.StreamResponse(headers=HEADERS)
        listener = Listener(doubted, sessions, people)
        for table in tables:
            self._listeners[table].add(listener)
        self._open += 1
        try:
            await response.prepare(request)
            await response.write(f"retry: {AGAIN}\n\n".encode())
            for table in tables:  # read after it has begun to listen, so that no change is missed between
                if now := await version(table):
                    self._told.setdefault(table, now)
                    listener.tell(table, _event("moved", {"table": table, "v": now, "many": False}))
                else:
                    listener.doubt(table)
            while not self._closing and await self._next(listener, response, version):
                pass
        except (TimeoutError, ConnectionError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._leave(listener, tables)
        return response

    async def _next(self, listener: Listener, response: web.StreamResponse, version: Version) -> bool:
        """Send what there is to tell, or after a while that there is nothing. Return whether the stream goes on."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BEAT):
                await listener.woken.wait()
        if self._closing:
            return False
        try:
            gone = [table for table in tuple(listener.doubted) if not await version(table)]
        except Busy:  # what is not known yet is told at the next beat
            listener.woken.clear()
            return True
        for table in gone:
            listener.tell(table, _event("moved", {"table": table, "v": "", "many": False}))
        told = listener.taken() or b": \n\n"
        async with asyncio.timeout(PATIENCE):
            await response.write(told)
        return not gone

    def _leave(self, listener: Listener, tables: Collection[str]) -> None:
        self._open -= 1
        for table in tables:
            self._listeners[table].discard(listener)
            if not self._listeners[table]:
                del self._listeners[table]
                self._told.pop(table, None)

    def close(self) -> None:
        """End all streams; their readers come again when there is a bot."""
        self._closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.woken.set()


def _event(kind: str, said: Mapping[str, object]) -> str:
    return f"event: {kind}\ndata: {msgspec.json.encode(said).decode()}\n\n"
