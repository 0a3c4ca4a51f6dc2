"""How often a client of PostgreSQL waits for the server: a door before it on loopback that counts what passes.

Every message after which the client waits is counted, whoever sends it: `BEGIN` and `COMMIT`, preparing, statements.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from sqlalchemy import make_url

WAITED_FOR = b"QSH"  # a simple query, a sync, a flush
PARSE = b"P"
PIECE = 65536


@dataclass(slots=True)
class RoundTrips:
    """How often clients have waited, `prepared` of it for a statement new to its connection; and their connections."""

    count: int = 0
    prepared: int = 0
    connections: int = 0
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def drop(self) -> None:
        """Break all connections, as a server that is started again does."""
        for writer in self.writers:
            writer.close()
        self.writers.clear()


@contextlib.asynccontextmanager
async def counting(url: str) -> AsyncIterator[tuple[str, RoundTrips]]:
    """The URL of the door, and its counts."""
    target, trips = make_url(url), RoundTrips()

    async def opened(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        trips.connections += 1
        there, onward = await asyncio.open_connection(target.host, target.port)
        trips.writers += [writer, onward]
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            await asyncio.gather(_asks(reader, onward, trips), _answers(there, writer))
        writer.close()
        onward.close()

    door = await asyncio.start_server(opened, "127.0.0.1", 0)
    port = door.sockets[0].getsockname()[1]
    try:
        yield target.set(host="127.0.0.1", port=port).render_as_string(hide_password=False), trips
    finally:
        trips.drop()
        door.close()


async def _asks(reader: asyncio.StreamReader, onward: asyncio.StreamWriter, trips: RoundTrips) -> None:
    """Pass on what the client says, message by message; the first, without a kind, says who it is."""
    try:
        started = parsing = False
        while True:
            kind = await reader.readexactly(1) if started else b""
            length = await reader.readexactly(4)
            body = await reader.readexactly(int.from_bytes(length, "big") - 4)
            started = started or body[:4] == (3 << 16).to_bytes(4, "big")
            parsing = parsing or kind == PARSE
            if kind and kind in WAITED_FOR:
                trips.count += 1
                trips.prepared += parsing
                parsing = False
            onward.write(kind + length + body)
            await onward.drain()
    finally:
        onward.close()


async def _answers(there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while piece := await there.read(PIECE):
            writer.write(piece)
            await writer.drain()
    finally:
        writer.close()
