"""Time travel at the local table: what is skipped there has passed for the bot as well, and stays skipped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.local_table.launch import FollowingClock
from bot.local_table.server import Playground
from tests.wire.client import TableConnection, TableRefused
from tests.wire.controlled_table import ControlledTable

HOUR = 3600.0


@asynccontextmanager
async def opened(table: Playground) -> AsyncIterator[TableConnection]:
    """A table while it is open."""
    await table.start()
    try:
        async with TableConnection(table.url) as visit:
            yield visit
    finally:
        await table.stop()


async def followed(table: Playground, visit: TableConnection, hours: float) -> float:
    """By how much the bot's clock has moved when somebody skips hours."""
    clock, moved = FollowingClock(table.url), asyncio.Event()
    await clock.look()
    before = clock.now()
    following = asyncio.create_task(clock.follow(moved.set))
    await visit.post("/_act/ben/skip", {"hours": hours})
    async with asyncio.timeout(10):
        await moved.wait()
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    return clock.now() - before


async def test_hours_skipped_at_the_table_have_passed_for_the_bot_at_once_and_after_a_restart(tmp_path: Path) -> None:
    table = Playground(store=tmp_path / "table.db")
    async with opened(table) as visit:
        assert 8 * HOUR <= await followed(table, visit, 8) < 9 * HOUR
        assert 2 * HOUR <= await followed(table, visit, 2) < 3 * HOUR
    again = Playground(store=tmp_path / "table.db")
    assert again.local.world.clock.skipped == 10 * HOUR
    async with opened(again):
        clock = FollowingClock(again.url)
        await clock.look()
        assert abs(clock.now() - again.local.world.clock.now()) < HOUR


async def test_a_slow_table_is_slow_for_the_bot_too() -> None:
    table = ControlledTable(speed=0.0)
    async with opened(table) as visit:
        clock = FollowingClock(table.url)
        await clock.look()
        assert clock.now() == clock.now() == table.clock.now()
        await visit.advance(60)
        await clock.look()
        assert clock.now() == table.clock.now()


@pytest.mark.parametrize("hours", [0, -1, 10_000])
async def test_time_goes_forward_and_not_for_ever(hours: float) -> None:
    async with opened(Playground()) as visit:
        with pytest.raises(TableRefused, match="forward"):
            await visit.post("/_act/ana/skip", {"hours": hours})
