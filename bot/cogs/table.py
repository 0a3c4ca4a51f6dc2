"""Everything about tables that is no question of a game, as an extension of the bot."""

from __future__ import annotations

import time
from typing import Protocol, cast

from discord.ext import commands

from bot.cogs.channels import Channels
from bot.cogs.desks import Desks
from bot.cogs.game import GameCog
from bot.cogs.look import EVERYWHERE, INSTALLED, LookCog, on_messages
from bot.cogs.prefs import PrefsCog
from bot.contract import Service
from bot.ui.router import Handler, Router
from bot.ui.table.backing import BackDesk
from bot.ui.table.desk import LobbyDesk, Places
from bot.ui.table.host import HostDesk
from bot.ui.table.look import LookDesk
from bot.ui.table.notices import Notices
from bot.ui.table.prefs import Looks, PrefsDesk
from bot.ui.table.suggest import Suggestions
from bot.ui.vocabulary import names_of
from engine.core.naming import NamesOf


class Composed(Protocol):
    """What the bot offers to its extensions."""

    service: Service
    router: Router


async def setup(bot: commands.Bot) -> None:
    """Add all commands and buttons about tables."""
    composed = cast("Composed", bot)
    await add_table_cogs(bot, composed.router, composed.service, names_of, Channels(bot))


async def add_table_cogs(bot: commands.Bot, router: Router, service: Service, names: NamesOf, places: Places) -> Desks:
    """All commands and buttons about tables, added to the bot and its router."""
    desks = Desks(
        router,
        LobbyDesk(service, names, places),
        LookDesk(service, names, places),
        HostDesk(service, names, places),
        BackDesk(service, names, places),
        Suggestions(service, names, places),
    )
    router.add(handlers(desks))
    router.finish = Looks(service, Notices(service).on).on
    prefs = PrefsDesk(service, time.time)
    router.add(prefs.handlers())
    look = LookCog(desks)
    for command in look.get_app_commands():
        command.allowed_contexts, command.allowed_installs = EVERYWHERE, INSTALLED
    await bot.add_cog(GameCog(desks))
    await bot.add_cog(look)
    await bot.add_cog(PrefsCog(desks, prefs))
    for menu in on_messages(look):
        bot.tree.add_command(menu)
    return desks


def handlers(desks: Desks) -> dict[str, Handler]:
    """Verb and handler of everything about a table that can be pressed."""
    return {**desks.lobby.handlers(), **desks.look.handlers(), **desks.host.handlers(), **desks.back.handlers()}
