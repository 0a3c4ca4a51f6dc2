"""The pages of tables in one process: reads what has changed, tells those who look at it, and answers requests."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from functools import partial
from typing import cast

import structlog
from aiohttp import web

from bot.contract import table_ids
from bot.features.feature import Feature
from bot.tables.game_service import GameService
from bot.tables.hooks import active
from bot.web import tokens
from bot.web.activity import DISCORD, Activity
from bot.web.addresses import Addresses, secret_of
from bot.web.discord_login import DiscordLogin
from bot.web.entrance import Entrance
from bot.web.pages import Draws, Pages
from bot.web.routes import Routes
from bot.web.seat import Responds, Seats
from bot.web.sessions import IsMember, Sessions
from bot.web.streams import Streams

log = structlog.get_logger(__name__)


class TablePages:
    """The pages, and the streams of those who have one open."""

    def __init__(self, service: GameService, painter: Draws, answers: Responds, url: str, is_member: IsMember) -> None:
        self._service, self._is_member = service, is_member
        self.addresses = Addresses(url)
        self.activity: Activity | None = None
        self.streams = Streams()
        self.pages = Pages(service, painter, answers, self.addresses)
        self.entrance = Entrance(self.pages.boards, self.addresses, Sessions(service.deps, is_member))
        self.seats = Seats(self.pages, answers, self.entrance, service.deps.pressed.notify)
        features = active(service.deps, lambda one: cast("Feature", one).http)
        self._doors = [http(service) for http in features]
        self._renewing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        service.deps.changed.listeners.append(self.changed)
        service.deps.signed_out.listeners.append(self.streams.sign_out)
        service.deps.pressed.listeners.append(self._show_seat)
        service.deps.pages.append(self.addresses.link)

    async def begin(self) -> None:
        """Learn the secret of the addresses; the database must be up to date."""
        self.addresses.secret = await secret_of(self._service.deps.database, self._service.deps.now())

    def token(self, person: int, guild: int) -> str:
        """Return a token by which a member of that server enters."""
        return tokens.make(self.addresses.secret, person, guild, self._service.deps.now())

    def open_activity(self, login: DiscordLogin, ancestors: Sequence[str] = DISCORD) -> None:
        """Show the pages inside Discord too. `ancestors` are the pages that may show them in a frame."""
        sessions = self.entrance.sessions
        self.activity = Activity(self._service, self.addresses, sessions, login, self._is_member, ancestors)
        self.entrance.inside = partial(getattr, self.activity, "origin")
        self._service.deps.activities.append(self.activity.link)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the HTTP server."""
        routes = self._routes()
        shown = routes if self.activity is None else self.activity.routes(routes, self.pages.release)
        return [*shown, *(route for door in self._doors for route in door.routes)]

    def _routes(self) -> list[web.RouteDef]:
        return Routes(self.pages, self.streams, self.entrance, self.seats).all()

    def pressed(self, person: int, table: str) -> None:
        """Note that a person has pressed something elsewhere: the draft that a page of theirs shows may be another."""
        number = table_ids.read(table) if table else None
        if number is not None:
            self._service.deps.pressed.notify(number, person, "")

    def _show_seat(self, table: int, person: int, tab: str) -> None:
        self.streams.tell_person(self.addresses.of(table_ids.spell_id(table)), person, tab)

    def changed(self, tables: Collection[int] | None) -> None:
        """Note that these tables may be others now (None: any), and read those again that somebody looks at."""
        self.pages.boards.forget(tables)
        for address in self.streams.watched():
            table = self.addresses.table(address)
            if table is not None and (tables is None or table in tables):
                self._renew(address, table)

    def _renew(self, address: str, table: int) -> None:
        """Read the table soon; once more if it changes while it is read."""
        if address in self._renewing:
            self._again.add(address)
            return
        task = self._renewing[address] = asyncio.create_task(self._tell(address, table))
        task.add_done_callback(lambda _: self._renewed(address, table))

    def _renewed(self, address: str, table: int) -> None:
        self._renewing.pop(address, None)
        if address in self._again:
            self._again.discard(address)
            self._renew(address, table)

    async def _tell(self, address: str, table: int) -> None:
        """Tell those who look at the table if what everyone may see is different now; end the streams of those who may
        not see it any more.
        """
        try:
            version, is_open = await self.pages.version(table), await self.pages.is_open(table)
        except Exception as error:
            log.exception("page.unread", table=table, exc_info=error)
            return
        if not version:
            self.streams.end(address)
            return
        if not is_open:
            self.streams.doubt(address)
        self.streams.tell(address, version)

    async def close(self) -> None:
        """End the streams and what is being read."""
        self.streams.close()
        for door in self._doors:
            door.close()
        self._again.clear()
        tasks = list(self._renewing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.seats.close()
        await self.pages.boards.close()
        if self.activity is not None:
            await self.activity.close()
