"""Everything that is offered for any option of any command is understood by its name as by the value behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.app import add_commands
from bot.contract.tables import Person
from bot.delivery import command_tree
from bot.features.cups import sign_up
from bot.features.cups.values import CupPlan
from bot.tables.game_service import GameService
from bot.ui.discord_reply import DiscordRouter
from bot.ui.parts import DISCORD
from engine.games import GAMES
from tests.ui.table.room import ANA, BEN, HERE, Room, Threads, opened_room

Option = tuple[app_commands.Command[Any, ..., Any], app_commands.Parameter]
LETTERS = "abcmps"  # with which things of every game begin
BESIDES = ("game", "setting")  # options on which the suggestions of another depend


class Given(SimpleNamespace):
    """The options of a command, `None` for those not given."""

    def __getattr__(self, name: str) -> None:
        return None

    def __iter__(self) -> Iterator[tuple[str, object]]:
        return iter(vars(self).items())


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def all_commands(service: GameService) -> commands.Bot:
    """The bot with every command, at that service."""
    made = commands.Bot(command_prefix=(), intents=discord.Intents.none(), help_command=None)
    await add_commands(made, DiscordRouter(), service, places=Threads())
    return made


def completed(bot: commands.Bot) -> Iterator[Option]:
    """Each option for which something is suggested, with its command."""
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield from ((command, parameter) for parameter in command.parameters if parameter.autocomplete)


def asking(person: Person, given: Given) -> Any:
    """The interaction of somebody who types in the channel of the table."""
    user = SimpleNamespace(id=person.id, display_name=person.name)
    channel = SimpleNamespace(parent_id=None)
    return SimpleNamespace(
        user=user, channel_id=HERE.channel, guild_id=HERE.guild, guild=None, channel=channel, message=None, data={},
        permissions=discord.Permissions.all(), app_permissions=discord.Permissions.all(), locale="en-GB",
        namespace=given, _integration_owners={0: HERE.guild}, is_guild_integration=lambda: True,
        type=discord.InteractionType.autocomplete,
    )  # fmt: skip


async def offered(option: Option, interaction: Any) -> list[Choice[Any]]:
    """All that is suggested, for nothing typed and, where there is more than that shows, for each letter."""
    command, parameter = option
    complete: Any = command._params[parameter.name].autocomplete
    bound = (command.binding,) if getattr(complete, "pass_command_binding", False) else ()
    found = list(await complete(*bound, interaction, ""))
    for letter in LETTERS if len(found) >= DISCORD.menu else "":
        found += await complete(*bound, interaction, letter)
    return list({(choice.name, choice.value): choice for choice in found}.values())


def companions(command: app_commands.Command[Any, ..., Any], option: str, game: str) -> Iterator[Given]:
    """What is given besides: of each choice that decides what is suggested."""
    yield Given(game=game)
    for parameter in command.parameters:
        if parameter.name in BESIDES and parameter.name != option:
            yield from (Given(**{"game": game, parameter.name: choice.value}) for choice in parameter.choices)


async def misread(bot: commands.Bot, person: Person, game: str) -> tuple[int, list[str]]:
    """How many suggestions there are, and which mean something else by their name or by their value."""
    tried, wrong = 0, []
    for option in completed(bot):
        command, parameter = option
        for given in companions(command, parameter.name, game):
            interaction = asking(person, given)
            for choice in await offered(option, interaction):
                tried += 1
                for sent in (choice.name, choice.value):
                    meant = await command_tree._meant(command, parameter, interaction, sent)
                    if meant != choice.value:
                        wrong.append(f"/{command.qualified_name} {parameter.name}: {sent!r} is {meant!r}")
    return tried, wrong


async def at_a_table(room: Room, game: str, *, begun: bool) -> Person:
    """A table of that game, with a cup in its server; whoever is asked there."""
    await sign_up.open_cup(room.service, ANA, HERE, CupPlan("Spring: a cup"), game)
    info = await room.service.open_table(ANA, HERE, game)
    await room.service.join(info.id, BEN)
    if not begun:
        return ANA
    await room.service.start(info.id, ANA)
    asked = [person for person in (ANA, BEN) if (await room.service.sheet(info.id, person)).ask is not None]
    return asked[0]


@pytest.mark.sample(1)
@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("game", ["culture_wars", *(game for game in GAMES if game != "culture_wars")])
async def test_whatever_is_offered_is_understood_by_name_and_by_value(room: Room, game: str, begun: bool) -> None:
    person = await at_a_table(room, game, begun=begun)
    bot = await all_commands(room.service)
    tried, wrong = await misread(bot, person, game)
    await bot.close()
    assert wrong == []
    assert tried > 230
