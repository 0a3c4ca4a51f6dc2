"""The calendar over HTTP, for programs that show calendars: its link is its key."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from aiohttp import web

from bot.contract.tables import Busy, Person
from bot.features.calendar import service
from bot.features.calendar.ics import calendar
from bot.features.feature import HttpDoor
from bot.tables.game_service import GameService
from engine.core.text import speaking, words

PATH: Final = "/calendar/{key}.ics"
KEPT: Final = 60.0
"""Seconds for which a calendar is sent as it was."""
MOST: Final = 1000
"""Calendars that are kept."""
HEADERS: Final = {"Cache-Control": "private, max-age=300", "X-Content-Type-Options": "nosniff"}


class Calendars:
    """Answers requests for calendars."""

    def __init__(self, of_service: GameService) -> None:
        self._service, self._deps = of_service, of_service.deps
        self._made: OrderedDict[int, tuple[float, bytes]] = OrderedDict()

    async def get(self, request: web.Request) -> web.Response:
        """Return a calendar; 404 for a link that is none or has ended."""
        try:
            person = await service.owner(self._deps, request.match_info["key"])
            made = None if person is None else await self._of(person)
        except Busy:
            return web.Response(status=503, headers={"Retry-After": "60"})
        if made is None:
            return web.Response(status=404, headers={"Cache-Control": "no-store"})
        return web.Response(body=made, content_type="text/calendar", charset="utf-8", headers=HEADERS)

    async def _of(self, person: int) -> bytes:
        now = self._deps.now()
        at, made = self._made.get(person, (0.0, b""))
        if not made or at <= now - KEPT:
            with speaking(self._service.language(person, "en")):
                made = calendar(words("calendar.name"), await service.entries(self._deps, Person(person, "")))
            self._made[person] = (now, made)
            self._made.move_to_end(person)
            while len(self._made) > MOST:
                self._made.popitem(last=False)
        return made


def http(of_service: GameService) -> HttpDoor:
    """Return what answers requests for calendars."""
    return HttpDoor([web.get(PATH, Calendars(of_service).get, allow_head=False)])
