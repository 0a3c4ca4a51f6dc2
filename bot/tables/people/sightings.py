"""Who was at which table in the last second, and the language of their client: written together.

A process that dies loses the last second.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import structlog
from sqlalchemy import BigInteger, Float, bindparam, select
from sqlalchemy.dialects.postgresql import insert as insert_there
from sqlalchemy.dialects.sqlite import insert as insert_here
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from bot.contract.tables import Busy, Refused
from bot.store.database import Database
from bot.store.models import PresenceRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.plain_rows import names_of
from bot.store.prepared import Prepared, storing, values_said
from bot.store.steps import BoundStatement

LATER: Final = 1.0
log = structlog.get_logger(__name__)


def _presence(insert: Any) -> Prepared:
    """Note when a person was at a table that is still there."""
    person, at = bindparam("person", type_=BigInteger), bindparam("at", type_=Float)
    there = select(*[col(TableRow.id), person, at]).where(col(TableRow.id) == bindparam("table"))
    noted = insert(PresenceRow).from_select(["table_id", "person", "at"], there)
    return Prepared(noted.on_conflict_do_update(index_elements=["table_id", "person"], set_={"at": noted.excluded.at}))


PRESENCE: Final = {True: _presence(insert_here), False: _presence(insert_there)}
LANGUAGE: Final = storing(PersonRow, ("person",), ("seen_language",))


class Sightings:
    """Keeps who was at which table, and in which language, until it is stored."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, int], float] = {}
        self._spoken: dict[int, str] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()

    def see(self, database: Database, table: int, person: int, now: float) -> None:
        """Note that the person is at the table now."""
        self._seen[table, person] = now
        self._write_later(database)

    def hear(self, database: Database, person: int, language: str) -> None:
        """Note the language of the person's client."""
        self._spoken[person] = language
        self._write_later(database)

    def language(self, person: int) -> str:
        """Return the language that was noted and isn't stored yet; empty if none."""
        return self._spoken.get(person, "")

    def _write_later(self, database: Database) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LATER, self._begin, database)

    def _begin(self, database: Database) -> None:
        if database.is_open:
            self._writing = asyncio.create_task(self.write(database))

    async def write(self, database: Database) -> None:
        """Store what was noted, and wait for what is being stored. What can't be is lost: it will be seen again."""
        async with self._turn:
            await self._write(database)

    async def _write(self, database: Database) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        steps = self._steps(database)
        if not steps:
            return
        spoken = self._spoken.copy()
        self._seen.clear()
        try:
            await database.write(steps)
        except (Refused, Busy, SQLAlchemyError) as error:
            log.warning("sightings.lost", exc_info=error)
        finally:
            self._spoken = {who: said for who, said in self._spoken.items() if spoken.get(who) != said}

    def _steps(self, database: Database) -> list[BoundStatement]:
        lite, dialect = database.lite, database.dialect
        names = names_of(PersonRow)
        seen = [{"table": table, "person": who, "at": at} for (table, who), at in sorted(self._seen.items())]
        rows = [PersonRow(person=who, seen_language=said) for who, said in sorted(self._spoken.items())]
        spoken = [values_said(row, names) for row in rows]
        return [
            *([PRESENCE[lite].step_for_each(dialect, seen)] if seen else []),
            *([LANGUAGE[lite].step_for_each(dialect, spoken)] if spoken else []),
        ]
