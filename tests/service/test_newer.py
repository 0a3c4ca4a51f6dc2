"""A table whose record a newer version of the bot has written already: it is left alone, and goes on where it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest
from sqlalchemy import select
from sqlmodel import SQLModel

from bot.cluster.heartbeat import FRESH, Heartbeat
from bot.cluster.probes import database_checks
from bot.contract.table_settings import Settings
from bot.tables.alarm_clock import AGAIN, Clock
from bot.ui.lookup.errors import trouble
from bot.ui.visit import Visit
from engine.core import record as records
from engine.core.record import Entry
from engine.core.text import languages, speaking
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, refused
from tests.service.test_damage import changed, record_of

LEFT_OUT: Final = frozenset({"person", "presence", "fault"})


async def newer(made: Room, table: str) -> bytes:
    """Let a newer version have written the record; what it was before."""
    before = msgspec.json.encode(await record_of(made))
    await changed(made, record=msgspec.json.encode({**await record_of(made), "version": 99}))
    return before


async def stored(made: Room) -> Mapping[str, list[Any]]:
    """Everything that is stored of tables."""
    kept = [table for table in SQLModel.metadata.sorted_tables if table.name not in LEFT_OUT]
    async with made.database.session() as session:
        return {table.name: [tuple(row) for row in await session.execute(select(table))] for table in kept}


async def test_nothing_is_done_to_it_and_everybody_hears_why(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 99})
    await give(room, table, ANA, "walk")
    number = (await room.service.info(table)).ask_no
    await newer(room, table)
    before, service = await stored(room), room.service
    codes = [
        (await refused(act)).code
        for act in (
            service.sheet(table, ANA),
            service.standing(table),
            service.answer(table, ANA, number, [["walk"]]),
            service.undo(table, ANA),
            service.last_good_position(table, ANA),
            service.mend(table, ANA),
        )
    ]
    assert set(codes) == {"newer"}
    assert await stored(room) == before
    assert [(line.info.id, line.damaged, line.yours) for line in await service.list_tables(ANA)] == [
        (table, False, False)
    ]


async def test_it_goes_on_as_soon_as_a_process_knows_it(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 99})
    await give(room, table, ANA, "walk")
    view = (await room.service.standing(table)).view
    kept = await newer(room, table)
    assert (await refused(room.service.standing(table))).code == "newer"
    await changed(room, record=kept)
    assert (await room.service.standing(table)).view == view
    await give(room, table, ANA, "walk")


@pytest.mark.parametrize("younger", [True, False])
async def test_answers_that_do_not_fit_are_corrected_by_the_youngest_process(room: Room, *, younger: bool) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 99})
    record = records.decode(msgspec.json.encode(await record_of(room)))
    record.entries = [Entry("walk.act", "seat_1", ("hop",))]
    await changed(room, record=msgspec.json.encode(record), answers=record.first + 1)
    newer_is_alive = Heartbeat(room.database, "old", "web", room.clock).newer_is_alive
    room.game_service.deps.newer_is_alive.append(newer_is_alive)
    room.clock.now += 1
    if younger:
        await Heartbeat(room.database, "young", "web", room.clock).beat("web")
    before = await stored(room)
    if younger:
        assert (await refused(room.service.sheet(table, ANA))).code == "newer"
        assert await stored(room) == before
        room.clock.now += FRESH + 1
    assert (await room.service.sheet(table, ANA)).request is not None
    assert "rules_corrected" in {notice.code for notice in await room.service.take_notices(ANA, table)}


async def test_its_alarms_wait_and_ring_once_it_is_known(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, settings=Settings(pace="live"))
    sheet = await room.service.sheet(table, ANA)
    card = next(option.token for option in sheet.options if option.token.isdigit())
    await room.service.answer(table, ANA, sheet.ask_no, [[card]])
    kept = await newer(room, table)
    clock = Clock(room.game_service, room.clock)
    room.clock.now += 45
    before = await stored(room)
    assert await clock.close_due() == 0
    assert await stored(room) == before
    await changed(room, record=kept)
    room.clock.now += AGAIN + 1
    assert await clock.close_due() == 1


@pytest.mark.parametrize("language", sorted(languages()))
async def test_the_sentence_names_the_table_and_says_that_nothing_has_changed(room: Room, language: str) -> None:
    table = await begun(room, ANA, BEN)
    await newer(room, table)
    refusal = await refused(room.service.sheet(table, ANA))
    with speaking(language):
        told = trouble(refusal, Visit(ANA.id, table=table))
    assert told is not None
    text = "".join(getattr(part, "text", "") for part in told.parts)
    assert table in text
    assert text.count(".") + text.count(";") >= 2


async def test_a_schema_of_a_later_version_is_one_that_will_do(room: Room) -> None:
    check = database_checks(room.database)["schema"]
    assert await check()
    async with room.database.engine.begin() as connection:
        await connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    assert await check()
    async with room.database.engine.begin() as connection:
        await connection.exec_driver_sql("update alembic_version set version_num = '0001'")
    assert not await check()
