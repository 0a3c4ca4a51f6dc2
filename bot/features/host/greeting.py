"""The first words in a new server: where games are played, and guided games to try. Each server is greeted once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import aiohttp
import discord
import structlog

from bot.contract.servers import FORUM, THREAD, WHERE, Forum
from bot.contract.tables import Place, Refused
from bot.features.host import server_setup
from bot.features.host.setup import about_forum, setting_text
from bot.tables.lobby.options import games_off, opens_threads
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.channels import require_posts
from bot.ui.commands.handlers import Handlers
from bot.ui.layout import layout
from bot.ui.parts import DISCORD, Button, Menu, Part, Row, Screen, Text, choice, rows
from bot.ui.questions.guide import learn_buttons
from bot.ui.router import Answer, Handler
from bot.ui.truncate import without_verbs
from bot.ui.visit import Visit, person_of, require_here
from bot.ui.words.permissions import has_permission
from bot.ui.words.presentations import short_title
from bot.ui.words.wording import table_text
from engine.core.text import speaking

log = structlog.get_logger(__name__)


async def on_command(deps: Deps, visit: Visit) -> Screen | None:
    """Return the greeting if a manager of a new server gives the first command there; else None."""
    if visit.guild is None or not visit.moderator or visit.elsewhere:
        return None
    return greeting_screen() if await server_setup.greet(deps, visit.guild) else None


async def greet_in_channel(deps: Deps, guild: discord.Guild, left_out: Collection[str]) -> None:
    """Greet a new server in its system channel if the bot may write there, and never in another channel."""
    channel = guild.system_channel
    if channel is None or not _may_write(channel, guild.me) or not await server_setup.greet(deps, guild.id):
        return
    with speaking(str(guild.preferred_locale).partition("-")[0]):
        shown = layout(without_verbs(greeting_screen(), left_out))
    try:
        await channel.send(view=shown, allowed_mentions=discord.AllowedMentions.none())
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("greeting.failed", guild=guild.id, why=repr(error))
        await server_setup.not_greeted(deps, guild.id)


def _may_write(channel: discord.TextChannel, me: discord.Member) -> bool:
    may = channel.permissions_for(me)
    return may.view_channel and may.send_messages


def greeting_screen() -> Screen:
    """Return the greeting: where tables are opened, and what everyone can try at once."""
    parts: list[Part] = [Text(f"{table_text('greet.head')}\n{table_text('greet.where')}"), Row(_wheres())]
    if guided := learn_buttons(""):
        parts += [Text(table_text("greet.learn")), *rows(guided, 2)]
    return Screen(tuple(parts))


def _wheres() -> tuple[Button, ...]:
    return tuple(Button(table_text(f"greet.{one}"), "greet_at", one, lasting=True) for one in (HERE, THREAD, FORUM))


HERE = "here"


class Greeting:
    """Sets where a new server plays, and opens its first table."""

    def __init__(self, at: Handlers) -> None:
        self._deps, self._places, self._lobby = at.service.deps, at.places, at.lobby

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {"greet_at": self.where, "greet_new": self.open}

    async def where(self, visit: Visit) -> Answer:
        """Set where the server's tables are opened, then offer the first. Refused: setup_where, managers_only,
        bad_option.
        """
        await server_setup.defaults(self._deps, person_of(visit))
        forums = await self._places.forums(visit.guild or 0) if visit.option == FORUM else ()
        forum = next(iter(visit.values), str(forums[0].id) if len(forums) == 1 else "")
        if visit.option == FORUM and not forum:
            return forums_screen(forums)
        chosen = {FORUM: forum, WHERE: THREAD if visit.option == THREAD else ""}
        known = [str(one.id) for one in forums]
        await server_setup.set_defaults(self._deps, person_of(visit), chosen, known)
        return await self._set(visit, forum, forums)

    async def _set(self, visit: Visit, forum: str, forums: Sequence[Forum]) -> Screen:
        """What is set now, what the bot lacks for it, and a button for each game."""
        name, value = (FORUM, forum) if forum else (WHERE, THREAD if visit.option == THREAD else "")
        told = [table_text("greet.set", value=setting_text(name, value)), *about_forum(forum, forums)]
        if visit.option == THREAD and not has_permission(visit.bot_may, "create_public_threads"):
            told.append(table_text("setup.without_create_public_threads", name=_threads()))
        told.append(table_text("greet.first"))
        off = await games_off(self._deps, visit.guild or 0)
        games = [game for game in self._deps.games if game not in off]
        new = [Button(_new(game), "greet_new", game, lasting=True) for game in games]
        setup = Button(table_text("greet.setup"), "setup_look", lasting=True)
        return Screen((Text("\n".join(told)), *rows((*new, setup), 2)))

    async def open(self, visit: Visit) -> Answer:
        """Open a table of that game where the server wants it. Refused: bot_elsewhere, server_only, may_not_open, and
        as `open_at`.
        """
        require_here(visit)
        if visit.guild is None:
            raise Refused("server_only")
        if await opens_threads(self._deps, visit.guild):
            return await self._lobby.open_at(visit, None, visit.option)
        require_posts(visit)
        return await self._lobby.open_at(visit, Place(visit.guild, visit.channel), visit.option)


def forums_screen(forums: Sequence[Forum]) -> Screen:
    """Return the choice of a forum; without any, of another place."""
    if not forums:
        return Screen((Text(table_text("greet.no_forum")), Row(_wheres())))
    known = tuple(choice(str(one.id), f"#{one.name}") for one in forums[: DISCORD.menu])
    menu = Menu(table_text("greet.which"), "greet_at", known, FORUM, lasting=True)
    return Screen((Text(table_text("greet.which")), menu))


def _new(game: str) -> str:
    return table_text("greet.new", game=short_title(game))


def _threads() -> str:
    return table_text("permission.create_public_threads")
