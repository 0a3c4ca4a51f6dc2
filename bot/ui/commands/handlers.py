"""What all commands about tables share: their handlers, and the words of their descriptions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.contract.lengths import LENGTHS
from bot.contract.tables import Refused
from bot.tables.game_service import GameService
from bot.ui.commands.autocomplete import Suggestions
from bot.ui.commands.translation import locale_text
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lobby.handlers import LobbyHandlers
from bot.ui.lobby.multi_seat import seat_meant
from bot.ui.lobby.option_handlers import OptionHandlers
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.parts import DISCORD
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.settings.host_handlers import HostHandlers, RepairHandlers
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.settings.request_handlers import TakebackHandlers
from bot.ui.visit import Visit, person_of, visit_of

Interaction: TypeAlias = discord.Interaction[Any]

# The texts of options, bounded; an option with a list of choices needs no bound.
Id: TypeAlias = app_commands.Range[str, None, LENGTHS.table]
Name: TypeAlias = app_commands.Range[str, None, LENGTHS.name]
Several: TypeAlias = app_commands.Range[str, None, LENGTHS.line]
OwnNote: TypeAlias = app_commands.Range[str, None, LENGTHS.private_note]
Note: TypeAlias = app_commands.Range[str, None, LENGTHS.note]
Queued: TypeAlias = app_commands.Range[str, None, LENGTHS.queue]
Reason: TypeAlias = app_commands.Range[str, None, LENGTHS.reason]
Shown: TypeAlias = Sequence[tuple[str, str]]


def about(name: str) -> locale_str:
    """Return the description of a command."""
    return locale_text(f"table.command.{name}")


def parameters(*names: str) -> dict[str, locale_str]:
    """Return the descriptions of parameters of those names."""
    return {name: locale_text(f"table.parameter.{name}") for name in names}


def seat_descriptions(*names: str) -> dict[str, locale_str]:
    """Return the parameter descriptions of commands about a seat."""
    return {name: locale_text(f"play.parameter.{name}") for name in names}


def choices(shown: Shown) -> list[Choice[str]]:
    """Return the completions as Discord wants them."""
    longest = DISCORD.choice
    fitting = [Choice(name=name[:longest], value=value[:longest]) for name, value in shown if name and value]
    return fitting[: DISCORD.menu]


@dataclass(frozen=True, slots=True)
class Placed:
    """A command of a feature, in the group of that name (`game`, `prefs`) or in none."""

    command: app_commands.Command[Any, ..., Any]
    group: str = ""


class Handlers:
    """The handlers of the core, what those of features are made with, and the way from a command to its one answer."""

    def __init__(
        self,
        router: DiscordRouter,
        lobby: LobbyHandlers,
        look: LookupHandlers,
        host: HostHandlers,
        back: TakebackHandlers,
        suggest: Suggestions,
        play: QuestionHandlers,
        client: discord.Client,
    ) -> None:
        self.router, self.lobby, self.look, self.suggest = router, lobby, look, suggest
        self.host, self.back, self.play = host, back, play
        self.service, self.names_of, self.places = back.service, back.names_of, back.places
        self.options = OptionHandlers(self.service, self.names_of, self.places)
        self.mend = RepairHandlers(self.service, self.names_of, self.places)
        self.preferences = PreferenceHandlers(self.service, partial(_now, self.service))
        self.client = client

    async def at_seat(self, visit: Visit, seat: str = "") -> Visit:
        """Return the visit with its table, and its seat if one is named. Refused: no_table, seats_many."""
        info = await self.look.find_table(visit)
        return replace(visit, table=info.id, seat=seat_meant(info, person_of(visit), seat, self.look.names(info)))

    async def answer_at_seat(
        self, interaction: Interaction, handler: Handler, table: str | None, seat: str | None
    ) -> None:
        """Let a handler answer a command about a seat."""

        async def there(visit: Visit) -> Answer:
            return await handler(await self.at_seat(visit, seat or ""))

        await self.answer(interaction, there, table)

    async def tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Return the completions of an option that names a table."""
        return await self.complete(interaction, self.suggest.tables, typed)

    async def seats(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Return completions for an option that names one of the person's own seats."""
        return await self.complete(interaction, self.suggest.own_seats, typed)

    async def answer(self, interaction: Interaction, handler: Handler, table: str | None = None) -> None:
        """Let a handler answer a command."""
        await self.router.answer(interaction, visit(interaction, table), handler)

    async def complete(
        self, interaction: Interaction, ask: Callable[[Visit, str], Awaitable[Shown]], typed: str
    ) -> list[Choice[str]]:
        """Return completions; empty if there is no table."""
        try:
            return choices(await ask(visit(interaction, getattr(interaction.namespace, "table", None)), typed))
        except Refused:
            return []


def visit(interaction: Interaction, table: str | None = None) -> Visit:
    """Return who gave a command, where, and for which table."""
    return replace(visit_of(interaction), table=(table or "").strip())


def _now(service: GameService) -> float:
    return service.deps.now()
