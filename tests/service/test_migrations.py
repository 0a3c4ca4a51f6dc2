"""The schema: what the migrations make is what the models say, and an older database is brought up to date."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlmodel import Session, SQLModel, col, select

from bot.store.database import MIGRATIONS
from bot.store.models import AlarmRow, EntryRow, PetitionRow, TableRow
from bot.store.result_models import ResultRow

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
RESULT = {
    "table_id": 1296, "person": 8, "game": "walk", "scenario": "standard", "civ": "seat_2", "score": 4, "place": 2,
    "seats": 5, "over_at": 9.0,
}  # fmt: skip
WAITING: dict[str, dict[str, Any]] = {
    "clock": {
        "table_id": 1296, "ask_no": 2, "key": "walk.veto", "kind": "long", "length": 15.0, "opens_at": 5.0,
        "closes_at": 20.0,
    },
    "petition": {
        "table_id": 1296, "no": 9, "number": 1, "kind": "npc", "absent": 8, "answers": 0, "before": "", "chapter": "",
        "reason": "", "asked": "[]", "given": "{}", "length": 25.0, "made_at": 5.0, "closes_at": 30.0,
    },
    "offer": {
        "table_id": 1296, "number": 3, "no": 4, "person": 7, "person_name": "Cho", "giver": 6, "giver_name": "Ben",
        "absent": 1, "length": 35.0, "made_at": 5.0, "closes_at": 40.0,
    },
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


@pytest.mark.soak
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
            alarms = [(alarm.table_id, alarm.kind, alarm.at) for alarm in session.exec(select(AlarmRow))]
            assert alarms == [(1296, "npcs", 0)], "whether it stopped among NPCs is found out at the start"
            assert [(entry.seq, entry.sealed) for entry in session.exec(select(EntryRow))] == [(1, False)]
            assert session.exec(select(PetitionRow)).first() is None
        command.downgrade(config(connection), "0001")
        assert "petition" not in sa.inspect(connection).get_table_names()
        assert "shown" not in {column["name"] for column in sa.inspect(connection).get_columns("game_table")}
    engine.dispose()


@pytest.mark.soak
def test_a_lobby_of_an_older_database_is_asked_about_two_weeks_after_it_was_opened(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'lobby.db'}")
    with engine.begin() as connection:
        command.upgrade(config(connection), "0001")
        filled(connection, "game_table", {**OLD, "state": "lobby", "opened_at": 5.0})
        filled(connection, "game_table", {**OLD, "state": "over", "id": 1297, "channel": 78})
        command.upgrade(config(connection), "head")
        with Session(connection) as session:
            alarms = session.exec(select(AlarmRow)).all()
            assert [(a.table_id, a.kind, a.number, a.at) for a in alarms] == [(1296, "idle", 0, 5.0 + 14 * 86400)]
            assert [row.lobby_changed_at for row in session.exec(select(TableRow).order_by(col(TableRow.id)))] == [5, 0]
        command.downgrade(config(connection), "0035")
        assert connection.execute(sa.text("SELECT count(*) FROM alarm")).scalar_one() == 0
    engine.dispose()


@pytest.mark.soak
def test_what_waits_at_a_table_becomes_alarms_and_goes_back_to_its_place(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'c.db'}")
    with engine.begin() as connection:
        command.upgrade(config(connection), "0001")
        filled(connection, "game_table", OLD)
        command.upgrade(config(connection), "0018")
        connection.execute(sa.text("UPDATE game_table SET time_up_at = 50.0, goes_on_at = NULL"))
        for table, row in WAITING.items():
            filled(connection, table, row)
        command.upgrade(config(connection), "head")
        with Session(connection) as session:
            found = session.exec(select(AlarmRow).order_by(col(AlarmRow.at))).all()
            alarms = [(a.kind, a.number, a.ask_no, a.person, a.at, a.length, a.made_at) for a in found]
        assert alarms == [
            ("window", 0, 2, None, 20.0, 15.0, 5.0),
            ("petition", 0, 9, 8, 30.0, 25.0, 5.0),
            ("offer", 3, 4, 6, 40.0, 35.0, 5.0),
            ("time", 0, 0, None, 50.0, 0.0, 0.0),
        ]
        assert json.loads(found[0].body) == {"key": "walk.veto", "kind": "long"}
        command.downgrade(config(connection), "0018")
        for table, row in WAITING.items():
            names = ", ".join(f'"{name}"' for name in row)
            back = connection.execute(sa.text(f'SELECT {names} FROM "{table}"')).mappings().one()  # noqa: S608 - names of ours
            assert dict(back) == row
        times = connection.execute(sa.text("SELECT time_up_at, goes_on_at FROM game_table")).one()
        assert tuple(times) == (50.0, None)
    engine.dispose()


@pytest.mark.soak
def test_results_from_before_are_of_one_person_on_the_server_of_the_table(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'd.db'}")
    with engine.begin() as connection:
        command.upgrade(config(connection), "0001")
        filled(connection, "game_table", OLD | {"state": "over"})
        command.upgrade(config(connection), "0026")
        connection.execute(sa.text("UPDATE game_table SET guild = 5"))
        for number in (2, 3):
            filled(connection, "result", RESULT | {"number": number})
        command.upgrade(config(connection), "head")
        with Session(connection) as session:
            rows = session.exec(select(ResultRow).order_by(col(ResultRow.number))).all()
        assert [(row.number, row.team, row.people, row.npcs, row.guild) for row in rows] == [
            (2, 2, 1, 3, 5),
            (3, 2, 1, 3, 5),
        ]
        filled(connection, "result", RESULT | {"number": 4, "people": 2})
        command.downgrade(config(connection), "0026")
        assert connection.execute(sa.text("SELECT count(*) FROM result")).scalar() == 2
    engine.dispose()
