"""What rooms need of Discord: where they can be opened, their private threads, and who is in them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import discord
import structlog

from bot.contract.tables import Place, Refused
from bot.delivery.table_keeper import NETWORK
from bot.ui.guilds import guild_of
from bot.ui.words.permissions import permission_name
from engine.core.message import list_of

log = structlog.get_logger(__name__)
NEEDED: Final = ("view_channel", "create_private_threads", "send_messages_in_threads")
WEEK: Final = 10080
NO_CHANNEL: Final = 10003
ARCHIVED: Final = 50083
NOBODY: Final = frozenset({10007, 10013})  # no member of the server, or nobody at all


@dataclass(frozen=True, slots=True)
class RoomGround:
    """A text channel below which rooms open. `lacks`: the permissions that the bot needs there and does not have."""

    channel: int
    guild: int
    lacks: tuple[str, ...] = ()
    manages: bool = False


class RoomThreads:
    """Discord calls of rooms. Raises discord.HTTPException and network errors."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def ground(self, place: Place, instead: int = 0) -> RoomGround | None:
        """Return the text channel of a table, or of its thread; for one in a forum, the channel that its server has
        named `instead`. None if it can't have private threads.
        """
        guild = await guild_of(self._client, place.guild) if place.guild is not None else None
        if guild is None:
            return None
        there = guild.get_channel_or_thread(place.channel) or await self._client.fetch_channel(place.channel)
        parent = guild.get_channel(there.parent_id) if isinstance(there, discord.Thread) else there
        if isinstance(parent, discord.ForumChannel):
            parent = guild.get_channel(instead)
        if not isinstance(parent, discord.TextChannel) or parent.is_news():
            return None
        may = parent.permissions_for(guild.me)
        lacks = tuple(one for one in NEEDED if not getattr(may, one))
        return RoomGround(parent.id, guild.id, lacks, may.manage_threads)

    async def open(self, ground: RoomGround, name: str) -> int:
        """Return a new thread; only a bot that manages threads can let others in where members cannot."""
        made = await (await self._channel(ground.channel)).create_thread(
            name=name,
            type=discord.ChannelType.private_thread,
            invitable=not ground.manages,
            auto_archive_duration=WEEK,
        )
        return int(made.id)

    async def find_thread(self, ground: RoomGround, name: str, since: float) -> int:
        """Return the thread of that name that the bot has opened there since; 0 for none."""
        there = await self._client.http.get_active_threads(ground.guild)
        mine = [one for one in there["threads"] if int(one["owner_id"]) == self._client.application_id]
        for one in mine:
            made_at = discord.utils.snowflake_time(int(one["id"])).timestamp()
            if (int(one["parent_id"] or 0), one["name"]) == (ground.channel, name) and made_at > since - 60:
                return int(one["id"])
        return 0

    async def add(self, thread: int, person: int) -> bool:
        """Add a person to the thread; False if they aren't in the server."""
        try:
            await self._awake(thread, lambda: self._client.http.add_user_to_thread(thread, person))
        except discord.NotFound as error:
            if error.code in NOBODY:
                return False
            raise
        return True

    async def remove(self, thread: int, person: int) -> None:
        """Remove a person from the thread, who may already have left."""
        try:
            await self._awake(thread, lambda: self._client.http.remove_user_from_thread(thread, person))
        except discord.NotFound as error:
            if error.code not in NOBODY:
                raise

    async def _awake(self, thread: int, act: Callable[[], Awaitable[object]]) -> None:
        """Do something in a thread that may be archived: then it is opened again first."""
        try:
            await act()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._client.http.edit_channel(thread, archived=False)
            await act()

    async def is_gone(self, thread: int) -> bool:
        """Return whether the thread is known to be deleted."""
        try:
            await self._client.fetch_channel(thread)
        except discord.NotFound:
            return True
        except (discord.HTTPException, *NETWORK) as error:
            log.info("room.unknown", thread=thread, reason=repr(error))
        return False

    async def is_open_to_guests(self, thread: int) -> bool:
        """Return whether its members can let others in."""
        there = await self._channel(thread)
        return isinstance(there, discord.Thread) and there.invitable

    async def close(self, thread: int) -> None:
        """Archive the thread, and lock it if the bot manages threads."""
        there = await self._client.fetch_channel(thread)
        if not isinstance(there, discord.Thread) or there.archived:
            return
        guild = await guild_of(self._client, there.guild.id)
        parent = guild.get_channel(there.parent_id) if guild is not None else None
        locks = guild is not None and parent is not None and parent.permissions_for(guild.me).manage_threads
        await (there.edit(archived=True, locked=True) if locks else there.edit(archived=True))

    async def _channel(self, channel: int) -> Any:
        return self._client.get_channel(channel) or await self._client.fetch_channel(channel)


async def require_ground(threads: RoomThreads, table: str, place: Place, instead: int) -> None:
    """Make sure that a room can be opened for a table there. Refused: room_no_place, room_may_not."""
    try:
        ground = await threads.ground(place, instead)
    except (discord.HTTPException, *NETWORK) as error:
        log.info("room.ground", table=table, reason=repr(error))
        return
    if ground is None:
        raise Refused("room_no_place", table=table)
    if ground.lacks:
        missing = list_of([permission_name(one) for one in ground.lacks])
        raise Refused("room_may_not", table=table, channel=f"<#{ground.channel}>", missing=missing)
