"""More time: for who is asked, for the whole table, for everybody where the bot was away; how far an NPC goes on."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.contract.table_settings import Settings
from bot.features.clocks import more_time, overdue
from bot.store.models import AlarmRow, PetitionRow
from bot.tables.alarm_clock import Clock
from bot.tables.work.recorded_table import RecordedTable
from tests.acme.test_queue import growth
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, come_about, give, refused
from tests.service.test_deadlines import DAY, HOUR, LONG, due, kinds, later


@pytest.mark.soak
async def test_who_is_asked_gets_half_the_time_more_once_a_turn_and_the_host_gives_any(room: Room) -> None:
    table = await begun(room, BEN, ANA, options=LONG)
    await give(room, table, BEN, "walk", "done")
    await more_time.extend(room.service, table, ANA, 100)
    assert await due(room, 2) == DAY + 12 * HOUR
    assert (await kinds(room))[-1] == "extended"
    assert (await refused(more_time.extend(room.service, table, ANA, 1))).code == "extended"
    await more_time.extend(room.service, table, BEN, 100)
    assert await due(room, 2) == DAY + 112 * HOUR
    assert (await kinds(room))[-2:] == ["extended", "extended"]
    assert (await refused(more_time.extend(room.service, table, BEN, 1, number=1))).code == "not_asked"
    assert (await refused(more_time.extend(room.service, table, CHO, 1))).code == "not_asked"


async def test_more_time_for_one_of_several_is_given_to_all_so_that_nobody_sees_who_has_answered(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "walk", "done")
    await give(room, table, ANA, "0")
    await give(room, table, BEN, "0")
    for number in (2, 3, None):
        await more_time.extend(room.service, table, ANA, 1, number=number)
    assert await due(room, 3) == DAY + 3 * HOUR
    assert [text for text in await room.texts() if "extended" in text] == [f"all_extended {table}"] * 3


async def test_who_takes_more_time_in_a_common_question_does_so_unseen_and_the_host_gives_it_to_all(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "walk", "done")
    before = (await room.texts(), await room.service.info(table))
    await more_time.extend(room.service, table, BEN, 5)
    assert (await room.texts(), await room.service.info(table)) == before
    assert [await due(room, number) for number in (1, 2, 3)] == [DAY, DAY + 5 * HOUR, DAY]
    await more_time.extend(room.service, table, ANA, 1)
    assert [await due(room, number) for number in (1, 2, 3)] == [DAY + HOUR, DAY + 6 * HOUR, DAY + HOUR]
    assert (await room.texts())[-1] == f"all_extended {table}"


async def test_a_pause_moves_deadlines_and_ends_by_itself_or_earlier(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    assert (await refused(room.service.pause(table, CHO, 3))).code == "no_seat"
    await room.service.pause(table, ANA, 3, reason="holidays")
    assert await due(room, 1) == 4 * DAY
    assert await later(room, 3 * DAY) == 1
    assert (await kinds(room))[-1] == "resumed"
    assert await due(room, 1) == DAY
    await room.service.pause(table, ANA, 10)
    room.clock.now += DAY
    await room.service.resume(table, ANA)
    assert await due(room, 1) == DAY
    assert (await refused(room.service.resume(table, ANA))).code == "not_paused"


@pytest.mark.parametrize(("days", "taken"), [(0, False), (1, True), (60, True), (61, False)])
async def test_a_pause_lasts_a_day_at_least_and_sixty_at_most(room: Room, days: int, *, taken: bool) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    if taken:
        await room.service.pause(table, ANA, days)
    else:
        assert (await refused(room.service.pause(table, ANA, days))).code == "bad_option"
    assert await due(room, 1) == DAY + taken * days * DAY


@pytest.mark.parametrize(("hours", "taken"), [(0, False), (0.5, True), (240, True), (240.5, False)])
async def test_the_host_gives_ten_days_more_at_most(room: Room, hours: float, *, taken: bool) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    await give(room, table, ANA, "walk", "done")
    if taken:
        await more_time.extend(room.service, table, ANA, hours, number=2)
    else:
        assert (await refused(more_time.extend(room.service, table, ANA, hours, number=2))).code == "bad_option"
    assert await due(room, 2) == DAY + taken * hours * HOUR


async def test_a_pause_that_ends_at_this_moment_is_over(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    await room.service.pause(table, ANA, 3)
    room.clock.now += 3 * DAY
    assert (await refused(room.service.resume(table, ANA))).code == "not_paused"


async def test_others_ask_for_a_pause_which_begins_as_soon_as_most_want_it(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, DEE, options=LONG)
    assert (await room.service.pause(table, BEN, 3, reason="fair")).paused_until is None
    no = await petition_number(room)
    assert (await room.service.vote_back(table, ANA, no, agrees=False)).result == "open"
    assert (await room.service.vote_back(table, CHO, no, agrees=True)).result == "open"
    assert (await room.service.vote_back(table, DEE, no, agrees=True)).result == "agreed"
    assert (await room.service.info(table)).paused_until is not None
    assert await due(room, 1) == 4 * DAY


async def petition_number(room: Room) -> int:
    """The number of the request that is open."""
    async with room.database.session() as session:
        return (await session.execute(select(PetitionRow))).scalar_one().no


async def test_a_window_that_opens_in_a_pause_waits_for_its_end(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    await room.service.pause(table, ANA, 2)
    sheet = await room.service.sheet(table, ANA)
    card = next(option.token for option in sheet.options if option.token.isdigit())
    await give(room, table, ANA, card)
    window = (await room.service.info(table)).window
    assert window is not None
    assert window.closes_at.timestamp() > room.clock.now + 2 * DAY
    before = window.closes_at.timestamp()
    await room.service.resume(table, ANA)
    after = (await room.service.info(table)).window
    assert after is not None
    assert abs(before - after.closes_at.timestamp() - 2 * DAY) < 2


async def test_more_time_goes_into_the_bank(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(clock="bank", bank_hours=48))
    await more_time.extend(room.service, table, ANA, 10)
    assert await due(room, 1) == 58 * HOUR


async def test_a_window_about_to_close_has_a_quarter_of_its_time_after_a_pause(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    sheet = await room.service.sheet(table, ANA)
    card = next(option.token for option in sheet.options if option.token.isdigit())
    await give(room, table, ANA, card)
    window = (await room.service.info(table)).window
    assert window is not None
    whole = window.closes_at.timestamp() - room.clock.now
    room.clock.now += whole - 60
    await room.service.pause(table, ANA, 2)
    window = (await room.service.info(table)).window
    assert window is not None
    assert window.closes_at.timestamp() == room.clock.now + 2 * DAY + whole / 4


async def test_time_in_which_the_bot_was_away_in_a_pause_does_not_end_the_pause(room: Room) -> None:
    await room.service.pause(await begun(room, ANA, BEN, options=LONG), ANA, 3)
    room.clock.now += 2 * DAY
    await Clock(room.game_service, room.clock).give_grace(DAY)
    assert await due(room, 1) == 2 * DAY


async def test_the_bot_was_away_for_days_and_nobody_is_late_at_once(room: Room) -> None:
    await begun(room, ANA, BEN, options=LONG)
    room.clock.now += 3 * DAY
    clock = Clock(room.service, room.clock)
    await clock.give_grace()
    assert await come_about(room) == 0
    assert await due(room, 1) == DAY / 4


@pytest.mark.parametrize("hours", [20, 72])
async def test_the_time_in_which_the_bot_was_away_does_not_count(room: Room, hours: int) -> None:
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(clock="bank", bank_hours=48))
    room.clock.now += 6 * HOUR
    before = await due(room, 1)
    room.clock.now += hours * HOUR
    await Clock(room.service, room.clock).give_grace(hours * HOUR)
    assert await due(room, 1) == before
    async with room.database.session() as session:
        at = (await session.execute(select(AlarmRow.at).where(AlarmRow.kind == "last_call"))).scalar_one()
    assert at == room.clock.now + before - 2 * HOUR
    await give(room, table, ANA, "walk", "done")
    assert (await room.service.info(table)).banks[1] == 42 * HOUR


@pytest.mark.parametrize(("most", "answers"), [(200, 3), (2, 2)])
def test_who_stands_in_gives_no_more_answers_than_it_may(
    monkeypatch: pytest.MonkeyPatch, most: int, answers: int
) -> None:
    story = growth()
    monkeypatch.setattr(overdue, "MOST", most)
    table: RecordedTable = RecordedTable(story.table.game, story.table.record, npcs=False)
    overdue.stand_in(table, list(table.game.seats(table.state)).index("egypt"))
    assert min(table.answer_count(), 3) == answers
