"""`/prefs`: a person's preferences for all tables. Every reply is private."""

from __future__ import annotations

import io

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.ext import commands

from bot.contract.records import Export
from bot.ui.commands.handlers import Handlers, Interaction, about, parameters, visit
from bot.ui.commands.translation import locale_text
from bot.ui.layout import layout
from bot.ui.parts import Screen, Text
from bot.ui.settings.preference_handlers import PreferenceHandlers
from engine.core.text import words

GET, DELETE = "get", "delete"


class PrefsCog(commands.Cog):
    """The command about oneself."""

    def __init__(self, handlers: Handlers, preferences: PreferenceHandlers) -> None:
        self.handlers, self.preferences = handlers, preferences

    @app_commands.command(name="prefs", description=about("prefs"))
    @app_commands.describe(**parameters("own_data"))
    @app_commands.rename(own_data="data")
    @app_commands.choices(
        own_data=[Choice(name=locale_text(f"table.own_data.{what}"), value=what) for what in (GET, DELETE)]
    )
    async def prefs(self, interaction: Interaction, own_data: str = "") -> None:
        """Show all settings; or get or delete what is stored about oneself."""
        if own_data != GET:
            await self.handlers.answer(interaction, self.preferences.ask_forget if own_data else self.preferences.show)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _send(interaction, await self.preferences.data(visit(interaction)))


async def _send(interaction: Interaction, file: Export) -> None:
    """The file beside a line that says what it is."""
    view = layout(Screen((Text(words("prefs.data")),)))
    view.add_item(ui.File(f"attachment://{file.name}"))
    attached = discord.File(io.BytesIO(file.raw), file.name)
    await interaction.edit_original_response(view=view, attachments=[attached])
