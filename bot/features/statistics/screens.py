"""`/stats`: a person's record in games with others, and the ratings of a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.contract.records import Played, Rating, SeatFigures, Standings
from bot.contract.tables import Person, TableInfo
from bot.features.statistics import figures as statistics_figures
from bot.features.statistics import service as statistics
from bot.features.statistics.figures import BY_NPC, MEDIAN
from bot.tables.game_service import GameService
from bot.ui.commands.game import person
from bot.ui.commands.handlers import Handlers, Interaction, about
from bot.ui.commands.translation import locale_text
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.parts import Part, Screen, Text
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import names_of, presentation_of, summary_of
from bot.ui.words.wording import civ, length, mention, several, table_text
from engine.core.figures import Figure
from engine.core.message import list_of
from engine.core.naming import Names
from engine.core.text import cut, words
from engine.games import GAMES

LINES: Final = 15
PLACES: Final = 6
MOST: Final = 3200


class StatisticsHandlers:
    """Handlers of `/stats`; answers are private."""

    def __init__(self, service: GameService) -> None:
        self.service = service

    async def of_person(self, visit: Visit, who: Person | None, game: str) -> Answer:
        """Show a person's record, one's own by default. Refused: stats_server, stats_hidden."""
        asking = person_of(visit)
        return person_screen(who or asking, await statistics.career(self.service.deps, asking, who or asking, game))

    async def of_server(self, visit: Visit, game: str) -> Answer:
        """Return the ratings of the server. Refused: stats_server."""
        return server_screen(await statistics.standings(self.service.deps, person_of(visit), game), visit.person)


def person_screen(who: Person, games: Sequence[Played]) -> Screen:
    """Return a paragraph for each game."""
    head = table_text("stats.head", who=mention(who))
    if not games:
        return Screen((Text(f"{head}\n{table_text('stats.none')}"),))
    room = (MOST - len(head)) // len(games)
    return Screen((Text(head), *(Text(cut(game_lines(one), room)) for one in games)))


def game_lines(one: Played) -> str:
    """Return a person's record in one game, in words."""
    places = [table_text("stats.place", place=place, n=n) for place, n in list(one.places.items())[:PLACES]]
    often = table_text("stats.often", often=seat_name(one.game, one.often), times=one.times) if one.games > 1 else ""
    return table_text(
        "stats.game",
        game=title(one.game),
        games=several("stats.one_game", "stats.games", one.games),
        places=list_of(places),
        points=summary_of(one.game).points(one.score),
        best=seat_name(one.game, one.civ),
        often=often,
        took=table_text("stats.took_half" if one.games > 1 else "stats.took", length=length(one.seconds)),
        rating=table_text("stats.unrated") if one.rating is None else rating(one.rating),
    )


def seat_name(game: str, civ: tuple[str, str]) -> str:
    """Return the name of a scenario's seat."""
    return names_of(game, civ[0]).name("civ", civ[1])


def rating(one: Rating) -> str:
    """Return the number, or how many games there are so far."""
    games = several("stats.one_rated", "stats.rated", one.games)
    return games if one.points is None else table_text("stats.points", points=one.points, games=games)


def title(game: str) -> str:
    """Return the title of a game."""
    return GAMES[game].title if game in GAMES else game


def server_screen(standings: Standings, reader: int) -> Screen:
    """Return the best of each game, and the reader wherever that is."""
    head = table_text("stats.table_head")
    if not standings.ratings:
        return Screen((Text(f"{head}\n{table_text('stats.table_none')}"),))
    parts: list[Part] = [Text(head)]
    room = (MOST - len(head)) // len(standings.ratings)
    parts += [Text(cut(table(game, ratings, reader), room)) for game, ratings in standings.ratings.items()]
    return Screen(tuple(parts))


def table(game: str, ratings: Sequence[Rating], reader: int) -> str:
    """Return the first lines of a game's ratings, and further down the reader's; equal numbers share a rank."""
    lines = [table_text("stats.table_game", game=title(game))]
    for i, one in enumerate(ratings):
        if i < LINES or one.person == reader:
            lines.append(line(one, ratings))
    more = len(ratings) + 1 - len(lines)
    return "\n".join([*lines, *([table_text("stats.table_more", n=more)] if more else [])])


def line(one: Rating, ratings: Sequence[Rating]) -> str:
    """Return rank, name and rating; a person without a rating has no rank."""
    filled = {"who": f"<@{one.person}>", "rating": rating(one)}
    if one.points is None:
        return table_text("stats.table_new", **filled)
    rank = 1 + sum(other.points is not None and other.points > one.points for other in ratings)
    return table_text("stats.table_line", rank=rank, **filled)


class FigureHandlers(TableHandlers):
    """The figures of a game that is over."""

    async def figures(self, visit: Visit) -> Answer:
        """Show the statistics of one's own seats. Refused: no_seat, replaced, figures_later."""
        info = await self.find_table(visit)
        return figures_screen(
            info, await statistics_figures.of_seats(self.service, info.id, person_of(visit)), self.names(info)
        )


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verb of figures."""
    return {"figures": FigureHandlers(at.service, at.names_of, at.places).figures}


TITLES = [Choice(name=game.title, value=game.name) for game in GAMES.values()]


class StatsCog(commands.Cog):
    """The commands about what has been played."""

    stats = app_commands.Group(name="stats", description=about("stats"))

    def __init__(self, handlers: Handlers, statistics: StatisticsHandlers) -> None:
        self.handlers, self.statistics = handlers, statistics

    @stats.command(name="show", description=about("stats_show"))
    @app_commands.describe(
        player=locale_text("table.parameter.stats_player"), game=locale_text("table.parameter.stats_game")
    )
    @app_commands.choices(game=TITLES)
    async def show(self, interaction: Interaction, player: discord.User | None = None, game: str = "") -> None:
        """Show a person's record."""
        who = person(player) if player is not None else None
        await self.handlers.answer(interaction, partial(self.statistics.of_person, who=who, game=game))

    @stats.command(name="table", description=about("stats_table"))
    @app_commands.describe(game=locale_text("table.parameter.stats_game"))
    @app_commands.choices(game=TITLES)
    async def table(self, interaction: Interaction, game: str = "") -> None:
        """The ratings of the server."""
        await self.handlers.answer(interaction, partial(self.statistics.of_server, game=game))


def commands_of(at: Handlers) -> Iterator[commands.Cog]:
    """Return the command `/stats`."""
    yield StatsCog(at, StatisticsHandlers(at.service))


MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MOST_FIGURES: Final = 3200


def figures_screen(info: TableInfo, seats: Sequence[SeatFigures], names: Names) -> Screen:
    """Return a list for each seat."""
    texts = [table_text("figures.head", id=info.id), *["\n".join(seat_lines(info.game, one, names)) for one in seats]]
    parts: list[Part] = [Text(cut(text, MOST_FIGURES // len(texts))) for text in texts]
    return Screen(tuple(parts), info.id.lower())


def seat_lines(game: str, one: SeatFigures, names: Names) -> list[str]:
    """Return the statistics of a seat in the order that the game declares, then its answers."""
    if not one.values:
        return [table_text("figures.seat", civ=civ(one.seat, names)), table_text("figures.none")]
    lines = [figure_line(game, figure, one.values) for figure in presentation_of(game).figures.figures]
    lines.append(table_text("figures.by_npc", n=round(one.values.get(BY_NPC, 0))))
    lines += [table_text("figures.median", time=spell(one.values[MEDIAN]))] if MEDIAN in one.values else []
    return [
        table_text("figures.seat", civ=civ(one.seat, names)),
        *(table_text("figures.line", text=line) for line in lines),
    ]


def figure_line(game: str, figure: Figure, values: Mapping[str, float]) -> str:
    """Return a figure; of one with parts what they come to, and each that there is."""
    told = f"figure.{game}.{figure.name}"
    if not figure.parts:
        return words(told, n=round(values.get(figure.name, 0)))
    parts = {part: round(values.get(f"{figure.name}.{part}", 0)) for part in figure.parts}
    line, there = words(told, n=sum(parts.values())), [words(f"{told}.{part}", n=n) for part, n in parts.items() if n]
    return table_text("figures.of", line=line, parts=", ".join(there)) if there else line


def spell(seconds: float) -> str:
    """Return a time in the largest unit of which there are two at least, a minute if it is less."""
    for unit, name in ((DAY, "days"), (HOUR, "hours")):
        if seconds >= 2 * unit:
            return table_text(f"figures.{name}", n=round(seconds / unit))
    return table_text("figures.minutes", n=max(1, round(seconds / MINUTE)))
