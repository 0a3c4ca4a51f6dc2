"""Features put into a bot: their handlers and commands, and what becomes of those that are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from discord import app_commands
from discord.ext import commands

from bot.contract.tables import Refused
from bot.features.feature import Feature
from bot.ui.commands.handlers import Handlers, Placed
from bot.ui.commands.lookup import EVERYWHERE, INSTALLED
from bot.ui.parts import Screen
from bot.ui.router import Handler
from bot.ui.visit import Visit


async def not_offered(visit: Visit) -> Screen:
    """What an old button of a feature that is left out is answered with. Refused: feature_off."""
    raise Refused("feature_off", table=visit.table)


def handlers(at: Handlers, features: Iterable[Feature]) -> Mapping[str, Handler]:
    """Who answers the verbs of these features."""
    made = [feature.handlers(at) for feature in features if feature.handlers is not None]
    return {verb: handler for own in made for verb, handler in own.items()}


def leave_out(at: Handlers, features: Iterable[Feature]) -> frozenset[str]:
    """Let old buttons of these features say that they are not offered, and `/help` not name them; their verbs."""
    verbs = handlers(at, features).keys()
    at.router.add(dict.fromkeys(verbs, not_offered))
    at.look.left_out = frozenset(name for feature in features for name in _names(at, feature))
    at.router.left_out = frozenset(verbs)
    return at.router.left_out


def _names(at: Handlers, feature: Feature) -> Iterator[str]:
    for one in feature.commands(at) if feature.commands is not None else ():
        if isinstance(one, commands.Cog):
            yield from (command.qualified_name for command in one.walk_app_commands())
        elif isinstance(one, Placed):
            yield f"{one.group} {one.command.name}".strip()


async def add_commands(bot: commands.Bot, at: Handlers, features: Iterable[Feature]) -> None:
    """The commands of features, in the groups where they belong; the groups of the core are there already."""
    for feature in features:
        for one in feature.commands(at) if feature.commands is not None else ():
            if isinstance(one, commands.Cog):
                await bot.add_cog(one)
            elif isinstance(one, Placed):
                _place(bot, one)
            else:
                bot.tree.add_command(one)


def _place(bot: commands.Bot, placed: Placed) -> None:
    if not placed.group:
        placed.command.allowed_contexts, placed.command.allowed_installs = EVERYWHERE, INSTALLED
        bot.tree.add_command(placed.command)
        return
    group = bot.tree.get_command(placed.group)
    if not isinstance(group, app_commands.Group):
        raise TypeError(f"there is no group {placed.group}")
    group.add_command(placed.command)
