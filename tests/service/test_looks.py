"""How far spectators have read: the same for all of them, each for themselves, at the last tables only."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.preferences import Preferences
from bot.contract.records import Digest
from bot.contract.tables import Person
from bot.features.digest import service as digest
from bot.store.models import LookRow
from bot.tables.history import since
from tests.service.counting import Counts, counted
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, give, lengthen, opened_room, stop
from tests.service.test_reminders import elsewhere

READS = 4


async def told(room: Room, table: str, person: Person) -> list[int]:
    """The numbers of the lines that this person is told of."""
    return [line.no for line in (await digest.catch_up(room.service, table, person)).lines]


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


@pytest.mark.soak
@pytest.mark.parametrize(("lines", "read"), [(digest.LINES - 2, False), (2 * digest.LINES + 101, True)])
async def test_of_a_long_time_all_actions_are_counted_though_the_newest_lines_alone_are_read(
    room: Room, lines: int, read: bool
) -> None:
    """The line in the middle of an action that is read in part counts once."""
    table = await begun(room, ANA, BEN)
    before = (await digest.catch_up(room.service, table, CHO)).actions
    await give(room, table, ANA, "walk", "done")
    answered = (await digest.catch_up(room.service, table, CHO)).actions
    await lengthen(room, table, lines)
    with counted(room.database) as counts:
        missed = await digest.catch_up(room.service, table, ANA)
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
        missed = await digest.catch_up(room.service, table, ANA)
    assert missed.then is not None
    assert (counts.replays, sum(counts.writes.values())) == (1, 0)
    with counted(room.database) as counts:
        await digest.catch_up(room.service, table, ANA, boards=False)
    assert (counts.replays, sum(counts.writes.values())) == (0, 0)


async def missed_by(room: Room, table: str, person: Person) -> tuple[Digest, Counts]:
    """What that person has missed, and what it costs to say so."""
    with counted(room.database) as counts:
        missed = await digest.catch_up(room.service, table, person)
    return missed, counts


@pytest.mark.parametrize("after", ["playing", "over"])
async def test_the_board_of_then_is_made_once_for_all_who_look_at_that_moment(room: Room, after: str) -> None:
    """`/since` again, and the changes on the map, read rows and play nothing."""
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk", "done")
    await give(room, table, BEN, "walk")
    if after == "over":
        await stop(room.service, table)
    first, made = await missed_by(room, table, ANA)
    again, kept = await missed_by(room, table, ANA)
    with counted(room.database) as on_map:
        then = await since.board_since(room.service, table, ANA)
    assert first == again
    assert then == first.then is not None
    assert (made.replays, kept.replays, on_map.replays) == (1, 0, 0)
    assert kept.reads <= READS < made.reads
    assert sum(kept.writes.values()) == 0


async def test_an_answer_after_an_undo_is_another_moment_even_if_another_process_took_it(room: Room) -> None:
    """It has the number of the one before."""
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk")
    before, _ = await missed_by(room, table, ANA)
    async with opened_room(room.file, room.clock) as twin:
        await twin.service.undo(table, ANA)
        await give(twin, table, ANA, "done")
        await give(twin, table, BEN, "walk")
    after, made = await missed_by(room, table, ANA)
    assert before.then is not None
    assert after.then is not None
    walked = [found["civs"][before.own[0].seat]["at"] for found in (before.then, after.then)]
    assert walked == [1, 0]
    assert made.replays == 2  # the table as it stands, and the board of then


async def test_a_new_owner_of_the_seat_and_a_new_wish_are_seen_at_once(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk", "done")
    mine, _ = await missed_by(room, table, ANA)
    await room.service.set_preferences(ANA, Preferences(language="de"))
    german, _ = await missed_by(room, table, ANA)
    assert [seat.language for found in (mine, german) for seat in found.own] == ["", "de"]
    room.clock.now += 60
    offer = await room.service.give_seat(table, ANA, mine.own[0].number, CHO)
    await room.service.answer_offer(table, CHO, offer.no, accepts=True)
    (gone, _), (came, _) = await missed_by(room, table, ANA), await missed_by(room, table, CHO)
    assert (gone.own, gone.answered) == ((), False)
    assert [seat.person for seat in came.own] == [CHO]
    assert not came.answered


async def test_boards_of_then_are_kept_of_the_tables_looked_at_last(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = room.service.deps.earlier
    monkeypatch.setattr(kept, "_most", 2)
    tables = [await elsewhere(room, n, ANA, BEN) for n in range(1, 4)]
    for table in tables:
        await give(room, table, ANA, "walk")
        await digest.catch_up(room.service, table, ANA)
    assert len(kept) == 2
    assert [(await missed_by(room, table, ANA))[1].replays for table in (tables[2], tables[0])] == [0, 1]


async def test_what_was_read_is_remembered_of_the_tables_looked_at_last(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "TABLES", 2)
    tables = [await elsewhere(room, n, ANA, BEN) for n in range(1, 5)]
    for table in (*tables, tables[2]):
        room.clock.now += 60
        await digest.catch_up(room.service, table, CHO)
        await digest.catch_up(room.service, tables[0], DEE)
    kept = select(LookRow.table_id).where(LookRow.person == CHO.id).order_by(col(LookRow.table_id))
    assert await room.database.read(kept) == [table_ids.read(table) for table in tables[2:]]
    assert await room.database.read(select(LookRow.table_id).where(LookRow.person == DEE.id)) == [
        table_ids.read(tables[0])
    ]
