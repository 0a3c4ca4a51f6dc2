"""`/prefs ...`: a person's preferences for all tables. Every reply is private."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import partial
from typing import Literal

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.ext import commands

from bot.contract.records import Export
from bot.ui.commands.handlers import Handlers, Hours, Interaction, Name, about, choices, parameters, visit
from bot.ui.commands.translation import locale_text
from bot.ui.layout import layout
from bot.ui.parts import Screen, Text
from bot.ui.settings.preference_forms import LOOKS, NOTICES
from bot.ui.settings.preference_handlers import PreferenceHandlers
from engine.core.text import words


class PrefsCog(commands.Cog):
    """The commands about oneself."""

    prefs = app_commands.Group(name="prefs", description=about("prefs"))

    def __init__(self, handlers: Handlers, preferences: PreferenceHandlers) -> None:
        self.handlers, self.preferences = handlers, preferences

    @prefs.command(name="show", description=about("prefs_show"))
    async def show(self, interaction: Interaction) -> None:
        """Show all settings."""
        await self.handlers.answer(interaction, self.preferences.show)

    @prefs.command(name="zone", description=about("prefs_zone"))
    @app_commands.describe(**parameters("zone"))
    async def zone(self, interaction: Interaction, zone: Name) -> None:
        """Set one's time zone."""
        await self.handlers.answer(interaction, partial(self.preferences.zone, typed=zone))

    @zone.autocomplete("zone")
    async def _zone(self, _interaction: Interaction, typed: str) -> list[Choice[str]]:
        return choices(self.preferences.zones(typed))

    @prefs.command(name="quiet", description=about("prefs_quiet"))
    @app_commands.describe(**parameters("hours"))
    async def quiet(self, interaction: Interaction, hours: Hours) -> None:
        """Set hours without pings."""
        await self.handlers.answer(interaction, partial(self.preferences.quiet, typed=hours))

    @prefs.command(name="notices", description=about("prefs_notices"))
    @app_commands.describe(**parameters("setting", "value"))
    async def notices(self, interaction: Interaction, setting: Name, value: Name) -> None:
        """Set which notices come, and how."""
        await self.handlers.answer(interaction, self.preferences.notices(setting, value))

    @prefs.command(name="look", description=about("prefs_look"))
    @app_commands.describe(**parameters("setting", "value"))
    async def look(self, interaction: Interaction, setting: Name, value: Name) -> None:
        """Set how screens look."""
        await self.handlers.answer(interaction, self.preferences.look(setting, value))

    @notices.autocomplete("setting")
    async def _notice(self, _interaction: Interaction, typed: str) -> list[Choice[str]]:
        return self._settings(NOTICES, typed)

    @look.autocomplete("setting")
    async def _look(self, _interaction: Interaction, typed: str) -> list[Choice[str]]:
        return self._settings(LOOKS, typed)

    def _settings(self, known: Mapping[str, tuple[str, ...]], typed: str) -> list[Choice[str]]:
        return choices(self.preferences.settings(known, typed))

    @notices.autocomplete("value")
    @look.autocomplete("value")
    async def _value(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return choices(self.preferences.values(interaction.namespace.setting or "", typed))

    @prefs.command(name="stats", description=about("prefs_stats"))
    @app_commands.describe(value=locale_text("table.parameter.stats_value"))
    async def stats(self, interaction: Interaction, value: Literal["on", "off"]) -> None:
        """Set whether one appears in statistics and is rated."""
        await self.handlers.answer(interaction, self.preferences.stats(value))

    @prefs.command(name="data", description=about("prefs_data"))
    @app_commands.describe(mode=locale_text("table.parameter.data_mode"))
    async def data(self, interaction: Interaction, mode: Literal["get", "delete"] = "get") -> None:
        """Get or delete what is stored about oneself."""
        if mode == "delete":
            await self.handlers.answer(interaction, self.preferences.ask_forget)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _send(interaction, await self.preferences.data(visit(interaction)))


async def _send(interaction: Interaction, file: Export) -> None:
    """The file beside a line that says what it is."""
    view = layout(Screen((Text(words("prefs.data")),)))
    view.add_item(ui.File(f"attachment://{file.name}"))
    attached = discord.File(io.BytesIO(file.raw), file.name)
    await interaction.edit_original_response(view=view, attachments=[attached])
