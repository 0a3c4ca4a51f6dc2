"""One process of the role `all` works at a PostgreSQL, and goes on after the server has let go of its connection."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.settings import with_driver
from bot.store.database import Database
from bot.store.sole import AlreadyRunning, Sole

pytestmark = pytest.mark.postgres
LOST = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
)


async def test_a_second_one_is_refused_until_the_first_is_gone(own_database: str) -> None:
    one, other = Database(with_driver(own_database)), Database(with_driver(own_database))
    first, second = Sole(one), Sole(other)
    await first.take()
    with pytest.raises(AlreadyRunning):
        await second.take()
    await first.keep()
    await first.release()
    await second.take()
    await second.release()
    await one.close()
    await other.close()


async def test_who_has_lost_the_connection_is_the_only_one_again(own_database: str) -> None:
    one, other = Database(with_driver(own_database)), Database(with_driver(own_database))
    first = Sole(one)
    await first.take()
    engine = create_async_engine(with_driver(own_database), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(LOST))
    await engine.dispose()
    await first.keep()
    with pytest.raises(AlreadyRunning):
        await Sole(other).take()
    await first.release()
    await one.close()
    await other.close()
