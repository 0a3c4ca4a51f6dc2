"""The digest of a channel: when it comes, what it tells, and that it tells nothing twice or in secret."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.contract.posts import Post, Words
from bot.contract.preferences import Preferences
from bot.contract.table_settings import Settings
from bot.contract.tables import TableInfo
from bot.features.digest.channel import LINES, next_evening
from bot.tables.alarm_clock import Clock
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, lengthen, opened_room, refused, stop
from tests.service.told import Plain

HOUR, DAY = 3600.0, 86400.0
BERLIN = ZoneInfo("Europe/Berlin")
LONG = {"goal": 20}


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database; it is a Monday morning in Berlin, where Ana lives."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        await made.service.set_preferences(ANA, Preferences("Europe/Berlin", quiet_from=0, quiet_to=0))
        made.clock.now = datetime(2026, 3, 2, 9, tzinfo=BERLIN).timestamp()
        yield made


async def until(room: Room, day: int, hour: int) -> int:
    """Let the clock look each hour until then; how many digests have been posted in all."""
    end = datetime(2026, 3, day, hour, tzinfo=BERLIN).timestamp()
    while room.clock.now < end:
        room.clock.now += HOUR
        await Clock(room.game_service, room.clock).close_due()
    return len([post for post in await room.posts() if post.kind == "digest"])


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", ""])
@pytest.mark.parametrize("every", ["daily", "weekly"])
def test_it_is_due_at_six_in_the_evening_of_the_host_and_weekly_on_sundays(zone: str, every: str) -> None:
    now = datetime(2026, 3, 1, tzinfo=ZoneInfo(zone or "UTC")).timestamp()
    for _ in range(100):
        then = next_evening(now, zone, every)
        here = datetime.fromtimestamp(then, ZoneInfo(zone or "UTC"))
        assert (here.hour, here.minute) == (18, 0)
        assert now < then <= now + (DAY if every == "daily" else 7 * DAY) + 2 * HOUR
        assert every == "daily" or here.weekday() == 6
        now = then


async def test_each_evening_the_channel_is_told_what_has_happened_since(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(digest="daily"))
    assert await until(room, 2, 17) == 0
    assert await until(room, 2, 18) == 1
    await give(room, table, ANA, "walk", "done")
    assert await until(room, 3, 17) == 1
    assert await until(room, 3, 18) == 2
    (_, told) = [post for post in await room.posts() if post.kind == "digest"]
    assert (told.user, told.mentions) == (None, ())
    assert await until(room, 4, 20) == 2, "nothing has happened"


@pytest.mark.soak
async def test_of_very_much_the_newest_is_told_and_the_rest_counted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, told = (
        await begun(room, ANA, BEN, options=LONG, settings=Settings(digest="daily")),
        list[Mapping[str, Any]](),
    )
    await until(room, 2, 18)

    def matter(_: Plain, info: TableInfo, what: str, said: Mapping[str, Any]) -> Sequence[Post]:
        told.append(said)
        return [Post(what, (Words(info.id),))]

    monkeypatch.setattr(Plain, "matter", matter)
    for lines in (LINES - 2, LINES + 101):
        await lengthen(room, table, lines)
        room.clock.now += DAY
        await Clock(room.game_service, room.clock).close_due()
        digest = told.pop()
        assert len(digest["lines"]) == min(lines, LINES)
        assert digest["earlier"] + len({line.action for line in digest["lines"]}) == (lines + 1) // 2


@pytest.mark.soak
async def test_it_is_off_until_the_host_wants_it_and_begins_from_then(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    assert await until(room, 3, 20) == 0
    assert (await refused(room.service.change_settings(table, BEN, digest="daily"))).code == "host_only"
    await room.service.change_settings(table, ANA, digest="weekly")
    assert await until(room, 8, 20) == 0, "nothing since then"
    await give(room, table, ANA, "walk", "done")
    assert await until(room, 14, 20) == 0
    assert await until(room, 15, 18) == 1
    await give(room, table, BEN, "walk", "done")
    await room.service.change_settings(table, ANA, digest="daily")
    assert await until(room, 16, 18) == 2
    await room.service.change_settings(table, ANA, digest="off")
    await give(room, table, ANA, "0")
    assert await until(room, 18, 20) == 2


async def test_what_was_taken_back_is_not_told_and_after_the_end_nothing_is(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG, settings=Settings(digest="daily"))
    assert await until(room, 2, 18) == 1
    await give(room, table, ANA, "walk", "done")
    await room.service.undo(table, ANA)
    assert await until(room, 3, 18) == 1
    await give(room, table, ANA, "walk", "done")
    await stop(room.service, table)
    assert await until(room, 5, 18) == 1
