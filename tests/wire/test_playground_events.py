"""Scheduled events at the local table: what they need, their limits, and the clock that starts and ends them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.local_table.people import GUILD_ID
from tests.wire.playground_sample import Opened, open_table

LINK = {"location": "https://discord.com/channels/1/2/3"}
SERVER = int(GUILD_ID)


@pytest_asyncio.fixture
async def opened() -> AsyncIterator[Opened]:
    async with open_table() as table:
        yield table


def body(opened: Opened, **changes: Any) -> dict[str, Any]:
    """An event in an hour, for an hour."""
    now = datetime.fromtimestamp(opened.table.local.world.clock.now(), UTC)
    times = {"scheduled_start_time": now + timedelta(hours=1), "scheduled_end_time": now + timedelta(hours=2)}
    said = {key: at.isoformat() for key, at in times.items()}
    return {"name": "Tonight", "entity_type": 3, "privacy_level": 2, "entity_metadata": LINK, **said, **changes}


async def made(opened: Opened, **changes: Any) -> int:
    """Make an event; its id."""
    return int((await opened.bot.http.create_guild_scheduled_event(SERVER, **body(opened, **changes)))["id"])


async def status(opened: Opened, event: int) -> int:
    return int((await opened.bot.http.get_scheduled_event(SERVER, event, with_user_count=False))["status"])


async def code(asked: Any) -> int:
    """The code that a request is refused with."""
    with pytest.raises(discord.HTTPException) as error:
        await asked
    return error.value.code


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "x" * 101},
        {"description": "x" * 1001},
        {"entity_metadata": {"location": "x" * 101}},
        {"entity_metadata": {}},
        {"privacy_level": 1},
        {"scheduled_start_time": "2020-01-01T00:00:00+00:00"},
        {"scheduled_end_time": "2020-01-01T00:00:00+00:00"},
        {"scheduled_start_time": "2099-01-01T00:00:00"},
    ],
    ids=str,
)
async def test_an_event_beyond_the_limits_is_refused(opened: Opened, changes: dict[str, Any]) -> None:
    assert await code(made(opened, **changes)) == 50035


@pytest.mark.parametrize("key", ["entity_type", "privacy_level", "scheduled_end_time", "entity_metadata", "name"])
async def test_an_event_outside_of_channels_has_all_that_it_needs(opened: Opened, key: str) -> None:
    said = {name: value for name, value in body(opened).items() if name != key}
    assert await code(opened.bot.http.create_guild_scheduled_event(SERVER, **said)) == 50035


async def test_events_start_and_end_by_themselves_and_then_cannot_be_changed(opened: Opened) -> None:
    event = await made(opened)
    assert await status(opened, event) == 1
    await opened.bot.http.edit_scheduled_event(SERVER, event, name="Tomorrow")
    await opened.visit.advance(3700)
    assert await status(opened, event) == 2
    await opened.visit.advance(3700)
    assert await status(opened, event) == 3
    assert await opened.bot.http.get_scheduled_events(SERVER, with_user_count=False) == []
    assert await code(opened.bot.http.edit_scheduled_event(SERVER, event, name="Never")) == 180000
    await opened.bot.http.delete_scheduled_event(SERVER, event)
    assert await code(opened.bot.http.delete_scheduled_event(SERVER, event)) == 10070


async def test_a_server_has_a_hundred_events(opened: Opened) -> None:
    world = opened.table.local.world
    event = await made(opened)
    kept = world.events[str(event)]
    world.events |= {str(number): {**kept, "id": str(number)} for number in range(99)}
    assert await code(made(opened)) == 30038


async def test_events_need_a_permission_of_the_server_whatever_a_channel_says(opened: Opened) -> None:
    await opened.visit.deny("table", "create_events")
    event = await made(opened)
    await opened.visit.deny("", "create_events")
    assert await code(made(opened)) == 50013
    assert await code(opened.bot.http.edit_scheduled_event(SERVER, event, name="Mine")) == 50013
    assert await code(opened.bot.http.delete_scheduled_event(SERVER, event)) == 50013
