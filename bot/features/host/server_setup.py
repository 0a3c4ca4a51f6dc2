"""What a server's managers can do: set the defaults of new tables, see what is stored, have it removed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlmodel import col, select

from bot.contract.records import Export, ServerData
from bot.contract.servers import CHOICES, COMMANDS_FAILED, FOR_ALL, FORUM, GAMES_OFF, GREETED, ROOMS, THREAD, WHERE
from bot.contract.tables import Person, Refused
from bot.features.host import server_data
from bot.store.models import IS_OPEN, TableRow
from bot.tables.lobby.options import note_once, note_server, server_notes, server_settings
from bot.tables.work.operations import of_person
from bot.tables.work.rights import require_manager
from bot.tables.work.unit_of_work import Deps


@of_person
async def defaults(deps: Deps, person: Person) -> Mapping[str, str]:
    """Return the defaults of the person's server. Refused: setup_where, managers_only."""
    return await server_settings(deps, require_manager(person))


@of_person
async def set_defaults(
    deps: Deps,
    person: Person,
    chosen: Mapping[str, str],
    forums: Collection[str] = (),
    channels: Collection[str] = (),
) -> Mapping[str, str]:
    """Set how and where that server opens tables, of which games, and what all do, `""`: as anywhere; all that is set
    then.

    `forums` and text `channels` are those that the bot sees. Refused: setup_where, managers_only, bad_option.
    """
    guild = require_manager(person)
    for name, value in chosen.items():
        possible = tuple(channels) if name == ROOMS else _possible(deps, name, forums)
        if not _fits(name, value, possible):
            raise Refused("bad_option", option=name, value=value, values=possible or ())
    await note_server(deps, guild, **chosen)
    here = select(TableRow.id).where(col(TableRow.guild) == guild, IS_OPEN)
    deps.notify(*(number or 0 for number in await deps.database.read(here)))  # pins are for its open tables too
    return await server_settings(deps, guild)


def _possible(deps: Deps, name: str, forums: Collection[str]) -> tuple[str, ...] | None:
    """Return the values of a setting, for games those that can be switched off; None for an unknown setting."""
    others = {FORUM: tuple(forums), WHERE: (THREAD,), GAMES_OFF: tuple(deps.games)}
    return others[name] if name in others else {**CHOICES, **FOR_ALL}.get(name)


def _fits(name: str, value: str, possible: Sequence[str] | None) -> bool:
    """Whether a setting can have that value; one game at least stays on."""
    if possible is None or not value:
        return possible is not None
    parts = value.split(",") if name == GAMES_OFF else [value]
    return set(parts) <= set(possible) and (name != GAMES_OFF or len(parts) < len(possible))


async def bring_commands(deps: Deps, guild: int) -> str:
    """Bring the server's commands up to date; the code by which Discord has refused them, if it has."""
    for look_again in deps.server_seen:
        await look_again(guild)
    return (await server_notes(deps, guild, COMMANDS_FAILED)).get(COMMANDS_FAILED, "").partition(" ")[0]


@of_person
async def stock(deps: Deps, person: Person) -> ServerData:
    """Return what is stored about the person's server, in figures. Refused: setup_where, managers_only."""
    return await server_data.stock(deps, require_manager(person))


@of_person
async def export(deps: Deps, person: Person) -> Export:
    """Return what everyone could read at its tables, as one JSON file. Refused: setup_where, managers_only."""
    return await server_data.export(deps, require_manager(person))


@of_person
async def remove(deps: Deps, person: Person) -> ServerData:
    """Remove all of that server in seven days and tell its open tables. Refused: setup_where, managers_only."""
    guild = require_manager(person)
    await server_data.announce(deps, guild, person)
    return await server_data.stock(deps, guild)


@of_person
async def keep(deps: Deps, person: Person) -> ServerData:
    """Remove nothing after all. Refused: setup_where, managers_only, not_removing."""
    guild = require_manager(person)
    await server_data.call_off(deps, guild, person)
    return await server_data.stock(deps, guild)


async def greet(deps: Deps, guild: int) -> bool:
    """Note that a server is greeted now. Return False if it isn't new, or was greeted before."""
    return await server_data.is_new(deps, guild) and await note_once(deps, guild, GREETED, str(deps.now()))


async def not_greeted(deps: Deps, guild: int) -> None:
    """Note that the greeting did not arrive: the next occasion greets."""
    await note_server(deps, guild, **{GREETED: ""})
