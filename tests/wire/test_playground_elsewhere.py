"""Where the bot isn't a member, it works only for people who have added it: as Discord does it, at the local table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio

from bot.local_table.errors import Json
from bot.local_table.people import GUILD_ID, OTHER_GUILD_ID
from tests.wire.client import SimulatedPerson, TableRefused
from tests.wire.playground_sample import Opened, open_table

WITHOUT_BOT = ("lounge", "friends")


@pytest_asyncio.fixture
async def opened() -> AsyncIterator[Opened]:
    async with open_table() as table:
        yield table


async def told(opened: Opened) -> Json:
    """The last interaction that the bot was told of."""
    lines = await opened.visit.transcript()
    seen: list[Json] = [
        line["data"] for line in lines if "INTERACTION_CREATE" in (line.get("gateway"), line.get("posted"))
    ]
    return seen[-1]


def place(opened: Opened, name: str) -> str:
    """The id of a place."""
    return next(channel.id for channel in opened.table.local.world.channels.values() if channel.name == name)


async def test_only_commands_of_persons_are_offered_there(opened: Opened) -> None:
    for name in WITHOUT_BOT:
        ana = opened.person("ana", name)
        assert [command["name"] for command in await ana.commands()] == ["say"]
        with pytest.raises(TableRefused, match="no command 'desk' here"):
            await ana.slash("/desk")
    assert len(await opened.person("ana").commands()) > 3


async def test_an_interaction_says_who_has_let_the_bot_answer_and_in_what_kind_of_place(opened: Opened) -> None:
    ana = opened.table.users["ana"].id
    wanted: dict[str, tuple[Json, int, str | None]] = {
        "table": ({"0": GUILD_ID, "1": ana}, 0, GUILD_ID),
        "dm": ({"0": "0", "1": ana}, 1, None),
        "lounge": ({"1": ana}, 0, OTHER_GUILD_ID),
        "friends": ({"1": ana}, 2, None),
    }
    for name, seen in wanted.items():
        await opened.person("ana", name).slash("/say", times=1)
        data = await told(opened)
        assert (data["authorizing_integration_owners"], data["context"], data.get("guild_id")) == seen
    await opened.person("ana").slash("/desk")
    assert (await told(opened))["authorizing_integration_owners"] == {"0": GUILD_ID}


async def test_the_bot_knows_nothing_of_that_server_and_can_post_nothing_there(opened: Opened) -> None:
    assert [guild.id for guild in opened.bot.guilds] == [int(GUILD_ID)]
    for name in WITHOUT_BOT:
        await opened.person("ben", name).say("hello")
        there = opened.bot.get_partial_messageable(int(place(opened, name)))
        with pytest.raises(discord.Forbidden) as error:
            await there.send("hello")
        assert error.value.code == 50001
    await opened.person("ben").say("and here")
    await opened.has_heard("")
    assert {message.channel.id for message in opened.bot.heard} == {int(place(opened, "table"))}


async def answers(person: SimulatedPerson, times: int, last: int) -> list[str]:
    """What a person sees of so many answers, once the last of them is there."""
    await person.slash("/say", times=times)
    await person.wait_for(lambda message: message.text == f"again {last}")
    return [message.text for message in await person.sees() if message.is_ephemeral]


@pytest.mark.parametrize("name", WITHOUT_BOT)
async def test_five_further_messages_and_no_more_follow_an_answer_there(opened: Opened, name: str) -> None:
    assert await answers(opened.person("ana", name), 8, 5) == ["once", *(f"again {n}" for n in range(1, 6))]
    async with asyncio.timeout(5):
        while not opened.bot.errors:  # noqa: ASYNC110 - nothing tells when the bot has been refused
            await asyncio.sleep(0.01)
    assert [getattr(error, "code", 0) for error in opened.bot.errors] == [40094]
    assert await opened.person("ben", name).sees() == []


async def test_more_of_them_follow_where_the_bot_is_a_member(opened: Opened) -> None:
    assert len(await answers(opened.person("ana"), 8, 7)) == 8
    assert opened.bot.errors == []
