"""The page of a table as HTML: whole without any script, and with what its script needs to show the board."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final, Protocol
from urllib.parse import urlencode

import msgspec
from aiohttp import web

from bot.contract.tables import Refused
from bot.tables.game_service import GameService
from bot.ui.lookup import errors
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import Form, Screen
from bot.ui.router import Answer
from bot.ui.visit import Visit
from bot.ui.words.presentations import presentation_of, summary_of
from bot.web import charts, public
from bot.web.addresses import Addresses
from bot.web.boards import Boards
from bot.web.html import html_of
from bot.web.looks import AT, LANGUAGE, LARGE, PALETTE, PALETTES, SIZE, PageLook
from bot.web.public import Caller, PublicTable, Told
from bot.web.screens import PUBLIC, PagePlace, pictures, screen_html
from engine.core.game import View
from engine.core.text import catalogue, languages, speaking, words
from render.chart import Chart
from render.paint.picture import Picture
from render.paint.webp import Webp

PAGE: Final = Path(__file__).parent / "page"
TEXT: Final = "web."
PARTS: Final = 1000
"""Sprites and base maps that are kept."""
DRAFTS: Final = 64
"""Views of drafts whose base maps may be wanted."""


class Draws(Protocol):
    """What draws for the pages, in the language being spoken; see `bot.delivery.painter`."""

    async def draw(self, recipe: Mapping[str, Any]) -> Any:
        """Return the picture of a recipe."""

    async def chart(self, game: str, view: Any, since: Any = None, style: Mapping[str, Any] | None = None) -> Chart:
        """Return the board of a public view as data."""

    async def base_map(self, game: str, view: Any, style: Mapping[str, Any] | None = None) -> Webp:
        """Return the base map of such a chart."""

    async def names(self, game: str, view: Any, style: Mapping[str, Any] | None = None) -> Webp | None:
        """Return the names of such a base map; None if it has none."""

    async def sprites(
        self, game: str, names: Iterable[str], style: Mapping[str, Any] | None = None
    ) -> Mapping[str, Webp]:
        """Return sprites that charts name. Raises KeyError for others."""


class Answers(Protocol):
    """What answers a visit with a screen; see `bot.ui.router`."""

    async def handle(self, visit: Visit) -> Answer:
        """Return the answer to a visit. Refused: as its handler."""


class Pages:
    """Makes the pages of tables."""

    def __init__(self, service: GameService, painter: Draws, answers: Answers, addresses: Addresses) -> None:
        self._painter, self._answers, self.addresses = painter, answers, addresses
        self.boards = Boards(service, self._board)
        self._parts: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._drafts: OrderedDict[str, tuple[str, View]] = OrderedDict()
        self._page = Template((PAGE / "table.html").read_text(encoding="utf-8"))
        self._plain = Template((PAGE / "plain.html").read_text(encoding="utf-8"))
        self.release = _digest(PAGE)

    async def version(self, table: int) -> str:
        """Return the version of what everyone may see; empty for a table without a page."""
        try:
            return (await self.boards.known(table)).version
        except Refused:
            return ""

    async def is_open(self, table: int) -> bool:
        """Return whether whoever has the link sees the page."""
        try:
            return (await self.boards.known(table)).table.info.settings.page == "link"
        except Refused:
            return False

    async def _board(self, table: PublicTable, look: PageLook) -> tuple[dict[str, Any], list[Any], str]:
        """Return what the script shows of a table, as data, the shapes of its map, and the key of that."""
        with speaking(look.language):
            said = await asyncio.to_thread(public.told, table)
            data = {
                "title": said.title,
                "moment": said.moment,
                "asked": said.asked,
                "standings": said.standings,
                "story": said.story,
                "over": table.info.state == "over",
                "at": table.at,
                "frames": [[frame.point, _named(table, frame.chapter)] for frame in table.frames],
            }
            chart = await self._chart(table, look)
            if chart is None:
                return data, [], ""
            path = f"/t/{self.addresses.of(table.info.id)}"
            shown = await asyncio.to_thread(charts.chart_data, table, chart, path, look)
            return {**data, "chart": shown}, charts.shapes_data(chart), chart.base

    async def _chart(self, table: PublicTable, look: PageLook) -> Chart | None:
        """Return the board of a table as data; None if there is none to show."""
        if not is_drawn(table):
            return None
        return await self._painter.chart(table.info.game, table.view, table.before, _style(look))

    async def draft_chart(self, game: str, view: View, before: View, look: PageLook) -> Chart | None:
        """Return the board of a seat's view as data; None if there is none to show. Its base map can be had after it,
        by its key.
        """
        if not summary_of(game).board(view):
            return None
        chart = await self._painter.chart(game, view, before, _style(look))
        self._drafts[chart.base] = (game, view)
        while len(self._drafts) > DRAFTS:
            self._drafts.popitem(last=False)
        return chart

    async def draft_base(self, key: str, look: PageLook) -> bytes:
        """Return the map below the pieces of such a board, as WebP. Raises KeyError for one that isn't known here."""
        game, view = self._drafts[key]
        return await self._part(look, lambda: self._painter.base_map(game, view, _style(look)), "draft", key)

    async def seat_picture(self, recipe: Mapping[str, Any], look: PageLook) -> bytes:
        """Return a picture of a private screen, as PNG."""
        return await self._drawn(recipe, look)

    async def base(self, table: int, look: PageLook) -> bytes:
        """Return the map below the pieces, as WebP. Refused: no_page where there is none."""
        game, view = await self._drawable(table, look)
        return await self._part(look, lambda: self._painter.base_map(game, view, _style(look)), table, "base")

    async def names(self, table: int, look: PageLook) -> bytes:
        """Return the names on the map, as WebP. Refused: no_page where there are none."""
        game, view = await self._drawable(table, look)
        return await self._part(look, lambda: self._painter.names(game, view, _style(look)), table, "names")

    async def sprite(self, table: int, name: str, look: PageLook) -> bytes:
        """Return the picture of a piece or sign, as WebP. Raises KeyError for a name that no board has. Refused:
        no_page.
        """
        game, _ = await self._drawable(table, look)

        async def drawn() -> Webp:
            return (await self._painter.sprites(game, [name], _style(look)))[name]

        return await self._part(look, drawn, game, name)

    async def _part(self, look: PageLook, draw: Callable[[], Awaitable[Webp | None]], *what: object) -> bytes:
        """Return a part of a board, drawn when it is first wanted. Refused: no_page if there is none."""
        key = (*what, look.key)
        if key not in self._parts:
            with speaking(look.language):
                found = await draw()
            if found is None:
                raise Refused("no_page")
            self._parts[key] = found.data
            while len(self._parts) > PARTS:
                self._parts.popitem(last=False)
        self._parts.move_to_end(key)
        return self._parts[key]

    async def _drawable(self, table: int, look: PageLook) -> tuple[str, View]:
        """Return the game and the view that is shown. Refused: no_page without a board."""
        known = (await self.boards.known(table, look.at)).table
        if known.view is None or not is_drawn(known):
            raise Refused("no_page")
        return known.info.game, known.view

    async def page(self, table: int, address: str, look: PageLook, key: str = "") -> str:
        """Return the page of a table; for who has a seat there with the key of their presses. Refused: as
        `Boards.known`.
        """
        known = await self.boards.known(table, look.at)
        body = (await self.boards.bodies(table, look)).board
        with speaking(look.language):
            said = public.told(known.table)
            filled = self._filled(known.table, said, address, look, body.plain.decode())
            return self._page.substitute(filled | {"key": key})

    def _filled(self, table: PublicTable, said: Told, address: str, look: PageLook, data: str) -> dict[str, str]:
        """Return what stands in the gaps of the page."""
        wishes, path = wishes_of(look), f"/t/{address}"
        about = f"{said.moment} · {table.info.id}" if said.moment else table.info.id
        texts = {key.removeprefix(TEXT): words(key) for key in catalogue() if key.startswith(TEXT)}
        plain = {f"w_{key.replace('.', '_')}": escape(text) for key, text in texts.items() if "{" not in text}
        return {
            **plain,
            "language": look.language,
            "release": self.release,
            "told": "" if said.story else "hidden",
            "board": "drawn" if is_drawn(table) else "none",
            "title": escape(said.title),
            "moment": escape(about),
            "origin": escape(self.addresses.url),
            "path": path,
            "picture": escape(f"{path}/picture.png?{urlencode({**wishes, AT: str(look.at)})}"),
            "asked": said.asked,
            "standings": said.standings,
            "story": said.story,
            "frames": _steps(table, path, wishes),
            "ways": _ways(table, path, wishes),
            "wishes": _choices(look),
            "size": LARGE if look.large else "usual",
            "palette": look.palette,
            "data": data.replace("<", "\\u003c"),
            "texts": msgspec.json.encode(
                {key.removeprefix("script."): text for key, text in texts.items() if key.startswith("script.")}
            )
            .decode()
            .replace("<", "\\u003c"),
        }

    def lost(self, refused: Refused, look: PageLook, *, bare: bool = False) -> str:
        """Return the page that says why there is nothing."""
        with speaking(look.language):
            text = html_of(errors.text(refused), lambda _: "")
            return text if bare else self._bare_page(words("web.lost"), text, look)

    def refused(self, look: PageLook) -> str:
        """Return the page that says that only members of a server see a board. It names no table; its script enters."""
        with speaking(look.language):
            script = f'<script type="module" src="/page/{self.release}/enter.js"></script>'
            text = html_of(words("web.members_text"), lambda _: "")
            return self._bare_page(words("web.members"), text, look, script=script)

    def _bare_page(self, title: str, text: str, look: PageLook, back: str = "", script: str = "") -> str:
        way = f'<p><a href="{escape(back)}">{escape(words("web.back"))}</a></p>' if back else ""
        return self._plain.substitute(
            language=look.language, release=self.release, title=escape(title), text=text, back=way, script=script
        )

    async def picture(self, table: int, look: PageLook) -> bytes:
        """Return the drawn board, in words of the reader's language. Refused: no_page where none is drawn."""
        game, view = await self._drawable(table, look)
        before = (await self.boards.known(table, look.at)).table.before
        since = {"since": before} if before is not None else {}
        return await self._drawn({"draw": "board", "game": game, "view": view, "options": since}, look)

    async def _drawn(self, recipe: Mapping[str, Any], look: PageLook) -> bytes:
        with speaking(look.language):
            drawn: Picture = await self._painter.draw({**recipe, "style": _style(look)})
        return drawn.data

    async def look(self, table: int, request: web.Request, look: PageLook, *, bare: bool) -> str:
        """Return a screen that everyone may see, or with `bare` its text alone. Refused: no_page, as its handler."""
        known = (await self.boards.known(table)).table
        screen = await self._screen(known, request, look)
        address = request.match_info["address"]
        place = PagePlace(f"/t/{address}", wishes_of(look), Caller(known.info))
        with speaking(look.language):
            text = screen_html(screen, place)
            if pictures(screen):
                alt, source = pictures(screen)[0].alt, f"{request.path}/picture?{request.query_string}"
                text += f'<img src="{escape(source)}" alt="{escape(alt)}">'
            back = f"/t/{address}?{urlencode(place.wishes)}"
            return text if bare else self._bare_page(public.title_of(known.info), text, look, back)

    async def look_picture(self, table: int, request: web.Request, look: PageLook) -> bytes:
        """Return the first picture of such a screen. Refused: as `look`, no_page without one."""
        known = (await self.boards.known(table)).table
        there = pictures(await self._screen(known, request, look))
        if not there:
            raise Refused("no_page")
        return await self._drawn(there[0].recipe, look)

    async def _screen(self, table: PublicTable, request: web.Request, look: PageLook) -> Screen:
        """Return the screen that a request asks for, as anyone would see it."""
        verb, value = request.match_info["verb"], request.query.get("value", "")
        if verb not in PUBLIC:
            raise Refused("no_page")
        visit = Visit(
            person=0,
            table=table.info.id,
            verb=verb,
            option=request.query.get("option", "")[:100],
            values=(value[:100],) if value else (),
            guild=table.info.place.guild,
        )
        with speaking(look.language):
            answer = await self._answers.handle(visit)
        if isinstance(answer, Form):
            raise Refused("no_page")
        return answer


def is_drawn(table: PublicTable) -> bool:
    """Return whether there is a board to show."""
    return table.view is not None and summary_of(table.info.game).board(table.view)


def _style(look: PageLook) -> dict[str, Any]:
    return {"palette": look.palette}


def wishes_of(look: PageLook) -> dict[str, str]:
    """Return what the reader has asked for, as it stands in addresses."""
    usual = PageLook(look.language)
    named = {
        PALETTE: (look.palette, usual.palette),
        SIZE: (LARGE if look.large else "", ""),
    }
    return {LANGUAGE: look.language, **{name: value for name, (value, common) in named.items() if value != common}}


def _named(table: PublicTable, chapter: str) -> str:
    """Return the name of the end of a phase; of the present moment."""
    return chapter_name(table.info.game, chapter) if chapter else words("web.now")


def _steps(table: PublicTable, path: str, wishes: Mapping[str, str]) -> str:
    """Return the moments of the game as links, newest first."""
    return "".join(
        f'<li><a href="{escape(path)}?{escape(urlencode({**wishes, AT: str(frame.point)}))}"'
        f"{' aria-current=page' if frame.point == table.at else ''}>{escape(_named(table, frame.chapter))}</a></li>"
        for frame in reversed(table.frames)
    )


def _ways(table: PublicTable, path: str, wishes: Mapping[str, str]) -> str:
    """Return the links to rules, legend and what else there is to look up."""
    if table.view is None:
        return ""
    summary = summary_of(table.info.game)
    there = {
        "rules": presentation_of(table.info.game).rules is not None,
        "legend": summary.board(table.view),
        "cities": summary.board(table.view),
        "discard": bool(summary.discard(table.view)),
        "chart": bool(summary.charted) and (table.info.state == "over" or summary.open_scores(table.view)),
    }
    asked = escape(urlencode(wishes))
    return " ".join(
        f'<a class="look" href="{escape(path)}/look/{verb}?{asked}">{escape(words(f"web.{verb}"))}</a>'
        for verb, is_there in there.items()
        if is_there
    )


def _choices(look: PageLook) -> str:
    """Return the menus of the form about language, colours and size."""
    tongues = [(one, words(f"web.language.{one}")) for one in languages()]
    palettes = [(one, words(f"web.palette.{one}")) for one in PALETTES]
    sizes = [("usual", words("web.size_usual")), (LARGE, words("web.size_large"))]
    size = LARGE if look.large else "usual"
    return "".join(
        f"<label>{escape(words(f'web.{name}'))} <select name={field}>{_options(choices, chosen)}</select></label>"
        for name, field, choices, chosen in (
            ("of_language", LANGUAGE, tongues, look.language),
            ("of_palette", PALETTE, palettes, look.palette),
            ("of_size", SIZE, sizes, size),
        )
    )


def _options(choices: list[tuple[str, str]], chosen: str) -> str:
    return "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{escape(name)}</option>'
        for value, name in choices
    )


def _digest(folder: Path) -> str:
    """Return a name for the present files of the page: another one whenever they differ."""
    whole = b"".join(file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file())
    return hashlib.blake2b(whole, digest_size=6).hexdigest()
