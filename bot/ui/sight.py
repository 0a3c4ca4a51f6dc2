"""Which channels of a server somebody can open, by what Discord says of their roles with each interaction."""

from __future__ import annotations

from typing import Any

import discord


def sees(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Whether whoever acts can open that channel of the server; a private thread only if it is where they are."""
    there = interaction.guild.get_channel_or_thread(channel) if interaction.guild is not None else None
    if channel == interaction.channel_id or there is None or not isinstance(interaction.user, discord.Member):
        return channel == interaction.channel_id
    private = isinstance(there, discord.Thread) and there.is_private()
    return not private and there.permissions_for(interaction.user).view_channel
