"""What the bot may do in the channel of a command, and threads for further tables."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, cast

import aiohttp
import discord
import structlog

from bot.contract.servers import Forum, Trial
from bot.contract.tables import Place, Refused, is_program
from bot.ui.forums import lacked_in, missing_tags, tags_for
from bot.ui.guilds import guild_of, may_make_events
from bot.ui.layout import layout
from bot.ui.parts import Screen, Text
from bot.ui.visit import Visit, is_elsewhere
from bot.ui.words.permissions import are, invitation, lacked_permissions, permission_name
from bot.ui.words.presentations import title_of
from bot.ui.words.wording import table_text
from engine.core.text import words

log = structlog.get_logger(__name__)

FAILED: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
NO_MEMBER: Final = 10007
NO_TAG: Final = 10087
WEEK: Final = 10080


class Channels:
    """Opens threads for further tables, and looks who is still in a server."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client

    async def thread(self, channel: int, name: str, game: str) -> Place | None:
        """Open a public thread in that channel, or a post of a forum about that game. None if there can't be one.

        Refused: may_not_open, media_channel, forum_tag.
        """
        try:
            there = await self._channel(channel)
            if isinstance(there, discord.Thread):
                there = await self._channel(there.parent_id)
            if isinstance(there, discord.ForumChannel):
                return await self._post(there, name, game)
            if not isinstance(there, discord.TextChannel):
                return None
            kind = discord.ChannelType.public_thread
            made = await there.create_thread(name=name, type=kind, auto_archive_duration=WEEK)
        except (discord.Forbidden, discord.NotFound):
            log.info("thread.forbidden", channel=channel)
            return None
        return Place(there.guild.id, made.id)

    async def _post(self, there: discord.ForumChannel, name: str, game: str) -> Place | None:
        """Write a post in a forum; its first message becomes the lobby."""
        guild = await guild_of(self.client, there.guild.id)
        forum = guild.get_channel(there.id) if guild is not None else None
        if guild is None or not isinstance(forum, discord.ForumChannel):
            return None
        require_forum(forum)
        try:
            made = await _written(forum, name, game)
        except discord.HTTPException as error:
            if error.code != NO_TAG:
                raise
            made = await _written(cast("Any", await self.client.fetch_channel(forum.id)), name, game)
        return Place(guild.id, made.thread.id, post=True)

    async def forums(self, guild: int) -> list[Forum]:
        """Return the forums of a server that the bot sees; none if Discord can't be asked."""
        try:
            there = await guild_of(self.client, guild)
        except FAILED as error:
            log.info("forums.unknown", guild=guild, reason=type(error).__name__)
            return []
        found = [one for one in there.forums if not one.is_media()] if there is not None else []
        return [Forum(one.id, one.name, lacked_in(one), tuple(missing_tags(one))) for one in found]

    async def text_channels(self, guild: int) -> list[tuple[int, str]]:
        """Return the text channels of a server that the bot sees, with their names; none if Discord can't be asked."""
        try:
            there = await guild_of(self.client, guild)
        except FAILED as error:
            log.info("channels.unknown", guild=guild, reason=type(error).__name__)
            return []
        seen = there.text_channels if there is not None else []
        return [(one.id, one.name) for one in seen if not one.is_news()]

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

    def invitation(self, guild: int, wanted: Sequence[str]) -> str:
        """Return the address at which a server gives the bot these permissions; empty before it has logged in."""
        application = self.client.application_id
        return "" if application is None else invitation(application, wanted, guild)

    async def may_make_events(self, guild: int) -> bool:
        """Return whether the bot has Create Events in that server: its roles count, whatever a channel allows."""
        try:
            return await may_make_events(self.client, guild)
        except FAILED as error:
            log.info("roles.unknown", guild=guild, reason=type(error).__name__)
            return False

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
        if guild is None or is_program(person):
            return False
        try:
            await self.client.http.get_member(guild, person)
        except discord.NotFound as error:
            return error.code == NO_MEMBER
        except FAILED as error:
            log.info("member.unknown", guild=guild, reason=type(error).__name__)
        return False


async def _written(forum: discord.ForumChannel, name: str, game: str) -> Any:
    """Write the post. Refused: forum_tag."""
    tags = tags_for(forum, "lobby", game)
    if forum.flags.require_tag and not tags:
        raise Refused("forum_tag", channel=f"<#{forum.id}>", tag=words("forum.tag.lobby"))
    view = layout(Screen((Text(table_text("forum.first", game=title_of(game))),)))
    return await forum.create_thread(name=name, applied_tags=tags, view=view, auto_archive_duration=WEEK)


def require_forum(forum: discord.ForumChannel) -> None:
    """Check that the bot can write posts there. Refused: media_channel, may_not_open."""
    if forum.is_media():
        raise Refused("media_channel", channel=f"<#{forum.id}>")
    lacking = lacked_in(forum)
    if lacking:
        missing = are([permission_name(one) for one in lacking])
        raise Refused("may_not_open", channel=f"<#{forum.id}>", missing=missing)


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


async def place_to_play(interaction: discord.Interaction[Any]) -> Place:
    """Return the channel or thread of a command, checked. Refused: bot_elsewhere, server_only, may_not_open,
    thread_closed, media_channel.
    """
    if is_elsewhere(interaction):
        raise Refused("bot_elsewhere")
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused("server_only")
    channel = interaction.channel
    forum = await _forum_of(interaction)
    if forum is not None and forum.is_media():
        raise Refused("media_channel", channel=f"<#{forum.id}>")
    closed = isinstance(channel, discord.Thread) and (channel.locked or channel.archived)
    if closed and not interaction.app_permissions.manage_threads:
        raise Refused("thread_closed")
    lacking = missing_permissions(interaction)
    if lacking:
        raise Refused("may_not_open", channel=f"<#{interaction.channel_id}>", missing=are(lacking))
    return Place(interaction.guild_id, interaction.channel_id)


def require_posts(visit: Visit) -> None:
    """Check that the bot may post there, if Discord tells what it may. Refused: may_not_open."""
    lacking = lacked_permissions(visit.bot_may, in_thread=bool(visit.parent)) if visit.bot_may else ()
    if visit.guild is not None and lacking:
        raise Refused("may_not_open", channel=f"<#{visit.channel}>", missing=are(lacking))


async def _forum_of(interaction: discord.Interaction[Any]) -> discord.ForumChannel | None:
    """Return the forum or media channel of a post, as the gateway has told of it, or asked for; None if Discord can't
    be asked.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.Thread):
        return None
    parent = channel.parent
    if parent is None and interaction.guild_id is not None:
        with suppress(*FAILED):
            guild = await guild_of(interaction.client, interaction.guild_id)
            parent = cast("Any", guild.get_channel(channel.parent_id)) if guild is not None else None
    return parent if isinstance(parent, discord.ForumChannel) else None


async def require_threads(interaction: discord.Interaction[Any]) -> None:
    """Make sure that a thread can be opened for a table. Refused: bot_elsewhere, server_only, no_thread,
    may_not_open.

    A post of a forum needs another permission, which is looked at when it is written.
    """
    if is_elsewhere(interaction):
        raise Refused("bot_elsewhere")
    if interaction.guild_id is None:
        raise Refused("server_only")
    if await _forum_of(interaction) is not None:
        return
    may = interaction.app_permissions
    if not may.create_public_threads:
        raise Refused("no_thread")
    lacking = lacked_permissions(may.value, in_thread=True)
    if lacking:
        raise Refused("may_not_open", channel=f"<#{interaction.channel_id}>", missing=are(lacking))
