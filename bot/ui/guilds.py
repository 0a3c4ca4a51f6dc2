"""Servers with their channels and roles: as the gateway has told of them, or asked for where nothing is heard."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import discord


async def guild_of(client: discord.Client, guild: int) -> discord.Guild | None:
    """The server with its channels, open threads and roles, and the bot among its members; None if it is unknown.

    Raises aiohttp.ClientError and OSError of the network, discord.HTTPException but for a refusal.
    """
    known = client.get_guild(guild)
    if known is not None and not known.unavailable:
        return known
    try:
        return await _asked(client, guild)
    except (discord.Forbidden, discord.NotFound):
        return None


async def _asked(client: discord.Client, guild: int) -> discord.Guild | None:
    if client.user is None:
        return None
    http, me = client.http, client.user.id
    about, channels, threads, member = await asyncio.gather(
        http.get_guild(guild, with_counts=False),
        http.get_all_guild_channels(guild),
        http.get_active_threads(guild),
        http.get_member(guild, me),
    )
    whole = {**about, "channels": channels, "threads": threads["threads"], "members": [member]}
    state = client._connection  # noqa: SLF001 - nothing public makes a server of what was asked for
    return discord.Guild(data=cast("Any", whole), state=state)
