"""`/game ...`: open, join, start and look after tables."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.ext import commands

from bot.contract.records import Export
from bot.contract.tables import Person, Refused
from bot.features.files import export_import
from bot.features.replay.film import SPEEDS
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
    visit,
)
from bot.ui.commands.translation import localized
from bot.ui.layout import layout
from bot.ui.lobby import option_parser
from bot.ui.lobby.form_reader import read_end
from bot.ui.lobby.handlers import LobbyHandlers
from bot.ui.lobby.screens import PACES, told
from bot.ui.lookup.errors import screen as refusal
from bot.ui.router import Answer
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import said
from engine.games import GAMES, MOST_PERSONS

FILE: Final = 10 * 1024 * 1024


class GameCog(commands.Cog):
    """The commands about tables."""

    game = app_commands.Group(
        name="game",
        description=about("game"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers

    @game.command(name="new", description=about("game_new"))
    @app_commands.describe(
        **parameters("game", "scenario", "map", "length", "pace", "people", "npcs", "options", "starts", "where")
    )
    @app_commands.choices(
        game=[Choice(name=g.title, value=g.name) for g in GAMES.values()],
        where=[Choice(name=localized(f"table.where.{w}"), value=w) for w in ("here", "thread")],
        pace=[Choice(name=localized(f"table.pace.{p}"), value=p) for p in PACES],
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        scenario: Name | None = None,
        map: Name | None = None,  # noqa: A002 - the word people type
        length: Name | None = None,
        pace: str | None = None,
        people: app_commands.Range[int, 1, MOST_PERSONS] | None = None,
        npcs: app_commands.Range[int, 0, MOST_PERSONS - 1] = 0,
        options: Several | None = None,
        starts: Name = "",
        where: str = "here",
    ) -> None:
        """Open a table in this channel, or in a thread of its own."""

        async def handler(visit: Visit) -> Answer:
            place = None if where == "thread" else place_to_play(interaction)
            if place is None:
                require_threads(interaction)
            wanted = asked_for(self.handlers.lobby, game, map, length, pace, options)
            wanted |= {"scenario": option_parser.read_scenario(scenario or "", game), "npcs": npcs, "most": people}
            return await self.handlers.starting.open(visit, place, game, starts, **wanted)

        await self.handlers.answer(interaction, handler)

    @new.autocomplete("scenario")
    async def _scenario(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game, people = interaction.namespace.game or next(iter(GAMES)), interaction.namespace.people or 0
        return choices(await self.handlers.suggest.scenarios(game, typed, people))

    @new.autocomplete("map")
    async def _map(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game, scenario = interaction.namespace.game or next(iter(GAMES)), interaction.namespace.scenario or ""
        return choices(await self.handlers.suggest.maps(game, typed, scenario))

    @new.autocomplete("length")
    async def _length(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game, scenario = interaction.namespace.game or next(iter(GAMES)), interaction.namespace.scenario or ""
        return choices(await self.handlers.suggest.lengths(game, typed, scenario))

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game, scenario = interaction.namespace.game or next(iter(GAMES)), interaction.namespace.scenario or ""
        return choices(await self.handlers.suggest.options(game, typed, scenario))

    @game.command(name="find", description=about("game_find"))
    @app_commands.describe(**parameters("game", "pace"))
    @app_commands.choices(
        game=[Choice(name=g.title, value=g.name) for g in GAMES.values()],
        pace=[Choice(name=localized(f"table.pace.{p}"), value=p) for p in PACES],
    )
    async def find(self, interaction: Interaction, game: str = "", pace: str = "") -> None:
        """Places to play in this server."""
        await self.handlers.answer(interaction, partial(self.handlers.finder.find, game=game, pace=pace))

    @game.command(name="learn", description=about("game_learn"))
    @app_commands.describe(**parameters("game"))
    @app_commands.choices(game=[Choice(name=g.title, value=g.name) for g in GAMES.values()])
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """The guided first game."""

        async def handler(visit: Visit) -> Answer:
            return await self.handlers.router.handlers["learn"](replace(visit, option=game or ""))

        await self.handlers.answer(interaction, handler)

    @game.command(name="replay", description=about("game_replay"))
    @app_commands.describe(**parameters("turn", "speed", "table"))
    @app_commands.choices(speed=[Choice(name=localized(f"table.film.{s}"), value=s) for s in SPEEDS])
    async def replay(
        self, interaction: Interaction, turn: Name | None = None, speed: str = "", table: Id | None = None
    ) -> None:
        """The game phase by phase, or as a film."""
        handler = partial(self.handlers.look.replay_command, turn=(turn or "").strip(), speed=speed)
        await self.handlers.answer(interaction, handler, table)

    @game.command(name="chart", description=about("game_chart"))
    @app_commands.describe(**parameters("table"))
    async def chart(self, interaction: Interaction, table: Id | None = None) -> None:
        """The points after every turn."""
        await self.handlers.answer(interaction, self.handlers.look.chart, table)

    @replay.autocomplete("turn")
    async def _end_of(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.ends, typed)

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

    @game.command(name="team", description=about("game_team"))
    @app_commands.describe(**parameters("team", "table"))
    async def team(self, interaction: Interaction, team: Name | None = None, table: Id | None = None) -> None:
        """Choose a team in a lobby, or see who has chosen which."""
        await self.handlers.answer(interaction, partial(self.handlers.lobby.team_typed, typed=team or ""), table)

    @team.autocomplete("team")
    async def _team(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.teams, typed)

    @game.command(name="remove", description=about("game_remove"))
    @app_commands.describe(**parameters("player", "table"))
    async def remove(self, interaction: Interaction, player: discord.User, table: Id | None = None) -> None:
        """Take somebody's seat in a lobby."""
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
        """Where the table stands."""
        await self.handlers.answer(interaction, self.handlers.look.status, table)

    @game.command(name="list", description=about("game_list"))
    async def tables(self, interaction: Interaction) -> None:
        """One's tables."""
        await self.handlers.answer(interaction, self.handlers.look.tables)

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
        """Hand a seat on, or take it back."""
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
        """Pass on the host's rights."""
        await self.handlers.answer(interaction, partial(self.handlers.host.host, player=person(player)), table)

    @game.command(name="move", description=about("game_move"))
    @app_commands.describe(**parameters("table"))
    async def move(self, interaction: Interaction, table: Id) -> None:
        """Continue the table in this channel."""

        async def handler(visit: Visit) -> Answer:
            return await self.handlers.host.move(visit, table.strip(), place_to_play(interaction))

        await self.handlers.answer(interaction, handler)

    @game.command(name="end", description=about("game_end"))
    @app_commands.describe(**parameters("reason", "table"))
    async def end(self, interaction: Interaction, reason: Reason = "", table: Id | None = None) -> None:
        """End the game, after a second press."""
        await self.handlers.answer(interaction, partial(self.handlers.host.end, reason=reason), table)

    @game.command(name="extend", description=about("game_extend"))
    @app_commands.describe(**parameters("more_hours", "table"))
    @app_commands.rename(more_hours="hours")
    async def extend(
        self, interaction: Interaction, more_hours: app_commands.Range[int, 1, 240], table: Id | None = None
    ) -> None:
        """More time for what is asked now."""
        await self.handlers.answer(interaction, partial(self.handlers.late.extend, hours=more_hours), table)

    @game.command(name="pause", description=about("game_pause"))
    @app_commands.describe(**parameters("days", "reason", "table"))
    async def pause(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, 1, 60],
        reason: Reason = "",
        table: Id | None = None,
    ) -> None:
        """Let all clocks stand."""
        await self.handlers.answer(interaction, partial(self.handlers.late.pause, days=days, reason=reason), table)

    @game.command(name="resume", description=about("game_resume"))
    @app_commands.describe(**parameters("table"))
    async def resume(self, interaction: Interaction, table: Id | None = None) -> None:
        """End a pause."""
        await self.handlers.answer(interaction, self.handlers.late.resume, table)

    @game.command(name="export", description=about("game_export"))
    @app_commands.describe(**parameters("table"))
    async def export(self, interaction: Interaction, table: Id | None = None) -> None:
        """The game as a file: the only answer that is not a screen alone."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        asked = visit(interaction, table)
        try:
            info = await self.handlers.host.found(asked)
            file = await export_import.export(self.handlers.host.service, info.id, person_of(asked))
        except Refused as refused:
            await interaction.edit_original_response(view=layout(refusal(refused)))
            return
        await send_file(interaction, file, info.id)

    @game.command(name="import", description=about("game_import"))
    @app_commands.describe(**parameters("file"))
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Continue a saved game here."""

        async def handler(visit: Visit) -> Answer:
            place = place_to_play(interaction)
            return await self.handlers.host.imported(visit, place, await contents(file))

        await self.handlers.answer(interaction, handler)

    @game.command(name="verify", description=about("game_verify"))
    @app_commands.describe(**parameters("table", "file"))
    async def verify(
        self, interaction: Interaction, table: Id | None = None, file: discord.Attachment | None = None
    ) -> None:
        """Check every shuffle."""

        async def handler(visit: Visit) -> Answer:
            return await self.handlers.host.verify(visit, await contents(file) if file is not None else None)

        await self.handlers.answer(interaction, handler, table)

    @replay.autocomplete("table")
    @chart.autocomplete("table")
    @join.autocomplete("table")
    @team.autocomplete("table")
    @remove.autocomplete("table")
    @leave.autocomplete("table")
    @start.autocomplete("table")
    @status.autocomplete("table")
    @settings.autocomplete("table")
    @seat.autocomplete("table")
    @host.autocomplete("table")
    @move.autocomplete("table")
    @end.autocomplete("table")
    @extend.autocomplete("table")
    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @export.autocomplete("table")
    @verify.autocomplete("table")
    async def _table(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.tables, typed)


def asked_for(
    lobby_handlers: LobbyHandlers,
    game: str,
    map_id: str | None,
    length: Name | None,
    pace: str | None,
    line: str | None,
) -> dict[str, Any]:
    """What the parameters of `/game new` ask for.

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
    """A user of Discord as a person."""
    return Person(user.id, user.display_name)


async def contents(file: discord.Attachment) -> bytes:
    """The bytes of an attachment. Refused: import."""
    if file.size > FILE:
        raise Refused("import", reason="large")
    return await file.read()


async def send_file(interaction: Interaction, file: Export, table: Id) -> None:
    """The file beside a line that says what it is."""
    key = "export.sealed" if file.sealed else "export.warn" if file.warn else "export.open"
    view = layout(told(said(key, id=table), table=table))
    view.add_item(ui.File(f"attachment://{file.name}"))
    attached = discord.File(io.BytesIO(file.raw), file.name)
    await interaction.edit_original_response(view=view, attachments=[attached])
