"""The entrance to pages that only members of the table's server see: a link from Discord becomes a session."""

from __future__ import annotations

import asyncio
from typing import Final, Literal, TypeAlias

import msgspec
from aiohttp import web
from yarl import URL

from bot.contract.tables import Refused
from bot.tables.people.web_sessions import LIFE
from bot.web import tokens
from bot.web.addresses import Addresses
from bot.web.boards import Boards
from bot.web.sessions import Sessions, number_of

MOST: Final = 4096
"""Bytes of what a browser may send."""
PATIENCE: Final = 5.0
HERE: Final = "http://127.0.0.1"
COOKIE: Final = "nisaba-"
Access: TypeAlias = Literal["open", "member", "refused"]


class Entrance:
    """Decides who sees a page."""

    def __init__(self, boards: Boards, addresses: Addresses, sessions: Sessions) -> None:
        self._boards, self._addresses, self.sessions = boards, addresses, sessions

    async def access(self, request: web.Request, table: int) -> Access:
        """Return how a request may see a table: as anyone, as a member, or not. A table without a page is open."""
        try:
            info = (await self._boards.known(table)).table.info
        except Refused:
            return "open"
        if info.settings.page != "members":
            return "open"
        guild = info.place.guild
        key = request.cookies.get(cookie(guild), "") if guild is not None else ""
        return "member" if guild is not None and await self.sessions.lets_in(key, guild) else "refused"

    async def enter(self, request: web.Request) -> web.Response:
        """Return a session in a cookie for the token that is sent. It must come from a page of the bot."""
        url = self._addresses.url
        if request.content_type != "application/json":
            return web.Response(status=415)
        if not url or request.headers.get("Origin") != str(URL(url).origin()):
            return web.Response(status=403)
        try:
            async with asyncio.timeout(PATIENCE):
                body = await _body(request)
        except TimeoutError:
            return web.Response(status=408)
        return web.Response(status=413) if body is None else await self._entered(request, body)

    async def _entered(self, request: web.Request, body: bytes) -> web.Response:
        token = self._token(body)
        before = request.cookies.get(cookie(token.guild), "") if token else ""
        key = await self.sessions.enter(token, before) if token else None
        response = web.Response(status=403 if key is None else 204, headers={"Cache-Control": "no-store"})
        if token is not None and key is not None:
            secure = not self._addresses.url.startswith(HERE)
            response.set_cookie(
                cookie(token.guild), key, max_age=int(LIFE), path="/", httponly=True, samesite="Lax", secure=secure
            )
        return response

    def _token(self, body: bytes) -> tokens.Token | None:
        try:
            sent = msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None
        token = sent.get("token") if isinstance(sent, dict) else None
        return self.sessions.read(self._addresses.secret, token) if isinstance(token, str) else None


def cookie(guild: int) -> str:
    """Return the name of the cookie that keeps a session for tables of a server."""
    return f"{COOKIE}{guild}"


def sessions_in(request: web.Request) -> list[int]:
    """Return the numbers of all sessions that a browser says it has."""
    return [number_of(key) for name, key in request.cookies.items() if name.startswith(COOKIE)]


async def _body(request: web.Request) -> bytes | None:
    """Return what was sent; None if it is too large."""
    try:
        await request.content.readexactly(MOST + 1)
    except asyncio.IncompleteReadError as whole:
        return whole.partial
    return None
