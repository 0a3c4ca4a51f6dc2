"""What is listened for over HTTP, at one address or several: the door for Discord, and the probes of the host."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.settings import SettingsError
from engine.core.text import words

LARGEST: Final = 512 * 1024
"""Bytes that a request may have: no interaction comes near it."""


class Listening:
    """The servers of this process; what is asked for at one address is served there together."""

    def __init__(self) -> None:
        self._routes: dict[str, dict[str, web.RouteDef]] = {}
        self._runners: dict[str, web.AppRunner] = {}

    def add(self, address: str, routes: Iterable[web.RouteDef]) -> None:
        """Let that be asked for at that address; nothing if it is empty."""
        if address:
            self._routes.setdefault(address, {}).update({route.path: route for route in routes})

    async def open(self, address: str) -> None:
        """Listen there, if anything is asked for there. Raises SettingsError if it is taken or none of this machine."""
        if address not in self._routes or address in self._runners:
            return
        runner = self._runners[address] = web.AppRunner(served(self._routes[address].values()), access_log=None)
        await runner.setup()
        there = urlsplit(f"//{address}")
        try:
            await web.TCPSite(runner, there.hostname, there.port).start()
        except OSError as error:
            await self.close()
            raise SettingsError(words("settings.taken", address=address, reason=error)) from error

    def port(self, address: str) -> int:
        """The port that is listened at there, where any free one was asked for."""
        return int(self._runners[address].addresses[0][1])

    async def close(self) -> None:
        """Listen no more; requests that are being answered come to their end."""
        runners, self._runners = list(self._runners.values()), {}
        for runner in runners:
            await runner.cleanup()


def served(routes: Iterable[web.RouteDef]) -> web.Application:
    """What answers those routes, and refuses what is too large."""
    app = web.Application(client_max_size=LARGEST)
    app.add_routes(list(routes))
    return app
