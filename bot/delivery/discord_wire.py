"""The wire to Discord."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import structlog
from discord import ui

from bot.delivery import letters
from bot.delivery.painter import Painter
from bot.delivery.wire import Bad, Closed, Gone, Later, Letter, MayNot, Sent, Target
from bot.ui.layout import layout
from engine.core.naming import NamesOf

log = structlog.get_logger(__name__)
LOOK_BACK = 30
DM_CLOSED = frozenset({50007, 50278, 50241})
LOCKED = frozenset({50083, 160005})


class DiscordWire:
    """Sends posts through a client of discord.py."""

    def __init__(self, client: discord.Client, painter: Painter, names_of: NamesOf) -> None:
        self._client = client
        self._painter = painter
        self._names_of = names_of

    async def send(self, target: Target, letter: Letter) -> Sent:
        """Send a message; it mentions exactly whom its post names, and silently nobody."""
        view, files = await self._drawn(letter)
        _mark(view, letter.mark)
        named = [discord.Object(person) for person in letter.post.mentions]
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=named, replied_user=False)
        async with _failures(target.user is not None):
            channel = await self._channel(target)
            message = await channel.send(
                view=view, files=files, nonce=str(letter.mark), allowed_mentions=allowed, silent=not named
            )
        return Sent(message.channel.id, message.id)

    async def edit(self, sent: Sent, letter: Letter) -> None:
        """Replace what a message says."""
        view, files = await self._drawn(letter)
        async with _failures(dm=letter.post.user is not None):
            message = self._client.get_partial_messageable(sent.channel).get_partial_message(sent.message)
            await message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none())

    async def delete(self, sent: Sent) -> None:
        """Delete a message."""
        try:
            async with _failures(dm=False):
                await self._client.get_partial_messageable(sent.channel).get_partial_message(sent.message).delete()
        except (Gone, MayNot, Closed, Bad):
            return

    async def find(self, target: Target, mark: int) -> Sent | None:
        """Look through the latest messages for the mark."""
        async with _failures(target.user is not None):
            channel = await self._channel(target)
            async for message in channel.history(limit=LOOK_BACK):
                if self._mine(message) and any(getattr(part, "id", None) == mark for part in message.components):
                    return Sent(message.channel.id, message.id)
        return None

    def _mine(self, message: discord.Message) -> bool:
        return self._client.user is not None and message.author.id == self._client.user.id

    async def _channel(self, target: Target) -> discord.abc.Messageable:
        if target.user is not None:
            return await self._client.create_dm(discord.Object(target.user))
        return self._client.get_partial_messageable(target.channel)

    async def _drawn(self, letter: Letter) -> tuple[ui.LayoutView, list[discord.File]]:
        """The message with its pictures; one that cannot be drawn is left out, for the text says everything."""
        alts: dict[str, str] = {}
        files = [discord.File(io.BytesIO(f.raw), f.name) for f in letter.files]
        for picture in [] if letter.plain else letters.pictures(letter.post):
            try:
                drawn = await self._painter.draw(letters.recipe(picture))
            except Exception as error:
                log.exception("picture.failed", draw=picture.draw, exc_info=error)
                continue
            name = letters.file_name(picture)
            alts[name] = picture.alt or drawn.alt
            files.append(discord.File(io.BytesIO(drawn.png), name, description=alts[name]))
        names = self._names_of(letter.game, letter.scenario)
        made = letters.screen(letter.post, letter.table, names, letter.accent, alts)
        view = layout(made)
        for file in letter.files:
            view.add_item(ui.File[ui.LayoutView](f"attachment://{file.name}"))
        return view, files


def _mark(view: ui.LayoutView, mark: int) -> None:
    """Discord keeps the id of a component: the container carries the mark."""
    view.children[0].id = mark


@asynccontextmanager
async def _failures(dm: bool) -> AsyncIterator[None]:
    """Discord's refusals, told apart by what can be done about them."""
    try:
        yield
    except discord.NotFound as error:
        raise Gone(str(error)) from error
    except discord.Forbidden as error:
        raise Closed(str(error)) if dm or error.code in DM_CLOSED else MayNot(str(error)) from error
    except discord.DiscordServerError as error:
        raise Later(str(error)) from error
    except discord.HTTPException as error:
        raise _refused(error, dm=dm) from error
    except (aiohttp.ClientError, OSError, TimeoutError, discord.RateLimited) as error:
        raise Later(str(error)) from error


def _refused(error: discord.HTTPException, *, dm: bool) -> Exception:
    if error.code in DM_CLOSED:
        return Closed(str(error))
    if error.code in LOCKED:
        return MayNot(str(error))
    if error.status == 429 or error.status >= 500:
        return Later(str(error))
    return Closed(str(error)) if dm and error.status == 403 else Bad(str(error))
