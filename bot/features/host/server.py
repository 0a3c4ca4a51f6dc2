"""`/setup`: the bot in a server, for its managers. The answer is private."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.ext import commands

from bot.contract.tables import Refused
from bot.features.host import greeting
from bot.features.host.greeting import Greeting
from bot.features.host.reports import ReportHandlers
from bot.features.host.setup import SetupHandlers
from bot.ui.commands.handlers import Handlers, Interaction, about, parameters, visit
from bot.ui.commands.lookup import on_message
from bot.ui.commands.translation import locale_text
from bot.ui.layout import layout
from bot.ui.lookup.errors import screen as refusal
from bot.ui.parts import Screen, Text
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit
from bot.ui.words.wording import table_text


class ServerCog(commands.Cog):
    """The command about a server as a whole, and the greeting of a new one."""

    def __init__(self, handlers: Handlers, setup: SetupHandlers) -> None:
        self.handlers, self.setup = handlers, setup

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has just let the bot in."""
        await greeting.greet_in_channel(self.handlers.service.deps, guild, self.handlers.router.left_out)

    @app_commands.command(name="setup", description=about("setup"))
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(**parameters("server_data"))
    @app_commands.rename(server_data="data")
    @app_commands.choices(
        server_data=[Choice(name=locale_text(f"table.setup.data_{w}"), value=w) for w in ("show", "get")]
    )
    async def look(self, interaction: Interaction, server_data: str = "") -> None:
        """Show what the bot may do here and the defaults of new tables; or what is stored about the server."""
        setup = self.setup
        if server_data != "get":
            await self.handlers.answer(interaction, setup.data if server_data else setup.look)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            file = await setup.file(visit(interaction))
        except Refused as refused:
            await interaction.edit_original_response(view=layout(refusal(refused)))
            return
        view = layout(Screen((Text(table_text("setup.file")),)))
        view.add_item(ui.File(f"attachment://{file.name}"))
        attached = discord.File(io.BytesIO(file.raw), file.name)
        await interaction.edit_original_response(view=view, attachments=[attached])


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of `/setup`, of reports, and of the greeting."""
    reports = ReportHandlers(at.service, at.names_of, at.places)
    return {**_setup(at).handlers(), **reports.handlers(), **Greeting(at).handlers()}


def _setup(at: Handlers) -> SetupHandlers:
    return SetupHandlers(at.service, at.names_of, at.places)


def commands_of(at: Handlers) -> Iterator[commands.Cog | app_commands.ContextMenu]:
    """Return the command `/setup`, and the report of a problem on a message."""
    yield ServerCog(at, _setup(at))
    reports = ReportHandlers(at.service, at.names_of, at.places)

    async def report(interaction: Interaction, _message: discord.Message) -> None:
        async def handler(asked: Visit) -> Answer:
            info = await reports.find_table(asked)
            return await reports.report(visit(interaction, info.id))

        await at.answer(interaction, handler)

    yield on_message("report", report)
