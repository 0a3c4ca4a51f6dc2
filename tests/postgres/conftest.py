"""What every test on PostgreSQL starts from: a server, and a database of its own in it."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.settings import with_driver
from tests.postgres.cluster import NotThere, cluster
from tests.service.databases import SERVER


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL: that of `NISABA_TEST_DATABASE`, or one started for these tests."""
    if SERVER:
        yield SERVER
        return
    try:
        with cluster() as url:
            yield url
    except NotThere as reason:
        pytest.skip(str(reason))


@pytest.fixture
async def own_database(server: str) -> str:
    """The URL of an empty database of that server."""
    return await made_in(server)


async def made_in(server: str) -> str:
    """The URL of a new, empty database of that server."""
    name = f"nisaba_{token_hex(8)}"
    engine = create_async_engine(with_driver(server), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)
