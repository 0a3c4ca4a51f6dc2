"""The wire to Discord."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import aiohttp
import discord
import structlog
from discord import ui
from discord.http import MultipartParameters, handle_message_parameters

from bot.delivery import post_screens as made_of
from bot.delivery.painter import Painter
from bot.delivery.rate_share import RateShare
from bot.delivery.requests import Requests
from bot.delivery.wire import Bad, Later, MayNot, ReadyPost, Sent, Target, TargetGone, Unmade
from bot.ui.emojis import NONE, EmojiNames, Emojis, KnownEmojis, with_emojis
from bot.ui.guilds import guild_of
from bot.ui.layout import even_without_emojis, layout
from bot.ui.message_faults import TooMuch, faults_of
from bot.ui.parts import DISCORD, Screen, short
from bot.ui.truncate import ALT, truncate, without_verbs
from engine.core.naming import NamesOf
from engine.core.text import speaking

log = structlog.get_logger(__name__)
Drawn: TypeAlias = tuple[ui.LayoutView, list[discord.File], bool, Exception | None]
"""A message, its files, whether it had to be cut, and why a picture is missing."""
LOOK_BACK: Final = 100
ARCHIVED: Final = 50083
AT_MOST: Final = 5
NEEDED: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")


class DiscordWire:
    """Sends posts in the name of a client of discord.py; no request of it waits for a limit."""

    def __init__(
        self, client: discord.Client, painter: Painter, names_of: NamesOf, share: RateShare | None = None
    ) -> None:
        self._client = client
        self._painter = painter
        self._names_of = names_of
        self._requests = Requests(client, share)
        self._dms: dict[int, int] = {}
        self.left_out: frozenset[str] = frozenset()  # verbs whose controls are not shown
        self.emojis: Emojis | None = None

    async def close(self) -> None:
        """Send nothing more."""
        await self._requests.close()

    def remaining(self) -> int:
        """Return how many requests may still be made within this second."""
        return self._requests.remaining()

    def together(self, posts: Sequence[ReadyPost]) -> int:
        """Return how many of the posts fit in one message; pictures in it need distinct names."""
        fitting = 1
        for n in range(2, min(len(posts), AT_MOST) + 1):
            names = [made_of.file_name(p) for one in posts[:n] for p in made_of.pictures(one.post)]
            there = dict.fromkeys(names, "")
            try:
                screens = made_of.side_by_side([self._screen(one, there) for one in posts[:n]])
            except Bad:
                break
            if len(there) < len(names) or faults_of(screens, DISCORD):
                break
            fitting = n
        return fitting

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        """Send posts as one message, with the mentions of their posts, and silently without any.

        A repeat within minutes isn't doubled: Discord recognizes it by its nonce.
        """
        view, files, cut, lacks = await self._drawn(posts)
        for box, one in zip(view.children, posts, strict=False):
            box.id = one.mark
        named = list(dict.fromkeys(person for one in posts for person in one.post.mentions))
        nonce = f"{posts[0].mark}-{posts[-1].mark}"

        async def sent() -> tuple[int, Any]:
            with handle_message_parameters(
                view=view, files=files, nonce=nonce, allowed_mentions=_allowed(named), flags=_flags(silent=not named)
            ) as params:
                return await self._at(target, "POST", params)

        channel, said = await even_without_emojis(view, files, sent)
        return Sent(channel, int(said["id"]), cut, lacks)

    async def edit(self, sent: Sent, one: ReadyPost) -> Sent:
        """Replace what a message says."""
        view, files, cut, lacks = await self._drawn([one])

        async def edited() -> None:
            with handle_message_parameters(view=view, attachments=files, allowed_mentions=_allowed(())) as params:
                await self._edited(sent, params, dm=one.post.user is not None)

        await even_without_emojis(view, files, edited)
        return Sent(sent.channel, sent.message, cut, lacks)

    async def _edited(self, sent: Sent, params: MultipartParameters, *, dm: bool) -> None:
        """Edit a message; a thread that is archived is opened first. Raises Failed."""
        try:
            await self._requests.ask("PATCH", _message(sent), params, dm=dm)
        except MayNot as failure:
            if failure.code != ARCHIVED:
                raise
            opened = MultipartParameters({"archived": False}, None, None)
            await self._requests.ask("PATCH", f"/channels/{sent.channel}", opened)
            for file in params.files or ():
                file.reset()
            await self._requests.ask("PATCH", _message(sent), params, dm=dm)

    async def delete(self, sent: Sent) -> None:
        """Delete a message."""
        await self._requests.ask("DELETE", _message(sent))

    async def find(self, target: Target, mark: int) -> Sent | None:
        """Look through the latest messages for the mark."""
        channel, there = await self._at(target, "GET", limit=LOOK_BACK)
        for message in there:
            if self._mine(message) and any(part.get("id") == mark for part in message.get("components", ())):
                return Sent(channel, int(message["id"]))
        return None

    async def _at(
        self, target: Target, method: str, params: MultipartParameters | None = None, **query: object
    ) -> tuple[int, Any]:
        """The channel of a target, and the answer to a request about its messages."""
        channel, dm = await self._channel(target), target.user is not None
        try:
            return channel, await self._requests.ask(method, f"/channels/{channel}/messages", params, dm=dm, **query)
        except MayNot as failure:
            raise MayNot(str(failure), failure.lacks or await self._lacks(channel)) from failure
        except TargetGone as failure:
            if target.user is None:
                raise
            self._dms[target.user] = 0
            raise Later(str(failure), unknown=False) from failure

    def _mine(self, message: Mapping[str, Any]) -> bool:
        return self._client.user is not None and int(message["author"]["id"]) == self._client.user.id

    async def _channel(self, target: Target) -> int:
        """Return the channel of a target; a person's DM channel is opened once."""
        if target.user is None:
            return target.channel
        if not self._dms.setdefault(target.user, target.channel):
            params = MultipartParameters({"recipient_id": str(target.user)}, None, None)
            opened = await self._requests.ask("POST", "/users/@me/channels", params, dm=True)
            self._dms[target.user] = int(opened["id"])
        return self._dms[target.user]

    async def _lacks(self, channel: int) -> tuple[str, ...]:
        """The permissions that the bot lacks there, as far as Discord tells."""
        try:
            there = self._client.get_channel(channel) or await self._asked_for(channel)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("channel.unknown", channel=channel, reason=type(error).__name__)
            return ()
        if not isinstance(there, discord.abc.GuildChannel | discord.Thread):
            return ()
        may = there.permissions_for(there.guild.me)
        needed = IN_THREADS if isinstance(there, discord.Thread) else NEEDED
        return tuple(name for name in needed if not getattr(may, name))

    async def _asked_for(self, channel: int) -> object:
        """A channel of which no gateway has told, with its server; None if the bot may not know it."""
        there = await self._client.fetch_channel(channel)
        if not isinstance(there, discord.abc.GuildChannel | discord.Thread):
            return there
        guild = await guild_of(self._client, there.guild.id)
        return guild.get_channel_or_thread(channel) if guild is not None else None

    async def _drawn(self, posts: Sequence[ReadyPost]) -> Drawn:
        """The message with its pictures; one that cannot be drawn is left out. Raises Bad."""
        alts: dict[str, str] = {}
        files, lacks = [discord.File(io.BytesIO(f.raw), f.name) for one in posts for f in one.files], None
        for one in posts:
            drawn, failed = await self._pictures(one, alts)
            files, lacks = files + drawn, lacks or failed
        known = await self.emojis.known() if self.emojis is not None else NONE
        try:
            view, cut = self._composed(posts, alts, known)
        except Bad:
            raise
        except Exception as error:
            log.exception("post.failed", table=posts[0].table, exc_info=error)
            raise Unmade(f"it cannot be made: {error}") from error
        return view, files, cut, lacks

    def _composed(
        self, posts: Sequence[ReadyPost], alts: Mapping[str, str], known: KnownEmojis
    ) -> tuple[ui.LayoutView, bool]:
        """The message but for its files, and whether it had to be cut. Raises Bad."""
        whole = made_of.side_by_side([self._screen(one, alts) for one in posts])
        cut = bool(faults_of(whole, DISCORD))
        if cut:
            log.error("post.shortened", table=posts[0].table, why=faults_of(whole, DISCORD))
        fitting = [truncate(one) for one in whole] if cut else whole
        view = _laid_out(with_emojis(fitting, [_names(one, known) for one in posts]))
        for one in posts:
            for file in one.files:
                view.add_item(ui.File[ui.LayoutView](f"attachment://{file.name}"))
        return view, cut

    async def _pictures(self, one: ReadyPost, alts: dict[str, str]) -> tuple[list[discord.File], Exception | None]:
        files, lacks = [], None
        for picture in [] if one.plain else made_of.pictures(one.post):
            try:
                with speaking(one.post.language):
                    drawn = await self._painter.draw(made_of.recipe(picture))
            except Exception as error:
                log.exception("picture.failed", draw=picture.draw, exc_info=error)
                lacks = lacks or error
                continue
            name = made_of.file_name(picture)
            alts[name] = short(picture.alt or drawn.alt, ALT)
            files.append(discord.File(io.BytesIO(drawn.data), name, description=alts[name]))
        return files, lacks

    def _screen(self, one: ReadyPost, alts: Mapping[str, str]) -> Screen:
        try:
            names = self._names_of(one.game, one.scenario)
            with speaking(one.post.language):
                made = made_of.screen(one.post, one.table, names, one.accent, {} if one.plain else alts)
            return without_verbs(made, self.left_out)
        except Exception as error:
            log.exception("post.failed", table=one.table, exc_info=error)
            raise Unmade(f"it cannot be made: {error}") from error


def _names(one: ReadyPost, known: KnownEmojis) -> EmojiNames | None:
    """The emojis beside names in a post; None if it is to have none."""
    with speaking(one.post.language):
        return known.names(one.game, one.scenario) if one.post.emojis else None


def _laid_out(screens: Sequence[Screen]) -> ui.LayoutView:
    try:
        return layout(*screens)
    except TooMuch as error:
        raise Bad(str(error)) from error


def _flags(*, silent: bool) -> discord.MessageFlags:
    return discord.MessageFlags(suppress_notifications=silent)


def _allowed(people: Iterable[int]) -> discord.AllowedMentions:
    named = [discord.Object(person) for person in people]
    return discord.AllowedMentions(everyone=False, roles=False, users=named, replied_user=False)


def _message(sent: Sent) -> str:
    return f"/channels/{sent.channel}/messages/{sent.message}"
