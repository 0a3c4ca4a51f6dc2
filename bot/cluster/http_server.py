"""The HTTP servers, at one address or several: Discord's interactions, and the probes of the bot owner."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from aiohttp import web

from bot.settings import SettingsError
from engine.core.text import words

LARGEST: Final = 512 * 1024
"""Bytes that a request may have: no interaction comes near it."""
HEADER: Final = 10.0
"""Seconds within which a new connection has to send its first header."""
LOOKS: Final = 2.0
"""Seconds between two looks at connections that have sent none."""

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class HttpServer:
    """The HTTP servers of this process; routes of the same address share one."""

    def __init__(self) -> None:
        self._routes: dict[str, dict[str, web.RouteDef]] = {}
        self._runners: dict[str, web.AppRunner] = {}
        self._asked: set[asyncio.BaseProtocol] = set()
        self._silent: dict[web.RequestHandler, float] = {}
        self._watch: asyncio.Task[None] | None = None

    def add(self, address: str, routes: Iterable[web.RouteDef]) -> None:
        """Add routes to that address; nothing if it is empty."""
        if address:
            self._routes.setdefault(address, {}).update({route.path: route for route in routes})

    async def open(self, address: str) -> None:
        """Listen at that address, if it has routes. Raises SettingsError if it is taken or not of this machine."""
        if address not in self._routes or address in self._runners:
            return
        app = serve(self._routes[address].values())
        app.middlewares.append(self._noted)
        runner = self._runners[address] = web.AppRunner(app, access_log=None)
        await runner.setup()
        there = urlsplit(f"//{address}")
        try:
            await web.TCPSite(runner, there.hostname, there.port).start()
        except OSError as error:
            await self.close()
            raise SettingsError(words("settings.taken", address=address, reason=error)) from error
        self._watch = self._watch or asyncio.create_task(self._drop_silent())

    @web.middleware
    async def _noted(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Remember that this connection has asked for something; from then on the library sees to it."""
        self._asked.add(request.protocol)
        return await handler(request)

    async def _drop_silent(self) -> None:
        """Drop every connection that has not sent a whole header within seconds: the library would hold it for good."""
        while True:
            await asyncio.sleep(LOOKS)
            now = asyncio.get_running_loop().time()
            there = [one for runner in self._runners.values() if runner.server for one in runner.server.connections]
            self._asked &= set(there)
            self._silent = {one: self._silent.get(one, now) for one in there if one not in self._asked}
            for one, since in self._silent.items():
                if now - since >= HEADER:
                    one.force_close()

    def port(self, address: str) -> int:
        """Return the port in use at that address, if any free one was asked for."""
        return int(self._runners[address].addresses[0][1])

    async def close(self) -> None:
        """Listen no more; requests that are being answered come to their end."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        runners, self._runners = list(self._runners.values()), {}
        for runner in runners:
            await runner.cleanup()


def serve(routes: Iterable[web.RouteDef]) -> web.Application:
    """Return the application for those routes, which refuses too large requests."""
    app = web.Application(client_max_size=LARGEST)
    app.add_routes(list(routes))
    return app
