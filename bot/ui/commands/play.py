"""`/turn`, `/act`, `/hand`, `/undo`, `/auto`, `/note`, the verbs of each game: an extension of the bot."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from keyword import iskeyword
from typing import Any, Final, Literal, Optional, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.contract.lengths import LENGTHS
from bot.contract.tables import Refused
from bot.ui.commands.handlers import Handlers, Id, Name, Several, choices
from bot.ui.commands.handlers import visit as visit_to
from bot.ui.commands.translation import locale_text
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.lobby.multi_seat import seat_meant
from bot.ui.questions.autocomplete import Completer, Suggestion
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.questions.declining import owners_of
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import lobby_of, presentation_of
from engine.core.commands import HAND, LOOKED_AT, SEAT, TABLE, Command, Given, Parameter
from engine.core.text import own
from engine.games import PRESENTATIONS

Interaction: TypeAlias = discord.Interaction[Any]
Run: TypeAlias = Callable[[Interaction, Command, Given], Awaitable[None]]
Suggest: TypeAlias = Callable[[Interaction, Command, Parameter, str], Awaitable[list[Suggestion]]]


def group_of(game: str, name: str, commands: tuple[Command, ...], run: Run, suggest: Suggest) -> app_commands.Group:
    """Return the verbs of a game with their options, described and completed."""
    group = app_commands.Group(name=name, description=locale_text(f"play.command.{name}"))
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
        description=locale_text(f"play.command.{group}.{command.name}"),
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
    described = {_python_name(p.name): locale_text(own(game, f"play.parameter.{p.name}")) for p in parameters}
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
        "flag": bool,
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
        return choices(found)

    return complete


ACT: Final = Command("act", (Parameter("choice", required=True, several=True),), {"": ("choice",)})
CHOICE: Final = Parameter("choice", required=True)


def option_text(name: str) -> locale_str:
    """Return the description of an option."""
    return locale_text(f"play.parameter.{name}")


class PlayCog(commands.Cog):
    """The commands of questions."""

    def __init__(self, shared: Handlers, verbs: Mapping[str, Handler]) -> None:
        self.router, self.service, self.play = shared.router, shared.service, shared.play
        self.table_handlers = TableHandlers(self.service, shared.names_of, shared.places)
        self.looks, self.tables = shared.look, shared.suggest
        self.typed = CommandRunner(self.play)
        self.completer = Completer(self.play, self.typed)
        self.verbs = verbs

    def visit(self, interaction: Interaction, table: str | None) -> Visit:
        """Return who gave a command, and where."""
        return visit_to(interaction, table)

    async def _at_table(self, visit: Visit, seat: str | None = None) -> Visit:
        """Return the visit with the table that is meant, and the seat if one is named. Refused: no_table,
        seats_many.
        """
        info = await self.table_handlers.find_table(visit)
        return replace(
            visit, table=info.id, seat=seat_meant(info, person_of(visit), seat or "", self.table_handlers.names(info))
        )

    async def answer(self, interaction: Interaction, table: str | None, verb: str, seat: str | None = None) -> None:
        """Answer a command as the button of that verb would."""

        async def handler(visit: Visit) -> Answer:
            there = await self._at_table(visit, seat)
            return await self.verbs[verb](replace(there, option=str(there.seat or "")))

        await self.router.answer(interaction, self.visit(interaction, table), handler)

    @app_commands.command(name="turn", description=locale_text("play.command.turn"))
    @app_commands.describe(seat=option_text("seat"), table=option_text("table"))
    async def turn(self, interaction: Interaction, seat: Name | None = None, table: Id | None = None) -> None:
        """Show my turn."""
        await self.answer(interaction, table, "seat", seat)

    @app_commands.command(name="act", description=locale_text("play.command.act"))
    @app_commands.describe(choice=option_text("choice"), seat=option_text("seat"), table=option_text("table"))
    async def act(
        self, interaction: Interaction, choice: Several, seat: Name | None = None, table: Id | None = None
    ) -> None:
        """Answer the present question."""
        given = {"choice": choice, SEAT: seat or "", TABLE: table or ""}
        await self.run(interaction, ACT, {name: value for name, value in given.items() if value})

    @app_commands.command(name="hand", description=locale_text("play.command.hand"))
    @app_commands.describe(npc=option_text("npc"), seat=option_text("seat"), table=option_text("table"))
    async def hand(
        self, interaction: Interaction, npc: Name | None = None, seat: Name | None = None, table: Id | None = None
    ) -> None:
        """Show one's cards, or the open hand of an NPC."""

        async def handler(visit: Visit) -> Answer:
            there = await self._at_table(visit, seat)
            return await self.verbs["npc_hand"](replace(there, option=npc)) if npc else await self.verbs["hand"](there)

        await self.router.answer(interaction, self.visit(interaction, table), handler)

    @app_commands.command(name="undo", description=locale_text("play.command.undo"))
    @app_commands.describe(seat=option_text("seat"), table=option_text("table"))
    async def undo(self, interaction: Interaction, seat: Name | None = None, table: Id | None = None) -> None:
        """Undo the last answer."""
        await self.answer(interaction, table, "undo", seat)

    @act.autocomplete("choice")
    async def _choice(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self.suggest(interaction, ACT, CHOICE, typed)
        return choices(found)

    @turn.autocomplete("table")
    @act.autocomplete("table")
    @hand.autocomplete("table")
    @undo.autocomplete("table")
    async def _table(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self.tables.tables(self.visit(interaction, None), typed)
        return choices(found)

    @turn.autocomplete("seat")
    @act.autocomplete("seat")
    @hand.autocomplete("seat")
    @undo.autocomplete("seat")
    async def _seat(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            found = await self.tables.own_seats(self.visit(interaction, interaction.namespace.table), typed)
        except Refused:
            return []
        return choices(found)

    @hand.autocomplete("npc")
    async def _npc(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            visit = self.visit(interaction, interaction.namespace.table)
            info = await self.table_handlers.find_table(visit)
            view = (await self.service.standing(info.id, person_of(visit))).view
        except Refused:
            return []
        presentation = presentation_of(info.game).of(info.scenario)
        shown = [s for s in info.seats if presentation.summary.cards(view, s.seat) is not None]
        seats = [(presentation.names.name("civ", s.civ), s.seat) for s in shown]
        return choices([(name, seat) for name, seat in seats if typed.casefold() in name.casefold()])

    async def run(self, interaction: Interaction, command: Command, given: Given) -> None:
        """Carry out a command of a game."""

        async def handler(visit: Visit) -> Answer:
            if command.look == HAND:
                return await self.verbs[HAND](await self._at_table(visit, given.get(SEAT)))
            if command.look:
                return await self.looks.look_command(visit, command.look, given.get(LOOKED_AT, ""))
            there = await self._at_table(visit, given.get(SEAT))
            return await self.typed.run(there, command, {k: v for k, v in given.items() if k != SEAT})

        await self.router.answer(interaction, self.visit(interaction, given.get(TABLE)), handler)

    async def suggest(
        self, interaction: Interaction, command: Command, parameter: Parameter, typed: str
    ) -> list[Suggestion]:
        """Complete an option of a command."""
        given = {str(k): str(v) for k, v in interaction.namespace if v is not None}
        visit = self.visit(interaction, given.get(TABLE))
        if parameter.name == TABLE:
            return await self.tables.tables(visit, typed, owners_of(command))
        try:
            info = await self.table_handlers.find_table(visit)
            if info.game not in (owners_of(command) or [info.game]):
                return []
            visit = replace(visit, table=info.id)
            if parameter.name == SEAT:
                return await self.tables.own_seats(visit, typed)
            if command.look:
                return await self.looks.players(visit, typed)
            there = await self._at_table(visit, given.pop(SEAT, None))
        except Refused:
            return []
        return await self.completer.suggest(there, command, parameter, typed, given)


async def add_play_commands(bot: commands.Bot, shared: Handlers, verbs: Mapping[str, Handler]) -> PlayCog:
    """Return the commands and buttons of questions, added to the bot and its router; `verbs` says who answers the
    buttons.
    """
    cog = PlayCog(shared, verbs)
    shared.router.add(verbs)
    await bot.add_cog(cog)
    for game, presentation in PRESENTATIONS.items():
        if presentation.commands:
            bot.tree.add_command(
                group_of(game, presentation.group or game, presentation.commands, cog.run, cog.suggest)
            )
    return cog
