"""Which channels of a server somebody can open, by what Discord says of their roles with each interaction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import aiohttp
import discord
import structlog

from bot.ui.guilds import guild_of

log = structlog.get_logger(__name__)
Sees: TypeAlias = Callable[[int], bool]


async def sight(interaction: discord.Interaction[Any]) -> Sees:
    """What says of a channel whether whoever acts can open it; a private thread only if it is where they are."""
    return partial(sees, interaction, await _guild(interaction))


async def _guild(interaction: discord.Interaction[Any]) -> discord.Guild | None:
    """The server with its channels; None if Discord does not tell of it, and then only the own channel is seen."""
    try:
        return await guild_of(interaction.client, interaction.guild_id) if interaction.guild_id is not None else None
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("guild.unknown", guild=interaction.guild_id, reason=type(error).__name__)
        return None


def sees(interaction: discord.Interaction[Any], guild: discord.Guild | None, channel: int) -> bool:
    """Whether whoever acts can open that channel of the server."""
    there = guild.get_channel_or_thread(channel) if guild is not None else None
    if channel == interaction.channel_id or there is None or not isinstance(interaction.user, discord.Member):
        return channel == interaction.channel_id
    private = isinstance(there, discord.Thread) and there.is_private()
    return not private and there.permissions_for(interaction.user).view_channel
