"""A Discord that takes every message and shows none: what a bot without a gateway asks of it, on loopback.

Answers of interactions are handed to whoever waits for them. Nothing is checked and nothing is limited: the stand-in
of the local table (`bot/local_table`) does that.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web

from bench.many_tables import CHANNELS, GUILD, PEOPLE, SERVERS
from bot.local_table.errors import encode
from bot.local_table.forms import read_form

APPLICATION: Final = "100000000000000001"
STAMP: Final = "2026-01-01T00:00:00+00:00"
MODERN, PRIVATE, LOADING = 1 << 15, 1 << 6, 1 << 7
Json = dict[str, Any]
DIRECT: Final = "direct messages"
SERVER: Final[Json] = {"icon": None, "owner": False, "permissions": "0", "features": []}
LATER: Final = frozenset({5, 6})
LARGEST: Final = 64 * 1024 * 1024


class Swallowing:
    """The server, what it has counted, and by token the interactions whose answer is awaited."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()
        self.awaited: dict[str, asyncio.Future[tuple[Json, float]]] = {}
        self._ids = itertools.count(10**18)
        self._runner: web.AppRunner | None = None
        self.url = ""

    def asked_by_outbox(self) -> int:
        """How many of the counted requests share Discord's limit: all but answers and the pictures in them."""
        return sum(n for what, n in self.counted.items() if not what.startswith("pictures"))

    def mint(self) -> str:
        """A number that nothing has had."""
        return str(next(self._ids))

    async def start(self) -> None:
        """Listen at a free port of loopback."""
        app = web.Application(client_max_size=LARGEST)
        api, answers = "/api/v10", "/webhooks/{app}/{token}"
        app.add_routes(
            [
                web.post(api + "/interactions/{id}/{token}/callback", self._called_back),
                web.post(api + answers, self._further),
                web.patch(api + answers + "/messages/{message}", self._changed),
                web.delete(api + answers + "/messages/{message}", self._nothing),
                web.post(api + "/channels/{channel}/messages", self._posted),
                web.patch(api + "/channels/{channel}/messages/{message}", self._posted),
                web.delete(api + "/channels/{channel}/messages/{message}", self._deleted),
                web.get(api + "/channels/{channel}/messages", self._none),
                web.post(api + "/users/@me/channels", self._opened),
                web.get(api + "/users/@me", self._me),
                web.get(api + "/users/@me/guilds", self._servers),
                web.get(api + "/oauth2/applications/@me", self._application),
                web.get(api + "/applications/{app}/commands", self._none),
                web.put(api + "/applications/{app}/commands", self._none),
                web.put(api + "/applications/{app}/guilds/{guild}/commands", self._none),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}{api}"

    async def stop(self) -> None:
        """Listen no more."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _called_back(self, request: web.Request) -> web.Response:
        form = await read_form(request)
        kind, said = int(form.body["type"]), form.body.get("data") or {}
        message = self.message("0", said)
        self.counted["pictures in answers"] += len(form.uploads)
        if kind not in LATER:
            self._answered(request.match_info["token"], {**message, "form": kind == 9})
        about = {"id": request.match_info["id"], "type": 3, "response_message_id": message["id"]}
        return told({"interaction": about, "resource": {"type": kind, "message": message}})

    async def _changed(self, request: web.Request) -> web.Response:
        return await self._said(request, "0", lambda made: self._answered(request.match_info["token"], made))

    async def _further(self, request: web.Request) -> web.Response:
        return await self._changed(request)

    async def _posted(self, request: web.Request) -> web.Response:
        channel = request.match_info["channel"]
        in_channel = CHANNELS <= int(channel) < CHANNELS + (CHANNELS - PEOPLE)
        self.counted["posts and edits" if in_channel else DIRECT] += 1
        return await self._said(request, channel, lambda _: None)

    async def _deleted(self, request: web.Request) -> web.Response:
        self.counted["deletions"] += 1
        return await self._nothing(request)

    async def _said(self, request: web.Request, channel: str, heard: Callable[[Json], None]) -> web.Response:
        form = await read_form(request)
        self.counted["pictures in answers" if channel == "0" else "pictures in posts"] += len(form.uploads)
        message = self.message(channel, form.body)
        heard(message)
        return told(message)

    async def _nothing(self, _request: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _none(self, _request: web.Request) -> web.Response:
        return told([])

    async def _opened(self, request: web.Request) -> web.Response:
        person = (await request.json())["recipient_id"]
        self.counted["DM channels opened"] += 1
        return told({"id": person, "type": 1, "recipients": [user(person)]})

    async def _me(self, _request: web.Request) -> web.Response:
        return told({**user(APPLICATION), "bot": True})

    async def _servers(self, request: web.Request) -> web.Response:
        after, most = int(request.query.get("after", 0)), int(request.query.get("limit", 200))
        there = [number for number in range(GUILD, GUILD + SERVERS) if number > after][:most]
        return told([{**SERVER, "id": str(number), "name": f"Server {number - GUILD}"} for number in there])

    async def _application(self, _request: web.Request) -> web.Response:
        made = {"id": APPLICATION, "name": "Nisaba", "description": "", "icon": None, "verify_key": "", "flags": 0}
        return told({**made, "bot_public": True, "bot_require_code_grant": False, "owner": user("1")})

    def message(self, channel: str, said: Json) -> Json:
        """A message as Discord writes it."""
        return {
            "id": self.mint(),
            "type": 0,
            "channel_id": channel,
            "author": {**user(APPLICATION), "bot": True},
            "content": said.get("content") or "",
            "timestamp": STAMP,
            "edited_timestamp": None,
            **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
            **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds")},
            "components": said.get("components") or [],
            "flags": int(said.get("flags") or 0) | MODERN,
        }

    def _answered(self, token: str, message: Json) -> None:
        waiting = self.awaited.get(token)
        if waiting is not None and not waiting.done():
            waiting.set_result((message, time.perf_counter()))


def told(answer: object) -> web.Response:
    """An answer as Discord sends it; discord.py reads no JSON that names its charset."""
    return web.Response(body=encode(answer), content_type="application/json")


def user(number: str) -> Json:
    """A person as Discord writes one."""
    return {"id": number, "username": f"person{number[-9:]}", "discriminator": "0", "global_name": None, "avatar": None}
