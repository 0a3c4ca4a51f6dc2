"""Scheduled events over the wire: made for a table with a start time, moved, deleted, and none without permission."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bot.local_table.errors import Json
from bot.local_table.people import BOT_ROLE_ID, GUILD_ID, bits
from bot.local_table.places import Overwrite
from bot.local_table.world import Happening
from tests.wire.client import SimulatedPerson
from tests.wire.running import running
from tests.wire.sitting import sitting

pytestmark = [pytest.mark.soak, pytest.mark.timeout(400)]
PATIENCE = 100.0
SEES = bits("view_channel")


async def events(person: SimulatedPerson, fits: Callable[[Sequence[Json]], bool]) -> list[Json]:
    """The events of the server, as soon as they are as wanted."""
    async with asyncio.timeout(PATIENCE):
        while not fits(found := (await person.state())["events"]):  # noqa: ASYNC110 - the bot says nothing of it
            await asyncio.sleep(0.1)
    return list(found)


async def test_a_table_with_a_start_time_is_among_the_events_until_it_begins(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana, ben = here.person("ana"), here.person("ben")
        await ana.slash("/game new", game="acme", map="abbreviated_western", starts="in 30h")
        lobby = await ben.wait_for(lambda m: "Join" in m.labels)
        (event,) = await events(ben, lambda there: len(there) == 1)
        table = event["name"].split()[-1]
        assert event["entity_metadata"]["location"].endswith(f"/{lobby.channel}/{lobby.id}")
        assert (event["entity_type"], event["privacy_level"], event["status"]) == (3, 2, 1)
        form = (await ana.slash("/game settings", setting="starts", value="in 40h")).message
        assert "starts" in form.text
        (moved,) = await events(ben, lambda there: there[0]["scheduled_start_time"] != event["scheduled_start_time"])
        assert moved["id"] == event["id"]
        await ben.click(lobby, "Join")
        await ana.slash("/game start", table=table)
        await events(ben, lambda there: not there)


async def test_without_create_events_the_lobby_says_when_and_setup_names_what_is_missing(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        await here.visit.deny("table", "create_events")
        assert "✓ Create Events" in (await ana.slash("/setup")).message.text, "what a channel denies does not count"
        await here.visit.deny("", "create_events")
        shown = (await ana.slash("/setup")).message
        assert "**Create Events is missing:**" in shown.text
        await ana.slash("/game new", game="acme", map="abbreviated_western", starts="in 30h")
        await ana.wait_for(lambda m: "Join" in m.labels and "Start: <t:" in m.text)
        await asyncio.sleep(3)
        assert (await ana.state())["events"] == []
        await here.visit.deny("", "")
        await ana.slash("/game settings", setting="starts", value="in 40h")
        assert len(await events(ana, lambda there: len(there) == 1)) == 1


async def test_a_table_in_a_channel_that_not_everybody_sees_is_not_announced(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        world = here.table.local.world
        (channel,) = (one for one in world.channels.values() if one.name == "table")
        channel.overwrites = [Overwrite(GUILD_ID, deny=SEES), Overwrite(BOT_ROLE_ID, allow=SEES)]
        world.announce(Happening("CHANNEL_UPDATE", channel.payload(world.users)))
        await ana.slash("/game new", game="acme", map="abbreviated_western", starts="in 30h")
        await ana.wait_for(lambda m: "Join" in m.labels)
        await asyncio.sleep(3)
        assert (await ana.state())["events"] == []


async def test_an_event_that_a_moderator_deletes_stays_deleted(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        await ana.slash("/game new", game="acme", map="abbreviated_western", starts="in 30h")
        (event,) = await events(ana, lambda there: len(there) == 1)
        await here.visit.post("/_act/ana/delete-event", {"event": event["id"]})
        await ana.slash("/game settings", setting="starts", value="in 40h")
        await asyncio.sleep(3)
        assert (await ana.state())["events"] == []


async def test_a_bot_that_is_killed_before_it_hears_of_its_event_has_one_after_it(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", "events") as here:
        ana = here.visit.user("ana", "second-table").waiting(PATIENCE)
        await here.visit.fault("lose", r"POST /api/v\d+/guilds/\d+/scheduled-events")
        await ana.slash("/game new", game="acme", map="abbreviated_western", starts="in 30h")
        await events(ana, lambda there: len(there) == 1)
        here.kill()
        await here.again()
        await ana.slash("/game settings", setting="starts", value="in 40h")
        first = (await ana.state())["events"][0]["scheduled_start_time"]
        there = await events(ana, lambda there: there[0]["scheduled_start_time"] != first or len(there) > 1)
        assert len(there) == 1
