"""The local table as tests need it: a clock that can be moved, faults that meet requests, and what `control` serves."""

import asyncio
import os
import re
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.local_table.errors import Json, encode, invalid
from bot.local_table.rest import API
from bot.local_table.server import Handler, Playground
from tests.wire.control import Control
from tests.wire.faults import Fault, Faults, too_many_requests
from tests.wire.simulated_clock import SimulatedClock

BY_HTTP = os.environ.get("NISABA_TEST_DOOR") == "http"
"""Whether people's acts go to the bot by its door instead of the gateway, in all tests that can do without one."""
_SENT = re.compile(r"/channels/(\d+)/messages")
_BROKEN: Json = {"message": "500: Internal Server Error", "code": 0}
_CLOSED: Json = {"message": "Cannot send messages to this user", "code": 50007}


class ControlledTable(Playground):
    """A local table that fails when it is told to; `speed` is how fast its clock runs."""

    def __init__(self, *, store: Path | None = None, transcript: Path | None = None, speed: float = 1.0) -> None:
        self.clock = SimulatedClock(speed)
        super().__init__(store=store, transcript=transcript, clock=self.clock)
        self.faults = Faults()

    def app(self) -> web.Application:
        """Everything that is answered here, and /_test/ besides."""
        app = super().app()
        app.middlewares.append(self._meet)
        app.router.add_route("*", "/_test/{what}", Control(self.local, self).serve)
        return app

    async def stop(self) -> None:
        """Close the table."""
        self.clock.stop()
        await super().stop()

    @web.middleware
    async def _meet(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer as the fault that meets a request demands."""
        path = request.rel_url.raw_path
        if path.startswith("/gw") and self.faults.refuses_gateway:
            raise web.HTTPServiceUnavailable
        if not path.startswith(API):
            return await handler(request)
        path = path.removeprefix(API)
        if request.method == "POST" and self._is_closed(path):
            return self._answer(request, path, 403, _CLOSED)
        fault = self.faults.strike(request.method, path)
        return await self._struck(request, path, fault, handler) if fault else await handler(request)

    async def _struck(self, request: web.Request, path: str, fault: Fault, handler: Handler) -> web.StreamResponse:
        if fault.kind == "slow":
            await asyncio.sleep(fault.seconds)
            return await handler(request)
        if fault.kind != "lose":
            await request.read()
        if fault.kind == "429":
            body, headers = too_many_requests(fault)
            return self._answer(request, path, 429, body, headers)
        if fault.kind == "emoji":
            refused = invalid(("components", 0, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return self._answer(request, path, refused.status, refused.body)
        if fault.kind == "500":
            return self._answer(request, path, fault.status, _BROKEN)
        if fault.kind == "lose":
            await handler(request)
        self._note(request, path, fault=fault.kind)
        if request.transport:
            request.transport.abort()
        return web.Response()

    def _answer(
        self, request: web.Request, path: str, status: int, body: Json, headers: dict[str, str] | None = None
    ) -> web.Response:
        self._note(request, path, status=status, answer=body)
        return web.Response(status=status, body=encode(body), content_type="application/json", headers=headers)

    def _note(self, request: web.Request, path: str, **more: Any) -> None:
        self.local.transcript.note({"at": self.clock.now(), "refused": f"{request.method} {path}", **more})

    def _is_closed(self, path: str) -> bool:
        """Whether a message is being sent to somebody who takes none."""
        found = _SENT.fullmatch(path)
        channel = self.local.world.channels.get(found[1]) if found else None
        return channel is not None and channel.is_dm and not self.faults.closed_dms.isdisjoint(channel.members)
