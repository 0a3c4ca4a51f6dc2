"""Who is late: the others decide, the computer answers, somebody is looked for; and what the owner hears of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.posts import Post
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, TableInfo
from bot.features.clocks import overdue
from bot.features.clocks.overdue import stand_in
from bot.store.models import EntryRow, LineRow
from bot.tables.people.profiles import set_dm_closed
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.waking_hours import awake_at
from engine.core.game import REASON
from tests.acme.cards.tables import duel
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, give, refused
from tests.service.test_deadlines import DAY, HOUR, LONG, NIGHT, asked, due, kinds, late, later, seat
from tests.service.told import Plain

EVE = Person(10**17 + 5, "Eve", 5)


async def answers_of_npc(room: Room, table: str) -> int:
    """How many answers in the journal nobody has given."""
    async with room.database.session() as session:
        here = (EntryRow.table_id == table_ids.read(table), col(EntryRow.auto).is_(True))
        return len((await session.execute(select(EntryRow).where(*here))).scalars().all())


async def test_the_others_decide_when_somebody_is_late_and_the_npc_answers_that_once(room: Room) -> None:
    table = await late(room, ANA, BEN, CHO)
    assert (await kinds(room))[-1] == "late"
    first = await overdue.vote(room.service, table, BEN, 1, "once")
    assert (first.votes, first.needed, first.done) == (1, 2, False)
    told = await kinds(room)
    tied = await overdue.vote(room.service, table, CHO, 1, "wait")
    assert (tied.votes, tied.done) == (1, False)
    assert await kinds(room) == told
    assert (await overdue.vote(room.service, table, CHO, 1, "once")).done
    assert await answers_of_npc(room, table) > 0
    assert (await asked(room, table)) != ["Ana"]
    assert (await seat(room, 1)).by == "human"
    assert (await room.texts(ANA.id))[-1] == f"late_owner {table}"
    assert (await refused(overdue.vote(room.service, table, CHO, 1, "once"))).code == "late_over"
    assert "stood_in" in await kinds(room)


async def test_who_was_late_cannot_take_back_what_the_npc_has_answered(room: Room) -> None:
    table = await late(room, ANA, BEN)
    assert (await overdue.vote(room.service, table, BEN, 1, "once")).done
    before = await answers_of_npc(room, table)
    assert (await refused(room.service.undo(table, ANA))).code == "undo_nothing"
    assert await answers_of_npc(room, table) == before > 0
    async with room.database.session() as session:
        told = (await session.execute(select(LineRow.said).where(LineRow.key == "late"))).scalars().all()
    assert [json.loads(said)["key"] for said in told] == ["table.log.stood_in"]


async def test_the_vote_of_who_has_given_the_seat_away_does_not_count(room: Room) -> None:
    table = await late(room, ANA, BEN, CHO)
    await overdue.vote(room.service, table, BEN, 1, "once")
    given = await room.service.give_seat(table, BEN, 2, DEE)
    await room.service.answer_offer(table, DEE, given.no, accepts=True)
    counted = await overdue.vote(room.service, table, CHO, 1, "once")
    assert (counted.votes, counted.done) == (1, False)
    assert (await overdue.vote(room.service, table, DEE, 1, "once")).done


async def test_who_says_to_be_back_was_not_late_in_a_row(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(late="npc"))
    assert await later(room, DAY) == 1
    assert (await seat(room, 1)).stood_in == 1
    await overdue.back(room.service, table, ANA, 1)
    assert (await seat(room, 1)).stood_in == 0


async def test_who_says_to_be_back_though_nobody_was_late_has_no_more_time(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    room.clock.now += 20 * HOUR
    told = await kinds(room)
    await overdue.back(room.service, table, ANA, 1)
    assert (await due(room, 1), await kinds(room)) == (4 * HOUR, told)


async def test_who_lets_the_npc_play_has_no_vote_about_others(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, DEE, options=LONG)
    await room.service.control(table, DEE, 4, "npc")
    await later(room, DAY + 1)
    assert (await refused(overdue.vote(room.service, table, DEE, 1, "npc"))).code == "late_other"
    votes = [await overdue.vote(room.service, table, person, 1, "npc") for person in (BEN, CHO)]
    assert [(one.votes, one.needed, one.done) for one in votes] == [(1, 2, False), (2, 2, True)]


async def test_who_is_late_does_not_vote_nor_does_a_stranger(room: Room) -> None:
    table = await late(room, ANA, BEN, CHO)
    assert (await refused(overdue.vote(room.service, table, ANA, 1, "wait"))).code == "late_own"
    assert (await refused(overdue.vote(room.service, table, DEE, 1, "npc"))).code == "late_other"


async def test_what_all_are_asked_at_once_is_late_at_the_second_at_which_the_time_of_all_is_up(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "done")
    await give(room, table, ANA, "0")
    assert [await due(room, number) for number in (2, 3)] == [DAY, DAY]
    assert await later(room, DAY) == 2
    assert (await kinds(room)).count("late") == 2


async def test_whoever_is_late_has_been_asked_since_the_last_answer_before(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, told = await begun(room, ANA, BEN, options=LONG), list[object]()

    def matter(_: Plain, __: TableInfo, what: str, said: Mapping[str, object]) -> Sequence[Post]:
        told.extend([said["since"]] if what == "late" else [])
        return []

    monkeypatch.setattr(Plain, "matter", matter)
    for picked in ("walk", "done"):
        room.clock.now += HOUR
        await give(room, table, ANA, picked)
    asked_at = datetime.fromtimestamp(room.clock.now, UTC)
    await later(room, DAY)
    assert told == [asked_at]


async def test_that_nobody_is_looked_for_any_more_is_said_though_nobody_has_come(room: Room) -> None:
    table = await late(room, BEN, ANA, CHO)
    for person in (ANA, CHO):
        await overdue.vote(room.service, table, person, 1, "find")
    await overdue.back(room.service, table, BEN, 1)
    assert "seek_settled" in await kinds(room)


async def test_nothing_is_voted_on_before_the_time_is_up_nor_what_cannot_be_done(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    for number in (1, 2):
        assert (await refused(overdue.vote(room.service, table, BEN, number, "npc"))).code == "late_over"
    await later(room, DAY + 1)
    assert (await refused(overdue.vote(room.service, table, BEN, 1, "nonsense"))).code == "late_over"
    assert (await refused(overdue.vote(room.service, table, BEN, 2, "npc"))).code == "late_over"
    assert (await overdue.vote(room.service, table, BEN, 1, "npc")).done


async def test_silence_is_waiting_and_the_question_comes_up_once_more_after_the_whole_time(room: Room) -> None:
    table = await late(room, ANA, BEN)
    assert await later(room, DAY - 10) == 0
    assert await later(room, 20) == 1
    assert (await kinds(room)).count("late") == 2
    assert await asked(room, table) == ["Ana"]


async def test_an_owner_who_comes_back_before_the_vote_is_over_keeps_the_seat(room: Room) -> None:
    table = await late(room, ANA, BEN, CHO)
    await overdue.vote(room.service, table, BEN, 1, "npc")
    await overdue.back(room.service, table, ANA, 1)
    assert (await overdue.vote(room.service, table, CHO, 1, "npc")).done is False
    assert (await seat(room, 1)).by == "human"
    assert await due(room, 1) == DAY


async def test_the_npc_plays_until_the_owner_is_back_who_hears_of_it_in_the_morning(room: Room) -> None:
    table = await late(room, ANA, BEN, CHO)
    room.clock.now = awake_at(room.clock.now, replace(NIGHT, quiet_from=7, quiet_to=23))
    await room.service.set_preferences(ANA, NIGHT)
    for person in (BEN, CHO):
        await overdue.vote(room.service, table, person, 1, "npc")
    assert (await seat(room, 1)).by == "npc"
    await give(room, table, BEN, "walk", "done")
    assert f"late_owner {table}" in await room.texts(ANA.id), "it stays true, whatever others do meanwhile"
    assert (await refused(overdue.back(room.service, table, BEN, 1))).code == "owner_only"
    await overdue.back(room.service, table, ANA, 1)
    assert (await seat(room, 1)).by == "human"


async def test_who_takes_no_dms_reads_on_the_next_screen_that_the_npc_has_answered(room: Room) -> None:
    table = await late(room, ANA, BEN)
    await set_dm_closed(room.game_service.deps, ANA.id, closed=True)
    await overdue.vote(room.service, table, BEN, 1, "once")
    assert "late_owner" in [notice.code for notice in await room.service.take_notices(ANA)]


async def test_somebody_of_the_server_takes_a_seat_that_is_looked_for_and_the_host_agrees(room: Room) -> None:
    table = await late(room, BEN, ANA, CHO)
    for person in (ANA, CHO):
        await overdue.vote(room.service, table, person, 1, "find")
    assert (await kinds(room))[-1] == "seek"
    assert (await refused(overdue.ask_for_seat(room.service, table, CHO, 1))).code == "seat_seen"
    await overdue.ask_for_seat(room.service, table, DEE, 1)
    assert (await refused(overdue.accept_volunteer(room.service, table, ANA, 1, DEE.id))).code == "host_only"
    await overdue.accept_volunteer(room.service, table, BEN, 1, DEE.id)
    assert ((await seat(room, 1)).person, (await seat(room, 1)).by) == (DEE.id, "human")
    assert (await refused(overdue.accept_volunteer(room.service, table, BEN, 1, DEE.id))).code == "seek_over"
    await room.service.control(table, ANA, 2, "npc")
    assert (await refused(overdue.ask_for_seat(room.service, table, EVE, 2))).code == "seek_over"
    assert (await refused(overdue.accept_volunteer(room.service, table, BEN, 2, EVE.id))).code == "seek_over"


async def test_where_the_npc_answers_for_the_late_it_keeps_the_seat_after_three_times(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options={"goal": 200}, settings=Settings(late="npc", pace="live"))
    for _ in range(40):
        for person in (BEN, CHO):
            sheet = await room.service.sheet(table, person)
            if sheet.ask is not None and not sheet.answered and sheet.sealed is None:
                options = sheet.ask.options
                await room.service.answer(table, person, None, [["done" if "done" in options else options[0]]])
        if (await seat(room, 1)).by == "npc":
            break
        await later(room, 16 * 60)
    assert (await seat(room, 1)).by == "npc"
    assert (await seat(room, 1)).stood_in == 3


async def test_who_answers_by_hand_in_between_was_not_late_three_times_in_a_row(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 200}, settings=Settings(late="npc"))
    stood_in = []
    for by_hand in (False, False, True, False):
        while (sheet := await room.service.sheet(table, BEN)).ask is not None and not sheet.answered:
            await give(room, table, BEN, sheet.ask.options[-1])
        if by_hand:
            sheet = await room.service.sheet(table, ANA)
            assert sheet.ask is not None
            await give(room, table, ANA, sheet.ask.options[-1])
        else:
            await later(room, await due(room, 1))
        stood_in.append((await seat(room, 1)).stood_in)
    assert stood_in == [1, 2, 0, 1]


async def test_where_the_table_waits_only_the_host_hears_of_it(room: Room) -> None:
    table = await late(room, ANA, BEN, settings=Settings(late="wait"))
    assert "late" not in await kinds(room)
    assert (await room.texts(ANA.id))[-1] == f"late_host {table}"
    await give(room, table, ANA, "walk", "done")
    assert "late_settled" not in await kinds(room)


def test_who_stands_in_for_somebody_tells_no_reasons_and_knows_its_own_hand_alone() -> None:
    """Two games that differ in the hand of the other civilization: the same answers, the same lines."""
    told = []
    for hand in ([27, 28], [80, 50]):
        story = duel(egypt={"hand": [58, 73]}, hittites={"hand": hand})
        table: RecordedTable = RecordedTable(story.table.game, story.table.record, npcs=False)
        stand_in(table, 0)
        assert table.answer_count() > 0
        told.append([(event.key, event.said, event.to) for event in table.events])
    assert told[0] == told[1] != []
    assert not [key for key, *_ in told[0] if key.startswith(REASON)]
