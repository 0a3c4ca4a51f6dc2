"""Pages over a service with an empty database, and a browser that only asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientResponse, web
from aiohttp.test_utils import TestClient, TestServer

from bot.contract.tables import Person
from bot.delivery.painter import Painter
from bot.games.questions import questions, verbs
from bot.ui.lookup import errors
from bot.ui.router import Router
from bot.ui.settings.notices import Notices
from bot.ui.settings.reader_style import ReaderStyle
from bot.web.activity import DISCORD
from bot.web.discord_login import DiscordLogin
from bot.web.server import TablePages
from tests.ui.table.room import Room, opened_room

URL = "https://nisaba.test"


def router_of(room: Room) -> Router:
    """All handlers, behind a router that adds notices as that of the bot does."""
    router = Router(errors.trouble)
    router.add({**verbs(questions(room.service)), **room.handlers})
    router.finish = ReaderStyle(room.service, Notices(room.service).prepend).apply
    return router


class Site:
    """The pages of a room's tables."""

    pages: TablePages
    router: Router
    client: TestClient[web.Request, web.Application]

    def __init__(self, room: Room) -> None:
        self.room = room
        self.members: dict[int, bool | None] = {}
        """What Discord says of people in the server of the tables; the others are members."""
        self.asked: list[tuple[int, int]] = []

    async def is_member(self, guild: int, person: int) -> bool | None:
        """What Discord says."""
        self.asked.append((guild, person))
        return self.members.get(person, True)

    def path(self, table: str) -> str:
        """The path of a table's page."""
        return f"/t/{self.pages.addresses.of(table)}"

    def link(self, table: str, person: Person, guild: int | None = None) -> str:
        """The link by which a person enters the page of a table, and plays there; pages then know where they are."""
        url = str(self.client.make_url("/")).rstrip("/")
        self.pages.addresses.url = url
        return f"{url}{self.path(table)}#{self.pages.token(person.id, 5 if guild is None else guild)}"

    async def get(self, path: str, **headers: str) -> ClientResponse:
        """The answer to a request."""
        return await self.client.get(path, headers=headers)

    async def text(self, path: str, **headers: str) -> str:
        """The text of an answer that is not refused."""
        answer = await self.get(path, **headers)
        assert answer.status == 200, (path, answer.status)
        return await answer.text()

    async def board(self, table: str, **asked: str) -> dict[str, Any]:
        """The data of a board."""
        answer = await self.client.get(f"{self.path(table)}/board", params=asked)
        assert answer.status == 200
        found: dict[str, Any] = json.loads(await answer.read())
        return found


class News:
    """A stream that is being read: the versions it has told of each table."""

    def __init__(self, answer: ClientResponse) -> None:
        self._answer = answer

    async def next(self, seconds: float = 5) -> dict[str, Any]:
        """The next event. Raises TimeoutError if there is none."""
        async with asyncio.timeout(seconds):
            while True:
                line = (await self._answer.content.readline()).decode().strip()
                if line.startswith("data: "):
                    found: dict[str, Any] = json.loads(line.removeprefix("data: "))
                    return found

    def close(self) -> None:
        """Read no more."""
        self._answer.close()


@asynccontextmanager
async def opened_site(
    file: Path, port: int | None = None, login: DiscordLogin | None = None, ancestors: Sequence[str] = DISCORD
) -> AsyncIterator[Site]:
    """Pages that are closed at the end; at that port, or at any free one. With `login` Discord shows them too."""
    async with opened_room(file) as room:
        painter = Painter()
        site = Site(room)
        router = router_of(room)
        pages = TablePages(room.service, painter, router, URL, site.is_member)
        await pages.begin()
        room.all_handlers.look.page_token = router.page_token = pages.token
        router.hear_press = pages.pressed
        if login is not None:
            pages.open_activity(login, ancestors)
        app = web.Application()
        app.add_routes(pages.routes())
        async with TestClient(TestServer(app, port=port)) as client:
            try:
                site.pages, site.client, site.router = pages, client, router
                yield site
            finally:
                await pages.close()
        await asyncio.to_thread(painter.close)
