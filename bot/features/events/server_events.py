"""What is asked of Discord about the events of a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.contract.tables import Place
from bot.ui.guilds import guild_of, may_make_events

EXTERNAL, MEMBERS_ONLY = discord.EntityType.external.value, discord.PrivacyLevel.guild_only.value
OVER: Final = frozenset({10070, 180000})
"""Somebody has deleted the event, or it has ended: it cannot be changed any more."""


class ServerEvents:
    """Events as Discord has them. Raises discord.HTTPException, and what the network fails with."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def is_open_to_all(self, place: Place) -> bool:
        """Return whether everyone in the server can see the channel of a table, as everyone sees an event."""
        guild = await guild_of(self._client, place.guild) if place.guild is not None else None
        if guild is None:
            return False
        there = guild.get_channel_or_thread(place.channel) or await self._client.fetch_channel(place.channel)
        if isinstance(there, discord.Thread):
            found = None if there.is_private() else guild.get_channel(there.parent_id)
        else:
            found = guild.get_channel(place.channel)
        return found is not None and found.permissions_for(guild.default_role).view_channel

    async def may(self, guild_id: int) -> bool:
        """Return whether the bot has Create Events in the server; channels have no say in it."""
        return await may_make_events(self._client, guild_id)

    async def find(self, guild: int, name: str) -> int:
        """Return the event of that name that the bot has made; 0 for none."""
        there = await self._client.http.get_scheduled_events(guild, with_user_count=False)
        mine = [one for one in there if int(one.get("creator_id") or 0) == self._client.application_id]
        return next((int(one["id"]) for one in mine if one["name"] == name), 0)

    async def make(self, guild: int, said: Mapping[str, Any]) -> int:
        """Make an event outside of voice channels; return its id."""
        made = await self._client.http.create_guild_scheduled_event(
            guild, entity_type=EXTERNAL, privacy_level=MEMBERS_ONLY, **said
        )
        return int(made["id"])

    async def change(self, guild: int, event: int, said: Mapping[str, Any]) -> None:
        """Change that of an event, and leave the rest as it is."""
        await self._client.http.edit_scheduled_event(guild, event, **said)

    async def delete(self, guild: int, event: int) -> None:
        """Delete an event; one that is gone or over stays so."""
        try:
            await self._client.http.delete_scheduled_event(guild, event)
        except discord.HTTPException as error:
            if error.code not in OVER:
                raise
