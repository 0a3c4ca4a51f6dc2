"""What answers `/game find` and the buttons below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from discord import app_commands
from discord.app_commands import Choice

from bot.features.clocks.screens import LateHandlers
from bot.features.find import service as vacancies
from bot.features.find.screens import find_screen
from bot.ui.commands.handlers import Handlers, Interaction, Placed, about, parameters
from bot.ui.commands.translation import localized
from bot.ui.lobby.handlers import LobbyHandlers, TableHandlers
from bot.ui.lobby.screens import PACES
from bot.ui.parts import number
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from engine.games import GAMES


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


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """The verbs of finding a table."""
    return FindHandlers(at.service, at.names_of, at.places).handlers()


def commands(at: Handlers) -> Iterator[Placed]:
    """`/game find`."""
    finder = FindHandlers(at.service, at.names_of, at.places)

    @app_commands.command(name="find", description=about("game_find"))
    @app_commands.describe(**parameters("game", "pace"))
    @app_commands.choices(
        game=[Choice(name=g.title, value=g.name) for g in GAMES.values()],
        pace=[Choice(name=localized(f"table.pace.{p}"), value=p) for p in PACES],
    )
    async def find(interaction: Interaction, game: str = "", pace: str = "") -> None:
        """Places to play in this server."""
        await at.answer(interaction, partial(finder.find, game=game, pace=pace))

    yield Placed(find, "game")
