"""The seat on the page of a table: its private screens as data, and what is pressed on them.

A press has the address of a control, as it has in Discord, and is answered by the same handlers. Rights are those of
the service, looked at with each press; a page alone gives none.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Protocol
from urllib.parse import urlencode

import msgspec
from aiohttp import web

from bot.contract import table_ids
from bot.contract.tables import Busy, TableInfo
from bot.telemetry import Kind, Surface
from bot.ui.parts import Address, Form, Screen, ScreenBoard, Text, address, controls, custom_id
from bot.ui.router import Answer, VisitAnswer
from bot.ui.truncate import without_verbs
from bot.ui.visit import Visit
from bot.web import charts
from bot.web.entrance import Entrance, bounded
from bot.web.html import html_of
from bot.web.looks import LANGUAGE, PALETTE, PageLook, look_of
from bot.web.pages import Answers, Pages
from bot.web.pictures import SignedPictures
from bot.web.public import Caller
from bot.web.surface import Data, PageReader, shown
from bot.web.verbs import DISCORD_ALONE
from engine.core.decoding import decoder
from engine.core.text import ENGLISH, speaking, words
from render.chart import Chart

MOST: Final = 64 * 1024
"""Bytes of a press: a form of five long texts."""
KEY: Final = "X-Page-Key"
TAB: Final = "X-Page-Tab"
TAB_NAME: Final = re.compile(r"[\w.-]{1,40}", re.ASCII)
HAND: Final = "hand"


class Press(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: the address of a control (My turn if it is empty), and what was chosen or filled in."""

    id: str = ""
    values: tuple[str, ...] = ()
    fields: dict[str, tuple[str, ...]] = {}


PRESS: Final = decoder(Press)


class Responds(Answers, Protocol):
    """What answers presses; see `bot.ui.router`."""

    @property
    def verbs(self) -> frozenset[str]:
        """Return all verbs that are answered."""

    async def respond(self, visit: Visit, kind: Kind = "press", surface: Surface = "page") -> VisitAnswer:
        """Return the answer to a visit."""


class Seats:
    """Answers the presses of seats. `told` hears of each: the table, the person, and the tab."""

    def __init__(
        self, pages: Pages, router: Responds, entrance: Entrance, told: Callable[[int, int, str], None]
    ) -> None:
        self._pages, self._router, self._entrance, self._told = pages, router, entrance, told
        self._under_way: set[asyncio.Task[VisitAnswer]] = set()

    async def press(self, request: web.Request, table: int) -> web.Response:
        """Return what a press leads to. 401 for who has not entered or has no seat here, 403 for a page that isn't the
        session's own, 400, 408, 413, 415 for what no page sends. 429 if there is too much to do, and only where nothing
        has been done: such a press can be sent again.
        """
        refused = self._entrance.why_not(request)
        if refused:
            return _bare(refused)
        try:
            entered = await self._entrance.entered(request, table)
            if entered is None:
                return _bare(401)
            if not secrets.compare_digest(request.headers.get(KEY, "").encode(), entered.page_key.encode()):
                return _bare(403)
            if not self._entrance.has_room(entered.person):
                return _bare(429)
            body = await bounded(request, MOST)
            press = None if body is None else _press(body)
            info = (await self._pages.boards.known(table)).table.info
        except Busy:
            return _bare(429)
        except TimeoutError:
            return _bare(408)
        if press is None:
            return _bare(413 if body is None else 400)
        return await self._answered(request, press, info, entered.person)

    async def _answered(self, request: web.Request, press: Press, info: TableInfo, person: int) -> web.Response:
        look = look_of(request, ENGLISH)
        visit = visit_of(press, info, person, look)
        if visit is None:
            return _bare(400)
        answered = await self._respond(visit)
        tab = request.headers.get(TAB, "")
        self._told(table_ids.read(info.id) or 0, person, tab if TAB_NAME.fullmatch(tab) else "")
        with speaking(look.language):
            data = await self._data(answered.answer, info, person, look)
        response = web.json_response(data, headers={"Cache-Control": "no-store"}, dumps=_dumped)
        response.enable_compression()
        return response

    async def _respond(self, visit: Visit) -> VisitAnswer:
        """Return the answer; what was pressed is done even if the browser no longer waits for it."""
        if visit.verb in DISCORD_ALONE:
            with speaking(visit.locale):
                return VisitAnswer(Screen((Text(words("web.elsewhere")),), visit.table), "refused")
        task = asyncio.create_task(self._router.respond(visit))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _data(self, answer: Answer, info: TableInfo, person: int, look: PageLook) -> Data:
        """Return an answer as the page's script takes it."""
        called = Caller(info)
        pictures = SignedPictures(self._pages.addresses, info.id, person)
        reader = PageReader(lambda text: html_of(text, called), partial(pictures.address, look=look))
        if isinstance(answer, Form):
            return {"answer": shown(answer, reader)}
        kept = without_verbs(answer, DISCORD_ALONE)
        board = {} if kept.board is None else {"board": await self._board(kept, kept.board, info, look)}
        home = str(Address(info.id.lower(), None, "seat", str(kept.seat or "")))
        version = await self._pages.version(table_ids.read(info.id) or 0)
        return {"answer": shown(kept, reader), "home": home, "v": version, **_hand(kept), **board}

    async def _board(self, screen: Screen, board: ScreenBoard, info: TableInfo, look: PageLook) -> Data:
        """Return the board as the draft makes it: what differs from that for everyone."""
        less = str(Address(screen.table, screen.ask, board.less, board.option, screen.seat))
        plan = {"plan": [msgspec.to_builtins(choice) for choice in board.plan], "less": less} if board.plan else {}
        chart = await self._pages.draft_chart(info.game, board.view, board.before, look)
        if chart is None:
            return plan
        facts = await asyncio.to_thread(_new_facts, info.game, board, chart)
        known = (await self._pages.boards.bodies(table_ids.read(info.id) or 0, look)).base
        land = {} if chart.base == known else self._land(chart, info, look)
        return {"chart": {**charts.changing(chart), **land}, "facts": facts, **plan}

    def _land(self, chart: Chart, info: TableInfo, look: PageLook) -> Data:
        """Return what is different where the draft changes the map itself."""
        asked = urlencode({"v": chart.base, LANGUAGE: look.language, PALETTE: look.palette})
        base = f"/t/{self._pages.addresses.of(info.id)}/seat/base?{asked}"
        return {"base": base, "shapes": charts.shapes_data(chart)}

    async def picture(self, request: web.Request, table: int, person: int, look: PageLook) -> bytes | None:
        """Return a picture of one of the person's screens; None for an address that the bot hasn't made for them."""
        signed = SignedPictures(self._pages.addresses, table_ids.spell_id(table), person)
        recipe = signed.recipe(request.query.get("recipe", ""), request.query.get("key", ""))
        return None if recipe is None else await self._pages.seat_picture(recipe, look)

    async def close(self) -> None:
        """Let what has been pressed come to its end."""
        await asyncio.gather(*self._under_way, return_exceptions=True)


def visit_of(press: Press, info: TableInfo, person: int, look: PageLook) -> Visit | None:
    """Return a press as a visit of that person; None for an address that isn't one of this table's."""
    table = info.id.lower()
    where = address(press.id) if press.id else Address(table, None, "seat")
    if where is None or where.table not in {"", table}:
        return None
    seat = next((one for one in info.seats if one.person is not None and one.person.id == person), None)
    return Visit(
        person=person,
        name=seat.person.name if seat is not None and seat.person is not None else "",
        channel=info.place.channel,
        guild=info.place.guild,
        table=table,
        ask=where.ask,
        verb=where.verb,
        option=where.option,
        seat=where.seat or None,
        values=press.values,
        fields=press.fields,
        private=True,
        locale=look.language,
    )


def _press(body: bytes) -> Press | None:
    try:
        return PRESS.json(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _new_facts(game: str, board: ScreenBoard, chart: Chart) -> Mapping[str, tuple[str, str]]:
    """Return the facts of shapes that the draft changes."""
    before, after = (charts.facts(game, view, chart) for view in (board.before, board.view))
    return {name: told for name, told in after.items() if before.get(name) != told}


def _hand(screen: Screen) -> Data:
    """Return the address at which the seat's hand is shown, if the screen leads there."""
    found = next((control for control in controls(screen) if control.verb == HAND), None)
    return {} if found is None else {"hand": custom_id(screen, found)}


def _bare(status: int) -> web.Response:
    return web.Response(status=status, headers={"Cache-Control": "no-store"})


def _dumped(data: Any) -> str:
    return msgspec.json.encode(data).decode()
