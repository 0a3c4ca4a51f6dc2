"""What who manages a server has set for it: how its new tables begin where their host says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import delete
from sqlmodel import col, select

from bot.server import CHOICES
from bot.service.rights import require_manager
from bot.service.unit_of_work import Deps
from bot.store.server_models import GuildSettingRow
from bot.values import Person, Refused, Settings


class ServerSetup:
    """The part of `GameService` about a server as a whole."""

    deps: Deps

    async def server_defaults(self, person: Person) -> Mapping[str, str]:
        """What is set for the server that the person asks from. Refused: setup_where, managers_only."""
        return await _stored(self.deps, require_manager(person))

    async def set_server_default(self, person: Person, name: str, value: str) -> Mapping[str, str]:
        """Set how new tables of that server begin, `""`: as anywhere; all that is set then.

        Refused: setup_where, managers_only, bad_option.
        """
        guild, possible = require_manager(person), CHOICES.get(name, ())
        if not possible or value not in ("", *possible):
            raise Refused("bad_option", option=name, value=value, values=possible)
        await _keep(self.deps, guild, name, value)
        return await _stored(self.deps, guild)

    async def _usual(self, guild: int | None, otherwise: Settings) -> Settings:
        """The settings of a new table there of which its host has said nothing."""
        if guild is None:
            return otherwise
        changes: dict[str, Any] = dict(await _stored(self.deps, guild))
        return replace(otherwise, **changes)


async def _stored(deps: Deps, guild: int) -> dict[str, str]:
    """What is set for a server; what can be set no more counts as if it were not."""
    rows = await deps.database.read(select(GuildSettingRow).where(col(GuildSettingRow.guild) == guild))
    return {row.key: row.value for row in rows if row.value in CHOICES.get(row.key, ())}


async def _keep(deps: Deps, guild: int, name: str, value: str) -> None:
    """Put a value in place of the one before; two who set it at once do so one after the other."""
    here = (col(GuildSettingRow.guild) == guild, col(GuildSettingRow.key) == name)
    async with deps.database.session() as session, deps.database.writing(session):
        await deps.database.take_turns(session)
        await session.execute(delete(GuildSettingRow).where(*here))
        if value:
            session.add(GuildSettingRow(guild=guild, key=name, value=value))
