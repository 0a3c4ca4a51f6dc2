"""The local table's server: on this machine only, for the bot on one side and for people on the other,
who get news over a WebSocket a browser tab.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import discord
import yarl
from aiohttp import web

from bot.local_table.acts import Acts, is_mentioned, reply
from bot.local_table.archive import Archive, Transcript
from bot.local_table.errors import ActRefused, Json, encode
from bot.local_table.gateway import Gateway
from bot.local_table.interactions import Interactions
from bot.local_table.invoke import Invoker
from bot.local_table.page_texts import serve_texts
from bot.local_table.people import User
from bot.local_table.rest import API, MAX_REQUEST, RestApi
from bot.local_table.table import LocalTable
from bot.local_table.world import Happening, TableClock, World

_MESSAGE_NEWS = {"MESSAGE_CREATE": "message", "MESSAGE_UPDATE": "update", "MESSAGE_DELETE": "delete"}
_OTHER_NEWS = {
    "TYPING_START": "typing",
    "INTERACTION_FAILED": "failed",
    "BOT_HERE": "bot",
    "BOT_AWAY": "bot",
    "BOT_COMMANDS": "commands",
}


@dataclass(slots=True, eq=False)
class Tab:
    """One open browser tab."""

    user: User
    news: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)


class Live:
    """All open tabs."""

    def __init__(self, local: LocalTable) -> None:
        self.local = local
        self.tabs: set[Tab] = set()
        local.world.listeners.append(self.hear)

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one tab until it closes."""
        try:
            tab = Tab(self.local.world.user_named(request.match_info["name"]))
        except ActRefused as refusal:
            raise web.HTTPNotFound(text=str(refusal)) from refusal
        socket = web.WebSocketResponse(heartbeat=20)
        self.tabs.add(tab)
        try:
            await socket.prepare(request)
            await self._serve(socket, tab)
        finally:
            self.tabs.discard(tab)
        return socket

    async def _serve(self, socket: web.WebSocketResponse, tab: Tab) -> None:
        writer = asyncio.create_task(self._write(socket, tab))
        try:
            async for _ in socket:
                pass
        finally:
            writer.cancel()

    def hear(self, happening: Happening) -> None:
        """Pass a change on to the tabs of those who may know."""
        for tab in self.tabs:
            news = self._news(tab.user, happening)
            if news:
                tab.news.put_nowait(news)

    async def _write(self, socket: web.WebSocketResponse, tab: Tab) -> None:
        while True:
            news = await tab.news.get()
            try:
                await socket.send_str(encode(news).decode())
            except ConnectionError:
                return

    def _news(self, user: User, happening: Happening) -> Json | None:
        if happening.only_for not in (None, user.id):
            return None
        channel = self.local.world.channels.get(happening.channel or "")
        if channel and not self.local.world.can_see(user, channel):
            return {"t": "elsewhere"} if happening.name == "MESSAGE_CREATE" else None
        kind = _MESSAGE_NEWS.get(happening.name)
        if kind:
            news: Json = {"t": kind, "channel": happening.channel, "message": happening.data}
            return {**news, "mention": kind == "message" and is_mentioned(user, happening.data)}
        other = _OTHER_NEWS.get(happening.name, "places")
        return {"t": other, "channel": happening.channel, **({"id": happening.data["id"]} if other == "failed" else {})}


CLOCK = "/_clock"
_LOOK = 20.0


class SharedTime:
    """Tells the bot what time it is at the table, and at once when the clock is moved."""

    def __init__(self, local: LocalTable) -> None:
        self._clock, self._moved = local.world.clock, asyncio.Event()
        local.world.listeners.append(self.hear)

    def hear(self, happening: Happening) -> None:
        """Wake those who wait for the clock to be moved."""
        if happening.name == "CLOCK_MOVED":
            self._moved.set()
            self._moved = asyncio.Event()

    async def serve(self, request: web.Request) -> web.Response:
        """Answer with the time; a caller that knows how much was skipped is answered when that changes."""
        moved = self._moved
        if request.query.get("skipped") == str(self._clock.skipped):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await moved.wait()
        clock = self._clock
        return reply({"now": clock.now(), "speed": clock.speed, "skipped": clock.skipped})


LOCAL_HOST = "127.0.0.1"


def point_discord_at(api_base: str, gateway_url: str) -> None:
    """Send all requests of discord.py to `api_base` (http://127.0.0.1:PORT/api/v10) and `gateway_url` (ws://127.0.0.1:PORT/gw).

    Raises ValueError for any host but 127.0.0.1. Call it before the client logs in.
    """
    _require_local(api_base, "http")
    _require_local(gateway_url, "ws")
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    discord.Asset.BASE = api_base.split("/api/", maxsplit=1)[0]


def _require_local(url: str, scheme: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != scheme or parts.hostname != LOCAL_HOST:
        raise ValueError(f"{url!r} does not begin with {scheme}://{LOCAL_HOST}: only this machine is allowed")


TOKEN = "local-table"
_PAGE = Path(__file__).parent / "page"
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_LINES = "connect-src 'self' ws://127.0.0.1:* ws://localhost:*"
_POLICY = f"default-src 'self'; img-src 'self' data: blob:; {_LINES}; base-uri 'none'"
_PAGE_HEADERS = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Playground:
    """A server that speaks enough of Discord for the unmodified bot, and shows a page to play on.

    `store` is the file in which messages outlast a restart (none: nothing is kept), `transcript` the file of
    everything said with the bot.
    """

    def __init__(
        self, *, store: Path | None = None, transcript: Path | None = None, clock: TableClock | None = None
    ) -> None:
        world = World(clock or TableClock(), Archive(store))
        record = Transcript(transcript)
        gateway = Gateway(world, record, TOKEN)
        interactions = Interactions(world, gateway)
        invoker = Invoker(world, interactions)
        self.local = LocalTable(world, gateway, interactions, invoker, record, TOKEN)
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._pump: asyncio.Task[None] | None = None
        self._lines: set[asyncio.Task[object]] = set()

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return f"http://{LOCAL_HOST}:{self.port}"

    @property
    def api_base(self) -> str:
        """Return the address of the bot's requests."""
        return self.url + API

    @property
    def gateway_url(self) -> str:
        """Return the address of the bot's gateway."""
        return f"ws://{LOCAL_HOST}:{self.port}/gw"

    @property
    def users(self) -> dict[str, User]:
        """Return the people of the table by name."""
        return {user.name: user for user in self.local.world.people}

    @property
    def failures(self) -> list[str]:
        """Return what should never happen: requests without a route, and failed handlers."""
        return self.local.failures

    async def start(self, port: int = 0) -> None:
        """Open the table on 127.0.0.1; port 0 takes a free one. Raises OSError if the port is taken."""
        try:
            listener = socket.create_server((LOCAL_HOST, port))
        except OSError:
            self._put_away()
            raise
        self.port = listener.getsockname()[1]
        self.local.world.settle_at(self.url)
        self.local.gateway.url = self.gateway_url
        self._runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()
        self._pump = asyncio.create_task(self.local.gateway.pump())

    async def stop(self) -> None:
        """Close the table; what is to be kept is written."""
        if self._pump:
            self._pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pump
        await self.local.gateway.endpoint.forget()
        if self._runner:
            await self._runner.cleanup()
            self._runner = None
        self.local.world.save()
        self._put_away()

    def _put_away(self) -> None:
        self.local.world.archive.close()
        self.local.transcript.close()

    def app(self) -> web.Application:
        """Return the web application with all its routes."""
        app = web.Application(client_max_size=MAX_REQUEST, middlewares=[self._only_this_machine])
        acts = Acts(self.local)
        app.router.add_route("*", API + "/{tail:.*}", RestApi(self.local).serve)
        app.router.add_get("/gw", self._tracked(self.local.gateway.connect))
        app.router.add_get("/gw/", self._tracked(self.local.gateway.connect))
        app.router.add_get("/_live/{name}", self._tracked(Live(self.local).connect))
        app.router.add_get(CLOCK, self._tracked(SharedTime(self.local).serve))
        app.router.add_route("*", "/_act/{name}/{act}", acts.serve)
        app.router.add_get("/attachments/{file}/{name}", self._file)
        app.router.add_get("/emojis/{file:[0-9]+}.{kind}", self._file)
        app.router.add_get("/", self._page)
        app.router.add_get("/page/{name}", self._page)
        app.router.add_get("/words/{language}", serve_texts)
        app.on_shutdown.append(self._hang_up)
        return app

    def _tracked(self, connect: Handler) -> Handler:
        """Remember the tasks that serve a WebSocket, so that closing the table ends them."""

        async def serve(request: web.Request) -> web.StreamResponse:
            task = asyncio.current_task()
            if task:
                self._lines.add(task)
                task.add_done_callback(self._lines.discard)
            return await connect(request)

        return serve

    async def _hang_up(self, _: web.Application) -> None:
        for task in list(self._lines):
            task.cancel()

    @web.middleware
    async def _only_this_machine(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse names other than this machine's, and pages of other origins."""
        origin = request.headers.get("Origin", self.url)
        ours = (self.url, f"http://localhost:{self.port}")
        if request.host.rpartition(":")[0] not in (LOCAL_HOST, "localhost") or origin not in ours:
            raise web.HTTPForbidden(text="the local table is for this machine only")
        return await handler(request)

    async def _file(self, request: web.Request) -> web.Response:
        return self._stored(request.match_info["file"])

    def _stored(self, file_id: str) -> web.Response:
        stored = self.local.world.archive.file(file_id)
        if stored is None:
            raise web.HTTPNotFound
        headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "max-age=31536000, immutable"}
        if not stored.kind.startswith("image/") or stored.kind == "image/svg+xml":
            headers["Content-Disposition"] = f'attachment; filename="{stored.name}"'
        return web.Response(body=stored.body, content_type=stored.kind, headers=headers)

    async def _page(self, request: web.Request) -> web.Response:
        path = _PAGE / request.match_info.get("name", "index.html")
        kind = _KINDS.get(path.suffix)
        if kind is None or path.parent != _PAGE or not path.is_file():
            raise web.HTTPNotFound
        return web.Response(body=path.read_bytes(), content_type=kind, charset="utf-8", headers=_PAGE_HEADERS)
