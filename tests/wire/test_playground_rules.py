"""Discord's rules as the local table enforces them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.local_table.server import TOKEN, point_discord_at
from tests.wire.client import NoAnswer
from tests.wire.controlled_table import ControlledTable
from tests.wire.playground_sample import Opened, SampleBot, SampleView, open_table


@pytest_asyncio.fixture
async def opened() -> AsyncIterator[Opened]:
    async with open_table() as table:
        yield table


async def held(opened: Opened) -> discord.Interaction:
    """An interaction nobody has answered yet."""
    caught: asyncio.Future[discord.Interaction] = asyncio.get_running_loop().create_future()

    async def catch(interaction: discord.Interaction) -> None:
        caught.set_result(interaction)

    opened.bot.on_interaction = catch  # type: ignore[method-assign]
    opened.bot.__dict__["asked"] = asyncio.create_task(_ignored(opened))
    async with asyncio.timeout(5):
        return await caught


async def _ignored(opened: Opened) -> None:
    with contextlib.suppress(NoAnswer, aiohttp.ClientError):
        await opened.person("ana").slash("/silent")


async def test_an_answer_after_three_seconds_is_too_late(opened: Opened) -> None:
    interaction = await held(opened)
    await opened.visit.advance(3.1)
    with pytest.raises(discord.NotFound) as error:
        await interaction.response.send_message("late")
    assert error.value.code == 10062


async def test_a_second_answer_is_refused(opened: Opened) -> None:
    await opened.person("ana").slash("/twice")
    await opened.person("ana").slash("/think")
    assert [getattr(error, "code", 0) for error in opened.bot.errors] == [40060]


async def test_a_token_lives_for_fifteen_minutes(opened: Opened) -> None:
    interaction = await held(opened)
    await interaction.response.send_message("in time")
    await opened.visit.advance(890)
    await interaction.edit_original_response(content="still in time")
    await opened.visit.advance(20)
    with pytest.raises(discord.HTTPException) as error:
        await interaction.followup.send("too late")
    assert error.value.code == 50027


async def test_a_follow_up_needs_an_answer_first(opened: Opened) -> None:
    interaction = await held(opened)
    with pytest.raises(discord.NotFound) as error:
        await interaction.followup.send("too early")
    assert error.value.code == 10015
    await interaction.response.send_message("now")


async def test_an_ephemeral_message_cannot_be_read_through_the_channel(opened: Opened) -> None:
    message = (await opened.person("ana").slash("/desk")).message
    with pytest.raises(discord.NotFound) as error:
        await opened.channel().fetch_message(int(message.id))
    assert error.value.code == 10008
    assert [m async for m in opened.channel().history()] == []


async def test_the_same_nonce_sends_one_message(opened: Opened) -> None:
    channel = opened.channel()
    first = await channel.send("once", nonce="table-1K9-7")
    second = await channel.send("once", nonce="table-1K9-7")
    other = await channel.send("once", nonce="table-1K9-8")
    assert first.id == second.id != other.id
    await opened.visit.advance(600)
    assert (await channel.send("once", nonce="table-1K9-7")).id != first.id
    assert len(await opened.person("ana").sees()) == 3


async def test_history_is_paged_as_discord_pages_it(opened: Opened) -> None:
    channel = opened.channel()
    sent = [await channel.send(str(number)) for number in range(5)]
    newest = [m.content async for m in channel.history(limit=2)]
    after = [m.content async for m in channel.history(limit=2, after=sent[1])]
    before = [m.content async for m in channel.history(limit=2, before=sent[3])]
    assert (newest, after, before) == (["4", "3"], ["2", "3"], ["2", "1"])


async def test_closed_dms_refuse_messages(opened: Opened) -> None:
    await opened.visit.close_dms("ben")
    user = await opened.bot.fetch_user(int(opened.table.users["ben"].id))
    with pytest.raises(discord.Forbidden) as error:
        await user.send("hand")
    assert error.value.code == 50007
    await opened.visit.open_dms("ben")
    assert (await user.send("hand")).content == "hand"


async def test_lost_permissions_are_felt_and_known(opened: Opened) -> None:
    await opened.visit.deny("table", "send_messages")
    with pytest.raises(discord.Forbidden) as error:
        await opened.channel().send("hello")
    assert error.value.code == 50013
    assert not opened.channel().permissions_for(opened.channel().guild.me).send_messages
    assert (await opened.person("ana").slash("/acme deploy", plan="x")).message.text == "x x1 ask nobody"
    await opened.visit.deny("table", "view_channel")
    with pytest.raises(discord.Forbidden) as error:
        await opened.channel("second-table").guild.get_channel(100000000000000021).send("x")  # type: ignore[union-attr]
    assert error.value.code == 50001


async def test_a_deleted_channel_and_message_are_gone(opened: Opened) -> None:
    channel_id = int(await opened.visit.new_channel("short-lived"))
    channel = await opened.bot.fetch_channel(channel_id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("x")
    await opened.person("ana", "short-lived").delete((await opened.person("ana", "short-lived").sees())[0])
    with pytest.raises(discord.NotFound) as error:
        await message.edit(content="y")
    assert error.value.code == 10008
    await opened.visit.delete_channel("short-lived")
    with pytest.raises(discord.NotFound) as error:
        await channel.send("x")
    assert error.value.code == 10003


async def test_only_own_messages_can_be_edited(opened: Opened) -> None:
    said = await opened.person("ben").say("mine")
    message = opened.channel().get_partial_message(int(said.id))
    with pytest.raises(discord.Forbidden) as error:
        await message.edit(content="yours")
    assert error.value.code == 50005
    with pytest.raises(discord.Forbidden) as error:
        await message.delete()
    assert error.value.code == 50013


async def test_a_message_of_the_newer_components_has_no_content(opened: Opened) -> None:
    body = {"content": "x", "flags": 32768, "components": SampleView().to_components()}  # type: ignore[no-untyped-call]
    with pytest.raises(discord.HTTPException) as error:
        await opened.bot.http.request(send_route(opened), json=body)
    assert error.value.code == 50035
    assert "content" in str(error.value)


async def test_too_many_components_and_too_much_text_are_refused(opened: Opened) -> None:
    for body in (
        {"flags": 32768, "components": [{"type": 10, "content": "x"}] * 41},
        {"flags": 32768, "components": [{"type": 10, "content": "x" * 2001}] * 2},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 81, "custom_id": "a"}]}]},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "a" * 101}]}]},
        {"content": "x" * 2001},
        {"content": "x", "colour": "red"},
    ):
        with pytest.raises(discord.HTTPException) as error:
            await opened.bot.http.request(send_route(opened), json=body)
        assert (error.value.status, error.value.code) == (400, 50035)


async def test_an_empty_message_is_refused(opened: Opened) -> None:
    with pytest.raises(discord.HTTPException) as error:
        await opened.channel().send("")
    assert error.value.code == 50006


async def test_a_file_over_ten_megabytes_is_refused(opened: Opened) -> None:
    import io

    with pytest.raises(discord.HTTPException) as error:
        await opened.channel().send(file=discord.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "big.bin"))
    assert (error.value.status, error.value.code) == (413, 40005)


async def test_a_refused_answer_may_be_given_again(opened: Opened) -> None:
    interaction = await held(opened)
    with pytest.raises(discord.HTTPException) as error:
        await interaction.response.send_message("x" * 2001)
    assert error.value.code == 50035
    await interaction.response.send_message("short")


async def test_an_unknown_route_is_a_loud_404() -> None:
    async with open_table() as opened:
        with pytest.raises(discord.NotFound):
            await opened.bot.http.request(discord.http.Route("GET", "/guilds/1/audit-logs"))
        assert opened.table.failures == ["no route for GET /guilds/1/audit-logs"]
        opened.table.failures.clear()


async def test_privileged_intents_are_refused() -> None:
    table = ControlledTable()
    await table.start()
    point_discord_at(table.api_base, table.gateway_url)
    bot = SampleBot(discord.Intents.all())
    try:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await bot.start(TOKEN)
    finally:
        await bot.close()
        await table.stop()


async def test_a_wrong_token_is_refused() -> None:
    table = ControlledTable()
    await table.start()
    point_discord_at(table.api_base, table.gateway_url)
    bot = SampleBot()
    try:
        with pytest.raises(discord.LoginFailure):
            await bot.start("another token")
    finally:
        await bot.close()
        await table.stop()


@pytest.mark.parametrize(
    "base", ["https://discord.com/api/v10", "http://127.0.0.1.example.org/api/v10", "http://10.0.0.1/api"]
)
def test_the_bot_is_pointed_at_this_machine_only(base: str) -> None:
    with pytest.raises(ValueError, match="only this machine"):
        point_discord_at(base, "ws://127.0.0.1:1/gw")


async def test_other_hosts_and_origins_are_turned_away(opened: Opened) -> None:
    async with aiohttp.ClientSession() as session:
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            async with session.get(opened.table.url, headers=headers) as response:
                assert response.status == 403
        async with session.get(opened.table.url) as response:
            assert response.status == 200


def send_route(opened: Opened) -> Any:
    return discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=opened.channel().id)
