"""Lobbies in which nothing changes: the question to the host, what puts it off, and the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.features.start_times import idle_lobby, schedule
from bot.store.database import Database
from bot.store.steps import BoundStatement
from bot.tables.alarm_clock import Clock
from bot.tables.people import profiles
from tests.service.fulldisk import rolled_back
from tests.service.tables import ANA, BEN, CHO, Room, opened_room, refused, seated

DAY = 86400.0
WEEKS = 14 * DAY


async def later(room: Room, seconds: float) -> int:
    """Let time pass; how much came about."""
    room.clock.now += seconds
    return await Clock(room.service, room.clock).close_due()


async def asked(room: Room, person: int | None = ANA.id) -> int:
    """How often the host has been asked, or the channel."""
    return len([post for post in await room.posts(person) if post.kind == "idle"])


async def state(room: Room, table: str) -> str:
    return (await room.service.info(table)).state


async def test_after_two_weeks_the_host_is_asked_and_three_days_of_silence_close_the_lobby(room: Room) -> None:
    table = (await seated(room, ANA, BEN)).id
    assert [await later(room, WEEKS - 1), await asked(room)] == [0, 0]
    assert [await later(room, 1), await asked(room), await state(room, table)] == [1, 1, "lobby"]
    assert [await later(room, 3 * DAY - 1), await asked(room), await state(room, table)] == [0, 1, "lobby"]
    assert [await later(room, 1), await state(room, table)] == [1, "over"]
    assert (await room.texts())[-2:] == [f"lobby {table} over: Ana, Ben", f"idle_closed {table}"]
    assert await later(room, 30 * DAY) == 0
    assert (await refused(idle_lobby.keep(room.service, table, ANA))).code == "over"


async def test_the_host_keeps_it_open_and_is_asked_again_after_two_more_weeks(room: Room) -> None:
    table = (await seated(room, ANA, BEN)).id
    await later(room, WEEKS)
    assert (await refused(idle_lobby.keep(room.service, table, BEN))).code == "host_only"
    await later(room, DAY)
    await idle_lobby.keep(room.service, table, ANA)
    assert [await later(room, WEEKS - 1), await asked(room)] == [0, 1]
    assert [await later(room, 1), await asked(room), await state(room, table)] == [1, 2, "lobby"]
    await room.service.start(table, ANA)
    assert (await refused(idle_lobby.keep(room.service, table, ANA))).code == "begun"
    assert [await later(room, 0), await state(room, table)] == [0, "running"]


@pytest.mark.parametrize("change", ["join", "leave", "options", "settings", "host", "start"])
async def test_every_change_puts_it_off_also_after_the_question(room: Room, change: str) -> None:
    table = (await seated(room, ANA, BEN)).id
    await later(room, 10 * DAY)
    for n in range(2):  # before the question, and a day after it
        await changed(room, table, change, n)
        assert [await later(room, WEEKS - 1), await state(room, table), await told(room)] == [0, "lobby", n]
        assert [await later(room, 1), await told(room)] == [1, n + 1]
        await later(room, DAY)


async def told(room: Room) -> int:
    """How often a host has been asked, whoever that was."""
    return await asked(room) + await asked(room, BEN.id)


async def changed(room: Room, table: str, change: str, n: int) -> None:
    """Change something about the lobby, for the n-th time."""
    host = (await room.service.info(table)).host
    if change == "join":
        await room.service.join(table, CHO, again=True)
    elif change == "leave":
        await room.service.join(table, CHO)
        await room.service.leave(table, CHO)
    elif change == "options":
        await room.service.set_options(table, host, options={"goal": 20 + n})
    elif change == "settings":
        await room.service.change_settings(table, host, note=f"note {n}")
    elif change == "host":
        offer = await room.service.give_host(table, host, BEN if n == 0 else ANA)
        await room.service.answer_offer(table, BEN if n == 0 else ANA, offer.no, accepts=True)
    else:
        await schedule.set_start(room.service, table, host, room.clock.now + DAY)
        await schedule.set_start(room.service, table, host, None)


async def test_a_lobby_whose_time_is_still_to_come_does_not_lie_idle(room: Room) -> None:
    table = (await seated(room, ANA)).id
    await schedule.set_start(room.service, table, ANA, room.clock.now + 30 * DAY)
    await later(room, WEEKS)
    assert await asked(room) == 0
    await later(room, 16 * DAY)
    assert [await later(room, WEEKS - DAY), await asked(room)] == [0, 0]
    assert [await later(room, DAY), await asked(room)] == [1, 1]


async def test_a_host_without_dms_is_asked_in_the_channel(room: Room) -> None:
    await seated(room, ANA, BEN)
    await profiles.set_dm_closed(room.service.deps, ANA.id, closed=True)
    await later(room, WEEKS)
    assert [await asked(room), await asked(room, None)] == [0, 1]


async def test_after_the_bot_was_away_nobody_loses_the_time_to_answer(room: Room) -> None:
    table = (await seated(room, ANA, BEN)).id
    await later(room, WEEKS)
    room.clock.now += 20 * DAY
    clock = Clock(room.service, room.clock)
    await clock.give_grace()
    assert [await clock.close_due(), await state(room, table)] == [0, "lobby"]
    await idle_lobby.keep(room.service, table, ANA)
    assert [await later(room, DAY), await state(room, table)] == [0, "lobby"]


async def test_two_clocks_and_a_death_before_the_commit_ask_once_and_close_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(self: Database, steps: Sequence[BoundStatement]) -> None:
        await rolled_back(self, steps)
        raise asyncio.CancelledError

    async with opened_room(tmp_path / "a.db") as one, opened_room(tmp_path / "a.db", one.clock) as two:
        table = (await seated(one, ANA, BEN)).id
        for wait in (WEEKS, 3 * DAY):
            one.clock.now += wait
            with monkeypatch.context() as broken:
                broken.setattr(Database, "write", dies)
                with pytest.raises(asyncio.CancelledError):
                    await Clock(one.service, one.clock).close_due()
            done = await asyncio.gather(*(Clock(made.service, one.clock).close_due() for made in (one, two)))
            assert sorted(done) == [0, 1]
        assert [await asked(one), await state(two, table)] == [1, "over"]
        assert len([text for text in await one.texts() if text == f"idle_closed {table}"]) == 1
