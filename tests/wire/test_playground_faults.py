"""What goes wrong on purpose: rate limits, failing and lost requests, a broken gateway, restarts."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.local_table.server import point_discord_at
from tests.wire.client import TableConnection
from tests.wire.playground_sample import Opened, SampleBot, open_table


@pytest_asyncio.fixture
async def opened() -> AsyncIterator[Opened]:
    async with open_table() as table:
        yield table


async def test_a_rate_limit_is_waited_out(opened: Opened) -> None:
    await opened.visit.fault("429", "POST /channels/.*/messages", seconds=0.05)
    assert (await opened.channel().send("patient")).content == "patient"
    assert (await opened.visit.dump())["met"][0].startswith("429 POST")


async def test_a_rate_limit_without_via_is_an_error(opened: Opened) -> None:
    await opened.visit.fault("429", "POST /channels/.*/messages", via=False)
    with pytest.raises(discord.HTTPException) as error:
        await opened.channel().send("impatient")
    assert error.value.status == 429


@pytest.mark.soak
async def test_a_failing_server_is_asked_again(opened: Opened) -> None:
    await opened.visit.fault("500", "POST /channels/.*/messages", status=502)
    assert (await opened.channel().send("stubborn")).content == "stubborn"


async def test_a_lost_answer_does_not_double_a_message_with_a_nonce(opened: Opened) -> None:
    channel = opened.channel()
    await opened.visit.fault("lose", "POST /channels/.*/messages")
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel.send("once", nonce="n1")
    await channel.send("once", nonce="n1")
    assert len(await opened.person("ana").sees()) == 1


async def test_a_refused_request_does_nothing(opened: Opened) -> None:
    await opened.visit.fault("refuse", "POST /channels/.*/messages")
    with pytest.raises((aiohttp.ClientError, OSError)):
        await opened.channel().send("never")
    assert await opened.person("ana").sees() == []


async def test_a_slow_answer_comes_late(opened: Opened) -> None:
    await opened.visit.fault("slow", "POST /channels/.*/messages", seconds=0.2)
    before = asyncio.get_running_loop().time()
    await opened.channel().send("slowly")
    assert asyncio.get_running_loop().time() - before >= 0.2


@pytest.mark.soak
async def test_a_dropped_gateway_is_resumed_and_nothing_is_missed(opened: Opened) -> None:
    await opened.visit.gateway("refuse")
    await opened.visit.gateway("drop")
    await opened.person("ana", "dm").say("while you were away")
    await opened.visit.gateway("accept")
    await opened.visit.bot_is_here(30, again=True)
    assert (await opened.person("ana").slash("/think")).message.text == "thought"
    assert opened.bot.resumed == 1
    await opened.has_heard("while you were away")


@pytest.mark.soak
@pytest.mark.parametrize(("what", "resumed"), [("reconnect", 1), ("invalidate", 0)])
async def test_the_gateway_may_ask_for_a_new_connection(opened: Opened, what: str, resumed: int) -> None:
    await opened.visit.gateway(what)
    await opened.visit.bot_is_here(30, again=True)
    assert (await opened.person("ana").slash("/think")).message.text == "thought"
    assert opened.bot.resumed == resumed


async def test_messages_outlast_a_restart(tmp_path: Path) -> None:
    store = tmp_path / "table.chat"
    async with open_table(store=store) as first:
        thread = await first.channel().create_thread(name="1K9", type=discord.ChannelType.public_thread)
        await thread.send("kept")
        await first.person("ana", "dm").say("kept too")
        private = await first.person("ana").slash("/desk", picture=True)
        assert private.message.is_ephemeral
        last = (await first.person("ana").slash("/desk", picture=True, private=False)).message
    async with open_table(store=store) as second:
        ana = second.person("ana")
        assert [m.text for m in await ana.sees("1K9")] == ["kept"]
        assert [m.text for m in await ana.dms()] == ["kept too"]
        seen = (await ana.sees())[-1]
        assert seen.id == last.id
        assert seen.attachments[0]["url"].startswith(second.table.url)
        async with aiohttp.ClientSession() as session, session.get(seen.attachments[0]["url"]) as response:
            assert response.status == 200
        assert (await ana.click(seen, "Play")).kind == "update"
        assert int((await second.channel().send("new")).id) > int(last.id)


async def test_the_transcript_tells_every_request_and_answer(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    async with open_table(transcript=path) as opened:
        await opened.person("ana").slash("/acme deploy", plan="x")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    asked = next(line for line in lines if line.get("gateway") == "INTERACTION_CREATE")
    answered = next(line for line in lines if line.get("path", "").endswith("/callback"))
    assert asked["data"]["data"]["name"] == "acme"
    assert answered["body"]["data"]["content"] == "x x1 ask nobody"
    assert answered["answer"]["resource"]["message"]["content"] == "x x1 ask nobody"
    assert path.read_text().count("local-table") == 0


@pytest.mark.soak
async def test_the_table_lives_in_its_own_process_while_bots_come_and_go() -> None:
    command = [sys.executable, "-m", "bot.local_table"]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().strip()
    point_discord_at(f"{url}/api/v10", url.replace("http", "ws") + "/gw")
    try:
        async with TableConnection(url) as visit:
            for _ in range(2):
                bot = SampleBot()
                running = asyncio.create_task(bot.start("local-table"))
                async with asyncio.timeout(10):
                    await bot.synced.wait()
                    await bot.wait_until_ready()
                assert (await visit.user("ana").slash("/think")).message.text == "thought"
                await bot.close()
                await asyncio.gather(running, return_exceptions=True)
            assert len(await visit.user("ana").sees()) == 4
    finally:
        os.kill(process.pid, signal.SIGTERM)
        async with asyncio.timeout(10):
            assert await process.wait() == 0
