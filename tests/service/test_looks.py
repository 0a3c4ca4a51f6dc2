"""How far spectators have read: the same for all of them, each for themselves, at the last tables only."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from bot.service import table_ids
from bot.service.history import digest
from bot.store.models import LookRow
from bot.values import Person
from tests.service.counting import counted
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, give, lengthen
from tests.service.test_reminders import elsewhere


async def told(room: Room, table: str, person: Person) -> list[int]:
    """The numbers of the lines that this person is told of."""
    return [line.no for line in (await room.service.digest(table, person)).lines]


async def test_two_spectators_are_told_the_same_and_each_of_them_once(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk", "done")
    first = await told(room, table, CHO)
    assert first == await told(room, table, DEE) != []
    assert await told(room, table, CHO) == []
    await give(room, table, BEN, "walk", "done")
    later = await told(room, table, DEE)
    assert later == await told(room, table, CHO) != []
    assert not {*later} & {*first}


@pytest.mark.parametrize(("lines", "read"), [(digest.LINES - 2, False), (2 * digest.LINES + 101, True)])
async def test_of_a_long_time_all_actions_are_counted_though_the_newest_lines_alone_are_read(
    room: Room, lines: int, read: bool
) -> None:
    """The line in the middle of an action that is read in part counts once."""
    table = await begun(room, ANA, BEN)
    before = (await room.service.digest(table, CHO)).actions
    await give(room, table, ANA, "walk", "done")
    answered = (await room.service.digest(table, CHO)).actions
    await lengthen(room, table, lines)
    with counted(room.database) as counts:
        missed = await room.service.digest(table, ANA)
    assert missed.actions == (lines + 1) // 2
    assert len(missed.lines) == min(lines, digest.LINES)
    assert (missed.earlier > 0) is read
    assert sum("count(distinct" in sql.lower() for sql in counts.sql) == read
    assert (before, answered) == (1, 1)


async def test_what_one_has_missed_costs_one_replay_and_writes_nothing_for_who_has_a_seat(room: Room) -> None:
    """However long the game is: the board of then is made from the last position kept before it."""
    table = await begun(room, ANA, BEN, options={"goal": 40})
    for _ in range(3):
        await give(room, table, ANA, "walk", "done")
        await give(room, table, BEN, "walk", "done")
        for person in (ANA, BEN):
            await give(room, table, person, "0")
    with counted(room.database) as counts:
        missed = await room.service.digest(table, ANA)
    assert missed.then is not None
    assert (counts.replays, sum(counts.writes.values())) == (1, 0)
    with counted(room.database) as counts:
        await room.service.digest(table, ANA, boards=False)
    assert (counts.replays, sum(counts.writes.values())) == (0, 0)


async def test_what_was_read_is_remembered_of_the_tables_looked_at_last(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "TABLES", 2)
    tables = [await elsewhere(room, n, ANA, BEN) for n in range(1, 5)]
    for table in (*tables, tables[2]):
        room.clock.now += 60
        await room.service.digest(table, CHO)
        await room.service.digest(tables[0], DEE)
    kept = select(LookRow.table_id).where(LookRow.person == CHO.id).order_by(col(LookRow.table_id))
    assert await room.database.read(kept) == [table_ids.read(table) for table in tables[2:]]
    assert await room.database.read(select(LookRow.table_id).where(LookRow.person == DEE.id)) == [
        table_ids.read(tables[0])
    ]
