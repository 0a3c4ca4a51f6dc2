"""The PostgreSQL of the tests is there, empty, and brought up to date like any other."""

from __future__ import annotations

import pytest

from bot.settings import driven
from bot.store.database import Database, newest, version_of

pytestmark = pytest.mark.postgres


async def test_a_database_is_made_and_brought_up_to_date(own_database: str) -> None:
    database = Database(driven(own_database))
    async with database.engine.connect() as connection:
        assert await connection.run_sync(version_of) is None
    await database.migrate()
    async with database.engine.connect() as connection:
        assert await connection.run_sync(version_of) == newest()
    await database.close()
