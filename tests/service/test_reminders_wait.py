"""Reminders that wait: for the end of a pause, a night, or half an hour after another; and last calls that move."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import select

from bot.contract import table_ids
from bot.contract.preferences import Preferences
from bot.features.clocks import more_time
from bot.features.reminders import service as reminders
from bot.store.models import AlarmRow
from bot.store.person_models import PersonRow
from tests.service.tables import ANA, BEN, CHO, Room, begun, give
from tests.service.test_reminders import dms, elsewhere, last_calls, looks, pass_by

MINUTE, HOUR = 60.0, 3600.0
BERLIN = ZoneInfo("Europe/Berlin")


def clock_at(room: Room) -> tuple[int, int]:
    """Hour and minute in Berlin."""
    here = datetime.fromtimestamp(room.clock.now, BERLIN)
    return here.hour, here.minute


async def test_nobody_is_reminded_or_called_while_the_table_stands_still(room: Room) -> None:
    await room.service.pause(await begun(room, ANA, BEN), ANA, 3)
    await pass_by(room, 71.5)
    assert (await dms(room, ANA), await last_calls(room)) == ([], 0)
    await pass_by(room, 1)
    assert len(await dms(room, ANA)) == 1
    await pass_by(room, 24)
    assert await last_calls(room) == 1


async def test_who_falls_asleep_before_a_reminder_reads_it_in_the_morning_if_it_is_still_true(room: Room) -> None:
    """Nothing of it waits in the outbox meanwhile."""
    room.clock.now = datetime(2026, 3, 2, 16, tzinfo=BERLIN).timestamp()
    table = await begun(room, ANA, BEN)
    await pass_by(room, 7)
    await room.service.set_preferences(ANA, Preferences("Europe/Berlin"))
    written = await room.posts(ANA.id)
    await pass_by(room, 7.9)
    assert clock_at(room) == (6, 54)
    assert await room.posts(ANA.id) == written
    await give(room, table, ANA, "done")
    await pass_by(room, 1)
    assert await dms(room, ANA) == []


async def test_who_snoozes_in_the_evening_is_told_the_hour_in_the_morning_at_which_the_next_one_comes(
    room: Room,
) -> None:
    await room.service.set_preferences(ANA, Preferences("Europe/Berlin"))
    room.clock.now = datetime(2026, 3, 2, 21, tzinfo=BERLIN).timestamp()
    table = await begun(room, ANA, BEN)
    told = await reminders.snooze(room.service, table, ANA)
    assert told == datetime(2026, 3, 3, 7, tzinfo=BERLIN).timestamp()
    await pass_by(room, 9.9)
    assert await dms(room, ANA) == []
    await pass_by(room, 0.2)
    assert len(await dms(room, ANA)) == 1


async def test_who_has_no_reminder_to_come_can_snooze_as_well(room: Room) -> None:
    """The table has become a live one meanwhile, where nobody is reminded."""
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "done")
    await room.service.change_settings(table, ANA, pace="live")
    await give(room, table, BEN, "done")
    assert await reminders.snooze(room.service, table, ANA) == room.clock.now + 4 * HOUR


async def test_the_last_call_comes_as_soon_as_one_of_those_who_are_asked_is_awake(room: Room) -> None:
    """Of a common question, two hours before the first of their times is up, whoever of the others sleeps then."""
    for person, asleep in ((ANA, (18, 9)), (BEN, (20, 6)), (CHO, (22, 7))):
        await room.service.set_preferences(
            person, Preferences("Europe/Berlin", quiet_from=asleep[0], quiet_to=asleep[1])
        )
    room.clock.now = datetime(2026, 3, 2, 12, tzinfo=BERLIN).timestamp()
    table = await begun(room, ANA, BEN, CHO)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "done")
    called: list[tuple[int, int]] = []
    async for _ in looks(room, 60):
        if await last_calls(room) > len(called):
            called.append(clock_at(room))
    assert called == [(19, 0)]


async def bidding(room: Room) -> str:
    """A game of three who are all asked at once, and its id."""
    table = await begun(room, ANA, BEN, CHO)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "done")
    return table


async def calls(room: Room, hours: int) -> list[float]:
    """After how many hours the channel is told that time runs out, as the clock looks every ten minutes."""
    begun_at, found, told = room.clock.now, list[float](), await last_calls(room)
    async for _ in looks(room, hours):
        found += [round((room.clock.now - begun_at) / HOUR, 1)] if await last_calls(room) > told + len(found) else []
    return found


async def test_the_last_call_of_a_common_question_moves_with_a_pause(room: Room) -> None:
    table = await bidding(room)
    assert await calls(room, 4) == []
    await room.service.pause(table, ANA, 3)
    assert await calls(room, 72 + 24) == [72 + 18]


async def test_the_last_call_of_a_common_question_comes_two_hours_before_the_end_of_a_pause_cut_short(
    room: Room,
) -> None:
    table = await bidding(room)
    await room.service.pause(table, ANA, 3)
    assert await calls(room, 10) == []
    await room.service.resume(table, ANA)
    assert await calls(room, 30) == [22]


async def test_the_last_call_of_a_common_question_moves_when_the_host_gives_everybody_more_time(room: Room) -> None:
    """Somebody who takes more time unseen moves nothing that others see."""
    table = await bidding(room)
    await more_time.extend(room.service, table, BEN, 5)
    assert await calls(room, 21) == []
    await more_time.extend(room.service, table, ANA, 12)
    assert await calls(room, 24) == [13]


async def test_the_last_call_of_a_common_question_moves_when_all_agree_on_another_pace_of_time(room: Room) -> None:
    table = await bidding(room)
    assert await calls(room, 4) == []
    asked = await room.service.ask_times(table, ANA, clock="bank", bank_hours=48)
    for person in (BEN, CHO):
        await room.service.vote_back(table, person, asked.no, agrees=True)
    assert await calls(room, 60) == [46]


@pytest.mark.parametrize(
    ("bundle", "known", "minutes"),
    [(True, False, 30), (True, True, None), (False, False, 10), (False, True, 10)],
)
async def test_within_half_an_hour_of_a_dm_there_is_no_other_one(
    room: Room, bundle: bool, known: bool, minutes: int | None
) -> None:
    """What that DM has named is not told again; what has come up since waits until the half hour is over."""
    await room.service.set_preferences(ANA, Preferences(bundle=bundle))
    first, second = await begun(room, ANA, BEN), await elsewhere(room, 1, ANA, CHO)
    await pass_by(room, 8.2)
    before = len(await dms(room, ANA))
    told_at = (await room.database.read(select(PersonRow.reminded_at).where(PersonRow.person == ANA.id)))[0]
    async with room.database.session() as session, room.database.writing(session):
        here = (AlarmRow.kind == "remind", AlarmRow.table_id == table_ids.read(second), AlarmRow.number == 1)
        alarm = (await session.execute(select(AlarmRow).where(*here))).scalar_one()
        alarm.made_at, alarm.at = told_at + (-1 if known else 1), told_at + 10 * MINUTE
    room.service.deps.forget(table_ids.read(second) or 0)
    written: list[int] = []
    room.clock.now = told_at
    async for _ in looks(room, 1, minutes=1):
        minute = round((room.clock.now - told_at) / MINUTE)
        written += [minute] if len(await dms(room, ANA)) > before + len(written) else []
    assert written == ([] if minutes is None else [minutes])
    told = f"{second}, {first}" if bundle else second
    assert (await dms(room, ANA))[before:] == [f"{told} wait for seat_1: walk.act"] * len(written)
