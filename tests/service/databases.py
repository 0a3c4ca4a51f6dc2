"""Where tests keep their tables: in a file of their own, or in PostgreSQL if `NISABA_TEST_DATABASE` names a server."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.settings import with_driver
from bot.store.database import Database

EMPTY: list[bytes] = []
SERVER = os.environ.get("NISABA_TEST_DATABASE", "")


def url_of(file: Path) -> str:
    """The database that stands for that file."""
    if not SERVER:
        return f"sqlite+aiosqlite:///{file}"
    name = f"nisaba_{hashlib.blake2b(str(file).encode(), digest_size=8).hexdigest()}"
    return make_url(with_driver(SERVER)).set(database=name).render_as_string(hide_password=False)


async def ready(database: Database) -> None:
    """Make the database if there is none, and bring it up to date: a file as a copy of one that is."""
    name = str(database.engine.url.database)
    if not database.lite and SERVER:
        await _create(name)
    elif database.lite and not EMPTY:
        EMPTY.append(await _empty())
    if not database.lite or not _copied(EMPTY[0], Path(name)):
        await database.migrate()


def _copied(empty: bytes, file: Path) -> bool:
    if file.exists():
        return False
    file.write_bytes(empty)
    return True


async def _empty() -> bytes:
    """A database in which nothing is kept yet, as bytes."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        made = Database(f"sqlite+aiosqlite:///{file}")
        await made.migrate()
        await made.close()
        return file.read_bytes()


async def _create(name: str) -> None:
    engine = create_async_engine(with_driver(SERVER), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        known = await connection.execute(text("SELECT 1 FROM pg_database WHERE datname = :name"), {"name": name})
        if known.scalar() is None:
            await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()
