"""What who manages a server can do about it: say how its new tables begin, see what is stored, have it removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import delete
from sqlmodel import col

from bot.contract.records import Export, ServerStock
from bot.contract.servers import CHOICES
from bot.contract.tables import Person, Refused, Settings
from bot.features.host import server_data
from bot.store.server_models import GuildSettingRow
from bot.tables.work.rights import require_manager
from bot.tables.work.unit_of_work import Deps
from bot.trace import note_change


class ServerSetup:
    """The part of `GameService` about a server as a whole."""

    deps: Deps

    async def server_defaults(self, person: Person) -> Mapping[str, str]:
        """What is set for the server that the person asks from. Refused: setup_where, managers_only."""
        return await server_data.kept(self.deps, require_manager(person))

    async def set_server_default(self, person: Person, name: str, value: str) -> Mapping[str, str]:
        """Set how new tables of that server begin, `""`: as anywhere; all that is set then.

        Refused: setup_where, managers_only, bad_option.
        """
        guild, possible = require_manager(person), CHOICES.get(name, ())
        if not possible or value not in ("", *possible):
            raise Refused("bad_option", option=name, value=value, values=possible)
        await _keep(self.deps, guild, name, value)
        return await server_data.kept(self.deps, guild)

    async def server_stock(self, person: Person) -> ServerStock:
        """What is stored of that server, in figures. Refused: setup_where, managers_only."""
        return await server_data.stock(self.deps, require_manager(person))

    async def export_server(self, person: Person) -> Export:
        """What everybody could read at its tables, as one file of JSON. Refused: setup_where, managers_only."""
        return await server_data.export(self.deps, require_manager(person))

    async def remove_server(self, person: Person) -> ServerStock:
        """Let all of that server be removed in seven days; its open tables are told.

        Refused: setup_where, managers_only.
        """
        guild = require_manager(person)
        await server_data.announce(self.deps, guild, person)
        return await server_data.stock(self.deps, guild)

    async def keep_server(self, person: Person) -> ServerStock:
        """Remove nothing after all. Refused: setup_where, managers_only, not_removing."""
        guild = require_manager(person)
        await server_data.call_off(self.deps, guild, person)
        return await server_data.stock(self.deps, guild)

    async def is_new_server(self, person: Person) -> bool:
        """Whether who may manage a server has just seen its first table opened, and nothing is set there yet."""
        if person.guild is None or not person.moderator:
            return False
        return await server_data.is_new(self.deps, person.guild)

    async def _usual(self, guild: int | None, otherwise: Settings) -> Settings:
        """The settings of a new table there of which its host has said nothing."""
        if guild is None:
            return otherwise
        changes: dict[str, Any] = dict(await server_data.kept(self.deps, guild))
        return replace(otherwise, **changes)


async def _keep(deps: Deps, guild: int, name: str, value: str) -> None:
    """Put a value in place of the one before; two who set it at once do so one after the other."""
    here = (col(GuildSettingRow.guild) == guild, col(GuildSettingRow.key) == name)
    async with deps.database.session() as session, deps.database.writing(session):
        await deps.database.take_turns(session)
        await session.execute(delete(GuildSettingRow).where(*here))
        if value:
            session.add(GuildSettingRow(guild=guild, key=name, value=value))
    note_change()
