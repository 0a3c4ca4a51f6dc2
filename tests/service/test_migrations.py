"""The schema: what the migrations make is what the models say, and an older database is brought up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlmodel import Session, SQLModel, select

from bot.store.database import MIGRATIONS
from bot.store.models import EntryRow, PetitionRow, TableRow

OLD = {
    "id": 1296, "version": 3, "game": "walk", "game_version": 1, "scenario": "standard", "state": "running",
    "channel": 77, "host": 5, "host_name": "Ana", "options": "{}", "pace": "daily", "window_close": "fixed",
    "style": "full", "note": "", "npcs": 0, "most": 4, "seed": "s", "plans": "[]", "ask_no": 2, "answers": 1,
    "points": 1, "lines": 1, "closed_ask": 0, "closed_at": 0.0, "may_post": True, "changed_at": 0.0,
    "opened_at": 0.0, "over_reason": "",
}  # fmt: skip
ANSWER = {
    "table_id": 1296, "seq": 1, "key": "walk.act", "seat": "seat_1", "picks": "[]", "auto": False, "ask_no": 1,
    "at": 0.0,
}  # fmt: skip


def config(connection: sa.Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    made.attributes["connection"] = connection
    return made


def filled(connection: sa.Connection, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    values = ", ".join(f":{name}" for name in row)
    connection.execute(sa.text(f'INSERT INTO "{table}" ({names}) VALUES ({values})'), row)  # noqa: S608 - names of ours


def test_the_migrations_make_what_the_models_say(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'a.db'}")
    with engine.begin() as connection:
        command.upgrade(config(connection), "head")
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []
    engine.dispose()


def test_an_older_database_keeps_its_games_there_and_back(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'b.db'}")
    with engine.begin() as connection:
        command.upgrade(config(connection), "0001")
        filled(connection, "game_table", OLD)
        filled(connection, "entry", ANSWER)
        command.upgrade(config(connection), "head")
        with Session(connection) as session:
            row = session.exec(select(TableRow)).one()
            assert (row.id, row.answers, row.shown) == (1296, 1, None)
            assert row.goes_on_at == 0, "whether it stopped among NPCs is found out at the start"
            assert [(entry.seq, entry.sealed) for entry in session.exec(select(EntryRow))] == [(1, False)]
            assert session.exec(select(PetitionRow)).first() is None
        command.downgrade(config(connection), "0001")
        assert "petition" not in sa.inspect(connection).get_table_names()
        assert "shown" not in {column["name"] for column in sa.inspect(connection).get_columns("game_table")}
    engine.dispose()
