"""The page inside Discord: an Activity that shows who has opened it the pages of their tables.

Discord shows it in a frame and tells it where it runs. The frame's own address must not change, so the page of a table
is shown in a second frame inside. What the browser says is checked: who it is by the code that Discord gave it, and
where by asking Discord.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from functools import wraps
from html import escape
from pathlib import Path
from string import Template
from typing import Annotated, Any, Final

import msgspec
import structlog
from aiohttp import web
from msgspec import Meta

from bot.contract.tables import Person, Refused, TableInfo
from bot.tables.game_service import GameService
from bot.tables.people.web_sessions import LIFE
from bot.web import tokens
from bot.web.addresses import Addresses
from bot.web.discord_login import ActivityPlace, DiscordLogin, NotNow
from bot.web.entrance import bounded, cookie
from bot.web.looks import LANGUAGE, look_of
from bot.web.public import title_of
from bot.web.routes import HEADERS, Handler, guarded
from bot.web.sessions import IsMember, Sessions
from bot.web.tokens import Token
from engine.core.decoding import decoder
from engine.core.text import ENGLISH, catalogue, speaking, words

PAGE: Final = Path(__file__).parent / "page"
MOST: Final = 4096
"""Bytes of what a browser may send."""
PATIENCE: Final = 5.0
"""Seconds in which Discord has to say who it is; then the page offers another way."""
AT_ONCE: Final = 20
"""Browsers about which Discord is asked at the same time."""
SHOWN: Final = 25
"""Tables to choose from."""
DISCORD: Final = (
    "https://discord.com",
    "https://ptb.discord.com",
    "https://canary.discord.com",
    "https://discordapp.com",
)
"""The pages that may show an Activity."""
TEXT: Final = "web.activity."

log = structlog.get_logger(__name__)


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends: the code that Discord gave it, the Activity's instance, and the table of the link."""

    code: Annotated[str, Meta(pattern=r"^[\w-]{1,200}$")]
    instance: Annotated[str, Meta(pattern=r"^[\w-]{1,200}$")]
    table: Annotated[str, Meta(max_length=100)] = ""


class Activity:
    """Answers the Activity's own requests. `ancestors` are the pages that may show it."""

    def __init__(
        self,
        service: GameService,
        addresses: Addresses,
        sessions: Sessions,
        login: DiscordLogin,
        is_member: IsMember,
        ancestors: Sequence[str] = DISCORD,
    ) -> None:
        self._service, self._addresses, self._sessions, self._login = service, addresses, sessions, login
        self._is_member = is_member
        policy = HEADERS["Content-Security-Policy"]
        self._policy = policy.replace("frame-ancestors 'none'", f"frame-ancestors 'self' {' '.join(ancestors)}")
        self._page = Template((PAGE / "activity.html").read_text(encoding="utf-8"))
        self._under_way = 0

    @property
    def origin(self) -> str:
        """Return the origin of the page, as Discord's proxy shows it to browsers."""
        return f"https://{self._login.application()}.discordsays.com"

    def link(self, table: str) -> str:
        """Return the address that opens the Activity with a table."""
        return f"https://discord.com/activities/{self._login.application()}?custom_id={table.lower()}"

    def routes(self, of_tables: Iterable[web.RouteDef], release: str) -> list[web.RouteDef]:
        """Return the routes of tables, which Discord may show too, and those of the Activity."""

        async def page(request: web.Request) -> web.StreamResponse:
            return self.page(request, release)

        own = (web.get("/", guarded(page)), web.post("/activity/enter", guarded(self.enter)))
        whole = (*of_tables, *own)
        return [web.RouteDef(one.method, one.path, self._framed(one.handler), one.kwargs) for one in whole]

    def _framed(self, handler: Any) -> Handler:
        """Let Discord show in a frame what the handler answers, and pages of tables in the frame of the Activity."""

        @wraps(handler)
        async def answered(request: web.Request) -> web.StreamResponse:
            response: web.StreamResponse = await handler(request)
            if not response.prepared:
                response.headers["Content-Security-Policy"] = self._policy
            return response

        return answered

    async def close(self) -> None:
        """End what is being asked of Discord."""
        await self._login.close()

    def page(self, request: web.Request, release: str) -> web.Response:
        """Return the page that Discord shows; 404 outside of it."""
        if not request.query.get("frame_id"):
            return web.Response(status=404)
        look = look_of(request, ENGLISH)
        with speaking(look.language):
            texts = {key.removeprefix(TEXT): words(key) for key in catalogue() if key.startswith(TEXT)}
        text = self._page.substitute(
            language=look.language,
            release=release,
            application=self._login.application(),
            texts=msgspec.json.encode(texts).decode().replace("<", "\\u003c"),
            **{key: escape(text) for key, text in texts.items()},
        )
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
        return web.Response(text=text, content_type="text/html", headers=headers)

    async def enter(self, request: web.Request) -> web.Response:
        """Return the tables that whoever has opened the Activity may see there, with sessions for them in cookies.

        403 for whom Discord doesn't know or who isn't there, 415, 403, 413, 400 for what the page doesn't send, 503 and
        504 if Discord doesn't say in time.
        """
        if request.content_type != "application/json":
            return _bare(415)
        if request.headers.get("Origin") != self.origin:
            return _bare(403)
        try:
            body = await bounded(request, MOST)
        except TimeoutError:
            return _bare(408)
        opened = None if body is None else _read(body)
        if opened is None:
            return _bare(413 if body is None else 400)
        return await self._entered(request, opened) if self._under_way < AT_ONCE else _bare(503)

    async def _entered(self, request: web.Request, opened: Opened) -> web.Response:
        self._under_way += 1
        try:
            async with asyncio.timeout(PATIENCE):
                person = await self._login.person(opened.code)
                place = None if person is None else await self._login.place(opened.instance)
        except (NotNow, TimeoutError) as error:
            log.warning("activity.unknown", reason=str(error))
            return _bare(504)
        finally:
            self._under_way -= 1
        if person is None or place is None or person not in place.people:
            return _bare(403)
        tables = await self._tables(person, opened.table, place)
        return await self._let_in(request, person, tables[:SHOWN])

    async def _tables(self, person: int, table: str, place: ActivityPlace) -> list[TableInfo]:
        """Return the table of the link if the person may see it, else those where they have a seat: of this channel; if
        there is none, of this server; else all.
        """
        if (named := await self._named(person, table)) is not None:
            return [named]
        lines = await self._service.list_tables(Person(person, ""))
        own = [line.info for line in lines if line.info.of(person) and _has_page(line.info)]
        here = [info for info in own if info.place.channel == place.channel]
        return here or [info for info in own if info.place.guild == place.guild] or own

    async def _named(self, person: int, table: str) -> TableInfo | None:
        """Return the table of a link; None if there is none, or if the person has no seat there and isn't a member of
        its server: the address of its page is a secret.
        """
        try:
            info = await self._service.info(table) if table else None
        except Refused:
            return None
        if info is None or not _has_page(info):
            return None
        guild = info.place.guild
        known = bool(info.of(person)) or (guild is not None and await self._is_member(guild, person) is True)
        return info if known else None

    async def _let_in(self, request: web.Request, person: int, tables: Sequence[TableInfo]) -> web.Response:
        look = look_of(request, ENGLISH)
        language = self._service.language(person, look.language)
        shown = [{"path": self._path(info, language), "title": title_of(info), "id": info.id} for info in tables]
        response = web.json_response({"tables": shown}, headers={"Cache-Control": "no-store"}, dumps=_dumped)
        for made in await self._cookies(request, person, tables):
            response.headers.add("Set-Cookie", made)
        return response

    def _path(self, info: TableInfo, language: str) -> str:
        return f"/t/{self._addresses.of(info.id)}?{LANGUAGE}={language}"

    async def _cookies(self, request: web.Request, person: int, tables: Iterable[TableInfo]) -> list[str]:
        """Return the cookies of new sessions: for each server of which the person is a member, else as themselves."""
        made = list[str]()
        for guild in dict.fromkeys(info.place.guild or 0 for info in tables):
            for tried in dict.fromkeys((guild, 0)):
                if (key := await self._session(request, person, tried)) is not None:
                    made.append(f"{cookie(tried)}={key}; {KEPT}")
                    break
        return made

    async def _session(self, request: web.Request, person: int, guild: int) -> str | None:
        until = int(self._service.deps.now() + tokens.LIFE)
        token = Token(person, guild, until, secrets.token_bytes(16))
        return await self._sessions.enter(token, request.cookies.get(cookie(guild), ""))


KEPT: Final = f"Max-Age={int(LIFE)}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned"
"""Written by hand: Python 3.11 knows no Partitioned, without which no browser sends a cookie in a frame of Discord."""


def _has_page(info: TableInfo) -> bool:
    return bool(info.page) and info.settings.page != "off" and info.state != "over"


OPENED: Final = decoder(Opened)


def _read(body: bytes) -> Opened | None:
    try:
        return OPENED.json(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _bare(status: int) -> web.Response:
    return web.Response(status=status, headers={"Cache-Control": "no-store"})


def _dumped(data: Any) -> str:
    return msgspec.json.encode(data).decode()
