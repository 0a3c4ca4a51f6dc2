"""Options of a lobby: checked against what the scenario offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec
from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from bot.contract.lengths import LENGTHS
from bot.contract.servers import CHOICES, FOR_ALL, FORUM, GAMES_OFF, ROOMS, WHERE
from bot.contract.table_settings import (
    SETTINGS,
    Setting,
    Settings,
)
from bot.contract.tables import Refused
from bot.store.server_models import GuildSettingRow
from bot.tables.work.unit_of_work import Deps
from bot.telemetry import note_change
from engine.core.decoding import decoder
from engine.core.game import Choice, Game, Scenario, SeatPlan, SetupError

OTHERS: Final = frozenset({FORUM, WHERE, GAMES_OFF, ROOMS})
"""What is set for a server beside how its tables begin."""


def game_named(games: Mapping[str, Game[Any]], name: str) -> Game[Any]:
    """Return the game of that name. Refused: unknown_game."""
    found = games.get(name)
    if found is None:
        raise Refused("unknown_game", game=name, games=tuple(games))
    return found


def scenario_of(game: Game[Any], name: str) -> Scenario:
    """Return the scenario of that name, or the game's first. Refused: bad_option."""
    if not name:
        return next(iter(game.scenarios.values()))
    found = game.scenarios.get(name)
    if found is None:
        raise Refused("bad_option", option="scenario", value=name, values=tuple(game.scenarios))
    return found


def check_options(scenario: Scenario, kept: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return options with the changes; None resets one. Those left at their defaults are not stored. Refused:
    bad_option.
    """
    choices = {choice.name: choice for choice in scenario.options}
    merged = {name: value for name, value in kept.items() if name in choices}
    for name, value in changes.items():
        if name not in choices:
            raise Refused("option_elsewhere", option=name, scenario=scenario.title)
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = _legal(choices[name], value)
    return {name: value for name, value in merged.items() if choices[name].kept or value != choices[name].default}


def _legal(choice: Choice, value: Any) -> Any:
    """The value as the option wants it; what was typed is read."""
    read = choice.parse(value) if isinstance(value, str) else value
    try:
        choice.effective(read)
    except SetupError as error:
        raise Refused("bad_option", option=choice.name, value=value, reason=error.message) from error
    return read


def try_setup(
    game: Game[Any], scenario: Scenario, options: Mapping[str, Any], people: int, npcs: int, npc_civs: Sequence[str]
) -> None:
    """Check that the game can be set up with these options and people. Refused: setup (with the reason)."""
    rivals = [SeatPlan(npc_civs[i] if i < len(npc_civs) else "", "npc") for i in range(npcs)]
    first: SetupError | None = None
    for there in range(max(people, scenario.least - npcs), max(people, scenario.most - npcs) + 1):
        plans = [*(SeatPlan(open=True) for _ in range(there)), *rivals]
        try:
            game.setup(scenario.name, plans[: scenario.most], options, "trial")
        except SetupError as error:
            first = first or error
        else:
            return
    if first is not None:
        raise Refused("setup", game=game.name, at=first.at, reason=first.why) from first


def with_changes(settings: Settings, changes: Mapping[str, Any], *, begun: bool = False) -> Settings:
    """Return settings with the changes; rules of the contest can't change once it has begun. Refused: bad_option,
    clock_fixed, rated_fixed, rooms_fixed, advice_fixed.
    """
    for name, value in changes.items():
        setting = SETTINGS.get(name)
        if setting is None:
            raise Refused("bad_option", option=name, value=value, values=tuple(SETTINGS))
        if begun and setting.fixed == "agreed":
            raise Refused("clock_fixed", setting=name)
        if begun and setting.fixed == "begun":
            raise Refused(f"{name}_fixed")
        if not _fits(setting, _number(name, value)):
            raise Refused("bad_option", option=name, value=value, values=setting.values or ())
    read = {name: _number(name, value) for name, value in changes.items()}
    return replace(settings, **read)


def _fits(setting: Setting, value: Any) -> bool:
    if setting.values is None:
        return isinstance(value, str) and len(value) <= LENGTHS.note
    return value in setting.values


def _number(name: str, value: Any) -> Any:
    """Hours as a number, also where they were typed."""
    return int(value) if name.endswith("_hours") and isinstance(value, str) and value.isdecimal() else value


def load_options(raw: str) -> dict[str, Any]:
    """Return stored options, or none if they can't be read."""
    try:
        return decoder(dict[str, Any]).json(raw)
    except msgspec.MsgspecError:
        return {}


async def server_settings(deps: Deps, guild: int) -> dict[str, str]:
    """Return what is set for a server, without settings that no longer exist."""
    rows = await deps.database.read(select(GuildSettingRow).where(col(GuildSettingRow.guild) == guild))
    possible = {**CHOICES, **FOR_ALL}
    return {row.key: row.value for row in rows if row.key in OTHERS or row.value in possible.get(row.key, ())}


async def server_defaults(deps: Deps, guild: int) -> dict[str, str]:
    """Return a server's defaults for new tables."""
    return {key: value for key, value in (await server_settings(deps, guild)).items() if key in CHOICES}


async def forum_of(deps: Deps, guild: int) -> int:
    """Return the forum in which a server's tables have posts of their own; 0 if none is set."""
    return int((await server_settings(deps, guild)).get(FORUM, 0))


async def server_notes(deps: Deps, guild: int, *keys: str) -> dict[str, str]:
    """Return what is stored about a server under these keys."""
    here = (col(GuildSettingRow.guild) == guild, col(GuildSettingRow.key).in_(keys))
    return {row.key: row.value for row in await deps.database.read(select(GuildSettingRow).where(*here))}


async def note_server(deps: Deps, guild: int, **notes: str) -> None:
    """Store these things about a server, an empty one not at all; two who do so at once do it one after the other."""
    here = (col(GuildSettingRow.guild) == guild, col(GuildSettingRow.key).in_(notes))
    async with deps.database.session() as session, deps.database.writing(session):
        await deps.database.take_turns(session)
        await session.execute(delete(GuildSettingRow).where(*here))
        session.add_all(GuildSettingRow(guild=guild, key=key, value=value) for key, value in notes.items() if value)
    note_change()


async def note_once(deps: Deps, guild: int, key: str, value: str) -> bool:
    """Store that about a server. Return False if something is stored under that key already."""
    try:
        async with deps.database.session() as session, deps.database.writing(session):
            session.add(GuildSettingRow(guild=guild, key=key, value=value))
    except IntegrityError:
        return False
    return True


async def games_off(deps: Deps, guild: int) -> frozenset[str]:
    """Return the games of which a server opens no new tables."""
    named = (await server_notes(deps, guild, GAMES_OFF)).get(GAMES_OFF, "")
    return frozenset(named.split(",")) & deps.games.keys()


async def require_switched_on(deps: Deps, guild: int | None, game: str) -> None:
    """Make sure that a server opens tables of that game. Refused: game_off."""
    if guild is not None and game in await games_off(deps, guild):
        raise Refused("game_off", game=game, title=deps.games[game].title)


async def opens_threads(deps: Deps, guild: int | None) -> bool:
    """Return whether a server opens tables in threads or forum posts of their own where nothing else is asked for."""
    return guild is not None and not {FORUM, WHERE}.isdisjoint(await server_notes(deps, guild, FORUM, WHERE))


async def usual(deps: Deps, guild: int | None, otherwise: Settings) -> Settings:
    """Return the settings of a new table in that server, unless its host says otherwise."""
    if guild is None:
        return otherwise
    changes: dict[str, Any] = dict(await server_defaults(deps, guild))
    return replace(otherwise, **changes)
