"""The tree of commands: what a client sends is checked before anything reads it, and what fails is answered."""

from __future__ import annotations

from typing import Any, Protocol, cast

import discord
from discord import app_commands
from discord.app_commands import AppCommandError, Parameter

from bot.lengths import LENGTHS
from bot.ui.parts import Screen, Text
from bot.ui.router import Instead, Router, visit_of
from bot.values import Refused
from engine.core.text import speak, words


class Routed(Protocol):
    """A client whose interactions a router answers."""

    router: Router


class Tree(app_commands.CommandTree[Any]):
    """Commands whose options are within their bounds, also where a client has not kept to them."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Whether the options given are within their bounds; whoever sends others is told which are not."""
        speak(self._router(interaction).language(visit_of(interaction)))
        refused = unfit(interaction)
        if refused is None:
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await self._router(interaction).fail(interaction, refused)
        return False

    async def on_error(self, interaction: discord.Interaction[Any], error: AppCommandError, /) -> None:
        """Answer what a command failed with."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        cause: Exception = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            cause = Instead(Screen((Text(words("error.gone_command")),)))
        await self._router(interaction).fail(interaction, cause)

    def _router(self, interaction: discord.Interaction[Any]) -> Router:
        return cast("Routed", interaction.client).router


def unfit(interaction: discord.Interaction[Any]) -> Refused | None:
    """Why the options of an interaction cannot be read; None if they can. Codes: too_long, bad_value."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return None
    known = {str(parameter.display_name): parameter for parameter in command.parameters}
    given = [(known[name], value) for name, value in interaction.namespace if name in known]
    return next(filter(None, (_wrong(parameter, value) for parameter, value in given)), None)


def _wrong(parameter: Parameter, value: Any) -> Refused | None:
    if isinstance(value, str):
        return _wrong_text(parameter, value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = parameter.min_value, parameter.max_value
        if (least is not None and value < least) or (most is not None and value > most):
            return _bad(parameter, str(value), f"{least}–{most}")
    return None


def _wrong_text(parameter: Parameter, text: str) -> Refused | None:
    most = int(parameter.max_value or LENGTHS.name)
    if len(text) > most:
        return Refused("too_long", option=str(parameter.display_name), most=most, n=len(text))
    possible = [str(choice.value) for choice in parameter.choices]
    return _bad(parameter, text, ", ".join(possible)) if possible and text not in possible else None


def _bad(parameter: Parameter, value: str, possible: str) -> Refused:
    return Refused("bad_value", value=value[:40], setting=str(parameter.display_name), values=possible)
