"""The entrance to pages that only members of the table's server see: a link from Discord becomes a session."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from aiohttp import web
from yarl import URL

from bot.contract.tables import Refused, TableInfo
from bot.tables.people.web_sessions import LIFE
from bot.web import tokens
from bot.web.addresses import Addresses
from bot.web.boards import Boards
from bot.web.sessions import Sessions, number_of

MOST: Final = 4096
"""Bytes of what a browser may send."""
PATIENCE: Final = 5.0
"""Seconds in which it must have arrived."""
PRESSES: Final = 100
WINDOW: Final = 10.0
"""Seconds in which one person can press so often."""
KNOWN: Final = 1000
"""People whose presses are counted."""
HERE: Final = "http://127.0.0.1"
COOKIE: Final = "nisaba-"
Access: TypeAlias = Literal["open", "member", "refused"]


class Entered(NamedTuple):
    """Who has entered: the person, the server whose tables they may see (0: none), and the key of their pages."""

    person: int
    guild: int
    page_key: str


class Entrance:
    """Decides who sees a page, and who plays on it."""

    def __init__(self, boards: Boards, addresses: Addresses, sessions: Sessions) -> None:
        self._boards, self._addresses, self.sessions = boards, addresses, sessions
        self._presses: OrderedDict[int, list[float]] = OrderedDict()
        self.inside: Callable[[], str] = lambda: ""  # the origin of the same pages inside Discord

    async def access(self, request: web.Request, table: int) -> Access:
        """Return how a request may see a table: as anyone, as a member, or not. A table without a page is open."""
        try:
            info = (await self._boards.known(table)).table.info
        except Refused:
            return "open"
        if info.settings.page != "members":
            return "open"
        entered = await self._entered_at(request, info)
        if entered is None:
            return "refused"
        return "member" if entered.guild or info.of(entered.person) else "refused"

    async def entered(self, request: web.Request, table: int) -> Entered | None:
        """Return who has entered and has a seat at a table; None for everyone else. Refused: as `Boards.known`."""
        info = (await self._boards.known(table)).table.info
        found = await self._entered_at(request, info)
        return found if found is not None and info.of(found.person) else None

    async def _entered_at(self, request: web.Request, info: TableInfo) -> Entered | None:
        """Return who has entered pages of the table's server, or as themselves alone."""
        for guild in dict.fromkeys((info.place.guild or 0, 0)):
            key = request.cookies.get(cookie(guild), "")
            person = await self.sessions.person(key, guild)
            if person is not None:
                return Entered(person, guild, _page_key(self._addresses.secret, key))
        return None

    def why_not(self, request: web.Request) -> int:
        """Return the status of a request that can't come from a page of the bot: 415 or 403; 0 for another one."""
        if request.content_type != "application/json":
            return 415
        url, origin = self._addresses.url, request.headers.get("Origin")
        return 0 if origin and origin in {str(URL(url).origin()) if url else "", self.inside()} else 403

    def has_room(self, person: int) -> bool:
        """Return whether a person may press again now, and count it."""
        now = self.sessions.now()
        recent = [at for at in self._presses.get(person, ()) if at > now - WINDOW]
        self._presses[person] = [*recent, now][-PRESSES:]
        self._presses.move_to_end(person)
        while len(self._presses) > KNOWN:
            self._presses.popitem(last=False)
        return len(recent) < PRESSES

    async def enter(self, request: web.Request) -> web.Response:
        """Return a session in a cookie for the token that is sent. It must come from a page of the bot."""
        refused = self.why_not(request)
        if refused:
            return web.Response(status=refused)
        try:
            body = await bounded(request, MOST)
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


def _page_key(secret: bytes, session: str) -> str:
    """Return what a page sends with each press: only a page of the session knows it."""
    return hashlib.blake2b(session.encode(), key=secret, digest_size=16, person=b"page.key").hexdigest()


async def bounded(request: web.Request, most: int) -> bytes | None:
    """Return what was sent; None if it has more bytes. Raises TimeoutError if it takes too long."""
    try:
        async with asyncio.timeout(PATIENCE):
            await request.content.readexactly(most + 1)
    except asyncio.IncompleteReadError as whole:
        return whole.partial
    return None
