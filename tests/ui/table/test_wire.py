"""The commands about tables over the wire: the real bot at the local table."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.app import Nisaba, create_bot, run
from bot.features.host.fault_digest import FaultDigest
from bot.local_table.people import table_users
from bot.local_table.server import TOKEN, point_discord_at
from bot.settings import BotSettings
from tests.wire.client import SimulatedPerson, TableConnection
from tests.wire.controlled_table import ControlledTable


@asynccontextmanager
async def opened(folder: Path, bots: list[Nisaba] | None = None, owner: int = 0) -> AsyncIterator[TableConnection]:
    """A local table with the bot at it, who is added to the list; closed in order at the end."""
    server = ControlledTable(store=folder / "table.db")
    await server.start(0)
    point_discord_at(f"{server.url}/api/v10", f"ws://{urlsplit(server.url).netloc}/gw")
    bot = create_bot(BotSettings(data=folder, heartbeat=folder / "heartbeat", owner=owner, features="-emojis"))
    (bots if bots is not None else []).append(bot)
    end = asyncio.Event()
    running = asyncio.create_task(run(bot, TOKEN, end.wait))
    try:
        async with TableConnection(server.url) as visit:
            await visit.bot_is_here()
            yield visit
    finally:
        end.set()
        await running
        await server.stop()


async def words(person: SimulatedPerson, command: str, **options: object) -> str:
    answer = await person.slash(command, options)
    return answer.message.text


@pytest.mark.soak
async def test_a_table_from_its_lobby_to_its_end(tmp_path: Path) -> None:
    async with opened(tmp_path) as visit:
        ana, ben = visit.user("ana").waiting(30), visit.user("ben").waiting(30)
        assert "Open one with `/game new`." in await words(ana, "/game status")
        assert "is open" in await words(ana, "/game new", game="acme", map="western", options="channel brief")
        assert "You have a seat at table" in await words(ben, "/game join")
        assert "Only the host, Ana, can do that." in await words(ben, "/game start")
        assert "has started" in await words(ana, "/game start")
        assert "Waiting for **" in await words(ben, "/game status")
        assert "Your tables" in await words(ana, "/games")
        assert "### Whole board · Setup\n" in await words(ana, "/map", show="text")
        assert "**Judah** Plains, Levant." in await words(ana, "/map", area="judah", show="text")
        assert "since the start" in await words(ana, "/catchup")
        assert "### Log" in await words(ana, "/log", about="egypt")
        assert "### Rebellion" in await words(ana, "/rules", topic="rebellion")
        assert "All commands" in await words(ben, "/help")
        assert "**Updates** channel one update a phase" in await words(ben, "/game settings")
        assert "Changed: pace brisk." in await words(ana, "/game settings", setting="pace", value="brisk")
        assert ("Judah", "judah") in await ana.autocomplete("/map", "area", "jud")
        assert "The file of a running game" in await words(ben, "/game export")
        file = (await ana.slash("/game export")).message
        assert [a["filename"] for a in file.attachments] == ["acme-100.json"]
        question = await ana.slash("/game end", reason="enough")
        assert "You can't undo this." in question.message.text
        assert "I've asked the others" in (await ana.click(question.message, "End the game")).message.text
        request = await ben.wait_for(lambda message: "Agree" in message.labels)
        assert "The vote passed" in (await ben.click(request, "Agree")).message.text
        assert "The fingerprint matches." in await words(ben, "/game verify")
        assert "ended on" in await words(ben, "/game start")


@pytest.mark.soak
async def test_a_saved_game_comes_back_and_posts_are_explained(tmp_path: Path) -> None:
    async with opened(tmp_path) as visit:
        ana, ben = visit.user("ana").waiting(30), visit.user("ben").waiting(30)
        await words(ana, "/game new", game="acme")
        lobby = await ana.wait_for(lambda message: "Players: 1 (" in message.text)
        assert "About this update" in (await ben.message_command(lobby, "Explain this update")).message.text
        form = (await ben.message_command(lobby, "Report a problem")).modal
        assert form is not None
        noted = await ben.submit(form, {"text": "The board is upside down"})
        assert "Reported to the bot owner as" in noted.message.text
        broken = await ana.upload("broken.json", json.dumps({"no": "game"}).encode())
        await visit.new_channel("second")
        assert "I can't use this file" in await words(ana.at("second"), "/game import", file=broken)
        assert "continues in this channel" in await words(ana.at("second"), "/game move", table="100")
        assert "There's no game" not in await words(ben.at("second"), "/game status")
        await visit.deny("second", "attach_files")
        assert "Attach Files is missing" in await words(ana.at("second"), "/game new", game="acme")


@pytest.mark.soak
async def test_the_owner_reads_in_a_direct_message_what_was_reported(tmp_path: Path) -> None:
    """Once for both who have reported; nobody else reads it."""
    bots: list[Nisaba] = []
    cho = next(int(user.id) for user in table_users().values() if user.name == "cho")
    async with opened(tmp_path, bots, cho) as visit:
        ana, ben = visit.user("ana").waiting(30), visit.user("ben").waiting(30)
        await words(ana, "/game new", game="acme")
        lobby = await ana.wait_for(lambda message: "Players: 1 (" in message.text)
        noted = []
        for person in (ana, ben):
            form = (await person.message_command(lobby, "Report a problem")).modal
            assert form is not None
            noted.append((await person.submit(form, {"text": "The board is upside down"})).message.text)
        desk = FaultDigest(bots[0].game_service, bots[0].wire, cho, bots[0].now)
        await desk.tell_due()
        told = (
            await visit.user("cho").at("dm").waiting(30).wait_for(lambda message: "errors or reports" in message.text)
        )
        first, second = (re.findall(r"Reported to the bot owner as (\w{4})", text)[0] for text in noted)
        assert told.text == f"2 errors or reports: {first} and {second}. `python -m bot --faults` shows more."
        assert not await desk.tell_due()


@pytest.mark.soak
async def test_the_probes_of_a_running_bot(tmp_path: Path) -> None:
    bots: list[Nisaba] = []
    async with opened(tmp_path, bots) as visit, TestClient(TestServer(bots[0].probes.app())) as client:
        await bots[0].wait_until_ready()
        ready = await client.get("/ready")
        assert await ready.json() == dict.fromkeys(["database", "schema", "decoders", "bases", "login"], True)
        await words(visit.user("ana").waiting(30), "/game status")
        asked = [
            "",
            'nisaba_interactions_total{kind="command",outcome="refused",surface="discord",verb="game status"} 1.0',
        ]
        async with asyncio.timeout(60):  # it is counted once the answer has arrived
            while asked[1] not in asked[0]:
                asked[0] = await (await client.get("/metrics")).text()
    assert "nisaba_errors_total 0.0" in asked[0]
