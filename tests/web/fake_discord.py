"""Discord as an Activity meets it: who has let the application know them, and where it runs; and the page around it."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape
from typing import Any, Final

from aiohttp import ClientResponse, ClientSession, ClientTimeout, DummyCookieJar, web
from aiohttp.test_utils import TestServer
from discord.http import HTTPClient, Route
from yarl import URL

from bot.web.discord_login import DiscordLogin

APP: Final = 7000
SECRET: Final = "s3cret"
BOT: Final = "bot.token.here"
ORIGIN: Final = f"https://{APP}.discordsays.com"


class FakeDiscord:
    """What Discord knows, and what it was asked."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self.tokens: dict[str, int] = {}
        self.instances: dict[str, dict[str, Any]] = {}
        self.secret = SECRET
        self.given_back = asyncio.Event()
        self.wait = 0.0
        self.status = 200
        self.asked: list[str] = []

    def code(self, person: int) -> str:
        """A new code with which that person lets the application know them."""
        made = secrets.token_urlsafe(20)
        self.codes[made] = person
        return made

    def opened(self, *people: int, guild: int | None = 5, channel: int = 77) -> str:
        """The instance of an Activity that those people have open."""
        made = f"i-{secrets.token_hex(4)}-gc-{guild}-{channel}"
        where: dict[str, Any] = {"id": made[2:], "kind": "gc", "channel_id": str(channel)}
        where |= {} if guild is None else {"guild_id": str(guild)}
        people_ = [str(person) for person in people]
        self.instances[made] = {"application_id": str(APP), "instance_id": made, "location": where, "users": people_}
        return made

    async def _answer(self, request: web.Request) -> web.Response:
        self.asked.append(f"{request.method} {request.path.removeprefix('/api')}")
        await asyncio.sleep(self.wait)
        if self.status != 200:
            answer = _json({"message": "no"}, status=self.status)
            answer.headers["Retry-After"] = "0.5"
            return answer
        handle = {"token": self._token, "revoke": self._revoke}.get(request.path.rpartition("/")[2])
        if handle is not None:
            return await handle(request)
        return self._me(request) if request.path.endswith("/@me") else self._instance(request)

    async def _token(self, request: web.Request) -> web.Response:
        form = await request.post()
        if (form.get("client_id"), form.get("client_secret")) != (str(APP), self.secret):
            return _json({"error": "invalid_client"}, status=401)
        assert form.get("grant_type") == "authorization_code"
        assert "redirect_uri" not in form
        person = self.codes.pop(str(form.get("code")), None)
        if person is None:
            return _json({"error": "invalid_grant"}, status=400)
        token = secrets.token_urlsafe(20)
        self.tokens[token] = person
        return _json({"access_token": token, "token_type": "Bearer", "scope": "identify"})

    async def _revoke(self, request: web.Request) -> web.Response:
        form = await request.post()
        assert (form["client_id"], form["client_secret"]) == (str(APP), SECRET)
        self.tokens.pop(str(form["token"]), None)
        self.given_back.set()
        return web.Response()

    def _me(self, request: web.Request) -> web.Response:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind == "Bot":
            return _json({"id": str(APP), "username": "nisaba", "discriminator": "0", "avatar": None})
        if kind != "Bearer" or token not in self.tokens:
            return _json({"message": "401: Unauthorized", "code": 0}, status=401)
        return _json({"id": str(self.tokens[token]), "username": "someone"})

    def _instance(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bot {BOT}"
        found = self.instances.get(request.path.rpartition("/")[2])
        return _json(found or {"message": "Unknown", "code": 0}, status=200 if found else 404)

    def routes(self) -> list[web.RouteDef]:
        """What of Discord is asked."""
        paths = (
            ("POST", "/oauth2/token"),
            ("POST", "/oauth2/token/revoke"),
            ("GET", "/users/@me"),
            ("GET", f"/applications/{APP}/activity-instances/{{instance}}"),
        )
        return [web.route(method, f"/api{path}", self._answer) for method, path in paths]


def _json(said: dict[str, Any], status: int = 200) -> web.Response:
    """An answer as Discord sends it, without a charset."""
    return web.Response(body=json.dumps(said).encode(), status=status, content_type="application/json")


@asynccontextmanager
async def discord_at(fake: FakeDiscord) -> AsyncIterator[DiscordLogin]:
    """What asks that Discord in the name of the application."""
    app, real = web.Application(), Route.BASE
    app.add_routes(fake.routes())
    async with TestServer(app) as server:
        Route.BASE = str(server.make_url("/api"))
        http = HTTPClient(asyncio.get_running_loop())
        try:
            await http.static_login(BOT)
            fake.asked.clear()
            yield DiscordLogin(http, lambda: APP, SECRET)
        finally:
            await http.close()
            Route.BASE = real


POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline';"
    " connect-src 'self' https://discord.com/api/; img-src 'self' data: blob: https://cdn.discordapp.com"
)
"""What Discord's proxy lets a page load, as far as it is known."""
LEFT_OUT: Final = frozenset({"transfer-encoding", "content-length", "connection"})


class FakeProxy:
    """Discord's proxy before the bot: adds a policy, drops what is kept of pages, says where they come from."""

    def __init__(self, target: str) -> None:
        self._target, self.own = target.rstrip("/"), ""
        self.holds_streams = False
        self.asked: list[str] = []
        self.answered: list[tuple[str, int]] = []

    async def pass_on(self, request: web.Request) -> web.StreamResponse:
        """The bot's answer, as a browser gets it."""
        self.asked.append(request.path_qs)
        sent = {name: value for name, value in request.headers.items() if name not in {"Host", "Origin"}}
        sent |= {"Origin": ORIGIN} if request.headers.get("Origin") == self.own else {}
        url = URL(self._target + request.raw_path, encoded=True)
        timeout = ClientTimeout(total=None)
        async with (
            ClientSession(auto_decompress=False, timeout=timeout, cookie_jar=DummyCookieJar()) as session,
            session.request(request.method, url, headers=sent, data=await request.read()) as got,
        ):
            return await self._passed(request, got)

    async def _passed(self, request: web.Request, got: ClientResponse) -> web.StreamResponse:
        self.answered.append((request.path.rpartition("/")[2], got.status))
        response = web.StreamResponse(status=got.status)
        for name, value in got.headers.items():
            if name.lower() not in LEFT_OUT:
                response.headers.add(name, value)
        response.headers.add("Content-Security-Policy", POLICY)
        if got.content_type == "text/html":
            response.headers.pop("Cache-Control", None)
        if self.holds_streams and got.content_type == "text/event-stream":
            await asyncio.sleep(3600)
        await response.prepare(request)
        async for chunk in got.content.iter_any():
            await response.write(chunk)
        return response


PARENT: Final = """<!doctype html><title>Discord</title><link rel="icon" href="data:,"><body><script>
const said = window.said = [];
const refuses = new URLSearchParams(location.search).get("refuses");
addEventListener("message", ({ data, source }) => {
  if (!Array.isArray(data)) return;
  const [op, sent] = data, send = (message) => source.postMessage(message, "*");
  said.push([op, sent.cmd ?? "", sent.args ?? {}]);
  if (op === 0) send([1, { cmd: "DISPATCH", evt: "READY", nonce: null, data: { v: 1, config: {
    api_endpoint: "//discord.com/api", environment: "production", cdn_host: "cdn.discordapp.com" } } }]);
  if (op !== 1) return;
  const answer = (evt, data) => send([1, { cmd: sent.cmd, evt, nonce: sent.nonce, data }]);
  if (sent.cmd === refuses) answer("ERROR", { code: 4002, message: "Invalid command" });
  else if (sent.cmd === "AUTHORIZE") fetch("/code").then((got) => got.text()).then((code) => answer(null, { code }));
  else if (sent.cmd === "OPEN_EXTERNAL_LINK") answer(null, { opened: true });
  else if (sent.cmd === "SUBSCRIBE") {
    window.tell = (evt, data) => source.postMessage([1, { cmd: "DISPATCH", evt, nonce: null, data }], "*");
    send([1, { cmd: "SUBSCRIBE", evt: null, nonce: sent.nonce, data: { evt: sent.evt } }]);
  }
});
</script><iframe style="width: 98vw; height: 90vh" src="SOURCE"></iframe>"""
PARENT_PORT: Final = 3333
"""The SDK takes messages from a page at that port of localhost, besides Discord's own."""


@asynccontextmanager
async def discord_around(fake: FakeDiscord, person: int, bot: str) -> AsyncIterator[FakeProxy]:
    """Discord's page, in which that person opens what the bot shows, at `localhost:3333`; its address ends in what the
    frame is to be asked for, after `/around?source=`.
    """
    proxy = FakeProxy(bot)
    inner, outer = web.Application(), web.Application()
    inner.router.add_route("*", "/{path:.*}", proxy.pass_on)

    async def around(request: web.Request) -> web.Response:
        text = PARENT.replace("SOURCE", escape(f"{proxy.own}/?{request.query['source']}"))
        return web.Response(text=text, content_type="text/html")

    async def code(_request: web.Request) -> web.Response:
        return web.Response(text=fake.code(person))

    outer.add_routes([web.get("/around", around), web.get("/code", code)])
    async with TestServer(inner) as front, TestServer(outer, host="localhost", port=PARENT_PORT):
        proxy.own = str(front.make_url("")).rstrip("/")
        yield proxy
