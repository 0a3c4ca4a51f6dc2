"""The schema: the migrations make what the models say, and what a database from before the first release has."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from bot.contract.table_settings import Settings
from bot.store.database import LAST_UNRELEASED, MIGRATIONS, Database, OlderDatabase, newest, scripts
from engine.core.text import words

BEFORE = Path(__file__).parent / "stored" / "before.db.gz"
"""All games in one database, as the last version before the first release wrote it; `test_stored` plays them on."""
VERSION = "SELECT version_num FROM alembic_version"


def config(connection: sa.Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    made.attributes["connection"] = connection
    return made


def unreleased(folder: Path, version: str = LAST_UNRELEASED) -> Path:
    """A database from before the first release in that folder, of that version."""
    file = folder / "before.db"
    file.write_bytes(gzip.decompress(BEFORE.read_bytes()))
    with closing(sqlite3.connect(file)) as store:
        store.execute("UPDATE alembic_version SET version_num = ?", [version])
        store.commit()
    return file


async def migrated(file: Path) -> None:
    """Bring that file up to date, as a start of the bot does."""
    database = Database(f"sqlite+aiosqlite:///{file}")
    try:
        await database.migrate()
    finally:
        await database.close()


def schema(file: Path) -> dict[str, Any]:
    """Every table with its columns, foreign keys and indexes, whatever their order and the quotes of defaults."""
    with closing(sqlite3.connect(file)) as store:
        tables = store.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: (*_columns(store, name), "AUTOINCREMENT" in sql) for name, sql in tables if "sqlite" not in name}


def _columns(store: sqlite3.Connection, table: str) -> tuple[Any, ...]:
    columns = {row[1]: (row[2], row[3], _plain(row[4]), row[5]) for row in _told(store, "table_info", table)}
    keys = sorted(row[2:] for row in _told(store, "foreign_key_list", table))
    indexes = {
        (name if origin == "c" else "", unique, partial, tuple(one[2] for one in _told(store, "index_info", name)))
        for _, name, unique, origin, partial in _told(store, "index_list", table)
    }
    return columns, keys, indexes


def _plain(default: str | None) -> str | None:
    return default and {"false": "0", "true": "1"}.get(default, default.strip("'"))


def _told(store: sqlite3.Connection, pragma: str, name: str) -> list[Any]:
    return store.execute(f"SELECT * FROM pragma_{pragma}(?)", [name]).fetchall()  # noqa: S608 - names of ours


def rows(file: Path) -> dict[str, list[Any]]:
    """Every row of every table, the version aside."""
    with closing(sqlite3.connect(file)) as store:
        names = [name for name in schema(file) if name != "alembic_version"]
        return {name: store.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}  # noqa: S608 - names of ours


def version(file: Path) -> str:
    with closing(sqlite3.connect(file)) as store:
        return str(store.execute(VERSION).fetchone()[0])


def test_the_migrations_make_what_the_models_say(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'a.db'}")
    with engine.begin() as connection:
        command.upgrade(config(connection), "head")
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []
        command.downgrade(config(connection), "base")
        assert sa.inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()


async def test_a_database_from_before_the_release_is_brought_over_once_with_all_that_it_holds(tmp_path: Path) -> None:
    """Letters and team talk are gone; tables that had either, or are to have them in a cup, have rooms."""
    old, new = unreleased(tmp_path), tmp_path / "new.db"
    with closing(sqlite3.connect(old)) as store:
        store.execute("UPDATE game_table SET letters = 'open', team_talk = 'no' WHERE id = 1")
        store.execute("UPDATE game_table SET team_talk = 'yes' WHERE id = 2")
        store.execute('UPDATE cup SET settings = REPLACE(settings, \'"letters":"off"\', \'"letters":"sealed"\')')
        store.execute("INSERT INTO missive VALUES (1, 1, 'letter', 1, 5, 'Peace?', 0, 0.0)")
        store.commit()
    before, talked = rows(old), {"missive", "missive_reader", "block"}
    await migrated(old)
    after = rows(old)
    for _ in range(2):
        assert version(old) == newest()
        assert rows(old) == after
        await migrated(old)
    await migrated(new)
    assert schema(new) == schema(old)
    assert len(before["game_table"]) == 8
    added = {"emoji", "room", "scheduled_event", "table_film", "table_thread", "table_pin", "web_session", "review"}
    added |= {"api_token", "program", "calendar", "webhook", "webhook_event"}
    assert after.keys() ^ before.keys() == talked | added
    same = before.keys() - talked - {"game_table", "cup"}
    kept = {name: [row[: len(before[name][0])] for row in after[name]] if before[name] else [] for name in same}
    assert kept == {name: before[name] for name in same}, "columns are only added"
    with closing(sqlite3.connect(old)) as store:
        having = store.execute("SELECT id FROM game_table WHERE rooms = 'on' ORDER BY id").fetchall()
        assert having == [(1,), (2,), (3,)]
        assert store.execute("SELECT count(*) FROM game_table").fetchone() == (8,)
        (settings,) = store.execute("SELECT settings FROM cup").fetchone()
    assert Settings(**json.loads(settings)).rooms == "on"


def test_the_first_migration_is_later_than_all_from_before_the_release() -> None:
    """What compares versions as texts, such as the probe of the schema, goes by this."""
    versions = [script.revision for script in scripts().walk_revisions()]
    assert versions == sorted(versions, reverse=True)
    assert versions[-1] == scripts().get_base()
    assert versions[-1] > LAST_UNRELEASED


@pytest.mark.parametrize("old", ["0001", "0054"])
async def test_a_database_from_long_before_the_release_is_refused_and_left_as_it_is(tmp_path: Path, old: str) -> None:
    file = unreleased(tmp_path, old)
    before = rows(file)
    with pytest.raises(OlderDatabase) as refused:
        await migrated(file)
    assert str(refused.value) == words("settings.older_database", version=old, last=LAST_UNRELEASED)
    assert (version(file), rows(file)) == (old, before)
