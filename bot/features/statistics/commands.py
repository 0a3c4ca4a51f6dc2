"""`/stats ...`: how people have fared. Every answer is private."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.statistics.screens import StatisticsHandlers
from bot.ui.commands.game import person
from bot.ui.commands.handlers import Handlers, Interaction, about
from bot.ui.commands.translation import localized
from engine.games import GAMES

TITLES = [Choice(name=game.title, value=game.name) for game in GAMES.values()]


class StatsCog(commands.Cog):
    """The commands about what has been played."""

    stats = app_commands.Group(
        name="stats",
        description=about("stats"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )

    def __init__(self, handlers: Handlers, statistics: StatisticsHandlers) -> None:
        self.handlers, self.statistics = handlers, statistics

    @stats.command(name="show", description=about("stats_show"))
    @app_commands.describe(
        player=localized("table.parameter.stats_player"), game=localized("table.parameter.stats_game")
    )
    @app_commands.choices(game=TITLES)
    async def show(self, interaction: Interaction, player: discord.User | None = None, game: str = "") -> None:
        """How somebody has fared."""
        who = person(player) if player is not None else None
        await self.handlers.answer(interaction, partial(self.statistics.of_person, who=who, game=game))

    @stats.command(name="table", description=about("stats_table"))
    @app_commands.describe(game=localized("table.parameter.stats_game"))
    @app_commands.choices(game=TITLES)
    async def table(self, interaction: Interaction, game: str = "") -> None:
        """The ratings of the server."""
        await self.handlers.answer(interaction, partial(self.statistics.of_server, game=game))


def commands_of(at: Handlers) -> Iterator[commands.Cog]:
    """`/stats`."""
    yield StatsCog(at, StatisticsHandlers(at.service))
