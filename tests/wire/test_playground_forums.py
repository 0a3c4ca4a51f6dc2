"""Forums at the local table: posts with their first message, tags, and the permissions that they need."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import ui

from bot.local_table.places import REQUIRES_TAG, Channel, Tag
from bot.local_table.world import Happening
from tests.wire.client import TableRefused
from tests.wire.playground_sample import Opened, open_table


@pytest_asyncio.fixture
async def opened() -> AsyncIterator[Opened]:
    async with open_table() as table:
        yield table


def forum_of(opened: Opened) -> Channel:
    return next(one for one in opened.table.local.world.channels.values() if one.is_forum)


async def seen(opened: Opened) -> discord.ForumChannel:
    """The forum as the bot is told of it now."""
    there = await opened.bot.fetch_channel(int(forum_of(opened).id))
    assert isinstance(there, discord.ForumChannel)
    return there


def view() -> ui.LayoutView:
    made = ui.LayoutView()
    made.add_item(ui.TextDisplay("Who plays?"))
    return made


async def made(opened: Opened, *tags: Any, name: str = "A game") -> Any:
    """A post of the bot with these tags."""
    told: Any = await (await seen(opened)).create_thread(name=name, view=view(), applied_tags=tags)
    assert told.thread.id == told.message.id, "the first message has the id of its post"
    return opened.bot.get_channel(told.thread.id) or told.thread


async def code(asked: Any) -> int:
    """The code that a request is refused with."""
    with pytest.raises(discord.HTTPException) as error:
        await asked
    return error.value.code


async def test_a_post_has_its_first_message_and_its_tags_once(opened: Opened) -> None:
    tag = (await seen(opened)).available_tags[0]
    thread = await made(opened, tag, tag)
    channel = opened.table.local.world.channels[str(thread.id)]
    assert channel.applied_tags == [str(tag.id)]
    (message,) = await opened.person("ana").sees("A game")
    assert "Who plays?" in message.text


async def test_nothing_is_written_in_a_forum_itself_nor_any_command_given(opened: Opened) -> None:
    assert await code(opened.bot.http.send_message(int(forum_of(opened).id), params=_text())) == 40058
    with pytest.raises(TableRefused):
        await opened.person("ana", forum_of(opened).name).say("Hello")
    assert await opened.person("ana", forum_of(opened).name).commands() == []


def _text() -> Any:
    return discord.http.handle_message_parameters(content="Hello")


async def test_tags_have_their_rules(opened: Opened) -> None:
    forum = forum_of(opened)
    assert await code(made(opened, discord.Object(9))) == 10087
    assert await code(made(opened, *map(discord.Object, range(1, 7)))) == 50035
    forum.tags.append(Tag("77", "Moderators", moderated=True))
    await made(opened, discord.Object(77))
    await opened.visit.deny(forum.name, "manage_threads")
    assert await code(made(opened, discord.Object(77))) == 50013
    forum.flags = REQUIRES_TAG
    assert await code(made(opened)) == 40067


async def test_posts_need_to_send_messages_and_not_to_create_threads(opened: Opened) -> None:
    forum = forum_of(opened)
    await opened.visit.deny(forum.name, "create_public_threads")
    thread = await made(opened)
    await thread.edit(name="Another game")
    await opened.visit.deny(forum.name, "send_messages manage_threads")
    assert await code(made(opened)) == 50013
    assert await code(thread.edit(name="A third game")) == 50013, "not even its own post can be renamed"


async def test_people_write_posts_too(opened: Opened) -> None:
    forum, world = forum_of(opened), opened.table.local.world
    await opened.visit.post("/_act/ben/thread", {"channel": forum.id, "name": "Friday"})
    (post,) = [one for one in world.channels.values() if one.parent == forum.id]
    world.announce(Happening("THREAD_UPDATE", post.payload(world.users), post.id))
    await opened.person("ben", "Friday").say("Who is in?")
    assert [m.text for m in await opened.person("ana").sees("Friday")] == ["Who is in?"]
