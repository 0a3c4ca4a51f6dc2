"""`/setup`: the bot in a server, for who may manage it. The answer is private."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs.handlers import Handlers, Interaction, about


class ServerCog(commands.Cog):
    """The command about a server as a whole."""

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers

    @app_commands.command(name="setup", description=about("setup"))
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def look(self, interaction: Interaction) -> None:
        """What the bot may do here, and how new tables begin."""
        await self.handlers.answer(interaction, self.handlers.setup.look)
