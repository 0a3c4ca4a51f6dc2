"""Rows kept between two interactions: only as long as they are what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.store import sqlite
from bot.store.database import Database
from bot.store.models import TableRow
from bot.tables.people.profiles import set_dm_closed
from tests.service.counting import heard
from tests.service.tables import ANA, BEN, Room, ask_no, begun, refused


async def test_a_screen_of_a_table_at_hand_takes_one_statement(room: Room) -> None:
    table, told = await begun(room, ANA, BEN), []
    await room.service.sheet(table, ANA)
    with heard(room.database, lambda statement, *_: told.append(statement)):
        await room.service.sheet(table, ANA)
    assert len(told) == 1


async def test_a_statement_takes_one_way_to_the_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, ways = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}"), []
    await database.migrate()
    send = sqlite.Connection._execute

    async def counted(self: sqlite.Connection, *args: object) -> object:
        ways.append(args)
        return await send(self, *args)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(sqlite.Connection, "_execute", counted)
    async with database.session() as session:
        assert (await session.execute(select(TableRow))).all() == []
        assert len(ways) == 1
    async with database.session() as session, database.writing(session):
        await session.execute(update(TableRow).values(note=""))
    assert len(ways) == 3
    await database.close()


async def test_what_another_process_has_changed_is_seen(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await room.service.info(table)).host.name == "Ana"
    async with room.database.session() as session, room.database.writing(session):
        raised = col(TableRow.version) + 1
        await session.execute(update(TableRow).values(version=raised, host_name="Benjamin"))
    assert (await room.service.info(table)).host.name == "Benjamin"


async def test_what_has_no_version_is_read_each_time(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await room.service.info(table)).may_post
    await set_dm_closed(room.game_service.deps, BEN.id, closed=True)
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(update(TableRow).values(may_post=False))
    info = await room.service.info(table)
    assert (info.may_post, [seat.dm_closed for seat in info.seats]) == (False, [False, True])


async def test_a_refusal_leaves_no_trace_in_what_is_kept(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    number = await ask_no(room, table)
    for _ in range(2):
        assert (await refused(room.service.answer(table, ANA, number, [["nonsense"]]))).code == "not_an_option"
    done = await room.service.answer(table, ANA, number, [["walk"]])
    assert not done.repeated


async def given_up(database: Database) -> None:
    async with database.session() as session, database.writing(session):
        await session.execute(update(TableRow).values(host_name="nobody"))
        raise RuntimeError("given up")


async def test_a_transaction_begins_with_its_first_statement_and_can_be_given_up(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    with pytest.raises(RuntimeError):
        await given_up(room.database)
    room.game_service.deps.forget(1)
    assert (await room.service.info(table)).host.name == "Ana"
