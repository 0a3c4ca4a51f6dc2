"""Servers with their channels and roles: as the gateway has told of them, or asked for where nothing is heard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias, cast

import aiohttp
import discord
import structlog
from discord.http import HTTPClient

PATIENCE = 5.0
log = structlog.get_logger(__name__)


async def guild_of(client: discord.Client, guild: int) -> discord.Guild | None:
    """Return the server with its channels, open threads and roles, and the bot among its members; None if it is
    unknown.

    Raises aiohttp.ClientError and OSError of the network, discord.HTTPException but for a refusal.
    """
    known = client.get_guild(guild)
    if known is not None and not known.unavailable:
        return known
    try:
        return await _asked(client, guild)
    except (discord.Forbidden, discord.NotFound):
        return None


async def may_make_events(client: discord.Client, guild: int) -> bool:
    """Return whether the bot has Create Events in the server: its roles count, whatever a channel allows. Raises as
    `guild_of`.
    """
    there = await guild_of(client, guild)
    return there is not None and there.me.guild_permissions.create_events


async def is_member(http: HTTPClient, guild: int, person: int) -> bool | None:
    """Return whether a server has that person as a member; None if Discord doesn't say within a few seconds."""
    try:
        async with asyncio.timeout(PATIENCE):
            await http.get_member(guild, person)
    except discord.NotFound:
        return False
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("member.unknown", guild=guild, reason=str(error))
        return None
    return True


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


Sees: TypeAlias = Callable[[int], bool]


async def sight(interaction: discord.Interaction[Any]) -> Sees:
    """Return a function that tells whether the person can open a channel; a private thread only if they are in it."""
    return partial(sees, interaction, await _guild(interaction))


async def _guild(interaction: discord.Interaction[Any]) -> discord.Guild | None:
    """The server with its channels; None if Discord does not tell of it, and then only the own channel is seen."""
    try:
        return await guild_of(interaction.client, interaction.guild_id) if interaction.guild_id is not None else None
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("guild.unknown", guild=interaction.guild_id, reason=type(error).__name__)
        return None


def sees(interaction: discord.Interaction[Any], guild: discord.Guild | None, channel: int) -> bool:
    """Return whether the person can open that channel of the server."""
    there = guild.get_channel_or_thread(channel) if guild is not None else None
    if channel == interaction.channel_id or there is None or not isinstance(interaction.user, discord.Member):
        return channel == interaction.channel_id
    private = isinstance(there, discord.Thread) and there.is_private()
    return not private and there.permissions_for(interaction.user).view_channel
