"""A lobby that begins by itself: who is told when, what happens at the time, and what can come between."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.contract.preferences import Preferences, Reminders
from bot.contract.tables import Place
from bot.features.find import service as vacancies
from bot.features.start_times import schedule
from bot.store.database import Database
from bot.store.steps import BoundStatement
from bot.tables.alarm_clock import Clock
from bot.tables.people import profiles
from engine.core.game import SetupError
from tests.service.fulldisk import rolled_back
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, Room, opened_room, refused, seated

HOUR = 3600.0
DAY = 24 * HOUR


async def planned(room: Room, after: float, *, npcs: int = 0, alone: bool = False) -> str:
    """A lobby of two, or of its host alone, that begins by itself after so many seconds."""
    info = await seated(room, *((ANA,) if alone else (ANA, BEN)), npcs=npcs)
    await schedule.set_start(room.service, info.id, ANA, room.clock.now + after)
    return info.id


async def later(room: Room, seconds: float) -> int:
    """Let time pass; how much came about."""
    room.clock.now += seconds
    return await Clock(room.service, room.clock).close_due()


async def dms(room: Room, *people: int) -> list[int]:
    """How many direct messages about the start wait for each of those."""
    return [len([p for p in await room.posts(one) if p.kind == "starting"]) for one in people]


async def state(room: Room, table: str) -> str:
    return (await room.service.info(table)).state


async def asked(room: Room) -> int:
    """How often the host has been asked."""
    return len([p for p in await room.posts(ANA.id) if p.kind == "unfilled"])


async def test_who_has_joined_is_told_a_day_and_an_hour_before_and_then_it_begins(room: Room) -> None:
    table = await planned(room, 2 * DAY)
    at = room.clock.now + 2 * DAY
    told = (await room.service.info(table)).starts_at
    assert told is not None
    assert told.timestamp() == at
    assert [await later(room, DAY - 1), await dms(room, ANA.id, BEN.id)] == [0, [0, 0]]
    assert [await later(room, 1), await dms(room, ANA.id, BEN.id, CHO.id)] == [1, [1, 1, 0]]
    await room.service.join(table, CHO)
    assert [await later(room, 23 * HOUR), await dms(room, ANA.id, BEN.id, CHO.id)] == [1, [2, 2, 1]]
    assert await room.texts(CHO.id) == [f"You sit at {table}", f"starting {table}"]
    assert [await later(room, HOUR - 1), await state(room, table)] == [0, "lobby"]
    assert [await later(room, 1), await state(room, table)] == [1, "running"]
    assert (await room.service.info(table)).starts_at is None
    assert await later(room, 60) == 0
    assert await asked(room) == 0


@pytest.mark.parametrize(("wish", "there"), [("all", [1, 2]), ("last", [0, 1]), ("none", [0, 0])])
async def test_dms_come_as_reminders_are_wanted(room: Room, wish: Reminders, there: list[int]) -> None:
    await room.service.set_preferences(BEN, Preferences(reminders=wish))
    await planned(room, 2 * DAY)
    counted = []
    for seconds in (DAY, 23 * HOUR):
        await later(room, seconds)
        counted += await dms(room, BEN.id)
    assert counted == there


async def test_a_dm_waits_for_the_morning_and_is_taken_back_if_there_is_another_time(room: Room) -> None:
    await room.service.set_preferences(BEN, Preferences(zone="UTC", quiet_from=0, quiet_to=23))
    table = await planned(room, DAY + HOUR)
    await later(room, HOUR)
    assert await dms(room, ANA.id, BEN.id) == [1, 1]
    await schedule.set_start(room.service, table, ANA, room.clock.now + 2 * DAY)
    assert await dms(room, ANA.id, BEN.id) == [1, 0]
    await later(room, DAY)
    assert await dms(room, BEN.id) == [1]
    await room.service.leave(table, BEN)
    assert await dms(room, BEN.id) == [0]
    await room.service.join(table, BEN)
    await later(room, 23 * HOUR)
    await later(room, HOUR)
    assert [await state(room, table), await dms(room, BEN.id)] == ["running", [0]]


async def test_who_takes_no_dms_is_mentioned_in_the_channel(room: Room) -> None:
    table = await planned(room, DAY + HOUR)
    await profiles.set_dm_closed(room.service.deps, BEN.id, closed=True)
    await later(room, HOUR)
    assert await dms(room, ANA.id, BEN.id) == [1, 0]
    assert (await room.texts())[-1] == f"starts_soon {table}"


async def test_a_time_can_be_changed_and_taken_back_by_the_host_alone_in_a_lobby(room: Room) -> None:
    table = await planned(room, 2 * DAY)
    for person in (BEN, DEE):
        assert (await refused(schedule.set_start(room.service, table, person, None))).code == "host_only"
    now = room.clock.now
    for at, code in ((now, "start_past"), (now - 1, "start_past"), (now + 30 * DAY + 1, "start_far")):
        assert (await refused(schedule.set_start(room.service, table, ANA, at))).code == code
    await schedule.set_start(room.service, table, ANA, now + 30 * DAY)
    assert [await later(room, 2 * DAY), await state(room, table)] == [0, "lobby"]
    await schedule.set_start(room.service, table, ANA, None)
    assert [await later(room, 13 * DAY), await state(room, table)] == [0, "lobby"]
    assert await dms(room, ANA.id, BEN.id) == [0, 0]
    await room.service.start(table, ANA)
    assert (await refused(schedule.set_start(room.service, table, ANA, room.clock.now + DAY))).code == "begun"


async def test_a_short_time_tells_nothing_that_is_over_and_a_late_clock_tells_what_is_still_true(room: Room) -> None:
    table = await planned(room, HOUR / 2)
    assert [await later(room, HOUR / 2), await state(room, table), await dms(room, BEN.id)] == [1, "running", [0]]
    other = (await room.service.open_table(ANA, Place(5, 99), "walk", starts=room.clock.now + 3 * DAY)).id
    await room.service.join(other, BEN)
    await later(room, 3 * DAY - HOUR / 2)
    assert [await dms(room, BEN.id), await state(room, other)] == [[1], "lobby"]
    assert [await later(room, HOUR / 2), await dms(room, BEN.id), await state(room, other)] == [1, [1], "running"]


async def test_a_table_is_opened_with_its_time_or_not_at_all(room: Room) -> None:
    late = room.clock.now + 31 * DAY
    assert (await refused(room.service.open_table(ANA, HERE, "walk", starts=late))).code == "start_far"
    assert await room.service.table_in(HERE.channel) is None
    info = await room.service.open_table(ANA, HERE, "walk", starts=late - DAY)
    assert info.starts_at is not None
    assert (await vacancies.find(room.service.deps, DEE)).shown[0].info.starts_at == info.starts_at


async def test_lobbies_with_a_time_are_found_first_the_next_of_them_before_the_others(room: Room) -> None:
    ids = []
    for n, starts in enumerate((None, 2 * DAY, DAY, None)):
        at = None if starts is None else room.clock.now + starts
        ids.append((await room.service.open_table(ANA, Place(5, 90 + n), "walk", starts=at)).id)
    told = [one.info.id for one in (await vacancies.find(room.service.deps, DEE)).shown]
    assert told == [ids[2], ids[1], ids[3], ids[0]]


async def short(room: Room) -> tuple[str, int]:
    """A lobby that could not begin for want of people, and the time at which it was to."""
    table = await planned(room, DAY, alone=True)
    at = int(room.clock.now + DAY)
    await later(room, 23 * HOUR)
    assert await later(room, HOUR) == 1
    return table, at


async def test_with_too_few_the_host_is_asked_once_and_the_table_waits(room: Room) -> None:
    table, _ = await short(room)
    assert [await state(room, table), await asked(room)] == ["lobby", 1]
    assert (await room.service.info(table)).starts_at is None
    assert [await later(room, 3 * DAY), await asked(room), await state(room, table)] == [0, 1, "lobby"]
    await room.service.join(table, BEN)
    await room.service.start(table, ANA)


async def test_npcs_take_the_missing_seats_and_it_begins(room: Room) -> None:
    table, at = await short(room)
    for person, code in ((BEN, "host_only"), (ANA, "start_settled")):
        assert (await refused(schedule.fill(room.service, table, person, at + (person is ANA)))).code == code
    done = await schedule.fill(room.service, table, ANA, at)
    assert [seat.by for seat in done.info.seats] == ["human", "npc"]
    for press in (schedule.fill, schedule.wait, schedule.close):
        assert (await refused(press(room.service, table, ANA, at))).code == "begun"


async def test_before_its_time_nobody_is_asked_and_no_answer_counts(room: Room) -> None:
    table = await planned(room, DAY)
    for press in (schedule.fill, schedule.wait, schedule.close):
        assert (await refused(press(room.service, table, ANA, int(room.clock.now + DAY)))).code == "start_settled"


async def test_a_day_later_it_is_tried_again_and_the_old_buttons_are_over(room: Room) -> None:
    table, at = await short(room)
    info = await schedule.wait(room.service, table, ANA, at)
    assert info.starts_at is not None
    assert info.starts_at.timestamp() == at + DAY
    for press in (schedule.fill, schedule.wait, schedule.close):
        assert (await refused(press(room.service, table, ANA, at))).code == "start_settled"
    await later(room, DAY)
    assert await asked(room) == 2
    room.clock.now += 3 * DAY
    info = await schedule.wait(room.service, table, ANA, at + int(DAY))
    assert info.starts_at is not None
    assert info.starts_at.timestamp() == room.clock.now + DAY
    await room.service.join(table, BEN)
    assert [await later(room, DAY), await state(room, table)] == [1, "running"]


async def test_the_host_closes_it(room: Room) -> None:
    table, at = await short(room)
    assert (await schedule.close(room.service, table, ANA, at)).state == "over"
    assert (await refused(schedule.close(room.service, table, ANA, at))).code == "over"
    assert await later(room, DAY) == 0


async def test_npcs_agreed_on_count_and_a_host_without_dms_is_asked_in_the_channel(room: Room) -> None:
    full = await planned(room, DAY, npcs=1, alone=True)
    await later(room, DAY)
    assert await state(room, full) == "running"
    await profiles.set_dm_closed(room.service.deps, ANA.id, closed=True)
    other = (await room.service.open_table(ANA, Place(5, 99), "walk", starts=room.clock.now + DAY)).id
    await later(room, DAY)
    assert await asked(room) == 0
    assert f"unfilled {other}" in await room.texts()


async def test_seats_that_the_rules_refuse_stop_the_start_and_the_host_hears_why(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise SetupError("goal", "one_of", known=["farther"])

    table = await planned(room, DAY)
    with monkeypatch.context() as broken:
        broken.setattr(type(room.service.deps.games["walk"]), "setup", refuses)
        assert [await later(room, DAY), await state(room, table), await asked(room)] == [1, "lobby", 1]
        assert [await later(room, DAY), await asked(room)] == [0, 1]
    await room.service.start(table, ANA)


async def test_what_rings_twice_or_dies_begins_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(self: Database, steps: Sequence[BoundStatement]) -> None:
        await rolled_back(self, steps)
        raise asyncio.CancelledError

    async with opened_room(tmp_path / "a.db") as before:
        table, clock = await planned(before, DAY), before.clock
        clock.now += DAY
        with monkeypatch.context() as broken:
            broken.setattr(Database, "write", dies)
            with pytest.raises(asyncio.CancelledError):
                await Clock(before.service, clock).close_due()
    async with opened_room(tmp_path / "a.db", clock) as one, opened_room(tmp_path / "a.db", clock) as two:
        assert await state(one, table) == "lobby"
        done = await asyncio.gather(*(Clock(made.service, clock).close_due() for made in (one, two)))
        assert sorted(done) == [0, 1]
        assert await state(two, table) == "running"
        assert await Clock(one.service, clock).close_due() == 0
        assert len([text for text in await one.texts() if text.startswith("start")]) == 1


async def test_a_host_who_passes_on_the_role_passes_the_question_too(room: Room) -> None:
    table = await planned(room, DAY)
    offer = await room.service.give_host(table, ANA, BEN)
    await room.service.answer_offer(table, BEN, offer.no, accepts=True)
    await room.service.leave(table, ANA)
    at = int(room.clock.now + DAY)
    await later(room, DAY)
    assert [len([p for p in await room.posts(one.id) if p.kind == "unfilled"]) for one in (ANA, BEN)] == [0, 1]
    assert (await refused(schedule.wait(room.service, table, ANA, at))).code == "host_only"
    assert (await schedule.wait(room.service, table, replace(BEN, guild=None), at)).starts_at is not None
