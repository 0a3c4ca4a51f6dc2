"""Vacations: whole days from the next midnight on, what becomes of one's questions, and how many days there are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.contract.posts import Post
from bot.contract.preferences import Preferences
from bot.contract.table_settings import Settings
from bot.contract.tables import TableInfo
from bot.features.clocks import vacations
from bot.tables.alarm_clock import Clock
from bot.tables.work.waking_hours import is_away_on
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, opened_room, refused
from tests.service.test_deadlines import DAY, HOUR, LONG, due, kinds, later, seat
from tests.service.told import Plain


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database, at noon in Greenwich."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        made.clock.now = datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()
        yield made


async def test_a_vacation_begins_at_the_next_midnight_of_the_person_and_lasts_whole_days(room: Room) -> None:
    await room.service.set_preferences(ANA, Preferences(zone="Asia/Tokyo"))
    told = await vacations.announce(room.service.deps, ANA, 7, "pause")
    assert told.starts == datetime(2026, 3, 2, 15, tzinfo=UTC)
    assert (told.ends - told.starts).days == 7
    assert told.left == 35
    assert (await refused(vacations.announce(room.service.deps, ANA, 2, "pause"))).code == "away_already"


async def test_nobody_gets_out_of_a_question_that_waits_but_the_clock_stands_from_midnight_on(room: Room) -> None:
    await begun(room, ANA, BEN, options=LONG)
    assert await due(room, 1) == DAY
    await vacations.announce(room.service.deps, ANA, 7, "pause")
    assert await due(room, 1) == 8 * DAY
    assert (await kinds(room))[-1] == "away"
    assert await later(room, 7 * DAY) == 0
    assert await due(room, 1) == DAY


async def test_who_is_back_early_has_used_nothing_of_the_time_away(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    await vacations.announce(room.service.deps, ANA, 7, "pause")
    room.clock.now += 3 * DAY
    await vacations.come_home(room.service.deps, ANA)
    assert await due(room, 1) == DAY / 2
    assert (await refused(vacations.come_home(room.service.deps, ANA))).code == "not_away_now"
    await give(room, table, ANA, "walk", "done")
    assert (await seat(room, 1)).clock_used == DAY / 2


async def test_there_are_twenty_one_such_days_a_game_and_forty_two_a_year(room: Room) -> None:
    await begun(room, ANA, BEN, options=LONG)
    assert (await refused(vacations.announce(room.service.deps, ANA, 22, "pause"))).said["left"] == 21
    assert (await vacations.announce(room.service.deps, ANA, 21, "pause")).left == 0
    assert (await vacations.announce(room.service.deps, CHO, 30, "pause")).left == 12
    room.clock.now += 40 * DAY
    assert (await refused(vacations.announce(room.service.deps, ANA, 1, "pause"))).code == "away_budget"
    assert (await vacations.announce(room.service.deps, ANA, 30, "npc")).mode == "npc"
    assert (await refused(vacations.announce(room.service.deps, CHO, 13, "pause"))).said["left"] == 12
    room.clock.now += 366 * DAY
    assert (await vacations.announce(room.service.deps, CHO, 13, "pause")).left == 29


async def test_days_to_come_are_not_counted_of_a_vacation_that_ends_early(room: Room) -> None:
    await vacations.announce(room.service.deps, CHO, 7, "pause")
    await vacations.come_home(room.service.deps, CHO)
    assert await vacations.days_left(room.service.deps, CHO) == 42
    assert (await vacations.announce(room.service.deps, CHO, 7, "pause")).left == 35
    room.clock.now += DAY / 2 + 3 * DAY
    await vacations.come_home(room.service.deps, CHO)
    assert (await vacations.announce(room.service.deps, CHO, 1, "pause")).left == 42 - 3 - 1


async def test_a_day_counts_for_a_year_and_no_longer(room: Room) -> None:
    told = await vacations.announce(room.service.deps, CHO, 2, "pause")
    counted = []
    for days in (364, 365):
        room.clock.now = told.ends.timestamp() + days * DAY
        counted.append(await vacations.days_left(room.service.deps, CHO))
    assert counted == [41, 42]


async def test_what_was_spent_before_a_game_began_does_not_count_for_that_game(room: Room) -> None:
    await vacations.announce(room.service.deps, ANA, 21, "pause")
    room.clock.now += 22 * DAY
    await begun(room, ANA, BEN, options=LONG)
    assert await vacations.days_left(room.service.deps, ANA) == 21


async def test_who_comes_home_at_the_midnight_from_which_on_he_is_away_has_not_been_away(room: Room) -> None:
    told = await vacations.announce(room.service.deps, CHO, 7, "pause")
    room.clock.now = told.starts.timestamp()
    await vacations.come_home(room.service.deps, CHO)
    assert b'"vacations": []' in (await room.service.personal_data(CHO)).raw
    kept = await room.service.preferences(CHO)
    assert (kept.away_from, kept.away_until) == (0.0, 0.0)


async def test_who_comes_home_leaves_a_seat_to_the_npc_that_he_had_left_to_it_before(room: Room) -> None:
    table = await begun(room, BEN, ANA, CHO, options=LONG)
    await room.service.control(table, ANA, 2, "npc")
    await vacations.announce(room.service.deps, ANA, 3, "npc")
    assert (await seat(room, 2)).by == "npc"
    await vacations.come_home(room.service.deps, ANA)
    assert (await seat(room, 2)).by == "npc"


async def test_who_comes_home_early_has_the_seat_back_from_the_npc_at_once(room: Room) -> None:
    table = await begun(room, BEN, ANA, CHO, options=LONG)
    await vacations.announce(room.service.deps, ANA, 3, "npc")
    room.clock.now += DAY
    await give(room, table, BEN, "walk", "done")
    await later(room, HOUR)
    assert (await seat(room, 2)).by == "npc"
    await vacations.come_home(room.service.deps, ANA)
    assert (await seat(room, 2)).by == "human"


async def test_a_slow_game_has_thirty_five_such_days(room: Room) -> None:
    await begun(room, ANA, BEN, options=LONG, settings=Settings(pace="slow"))
    assert await vacations.days_left(room.service.deps, ANA) == 35
    assert (await refused(vacations.announce(room.service.deps, ANA, 36, "pause"))).code == "bad_option"
    assert (await vacations.announce(room.service.deps, ANA, 35, "pause")).left == 0
    assert await due(room, 1) == 38 * DAY


async def test_the_npc_plays_for_who_has_left_it_to_it_and_gives_the_seat_back(room: Room) -> None:
    table = await begun(room, BEN, ANA, CHO, options=LONG)
    await vacations.announce(room.service.deps, ANA, 3, "npc")
    room.clock.now += DAY
    await give(room, table, BEN, "walk", "done")
    assert await due(room, 2) == 60, "soon, but so that an answer by hand may still come first"
    await later(room, HOUR)
    assert (await seat(room, 2)).by == "npc"
    assert await Clock(room.service, room.clock).close_due() == 0
    room.clock.now += 3 * DAY
    await Clock(room.service, room.clock).close_due()
    assert (await seat(room, 2)).by == "human"


async def test_who_is_asked_at_the_last_moment_of_a_vacation_answers_himself(room: Room) -> None:
    table = await begun(room, BEN, ANA, CHO, options=LONG)
    told = await vacations.announce(room.service.deps, ANA, 3, "npc")
    room.clock.now = told.ends.timestamp()
    await give(room, table, BEN, "walk", "done")
    assert await due(room, 2) == DAY


async def test_with_orders_the_npc_answers_what_they_leave_and_the_seat_stays(room: Room) -> None:
    table = await begun(room, BEN, ANA, CHO, options=LONG)
    await vacations.announce(room.service.deps, ANA, 3, "orders")
    room.clock.now += DAY
    await give(room, table, BEN, "walk", "done")
    await later(room, HOUR)
    assert (await seat(room, 2)).by == "human"
    assert (await seat(room, 2)).clock_since is None
    assert "stood_in" in await kinds(room)
    assert not [text for text in await room.texts(ANA.id) if "late_owner" in text], "it was wished so"


def test_a_vacation_is_over_at_its_last_moment() -> None:
    wanted = Preferences(away_from=100.0, away_until=200.0)
    assert [is_away_on(at, wanted) for at in (99.0, 100.0, 199.0, 200.0)] == [False, True, True, False]


async def test_a_window_waits_a_day_at_most_for_who_is_away(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    await vacations.announce(room.service.deps, BEN, 10, "pause")
    room.clock.now += 14 * HOUR
    sheet = await room.service.sheet(table, ANA)
    card = next(option.token for option in sheet.options if option.token.isdigit())
    await give(room, table, ANA, card)
    window = (await room.service.info(table)).window
    assert window is not None
    assert DAY <= window.closes_at.timestamp() - room.clock.now <= DAY + 4 * HOUR


async def test_a_pause_is_offered_where_two_are_away_at_once_and_not_where_one_comes_when_the_other_goes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(room, ANA, BEN, CHO, options=LONG)
    told = list[bool]()

    def matter(_: Plain, __: TableInfo, what: str, said: Mapping[str, Any]) -> Sequence[Post]:
        told.extend([said["several"]] if what == "away" else [])
        return []

    monkeypatch.setattr(Plain, "matter", matter)
    await vacations.announce(room.service.deps, ANA, 2, "pause")
    room.clock.now += 2 * DAY
    await vacations.announce(room.service.deps, BEN, 2, "pause")
    await vacations.announce(room.service.deps, CHO, 2, "npc")
    assert told == [False, False, False]
    await vacations.come_home(room.service.deps, CHO)
    await vacations.announce(room.service.deps, CHO, 2, "pause")
    assert told[3:] == [True]


async def test_nobody_is_rung_on_vacation(room: Room) -> None:
    table = await begun(room, BEN, ANA, CHO, options=LONG)
    await vacations.announce(room.service.deps, ANA, 3, "pause")
    room.clock.now += DAY
    await give(room, table, BEN, "walk", "done")
    assert ANA.id not in (await room.posts())[-1].mentions


async def test_vacations_are_among_what_is_stored_about_somebody_and_forgotten_with_it(room: Room) -> None:
    await vacations.announce(room.service.deps, ANA, 3, "pause")
    assert b'"vacations": [' in (await room.service.personal_data(ANA)).raw
    await room.service.forget_person(ANA)
    assert b'"mode": "pause"' not in (await room.service.personal_data(ANA)).raw
