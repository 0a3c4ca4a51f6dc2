"""`/cup ...`: people of a server play one game in rounds. Every answer is private."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.cups.handlers import CupHandlers
from bot.features.cups.values import MOST_DAYS, MOST_ROUNDS, CupPlan
from bot.ui.commands.channels import place_to_play, require_threads
from bot.ui.commands.game import asked_for
from bot.ui.commands.handlers import Handlers, Interaction, Name, Several, about, choices, parameters
from bot.ui.commands.translation import locale_text
from bot.ui.lobby import option_parser
from bot.ui.lobby.basics_form import PACES
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit
from engine.games import GAMES, MOST_PERSONS


class CupCog(commands.Cog):
    """The commands about cups."""

    cup = app_commands.Group(name="cup", description=about("cup"))

    def __init__(self, handlers: Handlers, cups: CupHandlers) -> None:
        self.handlers, self.cups = handlers, cups

    @cup.command(name="new", description=about("cup_new"))
    @app_commands.describe(
        **parameters("cup_name", "game", "kind", "size", "rounds", "scenario", "pace", "options"),
        days=locale_text("table.parameter.cup_days"),
    )
    @app_commands.rename(cup_name="name")
    @app_commands.choices(
        game=[Choice(name=g.title, value=g.name) for g in GAMES.values()],
        kind=[Choice(name=locale_text(f"cup.kind.{one}"), value=one) for one in ("swiss", "robin")],
        pace=[Choice(name=locale_text(f"table.pace.{p}"), value=p) for p in PACES],
    )
    async def new(
        self,
        interaction: Interaction,
        cup_name: Name,
        game: str,
        kind: str = "swiss",
        size: app_commands.Range[int, 2, MOST_PERSONS] = 2,
        rounds: app_commands.Range[int, 0, MOST_ROUNDS] = 0,
        days: app_commands.Range[int, 0, MOST_DAYS] = 0,
        scenario: Name = "",
        pace: str | None = None,
        options: Several | None = None,
    ) -> None:
        """Open a cup for which people can sign up."""
        plan = CupPlan(cup_name, "robin" if kind == "robin" else "swiss", size, rounds, days)

        async def handler(visit: Visit) -> Answer:
            place = await place_to_play(interaction)
            await require_threads(interaction)
            wanted: dict[str, Any] = asked_for(self.handlers.lobby, game, None, None, pace, options)
            wanted.pop("npc_civs")
            wanted["scenario"] = option_parser.read_scenario(scenario, game)
            return await self.cups.open(visit, place, plan, game, **wanted)

        await self.handlers.answer(interaction, handler)

    @new.autocomplete("scenario")
    async def _scenario(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return choices(await self.handlers.suggest.scenarios(interaction.namespace.game or next(iter(GAMES)), typed))

    @cup.command(name="table", description=about("cup_table"))
    @app_commands.describe(**parameters("cup"))
    async def table(self, interaction: Interaction, cup: Name = "") -> None:
        """Show who sits where, and the standings."""

        async def handler(visit: Visit) -> Answer:
            return await self.cups.table(visit, cup)

        await self.handlers.answer(interaction, handler)

    @table.autocomplete("cup")
    async def _cups(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.cups.suggest, typed)


def commands_of(at: Handlers) -> Iterator[commands.Cog]:
    """Return the command `/cup`."""
    yield CupCog(at, _cups(at))


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of cups."""
    return _cups(at).handlers()


def _cups(at: Handlers) -> CupHandlers:
    return CupHandlers(at.service, at.names_of, at.places)
