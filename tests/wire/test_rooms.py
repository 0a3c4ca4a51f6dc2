"""Rooms over the wire: private threads with those chosen, refused where the bot may not, closed at the end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.local_table.errors import Json
from tests.wire.client import SimulatedPerson, TableRefused
from tests.wire.running import Running, running
from tests.wire.sitting import sitting
from tests.wire.test_forums import choose_forum, post

PRIVATE = 12
PATIENCE = 30.0


async def begun(here: Running) -> list[SimulatedPerson]:
    """A game of Ben, Cho and Dee with rooms; Ana, who manages the server, watches."""
    people = [here.visit.user(name, "second-table").waiting(PATIENCE) for name in ("ben", "cho", "dee", "ana")]
    await people[0].slash("/game new", game="culture_wars")
    assert "rooms" in (await people[0].slash("/game settings", setting="rooms", value="on")).message.text
    for person in people[1:3]:
        lobby = await person.wait_for(lambda message: "Join" in message.labels)
        await person.click(lobby, "Join")
    await people[0].slash("/game start")
    return people


async def private_thread(person: SimulatedPerson, *, archived: bool = False) -> Json:
    """The only private thread that the person sees, once there is one, or once it is archived."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = [one for one in (await person.state())["channels"] if one["type"] == PRIVATE]
            if found and (not archived or found[0]["thread_metadata"]["archived"]):
                (thread,) = found
                return dict(thread)
            await asyncio.sleep(0.1)


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_a_room_is_a_private_thread_for_those_chosen_until_the_game_ends(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", "rooms") as here:
        ben, cho, dee, ana = await begun(here)
        assert "moderators of this server can" in (await ben.slash("/room")).message.text
        offered = dict(await ben.autocomplete("/room", "with", ""))
        chosen = next(value for name, value in offered.items() if name.endswith("Cho"))
        opened = (await ben.slash("/room", {"with": chosen})).message
        assert opened.is_ephemeral
        assert "is being opened" in opened.text
        there = await private_thread(cho)
        thread = there["name"]
        line = await ben.at(thread).wait_for(lambda message: "The bot doesn't read" in message.text)
        assert line.text.count("<@") == 2
        assert "let others in" not in line.text
        assert not there["thread_metadata"]["invitable"]
        await cho.at(thread).say("Peace until the second hole?")
        with pytest.raises(TableRefused):
            await dee.at(thread).sees()
        assert await ana.at(thread).sees(), "who manages threads reads every room"
        assert "You already have that room" in (await ben.slash("/room", {"with": chosen})).message.text
        await here.visit.deny("second-table", "create_private_threads")
        assert "Create Private Threads" in (await dee.slash("/room", {"with": chosen})).message.text
        asked = (await ana.slash("/game end")).message
        await ana.click(asked, asked.labels[0])
        closed = await ana.at(thread).wait_for(lambda message: "This room is closed" in message.text)
        assert "<@" not in closed.text
        assert (await private_thread(ana, archived=True))["thread_metadata"]["locked"]


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_a_room_that_was_wanted_before_the_bot_was_killed_is_there_once_after_it(tmp_path: Path) -> None:
    """Discord refuses the thread until the bot is gone: what was committed is done by the next one. Without Manage
    Threads the line says that members can let others in.
    """
    async with running(tmp_path, "--seed", "rooms") as here:
        ben, *_ = await begun(here)
        await here.visit.deny("second-table", "manage_threads")
        await here.visit.fault("500", r"POST /api/v\d+/channels/\d+/threads", times=99)
        offered = dict(await ben.autocomplete("/room", "with", ""))
        await ben.slash("/room", {"with": next(iter(offered.values()))})
        here.kill()
        await here.visit.mend()
        await here.again()
        there = await private_thread(ben)
        line = await ben.at(there["name"]).wait_for(lambda message: "The bot doesn't read" in message.text)
        assert "Anyone here can let others in" in line.text
        assert there["thread_metadata"]["invitable"]


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_a_table_in_a_forum_has_rooms_below_the_channel_that_setup_names(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        world = here.table.local.world
        (forum,) = (one for one in world.channels.values() if one.name == "games")
        (lounge,) = (one for one in world.channels.values() if one.name == "second-table")
        ana, ben = here.person("ana"), here.person("ben")
        await choose_forum(ana, forum)
        await ana.slash("/game new", game="culture_wars", where="thread")
        thread = await post(here)
        ana, ben = ana.at(thread.id), ben.at(thread.id)
        await ana.slash("/game settings", setting="rooms", value="on")
        await ben.click(await ben.wait_for(lambda message: "Join" in message.labels), "Join")
        await ana.slash("/game start")
        other = next(iter(dict(await ana.autocomplete("/room", "with", "")).values()))
        refused = (await ana.slash("/room", {"with": other})).message.text
        assert "a moderator can choose a channel for rooms in `/setup`" in refused
        shown = (await ana.slash("/setup")).message
        menu = next(m["custom_id"] for m in shown.selects if "setup_set|rooms" in m["custom_id"])
        assert "Forum rooms: " in (await ana.select(shown, menu, [lounge.id])).message.text
        await ana.slash("/room", {"with": other})
        assert (await private_thread(ben))["parent_id"] == lounge.id
