"""Statements asked of the driver itself: plain rows as the models have them, one transaction, errors told apart."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import bindparam, exc, insert, select
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import col

from bot.contract.tables import Busy
from bot.store.database import Database, NotStored
from bot.store.driver import MOST
from bot.store.models import AlarmRow, DraftRow, SealedRow, SeatRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.plain_rows import as_stored, changed_in, is_stored, names_of, new_row, plain_class, rows_of, take_over
from bot.store.prepared import Prepared, inserting, parameters, updating
from bot.store.row import StoredRow
from bot.store.steps import BoundStatement
from tests.service.databases import ready, url_of

PERSON = Prepared(select(PersonRow).where(col(PersonRow.person) == bindparam("person")))
WRONG = {"zone": "Mars/Olympus", "quiet_from": 99, "palette": "pink", "language": "xx"}


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    made = Database(url_of(tmp_path / "a.db"), patience=0.1)
    await ready(made)
    yield made
    await made.close()


async def stored(database: Database, **values: Any) -> None:
    row = PersonRow(**{"person": 1, **values})
    async with database.session() as session, database.writing(session):
        await session.execute(insert(PersonRow), [row.model_dump()])


def renamed(database: Database, person: int, *, wanted: int | None = None, **values: Any) -> BoundStatement:
    written = updating(PersonRow, ("person",), tuple(values))
    return written.step(database.dialect, parameters({"person": person}, values), wanted)


@pytest.mark.parametrize("model", [TableRow, SeatRow, SealedRow, DraftRow, AlarmRow, PersonRow])
def test_a_plain_row_has_the_columns_of_its_model(model: type[StoredRow]) -> None:
    columns = [column.key for column in model.__table__.columns]  # type: ignore[attr-defined]
    row = plain_class(model)([None] * len(columns))
    assert {name for name in dir(plain_class(model)) if not name.startswith("_")} == {*columns}
    assert changed_in(row) == ()


async def test_a_row_reads_the_same_over_the_driver_and_through_the_models(database: Database) -> None:
    await stored(database, dm_closed=True, away_from=5, reminders="last", dm_channel=10**18)
    ((plain,),) = await database.rows(PERSON, person=1)
    ((model,),) = await database.rows(PERSON.statement, person=1)
    names = list(PersonRow.model_fields)
    assert [(type(getattr(plain, name)), getattr(plain, name)) for name in names] == [
        (type(getattr(model, name)), getattr(model, name)) for name in names
    ]


async def test_unknown_values_are_replaced_as_in_models(database: Database) -> None:
    await stored(database, **WRONG, zone_asked=True)
    ((plain,),) = await database.rows(PERSON, person=1)
    ((model,),) = await database.rows(PERSON.statement, person=1)
    seen = {name: getattr(plain, name) for name in (*WRONG, "zone_asked")}
    assert seen == {name: getattr(model, name) for name in (*WRONG, "zone_asked")}
    assert not {*seen.items()} & {*WRONG.items()}
    assert changed_in(plain) == (), "the stored value stays until another one is chosen"


async def test_a_trip_under_way_ends_before_the_database_is_closed(tmp_path: Path) -> None:
    database = Database(url_of(tmp_path / "a.db"))
    await ready(database)
    under_way = [asyncio.create_task(database.rows(PERSON, person=1)) for _ in range(MOST + 2)]
    await asyncio.sleep(0)
    await database.close()
    assert await asyncio.gather(*under_way) == [[]] * (MOST + 2)
    assert database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    with pytest.raises(Busy):
        await database.rows(PERSON, person=1)
    await database.close()


async def test_only_what_has_changed_is_written(database: Database) -> None:
    await stored(database, zone="Europe/Berlin")
    ((row,),) = await database.rows(PERSON, person=1)
    row.quiet_from, row.zone = 1, "Europe/Berlin"
    assert changed_in(row) == ("quiet_from",)
    take_over(row, missed=3)
    assert changed_in(row) == ("quiet_from",)
    assert changed_in(as_stored(row)) == ()


def test_a_new_row_has_the_defaults_of_its_model_and_is_stored_once() -> None:
    row, model = new_row(AlarmRow)(table_id=1, kind="late"), AlarmRow(table_id=1, kind="late")
    assert {name: getattr(row, name) for name in AlarmRow.model_fields} == model.model_dump()
    row.at = 5.0
    assert (is_stored(row), changed_in(row)) == (False, ())
    assert (is_stored(as_stored(row)), changed_in(row)) == (True, ())
    row.at = 6.0
    assert changed_in(row) == ("at",)
    assert rows_of(AlarmRow, [row, model, SeatRow(table_id=1, number=1)]) == [row, model]


async def test_steps_are_written_together_or_not_at_all(database: Database) -> None:
    await stored(database)
    with pytest.raises(StaleDataError):
        await database.write([renamed(database, 1, zone="UTC"), renamed(database, 2, wanted=1, zone="UTC")])
    assert [row.zone for (row,) in await database.rows(PERSON, person=1)] == [""]
    several = [parameters({}, PersonRow(person=n).model_dump()) for n in (3, 1)]
    twice = inserting(PersonRow, names_of(PersonRow)).step_for_each(database.dialect, several)
    with pytest.raises(exc.IntegrityError):
        await database.write([renamed(database, 1, zone="UTC"), twice])
    assert [row.zone for (row,) in await database.rows(PERSON, person=1)] == [""]
    await database.write([renamed(database, 1, wanted=1, zone="UTC")])
    assert [row.zone for (row,) in await database.rows(PERSON, person=1)] == ["UTC"]


async def test_nobody_waits_for_ever_for_a_connection(database: Database) -> None:
    for _ in range(MOST):
        await database.driver._room.acquire()
    with pytest.raises(Busy):
        await database.rows(PERSON, person=1)
    for _ in range(MOST):
        database.driver._room.release()
    assert await database.rows(PERSON, person=1) == []


async def test_as_many_as_ask_at_once_share_few_connections(database: Database) -> None:
    await stored(database)
    found = await asyncio.gather(*(database.rows(PERSON, person=1) for _ in range(50)))
    assert [len(rows) for rows in found] == [1] * 50
    assert len(database.driver._free) <= MOST


async def test_whether_a_commit_that_failed_has_happened_is_unknown(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'b.db'}")
    await ready(database)
    await stored(database)
    await database.rows(PERSON, person=1)
    ((taken, _),) = database.driver._free
    own: Any = taken.driver_connection

    def run(sql: str, *values: Any) -> Any:
        if sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return connection.execute(sql, *values)

    connection = own._connection
    own._connection = SimpleNamespace(execute=run, rollback=connection.rollback)
    with pytest.raises(NotStored) as found:
        await database.write([renamed(database, 1, zone="UTC")])
    own._connection = connection
    assert not found.value.again
    assert [row.zone for (row,) in await database.rows(PERSON, person=1)] == [""]
    await database.close()
