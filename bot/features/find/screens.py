"""The places to play in a server, five a page, each with the button that takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from discord import app_commands
from discord.app_commands import Choice

from bot.contract.records import Vacancies, Vacancy
from bot.contract.tables import Person, TableInfo
from bot.features.clocks.screens import LateHandlers
from bot.features.find import service as vacancies
from bot.ui.commands.handlers import Handlers, Interaction, Placed, about, parameters
from bot.ui.commands.translation import locale_text
from bot.ui.lobby.basics_form import PACES
from bot.ui.lobby.handlers import LobbyHandlers, TableHandlers
from bot.ui.lobby.post import board
from bot.ui.parts import Button, Part, Row, Screen, Text, number
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words import options_in_words
from bot.ui.words.presentations import names_of
from bot.ui.words.wording import ago, civ, date, plainly, table_text
from engine.core.text import cut
from engine.games import GAMES

NAME = 60


def find_screen(found: Vacancies, person: Person) -> Screen:
    """Return the screen of lobbies and open seats; a lobby of the person's own has no button."""
    head = [table_text("find.head"), *_only(found)]
    if not found.shown:
        head.append(table_text("find.none"))
    shown = [part for one in found.shown for part in _place(one, person)]
    return Screen((Text("\n".join(head)), *shown, *_turning(found)))


def _only(found: Vacancies) -> list[str]:
    """Return the filters of the search in a line."""
    wanted = [GAMES[found.game].title if found.game in GAMES else found.game] if found.game else []
    wanted += [table_text(f"pace.{found.pace}")] if found.pace else []
    pages = [table_text("find.page", n=found.page, of=found.pages)] if found.pages > 1 else []
    line = " · ".join([*wanted, *pages])
    return [line] if line else []


def _place(one: Vacancy, person: Person) -> list[Part]:
    """One place in words, and its button below: beside it a telephone would have no room for them."""
    info = one.info
    if one.seat is not None:
        button = Button(table_text("find.take"), "find_seat", f"{info.id.lower()}.{one.seat.number}", lasting=True)
        names = names_of(info.game, info.scenario)
        lines = [_title(info), table_text("find.seat", civ=civ(one.seat, names)), _where(info)]
        return [Text("\n".join(lines)), Row((button,))]
    free = table_text("find.free", n=one.free, of=info.most)
    if info.starts_at is not None:
        free = f"{free} · {table_text('starts.line', time=date(info.starts_at), left=ago(info.starts_at))}"
    text = "\n".join([_title(info), free, _where(info)])
    if info.of(person):
        return [Text(f"{text}\n{table_text('find.yours')}")]
    return [
        Text(text),
        Row((Button(table_text("button.join"), "find_join", info.id.lower(), "success", lasting=True),)),
    ]


def _title(info: TableInfo) -> str:
    """Table, game, scenario and map."""
    told = [info.game_title, str(info.scenario_title), board(info, names_of(info.game, info.scenario))]
    return table_text("find.title", id=info.id, game=" · ".join(part for part in told if part))


def _where(info: TableInfo) -> str:
    """Pace, host and channel."""
    host = plainly(cut(info.host.name, NAME))
    return table_text("find.where", pace=options_in_words.pace_alone(info), host=host, channel=info.place.channel)


def _turning(found: Vacancies) -> list[Row]:
    """To the page before and the one after."""
    there = [(found.page - 1, "newer"), (found.page + 1, "older")]
    row = [
        Button(table_text(f"find.{label}"), "find", f"{page}.{found.game}.{found.pace}", lasting=True)
        for page, label in there
        if 1 <= page <= found.pages
    ]
    return [Row(tuple(row))] if row else []


class FindHandlers(TableHandlers):
    """Places to play in a server: the pages, and the buttons that take one."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {"find": self.turn, "find_join": self.join, "find_seat": self.take}

    async def find(self, visit: Visit, game: str = "", pace: str = "", page: int = 1) -> Answer:
        """Return a page of what there is. Refused: find_where."""
        person = person_of(visit)
        found = await vacancies.find(
            self.service.deps, person, sees=await visit.sight(), game=game, pace=pace, page=page
        )
        return find_screen(found, person)

    async def turn(self, visit: Visit) -> Answer:
        """Show another page. Refused: find_where."""
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
    """Return the verbs of finding a table."""
    return FindHandlers(at.service, at.names_of, at.places).handlers()


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the command `/game find`."""
    finder = FindHandlers(at.service, at.names_of, at.places)

    @app_commands.command(name="find", description=about("game_find"))
    @app_commands.describe(**parameters("game", "pace"))
    @app_commands.choices(
        game=[Choice(name=g.title, value=g.name) for g in GAMES.values()],
        pace=[Choice(name=locale_text(f"table.pace.{p}"), value=p) for p in PACES],
    )
    async def find(interaction: Interaction, game: str = "", pace: str = "") -> None:
        """Show places to play in this server."""
        await at.answer(interaction, partial(finder.find, game=game, pace=pace))

    yield Placed(find, "game")
