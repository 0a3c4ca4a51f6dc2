"""The routes of tables' pages: what a request asks for, and what goes back with which headers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial, wraps
from pathlib import Path
from typing import Final, TypeAlias

from aiohttp import web

from bot.contract.tables import Busy, Refused
from bot.web.boards import PageBody
from bot.web.entrance import Entrance, sessions_in
from bot.web.looks import PageLook, look_of
from bot.web.pages import Pages
from bot.web.seat import Seats
from bot.web.streams import TABLES, Streams
from engine.core.text import ENGLISH

PAGE: Final = Path(__file__).parent / "page"
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
YEAR: Final = 365 * 24 * 60 * 60
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The page loads nothing from elsewhere, and no other page shows it in a frame."""

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


def guarded(handler: Handler) -> Handler:
    """Answer with the headers that every answer has; while the database is busy, that it is worth another try."""

    @wraps(handler)
    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            response = await handler(request)
        except Busy:
            response = web.Response(status=503, headers={"Retry-After": "5"})
        if not response.prepared:
            response.headers.update({name: value for name, value in HEADERS.items() if name not in response.headers})
        return response

    return answered


class Routes:
    """The routes, over what makes the pages."""

    def __init__(self, pages: Pages, streams: Streams, entrance: Entrance, seats: Seats) -> None:
        self._pages, self._streams, self._entrance, self._seats = pages, streams, entrance, seats
        self._addresses = pages.addresses
        self._files = {file.name: file.read_bytes() for file in PAGE.iterdir() if file.suffix in KINDS}

    def all(self) -> list[web.RouteDef]:
        """Return all routes."""
        of_tables: Iterable[tuple[str, Handler]] = (
            ("/t/{address}", self.page),
            ("/t/{address}/board", self.board),
            ("/t/{address}/picture.png", self.picture),
            ("/t/{address}/look/{verb}", self.look),
            ("/t/{address}/look/{verb}/picture", self.look_picture),
            ("/t/{address}/shapes", self.shapes),
            ("/t/{address}/base", self.base),
            ("/t/{address}/names", self.names),
            ("/t/{address}/sprite", self.sprite),
        )
        return [
            *(web.get(path, guarded(self._for_readers(handler))) for path, handler in of_tables),
            web.get("/news", guarded(self.news)),
            web.get("/page/{version}/{file}", guarded(self.file)),
            web.post("/enter", guarded(self._entrance.enter)),
            web.post("/t/{address}/press", guarded(self.press)),
            web.get("/t/{address}/seat/picture", guarded(self.seat_picture)),
            web.get("/t/{address}/seat/base", guarded(self.seat_base)),
        ]

    def _for_readers(self, handler: Handler) -> Handler:
        """Answer only those who may see the table; what only members see is kept by their own browsers alone."""

        @wraps(handler)
        async def answered(request: web.Request) -> web.StreamResponse:
            table = self._addresses.table(request.match_info["address"])
            access = "open" if table is None else await self._entrance.access(request, table)
            if access == "refused":
                return self._refused(request, whole=handler in {self.page, self.look})
            response = await handler(request)
            if access == "member":
                kept = response.headers.get("Cache-Control", "no-cache").removeprefix("public, ")
                response.headers["Cache-Control"] = f"private, {kept}"
            return response

        return answered

    def _refused(self, request: web.Request, *, whole: bool) -> web.Response:
        """Return that only members see it; with `whole` as a page."""
        if not whole:
            return web.Response(status=403, headers={"Cache-Control": "no-store"})
        return _html(self._pages.refused(look_of(request, ENGLISH)), 403)

    def _table(self, request: web.Request) -> int:
        """Return the table of the request. Refused: no_page if its key is wrong."""
        table = self._addresses.table(request.match_info["address"])
        if table is None:
            raise Refused("no_page")
        return table

    async def page(self, request: web.Request) -> web.Response:
        """Return the page of a table, whole without any script; for an unknown table a page that says so."""
        look = look_of(request, ENGLISH)
        try:
            table = self._table(request)
            entered = await self._entrance.entered(request, table)
            key = "" if entered is None else entered.page_key
            made = await self._pages.page(table, request.match_info["address"], look, key)
        except Refused as refused:
            return _html(self._pages.lost(refused, look), 404)
        response = _html(made, 200)
        if key:
            response.headers["Cache-Control"] = "no-store"
        return response

    async def board(self, request: web.Request) -> web.Response:
        """Return the board and all that is told beside it as JSON; 304 for the version that the reader has."""
        look = look_of(request, ENGLISH)
        try:
            bodies = await self._pages.boards.bodies(self._table(request), look)
        except Refused:
            return web.json_response({"gone": True}, status=404)
        return _sent(request, bodies.board)

    async def shapes(self, request: web.Request) -> web.Response:
        """Return the shapes of the map. Its address has a version, so that it is asked for once."""
        try:
            bodies = await self._pages.boards.bodies(self._table(request), look_of(request, ENGLISH))
        except Refused:
            return web.json_response([], status=404)
        return _sent(request, bodies.shapes, YEAR)

    async def picture(self, request: web.Request) -> web.Response:
        """Return the drawn board, for previews of links and for browsers without scripts."""
        look = look_of(request, ENGLISH)
        try:
            drawn = await self._pages.picture(self._table(request), look)
        except Refused:
            return web.Response(status=404)
        return web.Response(body=drawn, content_type="image/png", headers={"Cache-Control": "no-cache"})

    async def look(self, request: web.Request) -> web.Response:
        """Return a screen that everyone may see: a page of its own, or for the page's script its text alone."""
        look = look_of(request, ENGLISH)
        bare = request.headers.get("Accept", "").startswith("text/fragment")
        try:
            made = await self._pages.look(self._table(request), request, look, bare=bare)
        except Refused as refused:
            return _html(self._pages.lost(refused, look, bare=bare), 404)
        return _html(made, 200)

    async def look_picture(self, request: web.Request) -> web.Response:
        """Return the picture of such a screen."""
        look = look_of(request, ENGLISH)
        try:
            drawn = await self._pages.look_picture(self._table(request), request, look)
        except Refused:
            return web.Response(status=404)
        return web.Response(body=drawn, content_type="image/png", headers={"Cache-Control": "no-cache"})

    async def base(self, request: web.Request) -> web.Response:
        """Return the map below the pieces. Its address has a version, so that it is asked for once."""
        return await self._lasting(request, self._pages.base)

    async def names(self, request: web.Request) -> web.Response:
        """Return the names on the map, on a clear ground."""
        return await self._lasting(request, self._pages.names)

    async def sprite(self, request: web.Request) -> web.Response:
        """Return the picture of a piece or sign, named in `name`."""
        name = request.query.get("name", "")[:200]
        return await self._lasting(request, lambda table, look: self._pages.sprite(table, name, look))

    async def _lasting(self, request: web.Request, make: Callable[[int, PageLook], Awaitable[bytes]]) -> web.Response:
        try:
            made = await make(self._table(request), look_of(request, ENGLISH))
        except (Refused, KeyError):
            return web.Response(status=404)
        return web.Response(body=made, content_type="image/webp", headers=_kept(YEAR))

    async def news(self, request: web.Request) -> web.StreamResponse:
        """Return a stream of events about the tables named in `t`, by their addresses."""
        if self._streams.is_full:
            return web.Response(status=503, headers={"Retry-After": "30"})
        wanted = dict.fromkeys(request.query.get("t", "").split(",")[:TABLES])
        version = partial(self._version, request)
        there = [address for address in wanted if await version(address)]
        if not there:
            return web.Response(status=404)
        people = {address: person for address in there if (person := await self._seated(request, address))}
        members = [address for address in there if not await self._pages.is_open(self._addresses.table(address) or 0)]
        sessions = sessions_in(request)
        return await self._streams.serve(request, there, version, members, sessions, people)

    async def _version(self, request: web.Request, address: str) -> str:
        """Return the version of what everyone may see at an address; empty if there is no page for the sender."""
        table = self._addresses.table(address)
        if table is None or await self._entrance.access(request, table) == "refused":
            return ""
        return await self._pages.version(table)

    async def _seated(self, request: web.Request, address: str) -> int:
        """Return who of the table's players has entered in that browser; 0 for nobody."""
        table = self._addresses.table(address)
        entered = None if table is None else await self._entrance.entered(request, table)
        return entered.person if entered is not None else 0

    async def press(self, request: web.Request) -> web.Response:
        """Answer what somebody presses at their seat."""
        try:
            return await self._seats.press(request, self._table(request))
        except Refused:
            return web.json_response({"gone": True}, status=404)

    async def seat_picture(self, request: web.Request) -> web.Response:
        """Return a picture of a private screen."""
        look = look_of(request, ENGLISH)
        try:
            table = self._table(request)
            entered = await self._entrance.entered(request, table)
            drawn = None if entered is None else await self._seats.picture(request, table, entered.person, look)
        except Refused:
            drawn = None
        if drawn is None:
            return web.Response(status=404, headers={"Cache-Control": "no-store"})
        return web.Response(body=drawn, content_type="image/png", headers={"Cache-Control": f"private, max-age={YEAR}"})

    async def seat_base(self, request: web.Request) -> web.Response:
        """Return the map below the pieces where a draft changes it."""
        look = look_of(request, ENGLISH)
        try:
            entered = await self._entrance.entered(request, self._table(request))
            made = b"" if entered is None else await self._pages.draft_base(request.query.get("v", ""), look)
        except (Refused, KeyError):
            made = b""
        if not made:
            return web.Response(status=404, headers={"Cache-Control": "no-store"})
        kept = {"Cache-Control": f"private, max-age={YEAR}, immutable"}
        return web.Response(body=made, content_type="image/webp", headers=kept)

    async def file(self, request: web.Request) -> web.Response:
        """Return a file of the page itself."""
        name = request.match_info["file"]
        body = self._files.get(name)
        if body is None:
            return web.Response(status=404)
        current = request.match_info["version"] == self._pages.release
        kind = KINDS[Path(name).suffix]
        response = web.Response(body=body, content_type=kind, charset="utf-8", headers=_kept(YEAR if current else 0))
        response.enable_compression()
        return response


def _kept(seconds: int) -> Mapping[str, str]:
    return {"Cache-Control": f"public, max-age={seconds}, immutable" if seconds else "no-cache"}


def _html(text: str, status: int) -> web.Response:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Accept"}
    response = web.Response(text=text, status=status, content_type="text/html", headers=headers)
    response.enable_compression()
    return response


def _sent(request: web.Request, body: PageBody, seconds: int = 0) -> web.Response:
    """Return the body, compressed for those who take that; nothing to those who have it."""
    headers = {"ETag": f'"{body.etag}"', "Vary": "Accept-Encoding, Accept-Language", **_kept(seconds)}
    if any(tag.value == body.etag for tag in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        packed = {**headers, "Content-Encoding": "gzip"}
        return web.Response(body=body.packed, content_type="application/json", headers=packed)
    return web.Response(body=body.plain, content_type="application/json", headers=headers)
