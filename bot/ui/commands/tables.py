"""Everything about tables that is no question of a game, as an extension of the bot."""

from __future__ import annotations

from functools import partial
from typing import Protocol, cast

from discord.ext import commands

from bot.features.cups.commands import CupCog
from bot.features.host.server import ServerCog
from bot.features.statistics.commands import StatsCog
from bot.features.statistics.screens import StatisticsHandlers
from bot.settings import BotSettings
from bot.tables.game_service import GameService
from bot.ui.commands.autocomplete import Suggestions
from bot.ui.commands.channels import Channels
from bot.ui.commands.game import GameCog
from bot.ui.commands.handlers import Handlers
from bot.ui.commands.lookup import EVERYWHERE, INSTALLED, LookCog, on_messages
from bot.ui.commands.prefs import PrefsCog
from bot.ui.lobby.handlers import LobbyHandlers, Places
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.router import Handler, Router
from bot.ui.settings.host_handlers import HostHandlers
from bot.ui.settings.notices import Notices
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.settings.reader_style import Looks
from bot.ui.settings.request_handlers import TakebackHandlers
from bot.ui.words.presentations import names_of
from engine.core.naming import NamesOf


class TableParts(Protocol):
    """What the bot offers to its extensions."""

    service: GameService
    router: Router
    settings: BotSettings


async def setup(bot: commands.Bot) -> None:
    """Add all commands and buttons about tables."""
    composed = cast("TableParts", bot)
    shared = await add_table_cogs(bot, composed.router, composed.service, names_of, Channels(bot))
    shared.look.contact = composed.settings.contact


async def add_table_cogs(
    bot: commands.Bot, router: Router, service: GameService, names: NamesOf, places: Places
) -> Handlers:
    """All commands and buttons about tables, added to the bot and its router."""
    shared = Handlers(
        router,
        LobbyHandlers(service, names, places),
        LookupHandlers(service, names, places),
        HostHandlers(service, names, places),
        TakebackHandlers(service, names, places),
        Suggestions(service, names, places),
    )
    router.add(handlers(shared))
    router.language = lambda visit: service.language(visit.person, visit.locale)
    router.finish = Looks(service, Notices(service).on).on
    prefs = PreferenceHandlers(service, partial(_now, service))
    router.add(prefs.handlers())
    look = LookCog(shared)
    for command in look.get_app_commands():
        command.allowed_contexts, command.allowed_installs = EVERYWHERE, INSTALLED
    await bot.add_cog(GameCog(shared))
    await bot.add_cog(look)
    await bot.add_cog(PrefsCog(shared, prefs))
    await bot.add_cog(StatsCog(shared, StatisticsHandlers(service)))
    await bot.add_cog(ServerCog(shared))
    await bot.add_cog(CupCog(shared, shared.cups))
    for menu in on_messages(look):
        bot.tree.add_command(menu)
    return shared


def _now(service: GameService) -> float:
    return service.deps.now()


def handlers(shared: Handlers) -> dict[str, Handler]:
    """Verb and handler of everything about a table that can be pressed."""
    parts = (
        shared.lobby,
        shared.look,
        shared.host,
        shared.back,
        shared.mend,
        shared.late,
        shared.finder,
        shared.starting,
        shared.setup,
        shared.cups,
    )
    return {verb: handler for part in parts for verb, handler in part.handlers().items()}
