"""What is asked of Discord about the threads of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord.http import MultipartParameters

from bot.contract.tables import Place
from bot.delivery.requests import Requests
from bot.delivery.wire import Failed, Later
from bot.ui.guilds import guild_of

ARCHIVED: Final = 50083


class TableThreads:
    """Threads as Discord has them. No request waits for a limit: two titles in ten minutes are all that it takes."""

    def __init__(self, client: discord.Client) -> None:
        self._client, self._requests = client, Requests(client)

    async def own(self, place: Place) -> discord.Thread | None:
        """Return the public thread that the bot has opened for a table; None if it is played elsewhere."""
        guild = await guild_of(self._client, place.guild) if place.guild is not None else None
        known = guild.get_thread(place.channel) if guild is not None else None
        there = known or await self._known(place.channel)
        mine = there is not None and there.owner_id == self._client.application_id
        return there if mine and there is not None and not there.is_private() else None

    async def forum(self, thread: discord.Thread) -> discord.ForumChannel | None:
        """Return the forum that a post is in; None for another thread."""
        guild = await guild_of(self._client, thread.guild.id)
        parent = guild.get_channel(thread.parent_id) if guild is not None else None
        return parent if isinstance(parent, discord.ForumChannel) else None

    async def _known(self, channel: int) -> discord.Thread | None:
        """Return that thread as the gateway has told of it, or asked for; None for what is gone or is no thread."""
        try:
            there = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        except (discord.NotFound, discord.Forbidden):
            return None
        return there if isinstance(there, discord.Thread) else None

    async def change(self, thread: int, changes: Mapping[str, Any]) -> None:
        """Change a thread; one that is archived is opened by that. Raises Failed."""
        try:
            await self._patch(thread, changes)
        except Failed as failure:
            if failure.code != ARCHIVED:
                raise
            await self._patch(thread, {**changes, "archived": False})

    async def _patch(self, thread: int, changes: Mapping[str, Any]) -> None:
        await self._requests.ask("PATCH", f"/channels/{thread}", MultipartParameters(dict(changes), None, None))

    def is_heard_of(self, channel: int) -> bool:
        """Return whether the gateway tells of that channel or thread; it doesn't of a thread that is archived."""
        return self._client.get_channel(channel) is not None

    async def reopen(self, channel: int) -> bool:
        """Open a thread that has been archived and that nobody has locked; return whether it was. Raises Failed."""
        if self.is_heard_of(channel):
            return False
        there = await self._known(channel)
        if there is None or not there.archived or there.locked:
            return False
        await self._patch(channel, {"archived": False})
        return True

    async def close(self) -> None:
        """Close the session for requests."""
        await self._requests.close()


def is_for_now(failure: Failed) -> bool:
    """Return whether trying again may help: Discord is busy or away, and has not refused for a reason."""
    return isinstance(failure, Later) and (failure.wait is not None or not failure.code)
