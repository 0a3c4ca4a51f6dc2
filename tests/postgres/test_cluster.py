"""The PostgreSQL of the tests is there, empty, and brought up to date like any other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, create_engine, event, select, text
from sqlmodel import col

from bot.settings import with_driver
from bot.store.all_models import tables
from bot.store.database import Database, newest, version_of
from bot.store.models import TableRow
from tests.service.test_migrations import unreleased

pytestmark = pytest.mark.postgres
COLUMNS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"


async def test_a_database_is_made_and_brought_up_to_date(own_database: str) -> None:
    database = Database(with_driver(own_database))
    async with database.engine.connect() as connection:
        assert await connection.run_sync(version_of) is None
    await database.migrate()
    async with database.engine.connect() as connection:
        assert await connection.run_sync(version_of) == newest()
    await database.close()


def carried(file: Path, here: Connection) -> None:
    """Make the tables of a SQLite file here, without defaults, and copy what they hold."""
    known, lite = MetaData(), create_engine(f"sqlite:///{file}")

    @event.listens_for(known, "column_reflect")
    def _(_inspector: object, _table: object, told: dict[str, Any]) -> None:
        told.update(type=told["type"].as_generic(), default=None)

    with lite.connect() as there:
        known.reflect(there)
        for table in known.sorted_tables:
            table.indexes.clear()  # what reads them does not know which are partial
            table.create(here)
            if rows := there.execute(table.select()).mappings().all():
                here.execute(table.insert(), [dict(row) for row in rows])
    lite.dispose()


async def test_a_database_from_before_the_first_release_is_brought_over(own_database: str, tmp_path: Path) -> None:
    database = Database(with_driver(own_database))
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda here: carried(unreleased(tmp_path), here))
    await database.migrate()
    async with database.engine.connect() as connection:
        assert await connection.run_sync(version_of) == newest()
    told = {(table, name) for table, name in await database.rows(text(COLUMNS))}
    assert told - {("alembic_version", "version_num")} == {(one.name, c.name) for one in tables() for c in one.columns}
    assert len(await database.read(select(col(TableRow.id)))) == 8
    await database.close()
