"""Tables in a forum over the wire: a post for each, with its title and tags; refused kindly where it can't be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.features.threads.discord_threads import TableThreads
from bot.features.threads.keeper import Opener
from bot.local_table.places import MEDIA, REQUIRES_TAG, Channel, Tag
from bot.local_table.world import Happening
from tests.wire.client import SimulatedPerson
from tests.wire.controlled_table import BY_HTTP
from tests.wire.sitting import Sitting, sitting

pytestmark = [pytest.mark.soak, pytest.mark.timeout(400)]
PATIENCE = 100.0


def change(here: Sitting, place: Channel) -> None:
    """Let the bot hear that a channel or thread has been changed."""
    world = here.table.local.world
    world.save_channel(place)
    name = "THREAD_UPDATE" if place.is_thread else "CHANNEL_UPDATE"
    world.announce(Happening(name, place.payload(world.users), place.id))


def channel(here: Sitting, name: str) -> Channel:
    return next(one for one in here.table.local.world.channels.values() if one.name == name)


async def post(here: Sitting, fits: Callable[[Channel], object] = bool) -> Channel:
    """The only thread of the table, as soon as it is as wanted."""
    async with asyncio.timeout(PATIENCE):
        while True:
            there = [one for one in here.table.local.world.channels.values() if one.is_thread]
            if there and fits(there[0]):
                assert len(there) == 1
                return there[0]
            await asyncio.sleep(0.1)


def tags(here: Sitting, thread: Channel) -> list[str]:
    names = {tag.id: tag.name for tag in channel(here, "games").tags}
    return sorted(names[one] for one in thread.applied_tags)


def tag_by_games(here: Sitting) -> Channel:
    """The forum, with tags for two games too."""
    forum = channel(here, "games")
    forum.tags.extend([Tag("901", "ACME"), Tag("902", "Culture Wars")])
    change(here, forum)
    return forum


async def choose_forum(person: SimulatedPerson, forum: Channel) -> str:
    """Let `/setup` know of the forum; what it says then."""
    shown = (await person.slash("/setup")).message
    form = (await person.click(shown, "New tables")).modal
    return (await person.submit(form, where=[forum.id])).message.text


async def test_a_table_of_a_server_with_a_forum_is_a_post_from_lobby_to_end(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana, ben = here.person("ana"), here.person("ben")
        forum = tag_by_games(here)
        assert f"Forum: <#{forum.id}>" in await choose_forum(ana, forum)
        await here.visit.deny("table", "create_public_threads")
        opened = await ana.slash("/game new", game="culture_wars", where="thread")
        thread = await post(here)
        assert f"<#{thread.id}>" in opened.message.text
        assert (thread.parent, thread.name, thread.archive_minutes) == (forum.id, "Culture Wars · Ana", 10080)
        assert tags(here, thread) == ["Culture Wars", "Open"]
        there = [person.at(thread.id) for person in (ana, ben)]
        lobby = await there[1].wait_for(lambda message: "Join" in message.labels)
        assert lobby.id == thread.id, "the lobby is the first message of the post"
        await there[1].click(lobby, "Join")
        thread.applied_tags.append(next(tag.id for tag in forum.tags if tag.name == "ACME"))
        change(here, thread)
        await there[0].slash("/game start")
        thread = await post(here, lambda one: one.name == "Culture Wars · Ana, Ben")
        assert tags(here, thread) == ["ACME", "Culture Wars", "Playing"], "what others have tagged it with stays"
        at = ana.at(thread.id)
        asked = (await at.slash("/game end")).message
        await at.click(asked, asked.labels[0])
        vote = await ben.at(thread.name).wait_for(lambda message: "Agree" in message.labels)
        await ben.at(thread.name).click(vote, "Agree")
        thread = await post(here, lambda one: one.archive_minutes == 1440)
        assert "Finished" in tags(here, thread)
        assert (thread.archived, thread.locked) == (False, False)


async def test_a_forum_in_which_the_bot_may_not_write_is_told_with_the_permission(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana, forum = here.person("ana"), channel(here, "games")
        await here.visit.deny("games", "send_messages")
        assert "**Missing in <#" in (told := await choose_forum(ana, forum))
        assert "Send Messages" in told.partition("**Missing in")[2].partition("Without these permissions")[0]
        refused = (await ana.slash("/game new", game="culture_wars", where="thread")).message.text
        assert f"I can't play in <#{forum.id}>, because Send Messages" in refused
        await here.visit.deny("games", "")
        assert "is open in" in (await ana.slash("/game new", game="culture_wars", where="thread")).message.text


async def test_a_forum_that_wants_a_tag_gets_one_or_is_told_which_is_missing(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana, forum = here.person("ana"), channel(here, "games")
        forum.flags, forum.tags = REQUIRES_TAG, [Tag("5", "Chess")]
        change(here, forum)
        assert "Open, Playing and Finished" in await choose_forum(ana, forum)
        refused = (await ana.slash("/game new", game="culture_wars", where="thread")).message.text
        assert "but none of its tags fits. Ask a moderator to add the tag Open" in refused
        forum.tags = [Tag("5", "Chess"), Tag("6", "open")]
        change(here, forum)
        await ana.slash("/game new", game="culture_wars", where="thread")
        assert (await post(here)).applied_tags == ["6"]


async def test_a_tag_that_was_just_deleted_is_left_out(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana, forum = here.person("ana"), tag_by_games(here)
        await choose_forum(ana, forum)
        forum.tags = [tag for tag in forum.tags if tag.name != "Open"]
        await ana.slash("/game new", game="culture_wars", where="thread")
        assert tags(here, await post(here)) == ["Culture Wars"]


async def test_media_channels_are_refused_kindly(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana, world = here.person("ana"), here.table.local.world
        forum = world.add_channel(Channel(world.mint(), MEDIA, "photos"))
        world.announce(Happening("CHANNEL_CREATE", forum.payload(world.users), forum.id))
        form = (await ana.click((await ana.slash("/setup")).message, "New tables")).modal
        assert forum.id not in [one["value"] for one in form.fields["where"]["options"]]
        thread = Channel(world.mint(), 11, "Photos", parent=forum.id, owner="100000000000000011")
        world.add_channel(thread)
        change(here, thread)
        for where in ("here", "thread"):
            told = (await ana.at("Photos").slash("/game new", game="culture_wars", where=where)).message.text
            assert f"I can't play in <#{forum.id}>" in told
            assert "a text channel or a forum" in told


async def test_a_post_that_somebody_has_written_keeps_its_title_and_has_the_table(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        ours = Channel(here.table.local.world.mint(), 11, "Friday night", parent=channel(here, "games").id, owner="7")
        ours.archive_stamp = here.table.local.world.stamp()
        here.table.local.world.add_channel(ours)
        change(here, ours)
        at = ana.at("Friday night")
        await at.slash("/game new", game="culture_wars")
        lobby = await at.wait_for(lambda message: "Join" in message.labels)
        await here.person("ben", "Friday night").click(lobby, "Join")
        await at.slash("/game start")
        await at.wait_for(lambda message: " starts · " in message.text)
        await asyncio.sleep(2)
        assert (ours.name, ours.applied_tags) == ("Friday night", [])


@pytest.mark.skipif(BY_HTTP, reason="only a gateway tells of archived threads")
async def test_an_archived_post_is_opened_again_at_once(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        await choose_forum(ana, channel(here, "games"))
        await ana.slash("/game new", game="culture_wars", where="thread")
        thread = await post(here)
        await ana.at(thread.name).wait_for(lambda message: "Join" in message.labels)
        thread.archived = True
        change(here, thread)
        await post(here, lambda one: not one.archived)


async def test_without_a_gateway_an_archived_post_is_opened_when_the_bot_looks(tmp_path: Path) -> None:
    async with sitting(tmp_path, door=True) as here:
        ana = here.person("ana")
        await choose_forum(ana, channel(here, "games"))
        await ana.slash("/game new", game="culture_wars", where="thread")
        thread = await post(here)
        await ana.at(thread.name).wait_for(lambda message: "Join" in message.labels)
        thread.archived = True
        there = TableThreads(here.bot)
        try:
            await Opener(here.bot.service.deps, there).look()
        finally:
            await there.close()
        assert not thread.archived


async def test_an_edit_in_an_archived_thread_opens_it_first(tmp_path: Path) -> None:
    """The bot does not hear of it, as one that takes interactions over HTTP alone."""
    async with sitting(tmp_path) as here:
        ana, ben = here.person("ana"), here.person("ben")
        await ana.slash("/game new", game="culture_wars", where="thread")
        thread = await post(here)
        lobby = await ben.at(thread.name).wait_for(lambda message: "Join" in message.labels)
        thread.archived = True
        await ana.slash("/game settings", setting="note", value="Bring cake.")
        edited = await ben.at(thread.name).wait_for(lambda message: "Bring cake." in message.text)
        assert edited.id == lobby.id
        assert not thread.archived


async def test_a_locked_thread_is_left_as_it_is(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        await ana.slash("/game new", game="culture_wars", where="thread")
        thread = await post(here)
        await ana.at(thread.name).wait_for(lambda message: "Join" in message.labels)
        thread.archived = thread.locked = True
        change(here, thread)
        await asyncio.sleep(2)
        assert thread.archived
        assert thread.locked
