"""What all commands about tables share: the desks that answer them, and the words of their descriptions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeAlias

import discord
from discord.app_commands import Choice

from bot.contract import Refused
from bot.ui.router import Handler, Router, Visit, visit_of
from bot.ui.table.backing import BackDesk
from bot.ui.table.desk import LobbyDesk
from bot.ui.table.host import HostDesk
from bot.ui.table.look import LookDesk
from bot.ui.table.suggest import Suggestions
from bot.ui.table.terms import said

Interaction: TypeAlias = discord.Interaction[Any]
Shown: TypeAlias = list[tuple[str, str]]


def about(name: str) -> str:
    """The description of a command."""
    return said(f"command.{name}")


def parameters(*names: str) -> dict[str, str]:
    """The descriptions of parameters of those names."""
    return {name: said(f"parameter.{name}") for name in names}


def choices(shown: Shown) -> list[Choice[str]]:
    """Completions as Discord wants them."""
    return [Choice(name=name, value=value) for name, value in shown if name and value][:25]


class Desks:
    """The desks of tables, and the way from a command to its one answer."""

    def __init__(
        self, router: Router, lobby: LobbyDesk, look: LookDesk, host: HostDesk, back: BackDesk, suggest: Suggestions
    ) -> None:
        self.router, self.lobby, self.look, self.suggest = router, lobby, look, suggest
        self.host, self.back = host, back

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
    return replace(visit_of(interaction), table=(table or "").strip()[:20])
