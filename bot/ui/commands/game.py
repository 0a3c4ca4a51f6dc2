"""`/game ...`: open, join, start and look after tables."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.contract.servers import THREAD
from bot.contract.tables import Person
from bot.tables.lobby.options import game_named, opens_threads
from bot.ui.commands.channels import place_to_play, require_threads
from bot.ui.commands.handlers import (
    Handlers,
    Id,
    Interaction,
    Name,
    Note,
    Reason,
    Several,
    about,
    choices,
    parameters,
)
from bot.ui.commands.translation import locale_text
from bot.ui.doors import doors
from bot.ui.lobby import option_parser
from bot.ui.lobby.basics_form import PACES
from bot.ui.lobby.form_reader import read_end
from bot.ui.lobby.handlers import LobbyHandlers
from bot.ui.router import Answer
from bot.ui.visit import Visit
from bot.ui.words.presentations import lobby_of
from engine.games import GAMES, MOST_PERSONS

FIRST: Final = next(iter(GAMES))


class GameCog(commands.Cog):
    """The commands about tables."""

    game = app_commands.Group(name="game", description=about("game"))

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers

    @game.command(name="new", description=about("game_new"))
    @app_commands.describe(
        **parameters("game", "scenario", "map", "length", "pace", "people", "npcs", "options", "starts", "where")
    )
    @app_commands.choices(
        where=[Choice(name=locale_text(f"table.where.{w}"), value=w) for w in ("here", "thread")],
        pace=[Choice(name=locale_text(f"table.pace.{p}"), value=p) for p in PACES],
    )
    async def new(
        self,
        interaction: Interaction,
        game: Name,
        scenario: Name | None = None,
        map: Name | None = None,  # noqa: A002 - the word people type
        length: Name | None = None,
        pace: str | None = None,
        people: app_commands.Range[int, 1, MOST_PERSONS] | None = None,
        npcs: app_commands.Range[int, 0, MOST_PERSONS - 1] = 0,
        options: Several | None = None,
        starts: Name = "",
        where: str = "",
    ) -> None:
        """Open a table in this channel, or in a thread of its own; by default where the server's managers want it."""

        async def handler(visit: Visit) -> Answer:
            lobby = self.handlers.lobby
            game_named(lobby.service.deps.games, game)
            apart = where == THREAD or (not where and await opens_threads(lobby.service.deps, visit.guild))
            place = None if apart else await place_to_play(interaction)
            if place is None and not await self.handlers.lobby.forum(visit):
                await require_threads(interaction)
            wanted = asked_for(self.handlers.lobby, game, map, length, pace, options)
            wanted |= {"scenario": option_parser.read_scenario(scenario or "", game), "npcs": npcs, "most": people}
            asked = {"place": None if place is None else [place.guild, place.channel], "game": game, **wanted}
            at = None
            for start_typed in doors(lobby.service.deps, lambda one: one.start_typed) if starts else ():
                at = await start_typed(lobby, visit, starts, asked)
            return await lobby.open_at(visit, place, game, starts=at, **wanted)

        await self.handlers.answer(interaction, handler)

    @new.autocomplete("game")
    async def _game(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.games, typed)

    @new.autocomplete("scenario")
    async def _scenario(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game, people = game_meant(interaction), interaction.namespace.people or 0
        return choices(await self.handlers.suggest.scenarios(game, typed, people))

    @new.autocomplete("map")
    async def _map(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game, scenario = game_meant(interaction), interaction.namespace.scenario or ""
        return choices(await self.handlers.suggest.maps(game, typed, scenario))

    @new.autocomplete("length")
    async def _length(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game, scenario = game_meant(interaction), interaction.namespace.scenario or ""
        return choices(await self.handlers.suggest.lengths(game, typed, scenario))

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game, scenario = game_meant(interaction), interaction.namespace.scenario or ""
        return choices(await self.handlers.suggest.options(game, typed, scenario))

    @game.command(name="join", description=about("game_join"))
    @app_commands.describe(**parameters("civ", "another", "table"))
    async def join(
        self, interaction: Interaction, civ: Name | None = None, another: bool = False, table: Id | None = None
    ) -> None:
        """Take a seat, or one seat more, perhaps with a civilization."""
        lobby = self.handlers.lobby
        plain = lobby.join_again if another else lobby.join
        handler = partial(lobby.join_as, typed=civ, another=another) if civ and civ.strip() else plain
        await self.handlers.answer(interaction, handler, table)

    @join.autocomplete("civ")
    async def _civ(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.peoples, typed)

    @game.command(name="remove", description=about("game_remove"))
    @app_commands.describe(**parameters("player", "table"))
    async def remove(self, interaction: Interaction, player: discord.User, table: Id | None = None) -> None:
        """Remove a player from a lobby."""
        await self.handlers.answer(interaction, partial(self.handlers.lobby.remove, who=person(player)), table)

    @game.command(name="leave", description=about("game_leave"))
    @app_commands.describe(**parameters("table"))
    async def leave(self, interaction: Interaction, table: Id | None = None) -> None:
        """Give up one's seat."""
        await self.handlers.answer(interaction, self.handlers.lobby.leave, table)

    @game.command(name="start", description=about("game_start"))
    @app_commands.describe(**parameters("table"))
    async def start(self, interaction: Interaction, table: Id | None = None) -> None:
        """Begin."""
        await self.handlers.answer(interaction, self.handlers.lobby.start, table)

    @game.command(name="status", description=about("game_status"))
    @app_commands.describe(**parameters("table"))
    async def status(self, interaction: Interaction, table: Id | None = None) -> None:
        """Show the state of the table."""
        await self.handlers.answer(interaction, self.handlers.look.status, table)

    @game.command(name="settings", description=about("game_settings"))
    @app_commands.describe(**parameters("setting", "value", "table"))
    async def settings(
        self, interaction: Interaction, setting: Name | None = None, value: Note | None = None, table: Id | None = None
    ) -> None:
        """Show or change settings."""
        host = self.handlers.host
        handler = partial(host.change, setting=setting, value=value or "") if setting else host.settings
        await self.handlers.answer(interaction, handler, table)

    @settings.autocomplete("setting")
    async def _setting(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.settings, typed)

    @settings.autocomplete("value")
    async def _value(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return choices(await self.handlers.suggest.values(interaction.namespace.setting or "", typed))

    @game.command(name="seat", description=about("game_seat"))
    @app_commands.describe(**parameters("seat", "player", "control", "table"))
    @app_commands.choices(control=[Choice(name="person", value="human"), Choice(name="npc", value="npc")])
    async def seat(
        self,
        interaction: Interaction,
        seat: Name,
        player: discord.User | None = None,
        control: str = "human",
        table: Id | None = None,
    ) -> None:
        """Hand a seat over, or take it back."""
        to = person(player) if player is not None else None
        await self.handlers.answer(
            interaction, partial(self.handlers.host.seat, typed=seat, player=to, by=control), table
        )

    @seat.autocomplete("seat")
    async def _seat(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.seats, typed)

    @game.command(name="host", description=about("game_host"))
    @app_commands.describe(**parameters("player", "table"))
    async def host(self, interaction: Interaction, player: discord.User, table: Id | None = None) -> None:
        """Pass on the host's role."""
        await self.handlers.answer(interaction, partial(self.handlers.host.host, player=person(player)), table)

    @game.command(name="move", description=about("game_move"))
    @app_commands.describe(**parameters("table"))
    async def move(self, interaction: Interaction, table: Id) -> None:
        """Continue the table in this channel."""

        async def handler(visit: Visit) -> Answer:
            return await self.handlers.host.move(visit, table.strip(), await place_to_play(interaction))

        await self.handlers.answer(interaction, handler)

    @game.command(name="end", description=about("game_end"))
    @app_commands.describe(**parameters("reason", "table"))
    async def end(self, interaction: Interaction, reason: Reason = "", table: Id | None = None) -> None:
        """End the game, after a second press."""
        await self.handlers.answer(interaction, partial(self.handlers.host.end, reason=reason), table)

    @join.autocomplete("table")
    @remove.autocomplete("table")
    @leave.autocomplete("table")
    @start.autocomplete("table")
    @status.autocomplete("table")
    @settings.autocomplete("table")
    @seat.autocomplete("table")
    @host.autocomplete("table")
    @move.autocomplete("table")
    @end.autocomplete("table")
    async def _table(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.tables, typed)


def game_meant(interaction: Interaction) -> str:
    """Return the game that was entered for a new table; while none is, the first."""
    named = str(interaction.namespace.game or "")
    return named if named in GAMES else next((game.name for game in GAMES.values() if game.title == named), FIRST)


def asked_for(
    lobby_handlers: LobbyHandlers,
    game: str,
    map_id: str | None,
    length: Name | None,
    pace: str | None,
    line: str | None,
) -> dict[str, Any]:
    """Return the choices that the parameters of `/game new` ask for.

    Refused: no_length, unknown_option, bad_value, unknown_event, bad_option (a map for a game that has none).
    """
    lobby = lobby_of(game)
    options, settings = option_parser.read_line(line or "", lobby, lobby_handlers.names_of(game), game)
    options |= option_parser.read_map(map_id or "", lobby, game)
    options |= {
        name: value for name, value in read_end(length or "", lobby, game, options).items() if value is not None
    }
    settings |= {"pace": pace} if pace else {}
    return {"npc_civs": options.pop(option_parser.RIVALS, ()), "options": options, "settings": settings}


def person(user: discord.User | discord.Member) -> Person:
    """Return a user of Discord as a person."""
    return Person(user.id, user.display_name)
