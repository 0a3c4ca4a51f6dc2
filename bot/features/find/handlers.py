"""What answers `/game find` and the buttons below it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.features.clocks.screens import LateHandlers
from bot.features.find import service as vacancies
from bot.features.find.screens import find_screen
from bot.ui.lobby.handlers import LobbyHandlers, TableHandlers
from bot.ui.parts import number
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of


class FindHandlers(TableHandlers):
    """Places to play in a server: the pages, and the buttons that take one."""

    def handlers(self) -> Mapping[str, Handler]:
        """Verb by verb."""
        return {"find": self.turn, "find_join": self.join, "find_seat": self.take}

    async def find(self, visit: Visit, game: str = "", pace: str = "", page: int = 1) -> Answer:
        """A page of what there is. Refused: find_where."""
        person = person_of(visit)
        found = await vacancies.find(
            self.service.deps, person, sees=await visit.sight(), game=game, pace=pace, page=page
        )
        return find_screen(found, person)

    async def turn(self, visit: Visit) -> Answer:
        """Another page. Refused: find_where."""
        page, _, rest = visit.option.partition(".")
        game, _, pace = rest.partition(".")
        return await self.find(visit, game, pace, number(page) or 1)

    async def join(self, visit: Visit) -> Answer:
        """Take a seat in the lobby of that button. Refused: as `join`."""
        lobby = LobbyHandlers(self.service, self.names_of, self.places)
        return await lobby.join(replace(visit, table=visit.option, option=""))

    async def take(self, visit: Visit) -> Answer:
        """Say that one would take that seat. Refused: as `volunteer`."""
        table, _, seat = visit.option.partition(".")
        late = LateHandlers(self.service, self.names_of, self.places)
        return await late.volunteer(replace(visit, table=table, option=seat))
