"""A record that cannot be read: nothing fails but what needs it, and the game goes on from what is whole."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update
from sqlmodel import col, select
from structlog.testing import capture_logs

from bot.contract.table_settings import Settings
from bot.delivery.outbox import Outbox
from bot.store.models import CheckpointRow, EntryRow, TableRow
from bot.tables.alarm_clock import LATER, Clock
from bot.tables.history.undo import MOST_TOLD
from bot.tables.work.recorded_table import RecordedTable
from engine.core import record as records
from engine.core.record import Entry
from tests.service.tables import ANA, BEN, CHO, HERE, Room, begun, give, refused
from tests.service.wires import Recording

NUMBER = 1


async def changed(made: Room, **values: Any) -> None:
    """Change the row of the table behind the service's back."""
    async with made.database.session() as session, made.database.writing(session):
        await session.execute(update(TableRow).values(**values))
    made.game_service.deps.forget(NUMBER)


async def record_of(made: Room) -> dict[str, Any]:
    """The record as it is stored."""
    async with made.database.session() as session:
        raw = (await session.execute(select(TableRow.record))).scalar_one()
    assert raw is not None
    found: dict[str, Any] = json.loads(raw)
    return found


def cut(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode()[:-40]


def other_game(record: dict[str, Any]) -> bytes:
    return json.dumps({**record, "game": "chess"}).encode()


def unknown_step(record: dict[str, Any]) -> bytes:
    return json.dumps({**record, "step": "no such step"}).encode()


def strange_state(record: dict[str, Any]) -> bytes:
    return json.dumps({**record, "state": {"seed": 7}}).encode()


def impossible_state(record: dict[str, Any]) -> bytes:
    """Of the right types, and yet the rules trip over it."""
    return json.dumps({**record, "state": {**record["state"], "at": {}, "order": []}}).encode()


def no_text(_: dict[str, Any]) -> bytes:
    return b"\xff\xfe\x00"


DAMAGES = (cut, other_game, unknown_step, strange_state, impossible_state, no_text)


async def damaged(made: Room, damage: Any = cut) -> str:
    """A game of Ana and Ben, some answers long, whose record is damaged."""
    table = await begun(made, ANA, BEN, options={"goal": 99})
    await give(made, table, ANA, "walk", "done")
    await give(made, table, BEN, "walk", "done")
    await changed(made, record=damage(await record_of(made)))
    return table


@pytest.mark.sample(3)
@pytest.mark.parametrize("damage", DAMAGES)
async def test_whatever_is_damaged_is_said_and_the_owner_sees_the_table_in_the_list(room: Room, damage: Any) -> None:
    table = await damaged(room, damage)
    for person in (ANA, BEN):
        refusal = await refused(room.service.sheet(table, person))
        assert (refusal.code, refusal.said["host"].name) == ("damaged", "Ana")
        assert [(line.info.id, line.damaged) for line in await room.service.list_tables(person)] == [(table, True)]
    assert (await refused(room.service.standing(table))).code == "damaged"
    assert (await refused(room.service.undo(table, ANA))).code == "damaged"
    assert (await room.service.info(table)).state == "running"
    assert (await room.service.log(table, ANA)).lines


@pytest.mark.sample(3)
@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_game_can_be_ended(room: Room, damage: Any) -> None:
    table = await damaged(room, damage)
    token = (await refused(room.service.end(table, ANA))).said["confirm"]
    info = await room.service.end(table, ANA, reason="damaged", confirm=token)
    assert (info.state, info.over_reason) == ("over", "damaged")
    assert any("ended" in text for text in await room.texts())
    again = await begun(room, ANA, BEN)
    assert again != table


async def test_a_game_that_nobody_knows_any_more_is_listed_and_can_be_ended(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await changed(room, game="chess", scenario="blitz")
    [line] = await room.service.list_tables(ANA)
    assert (line.damaged, line.info.game_title, line.info.scenario_title) == (True, "chess", "blitz")
    token = (await refused(room.service.end(table, ANA))).said["confirm"]
    assert (await room.service.end(table, ANA, confirm=token)).state == "over"


@pytest.mark.sample(3)
@pytest.mark.parametrize("damage", DAMAGES)
async def test_the_host_goes_on_where_it_was_if_only_the_record_is_damaged(room: Room, damage: Any) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 99})
    await give(room, table, ANA, "walk", "done")
    await give(room, table, BEN, "walk")
    before = await room.service.standing(table)
    await changed(room, record=damage(await record_of(room)))
    assert (await room.service.last_good_position(table, ANA)).lost == 0
    done = await room.service.mend(table, ANA)
    after = await room.service.standing(table)
    assert (after.view, after.ask) == (before.view, before.ask)
    assert done.sheet is not None
    assert (await room.texts())[-1].startswith("back")
    await give(room, table, BEN, "done")
    room.game_service.deps.forget(NUMBER)
    assert (await room.service.standing(table)).view["turn"] == before.view["turn"]
    assert (await refused(room.service.mend(table, ANA))).code == "not_damaged"


async def test_answers_and_checkpoints_that_are_damaged_too_are_passed_over(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 99})
    for _ in range(2):
        for person in (ANA, BEN):
            await give(room, table, person, "done")
        for person in (ANA, BEN):
            await room.service.answer(table, person, None, [["0"]])
    await give(room, table, ANA, "walk", "done")
    points = await room.service.checkpoints(table)
    assert len(points) > 3
    async with room.database.session() as session, room.database.writing(session):
        newest = col(CheckpointRow.no) >= points[1].no
        await session.execute(update(CheckpointRow).where(newest).values(state=b"nothing"))
        last = (await session.execute(select(EntryRow.seq).order_by(col(EntryRow.seq).desc()).limit(1))).scalar_one()
        await session.execute(update(EntryRow).where(col(EntryRow.seq) == last).values(picks='["wal'))
    await changed(room, record=b"{")
    whole = await room.service.last_good_position(table, ANA)
    assert whole.lost == 1
    await room.service.mend(table, ANA)
    left = await room.service.checkpoints(table)
    assert points[2].no in {point.no for point in left}
    async with room.database.session() as session:
        stored = (await session.execute(select(TableRow))).scalar_one()
        rows = (await session.execute(select(EntryRow).order_by(col(EntryRow.seq)))).scalars().all()
    record = records.decode(stored.record or b"")
    assert [row.seq for row in rows] == list(range(1, stored.answers + 1))
    assert stored.answers == last - 1 == record.first + len(record.entries)
    await give(room, table, ANA, "done")


async def test_a_gap_in_the_journal_ends_what_is_given_again(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 99})
    await give(room, table, ANA, "walk", "walk", "done")
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(delete(EntryRow).where(col(EntryRow.seq) == 2))
    await changed(room, record=b"{")
    whole = await room.service.last_good_position(table, ANA)
    assert (whole.answers, whole.lost) == (1, 2)
    await room.service.mend(table, ANA)
    assert (await room.service.standing(table)).view["civs"]["seat_1"]["at"] == 1
    await give(room, table, ANA, "walk", "done")


async def test_without_any_whole_position_nothing_is_changed_and_the_host_hears_why(room: Room) -> None:
    table = await damaged(room)
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(update(CheckpointRow).values(state=b""))
    assert (await refused(room.service.last_good_position(table, ANA))).code == "nothing_whole"
    assert (await refused(room.service.mend(table, ANA))).code == "nothing_whole"
    assert (await refused(room.service.sheet(table, ANA))).code == "damaged"


async def test_only_the_host_goes_on_and_only_with_a_damaged_game(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await refused(room.service.mend(table, ANA))).code == "not_damaged"
    await changed(room, record=b"{")
    for person in (BEN, CHO):
        assert (await refused(room.service.last_good_position(table, person))).code in {"host_only", "no_table"}
        assert (await refused(room.service.mend(table, person))).code in {"host_only", "no_table"}
    await room.service.end(table, ANA, confirm=(await refused(room.service.end(table, ANA))).said["confirm"])
    assert (await refused(room.service.mend(table, ANA))).code == "over"


async def test_the_posts_of_a_damaged_table_are_sent_and_it_can_be_moved(room: Room) -> None:
    table = await damaged(room)
    wire = Recording()
    await Outbox(room.game_service, wire, room.clock).drain()
    assert wire.texts()
    await room.service.move(table, ANA, replace(HERE, channel=78))
    assert (await room.service.info(table)).place.channel == 78
    assert (await room.texts())[-1].startswith("moved")


async def test_the_clock_leaves_a_damaged_table_alone_for_a_while(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, settings=Settings(pace="live"))
    sheet = await room.service.sheet(table, ANA)
    card = next(option.token for option in sheet.options if option.token.isdigit())
    await room.service.answer(table, ANA, sheet.ask_no, [[card]])
    assert (await room.service.info(table)).window is not None
    await changed(room, record=b"{")
    clock = Clock(room.game_service, room.clock)
    room.clock.now += 30 * 86400
    with capture_logs() as logs:
        for _ in range(int(LATER) // 10 - 1):
            assert await clock.close_due() == 0
            room.clock.now += 10
    assert [line["event"] for line in logs if line["event"].startswith("clock")] == ["clock.refused"]
    await room.service.mend(table, ANA)
    assert (await room.service.info(table)).window is not None


async def test_a_long_journal_that_fits_nowhere_is_looked_at_once_off_the_event_loop(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(room, ANA, BEN)
    record = records.decode(json.dumps(await record_of(room)).encode())
    record.entries = [Entry("walk.act", "seat_1", ("hop",))] * 4000
    await changed(room, record=msgspec.json.encode(record), answers=record.first + 4000)
    threads: list[int] = []
    replay = RecordedTable._replay

    def counted(self: RecordedTable, **how: bool) -> list[Entry]:
        threads.append(threading.get_ident())
        return replay(self, **how)

    monkeypatch.setattr(RecordedTable, "_replay", counted)
    assert (await room.service.sheet(table, ANA)).request is not None
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()
    notices = [n for n in await room.service.take_notices(ANA, table) if n.code == "rules_corrected"]
    assert len(notices) == MOST_TOLD
