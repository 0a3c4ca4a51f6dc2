"""What all commands about tables share: the handlers that answer them, and the words of their descriptions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.contract.lengths import LENGTHS
from bot.contract.tables import Refused
from bot.features.clocks.screens import LateHandlers
from bot.features.cups.handlers import CupHandlers
from bot.features.find.handlers import FindHandlers
from bot.features.host.setup import SetupHandlers
from bot.features.start_times.handlers import StartHandlers
from bot.ui.commands.autocomplete import Suggestions
from bot.ui.commands.translation import localized
from bot.ui.lobby.handlers import LobbyHandlers
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.parts import DISCORD
from bot.ui.router import Handler, Router
from bot.ui.settings.host_handlers import HostHandlers, RepairHandlers
from bot.ui.settings.request_handlers import TakebackHandlers
from bot.ui.visit import Visit, visit_of

Interaction: TypeAlias = discord.Interaction[Any]

# The texts of options, bounded; an option with a list of choices needs no bound.
Id: TypeAlias = app_commands.Range[str, None, LENGTHS.table]
Name: TypeAlias = app_commands.Range[str, None, LENGTHS.name]
Several: TypeAlias = app_commands.Range[str, None, LENGTHS.line]
OwnNote: TypeAlias = app_commands.Range[str, None, LENGTHS.private_note]
Note: TypeAlias = app_commands.Range[str, None, LENGTHS.note]
Queued: TypeAlias = app_commands.Range[str, None, LENGTHS.queue]
Reason: TypeAlias = app_commands.Range[str, None, LENGTHS.reason]
Hours: TypeAlias = app_commands.Range[str, 1, LENGTHS.hours]
Shown: TypeAlias = Sequence[tuple[str, str]]


def about(name: str) -> locale_str:
    """The description of a command."""
    return localized(f"table.command.{name}")


def parameters(*names: str) -> dict[str, locale_str]:
    """The descriptions of parameters of those names."""
    return {name: localized(f"table.parameter.{name}") for name in names}


def choices(shown: Shown) -> list[Choice[str]]:
    """Completions as Discord wants them."""
    longest = DISCORD.choice
    fitting = [Choice(name=name[:longest], value=value[:longest]) for name, value in shown if name and value]
    return fitting[: DISCORD.menu]


class Handlers:
    """The handlers of tables, and the way from a command to its one answer."""

    def __init__(
        self,
        router: Router,
        lobby: LobbyHandlers,
        look: LookupHandlers,
        host: HostHandlers,
        back: TakebackHandlers,
        suggest: Suggestions,
    ) -> None:
        self.router, self.lobby, self.look, self.suggest = router, lobby, look, suggest
        self.host, self.back = host, back
        self.mend = RepairHandlers(back.service, back.names_of, back.places)
        self.late = LateHandlers(back.service, back.names_of, back.places)
        self.starting = StartHandlers(back.service, back.names_of, back.places)
        self.finder = FindHandlers(back.service, back.names_of, back.places)
        self.cups = CupHandlers(back.service, back.names_of, back.places)
        self.setup = SetupHandlers(back.service, back.names_of, back.places)

    async def answer(self, interaction: Interaction, handler: Handler, table: str | None = None) -> None:
        """Let a handler answer a command."""
        await self.router.answer(interaction, visit(interaction, table), handler)

    async def complete(
        self, interaction: Interaction, ask: Callable[[Visit, str], Awaitable[Shown]], typed: str
    ) -> list[Choice[str]]:
        """Completions; nothing where there is no table."""
        try:
            return choices(await ask(visit(interaction, getattr(interaction.namespace, "table", None)), typed))
        except Refused:
            return []


def visit(interaction: Interaction, table: str | None = None) -> Visit:
    """Who gave a command, where, and for which table."""
    return replace(visit_of(interaction), table=(table or "").strip())
