"""The commands about tables that aren't answers to a question, as an extension of the bot."""

from __future__ import annotations

from functools import partial

import discord
from discord.ext import commands

from bot.tables.game_service import GameService
from bot.ui.commands.autocomplete import Suggestions
from bot.ui.commands.game import GameCog
from bot.ui.commands.handlers import Handlers
from bot.ui.commands.lookup import LookCog, on_message
from bot.ui.commands.prefs import PrefsCog
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lobby.handlers import LobbyHandlers, Places
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Handler
from bot.ui.settings.browsers import BrowserHandlers
from bot.ui.settings.host_handlers import HostHandlers
from bot.ui.settings.notices import Notices
from bot.ui.settings.reader_style import ReaderStyle
from bot.ui.settings.request_handlers import TakebackHandlers
from engine.core.naming import NamesOf


async def add_table_commands(
    bot: commands.Bot,
    router: DiscordRouter,
    service: GameService,
    names: NamesOf,
    places: Places,
    play: QuestionHandlers,
) -> Handlers:
    """Return all commands and buttons of the core about tables, added to the bot and its router."""
    made = (service, names, places)
    shared = Handlers(
        router,
        LobbyHandlers(*made),
        LookupHandlers(*made),
        HostHandlers(*made),
        TakebackHandlers(*made),
        Suggestions(*made),
        play,
        bot,
    )
    router.add(handlers(shared))
    router.language = lambda visit: service.language(visit.person, visit.locale)
    router.finish = ReaderStyle(service, Notices(service).prepend).apply
    look = LookCog(shared)
    await bot.add_cog(GameCog(shared))
    await bot.add_cog(look)
    await bot.add_cog(PrefsCog(shared, shared.preferences))
    bot.tree.add_command(on_message("explain", look.explain))
    return shared


def handlers(shared: Handlers) -> dict[str, Handler]:
    """Return the verb and handler of everything of the core about a table that can be pressed."""
    parts = (shared.lobby, shared.options, shared.look, shared.host, shared.back, shared.mend, shared.preferences)
    found = {verb: handler for part in parts for verb, handler in part.handlers().items()}
    return {**found, **BrowserHandlers(shared.service, partial(_server_name, shared.client)).handlers()}


def _server_name(client: discord.Client, guild: int) -> str:
    known = client.get_guild(guild)
    return "" if known is None else known.name
