"""What the bot may do in the channel of a command, and threads for further tables."""

from __future__ import annotations

from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.contract.servers import Trial
from bot.contract.tables import Place, Refused
from bot.ui.words.permissions import are, lacked_permissions

log = structlog.get_logger(__name__)

FAILED: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
NO_MEMBER: Final = 10007


class Channels:
    """Opens threads for further tables, and looks who is still in a server."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client

    async def thread(self, channel: int, name: str) -> Place | None:
        """Return a new public thread in that channel; None if the bot may not open one there."""
        try:
            there = await self._channel(channel)
            if isinstance(there, discord.Thread):
                there = await self._channel(there.parent_id)
            if not isinstance(there, discord.TextChannel):
                return None
            made = await there.create_thread(name=name, type=discord.ChannelType.public_thread)
        except discord.Forbidden:
            log.info("thread.forbidden", channel=channel)
            return None
        return Place(there.guild.id, made.id)

    async def private(self, channel: int, name: str, person: int, *, anew: bool) -> Place | None:
        """Return a private thread of that channel with only the person, or that thread itself; None if it can't be
        opened.
        """
        try:
            there = await self._channel(channel)
            if isinstance(there, discord.Thread):
                if there.is_private() and there.owner_id == self.client.application_id and not anew:
                    return Place(there.guild.id, there.id)
                there = await self._channel(there.parent_id)
            if not isinstance(there, discord.TextChannel) or there.is_news():
                return None
            made = await there.create_thread(name=name, type=discord.ChannelType.private_thread)
        except discord.HTTPException as error:
            log.info("thread.private", channel=channel, reason=repr(error))
            return None
        return await self._with(made, person)

    async def _with(self, made: discord.Thread, person: int) -> Place | None:
        try:
            await made.add_user(discord.Object(person))
        except discord.HTTPException as error:
            log.info("thread.member", channel=made.id, reason=repr(error))
            await self.close(made.id)
            return None
        return Place(made.guild.id, made.id)

    async def dm(self, person: int, line: str) -> Place | None:
        """Open the DMs with that person by sending a line; None if the person takes none."""
        try:
            there = await self.client.create_dm(discord.Object(person))
            await there.send(line)
        except discord.HTTPException as error:
            log.info("dm.refused", person=person, reason=repr(error))
            return None
        return Place(None, there.id)

    async def _channel(self, channel: int) -> Any:
        """Return that channel from the cache of the gateway, or fetched. Raises what Discord refuses."""
        return self.client.get_channel(channel) or await self.client.fetch_channel(channel)

    async def rename(self, thread: int, name: str) -> None:
        """Give a thread that was opened here its name; it keeps the one it has if Discord will not."""
        try:
            there = await self.client.fetch_channel(thread)
            if isinstance(there, discord.Thread):
                await there.edit(name=name)
        except FAILED as error:
            log.info("thread.name", channel=thread, reason=repr(error))

    async def close(self, thread: int) -> None:
        """Do away with a thread that was opened here in vain: delete it, or archive it where that is not allowed."""
        try:
            there = await self.client.fetch_channel(thread)
            if isinstance(there, discord.Thread):
                await _deleted(there)
        except FAILED as error:
            log.info("thread.close", channel=thread, reason=repr(error))

    async def try_post(self, channel: int, line: str) -> Trial:
        """Post that line there silently and delete it at once. Return what happened."""
        try:
            there = await self._channel(channel)
            if not isinstance(there, discord.abc.Messageable):
                return "refused"
            sent = await there.send(line, silent=True, allowed_mentions=discord.AllowedMentions.none())
        except (discord.Forbidden, discord.NotFound):
            return "refused"
        except FAILED as error:
            log.info("trial.failed", channel=channel, reason=type(error).__name__)
            return "failed"
        return await _taken_back(sent)

    async def has_left(self, guild: int | None, person: int) -> bool:
        """Return whether Discord says that the person isn't a member of that server; False if it can't be asked."""
        if guild is None:
            return False
        try:
            await self.client.http.get_member(guild, person)
        except discord.NotFound as error:
            return error.code == NO_MEMBER
        except FAILED as error:
            log.info("member.unknown", guild=guild, reason=type(error).__name__)
        return False


async def _taken_back(sent: discord.Message) -> Trial:
    try:
        await sent.delete()
    except discord.NotFound:
        return "done"
    except FAILED as error:
        log.info("trial.stays", channel=sent.channel.id, reason=type(error).__name__)
        return "stays"
    return "done"


async def _deleted(thread: discord.Thread) -> None:
    try:
        await thread.delete()
    except discord.Forbidden:
        await thread.edit(archived=True)


def missing_permissions(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the permissions the bot lacks where the command was given, by Discord's names."""
    return lacked_permissions(
        interaction.app_permissions.value, in_thread=isinstance(interaction.channel, discord.Thread)
    )


def place_to_play(interaction: discord.Interaction[Any]) -> Place:
    """Return the channel or thread of a command, checked. Refused: server_only, may_not_open, thread_closed."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused("server_only")
    channel = interaction.channel
    closed = isinstance(channel, discord.Thread) and (channel.locked or channel.archived)
    if closed and not interaction.app_permissions.manage_threads:
        raise Refused("thread_closed")
    lacking = missing_permissions(interaction)
    if lacking:
        raise Refused("may_not_open", channel=f"<#{interaction.channel_id}>", missing=are(lacking))
    return Place(interaction.guild_id, interaction.channel_id)


def require_threads(interaction: discord.Interaction[Any]) -> None:
    """Make sure that a thread can be opened for a table. Refused: server_only, no_thread, may_not_open."""
    if interaction.guild_id is None:
        raise Refused("server_only")
    may = interaction.app_permissions
    if not may.create_public_threads:
        raise Refused("no_thread")
    lacking = lacked_permissions(may.value, in_thread=True)
    if lacking:
        raise Refused("may_not_open", channel=f"<#{interaction.channel_id}>", missing=are(lacking))
