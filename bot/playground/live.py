"""News for the page: a WebSocket a browser tab, which tells one person what changes for them."""

import asyncio
from dataclasses import dataclass, field

from aiohttp import web

from bot.playground.acts import is_mentioned
from bot.playground.errors import ActRefused, Json, encode
from bot.playground.house import LocalTable
from bot.playground.people import User
from bot.playground.world import Happening

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

    def __init__(self, house: LocalTable) -> None:
        self.house = house
        self.tabs: set[Tab] = set()
        house.world.listeners.append(self.hear)

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one tab until it closes."""
        try:
            tab = Tab(self.house.world.named(request.match_info["name"]))
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
        channel = self.house.world.channels.get(happening.channel or "")
        if channel and not self.house.world.can_see(user, channel):
            return {"t": "elsewhere"} if happening.name == "MESSAGE_CREATE" else None
        kind = _MESSAGE_NEWS.get(happening.name)
        if kind:
            news: Json = {"t": kind, "channel": happening.channel, "message": happening.data}
            return {**news, "mention": kind == "message" and is_mentioned(user, happening.data)}
        other = _OTHER_NEWS.get(happening.name, "places")
        return {"t": other, "channel": happening.channel, **({"id": happening.data["id"]} if other == "failed" else {})}
