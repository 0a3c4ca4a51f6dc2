"""The group of commands of a game, made from its declarations."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine
from keyword import iskeyword
from typing import Any, Final, Literal, Optional, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.lengths import LENGTHS
from bot.translation import localized
from bot.ui.play.autocomplete import Suggestion
from bot.ui.presentations import lobby_of
from engine.core.commands import SEAT, TABLE, Command, Given, Parameter
from engine.core.text import own

Interaction: TypeAlias = discord.Interaction[Any]
Run: TypeAlias = Callable[[Interaction, Command, Given], Awaitable[None]]
Suggest: TypeAlias = Callable[[Interaction, Command, Parameter, str], Awaitable[list[Suggestion]]]

PLACES: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLED: Final = app_commands.AppInstallationType(guild=True, user=False)


def group_of(game: str, name: str, commands: tuple[Command, ...], run: Run, suggest: Suggest) -> app_commands.Group:
    """The verbs of a game with their options, described and completed."""
    group = app_commands.Group(
        name=name,
        description=localized(f"play.command.{name}"),
        allowed_contexts=PLACES,
        allowed_installs=INSTALLED,
    )
    for command in commands:
        group.add_command(_command(game, name, command, run, suggest))
    return group


def _command(
    game: str, group: str, command: Command, run: Run, suggest: Suggest
) -> app_commands.Command[Any, ..., None]:
    which = (Parameter(SEAT),) if lobby_of(game).several else ()
    parameters = (*command.parameters, *which, Parameter(TABLE))
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=command.name,
        description=localized(f"play.command.{group}.{command.name}"),
        callback=_callback(game, command, parameters, run),
    )
    for parameter in parameters:
        if parameter.kind == "text":
            made.autocomplete(_python_name(parameter.name))(_completing(command, parameter, suggest))
    return made


def _callback(
    game: str, command: Command, parameters: tuple[Parameter, ...], run: Run
) -> Callable[..., Coroutine[Any, Any, None]]:
    """A coroutine function with a signature of the declared options, as the library wants it."""

    async def callback(interaction: Interaction, **given: Any) -> None:
        await run(interaction, command, {k.rstrip("_"): str(v) for k, v in given.items() if v is not None})

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    ordered = sorted(parameters, key=lambda p: not p.required)
    signature = inspect.Signature([first, *(_declared(p) for p in ordered)])
    callback.__signature__ = signature  # type: ignore[attr-defined]
    described = {_python_name(p.name): localized(own(game, f"play.parameter.{p.name}")) for p in parameters}
    renamed = {_python_name(p.name): p.name for p in parameters if _python_name(p.name) != p.name}
    return app_commands.rename(**renamed)(app_commands.describe(**described)(callback))


def _python_name(name: str) -> str:
    """A name that Python allows for a parameter: `with_` for `with`."""
    return f"{name}_" if iskeyword(name) else name


def _declared(parameter: Parameter) -> inspect.Parameter:
    """One option as a parameter of the callback."""
    kinds: dict[str, Any] = {
        "text": app_commands.Range[str, None, _length(parameter)],
        "number": app_commands.Range[int, parameter.low, parameter.high],
        "choice": Literal.__getitem__(parameter.values) if parameter.values else str,
    }
    kind = kinds[parameter.kind]
    keyword = inspect.Parameter.KEYWORD_ONLY
    if parameter.required:
        return inspect.Parameter(_python_name(parameter.name), keyword, annotation=kind)
    return inspect.Parameter(_python_name(parameter.name), keyword, default=None, annotation=Optional[kind])  # noqa: UP045 - not every kind knows |


def _length(parameter: Parameter) -> int:
    """The most characters of one that is typed."""
    if parameter.name == TABLE:
        return LENGTHS.table
    return LENGTHS.line if parameter.several else LENGTHS.name


def _completing(
    command: Command, parameter: Parameter, suggest: Suggest
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        found = await suggest(interaction, command, parameter, current)
        return [Choice(name=name[:100], value=value[:100]) for name, value in found if name and value][:25]

    return complete
