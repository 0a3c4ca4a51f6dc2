"""What a server's managers can do: set the defaults of new tables, see what is stored, have it removed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.contract.records import Export, ServerData
from bot.contract.servers import CHOICES, FOR_ALL
from bot.contract.tables import Person, Refused
from bot.features.host import server_data
from bot.tables.lobby.options import FORUM, note_server, server_settings
from bot.tables.work.operations import of_person
from bot.tables.work.rights import require_manager
from bot.tables.work.unit_of_work import Deps
from bot.telemetry import note_change


@of_person
async def defaults(deps: Deps, person: Person) -> Mapping[str, str]:
    """Return the defaults of the person's server. Refused: setup_where, managers_only."""
    return await server_settings(deps, require_manager(person))


@of_person
async def set_default(
    deps: Deps, person: Person, name: str, value: str, forums: Collection[str] = ()
) -> Mapping[str, str]:
    """Set how new tables of that server begin, or what all do, `""`: as anywhere; all that is set then.

    Refused: setup_where, managers_only, bad_option.
    """
    guild = require_manager(person)
    possible = tuple(forums) if name == FORUM else {**CHOICES, **FOR_ALL}.get(name, ())
    if not possible or value not in ("", *possible):
        raise Refused("bad_option", option=name, value=value, values=possible)
    await note_server(deps, guild, **{name: value})
    note_change()
    return await server_settings(deps, guild)


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


@of_person
async def is_new(deps: Deps, person: Person) -> bool:
    """Return whether a manager's server has just seen its first table opened, and has no settings yet."""
    if person.guild is None or not person.moderator:
        return False
    return await server_data.is_new(deps, person.guild)
