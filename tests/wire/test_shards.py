"""A bot with two connections to the gateway, and a server on each: everything is heard and done once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from bot.app import ShardedNisaba, create_bot, run
from bot.features.host.failures import failure
from bot.local_table.gateway import GatewaySession
from bot.local_table.people import FAR_GUILD_ID, GUILD_ID
from bot.local_table.server import TOKEN, point_discord_at
from bot.local_table.world import Happening
from bot.settings import BotSettings, read
from engine.core.text import words
from tests.wire.controlled_table import ControlledTable
from tests.wire.sitting import Sitting, sitting

pytestmark = [pytest.mark.soak, pytest.mark.timeout(120)]
NEAR, FAR = (0, 2), (1, 2)
APART = 5.0


def far_too(table: ControlledTable) -> None:
    """The bot is in a second server, and Discord recommends two connections."""
    table.local.world.open_far()
    table.local.gateway.recommended = 2


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with sitting(tmp_path, door=False, before=far_too, shards=2) as made:
        async with asyncio.timeout(30):
            await made.bot.wait_until_ready()
        yield made


def sessions(here: Sitting) -> dict[tuple[int, int], GatewaySession]:
    """The connections of the bot that are open."""
    return {session.shard: session for session in here.table.local.gateway.sessions.values() if session.socket}


async def reconnected(here: Sitting, shard: tuple[int, int], before: object) -> None:
    """Wait until a connection is open again."""
    async with asyncio.timeout(30):
        while shard not in sessions(here) or sessions(here)[shard].socket is before:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def play(here: Sitting, name: str, channel: str) -> str:
    """Open a table with a computer and start it; what its first update says."""
    person = here.person(name, channel)
    await person.slash("/game new", game="culture_wars")
    lobby = await person.wait_for(lambda message: "Join" in message.labels)
    await here.person("cho", channel).click(lobby, "Join")
    await person.slash("/game start")
    return (await here.told(" starts · ", channel)).text


async def test_a_game_on_each_server_is_played_and_each_act_is_handled_once(here: Sitting) -> None:
    assert isinstance(here.bot, ShardedNisaba)
    assert {guild.id: guild.shard_id for guild in here.bot.guilds} == {int(GUILD_ID): 0, int(FAR_GUILD_ID): 1}
    handled: Counter[int] = Counter()

    async def heard(interaction: discord.Interaction) -> None:
        handled[interaction.id] += 1

    here.bot.add_listener(heard, "on_interaction")
    assert "100" in await play(here, "ana", "table")
    assert "101" in await play(here, "ben", "far-table")
    assert "Your tables" in (await here.person("ana", "dm").slash("/games")).message.text
    said = here.table.local.transcript.lines()
    assert set(handled.values()) == {1}
    assert len(handled) == sum(line.get("gateway") == "INTERACTION_CREATE" for line in said) >= 7
    sent = Counter(line["path"] for line in said if str(line.get("path")).startswith("/interactions/"))
    assert set(sent.values()) == {1}
    for channel in ("table", "far-table"):
        assert sum(" starts · " in message.text for message in await here.posts(channel)) == 1
    assert here.bot.is_reached


async def test_what_is_done_at_the_start_is_done_once(here: Sitting) -> None:
    written = Counter(
        f"{line['method']} {line['path']}"
        for line in here.table.local.transcript.lines()
        if str(line.get("path")).endswith("/commands") and line["method"] == "PUT"
    )
    assert set(written.values()) == {1}
    assert len(written) == 3, "those that are everywhere, and those of both servers"
    world = here.table.local.world
    assert [one["name"] for one in world.server_commands] == [one["name"] for one in world.far_commands]


async def test_connections_begin_at_once_if_discord_lets_them(tmp_path: Path) -> None:
    table = await begun(tmp_path, 3, at_once=2)
    (first, _), (second, _), (third, _) = table.local.gateway.identified
    assert second - first < 3
    assert third - first >= APART


async def test_connections_begin_five_seconds_apart(here: Sitting) -> None:
    """`max_concurrency` is 1: Discord takes one in five seconds."""
    (first, near), (second, far) = here.table.local.gateway.identified
    assert (near, far) == (NEAR, FAR)
    assert second - first >= APART


@pytest.mark.parametrize(("lost", "channel"), [(FAR, "far-table"), (NEAR, "table")])
async def test_a_connection_that_is_lost_comes_back_alone(here: Sitting, lost: tuple[int, int], channel: str) -> None:
    open_before = sessions(here)
    other = NEAR if lost == FAR else FAR
    socket, kept = open_before[lost].socket, open_before[other].socket
    assert socket is not None
    await socket.close(code=4000)
    elsewhere = "table" if lost == FAR else "far-table"
    assert " starts · " in await play(here, "ben", elsewhere)
    await reconnected(here, lost, socket)
    assert sessions(here)[other].socket is kept
    assert " starts · " in await play(here, "ana", channel)
    assert len(here.table.local.gateway.identified) == 2, "it is resumed"
    assert here.bot.is_reached


async def test_a_server_that_was_left_while_its_connection_was_lost_is_forgotten(here: Sitting) -> None:
    gateway, world = here.table.local.gateway, here.table.local.world
    far = sessions(here)[FAR]
    assert far.socket is not None
    socket = far.socket
    del gateway.sessions[far.id]
    world.far = False
    await socket.close(code=4000)
    await reconnected(here, FAR, socket)
    async with asyncio.timeout(10):
        while here.bot.get_guild(int(FAR_GUILD_ID)) is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert here.bot.get_guild(int(GUILD_ID)) is not None


async def test_a_server_that_lets_the_bot_in_is_greeted_once(tmp_path: Path) -> None:
    async with sitting(tmp_path, door=False, before=far_too, shards=2, new=True) as here:
        async with asyncio.timeout(30):
            await here.bot.wait_until_ready()
        world, gateway = here.table.local.world, here.table.local.gateway
        for act in ("GUILD_DELETE", "GUILD_CREATE"):
            world.far = act == "GUILD_CREATE"
            about = {key: value for key, value in gateway.guild(FAR_GUILD_ID).items() if key != "unavailable"}
            world.announce(Happening(act, about if world.far else {"id": FAR_GUILD_ID}))
        await here.told("Hello, I'm Nisaba", "far-table")
        await asyncio.sleep(0.3)
        assert len(await here.posts("far-table")) == 1
        assert await here.posts() == []


async def test_a_bot_told_to_stop_while_it_opens_connections_stops_at_once(tmp_path: Path) -> None:
    async with sitting(tmp_path, door=False, before=far_too, shards=2) as here:
        assert not here.bot.is_ready()
        before = asyncio.get_running_loop().time()
    assert asyncio.get_running_loop().time() - before < 4
    assert len(here.table.local.gateway.identified) == 1


async def begun(
    tmp_path: Path,
    shards: object,
    *,
    recommended: int = 1,
    required: int = 1,
    left: int = 1000,
    at_once: int = 1,
) -> ControlledTable:
    """Start a bot and stop it when it is ready. Raises what it ends with."""
    table = ControlledTable()
    gateway = table.local.gateway
    await table.start()
    gateway.session_limit()
    gateway.recommended, gateway.required, gateway.left, gateway.at_once = recommended, required, left, at_once
    point_discord_at(table.api_base, table.gateway_url)
    bot = create_bot(read(data=tmp_path / "data", shards=shards))
    try:
        async with asyncio.timeout(30):
            await run(bot, TOKEN, bot.wait_until_ready)
    finally:
        await table.stop()
    return table


@pytest.mark.parametrize("shards", [1, 2])
async def test_a_bot_with_too_few_connections_ends_and_says_what_to_set(tmp_path: Path, shards: int) -> None:
    with pytest.raises(discord.ConnectionClosed) as closed:
        await begun(tmp_path, shards, recommended=3, required=3)
    said = failure(closed.value)
    assert said == (words("settings.too_many_servers"), 2)
    assert "NISABA_SHARDS=auto" in said.text
    assert "NISABA_HTTP" in said.text


async def test_auto_opens_as_many_as_discord_recommends(tmp_path: Path) -> None:
    with capture_logs() as logs:
        table = await begun(tmp_path, "auto", recommended=2, required=2)
    assert [shard for _, shard in table.local.gateway.identified] == [NEAR, FAR]
    assert not [line for line in logs if line["event"] == "gateway.few_shards"]


async def test_more_recommended_connections_than_are_set_are_logged_once(tmp_path: Path) -> None:
    with capture_logs() as logs:
        await begun(tmp_path, 1, recommended=3)
    (told,) = [line for line in logs if line["event"] == "gateway.few_shards"]
    assert told["what"] == words("settings.few_shards", shards=1, recommended=3)


async def test_the_floor_of_sessions_counts_one_for_each_connection(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError), capture_logs() as logs:
        async with asyncio.timeout(3):
            await begun(tmp_path, 2, left=50)
    (told,) = [line for line in logs if line["event"] == "gateway.few_sessions"]
    assert (told["remaining"], told["shards"]) == (50, 2)
    assert len((await begun(tmp_path, 2, left=51)).local.gateway.identified) == 2


@pytest.mark.parametrize(("given", "shards"), [("1", 1), ("16", 16), ("auto", None), (2, 2)])
def test_a_number_of_connections_or_auto_is_taken(given: object, shards: int | None) -> None:
    assert BotSettings(shards=given).shards == shards  # type: ignore[arg-type]


async def test_connections_come_back_after_discord_was_away(here: Sitting) -> None:
    before = {shard: session.socket for shard, session in sessions(here).items()}
    await here.visit.gateway("refuse")
    await here.visit.gateway("drop")
    await asyncio.sleep(4)
    assert not here.bot.is_reached
    here.table.local.gateway.hangs_up = 3
    await here.visit.gateway("accept")
    for shard in (NEAR, FAR):
        await reconnected(here, shard, before[shard])
    assert here.table.local.gateway.hangs_up == 0
    assert len(here.table.local.gateway.identified) == 2, "both are resumed"
    for channel in ("table", "far-table"):
        assert " starts · " in await play(here, "ana", channel)
