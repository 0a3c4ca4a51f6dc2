"""The PostgreSQL of the tests is there, empty, and brought up to date like any other."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from bot.settings import driven
from bot.store.database import LAST_UNRELEASED, Database, newest, version_of

pytestmark = pytest.mark.postgres


async def test_a_database_is_made_and_brought_up_to_date(own_database: str) -> None:
    database = Database(driven(own_database))
    async with database.engine.connect() as connection:
        assert await connection.run_sync(version_of) is None
    await database.migrate()
    async with database.engine.connect() as connection:
        assert await connection.run_sync(version_of) == newest()
    await database.close()


async def test_a_database_from_before_the_first_release_is_brought_over(own_database: str) -> None:
    """The first migration makes its tables, so that its version alone tells them apart."""
    database = Database(driven(own_database))
    await database.migrate()
    async with database.engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = :last"), {"last": LAST_UNRELEASED})
    await database.migrate()
    async with database.engine.connect() as connection:
        assert await connection.run_sync(version_of) == newest()
    await database.close()
