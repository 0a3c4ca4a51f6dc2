"""A table in a thread over the wire: opened, named after it and played there; refused where threads are not allowed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.wire.client import SimulatedPerson
from tests.wire.running import running

pytestmark = [pytest.mark.soak, pytest.mark.timeout(120)]


async def names(person: SimulatedPerson) -> list[str]:
    """The names of the channels and threads that the person sees."""
    return [one.get("name", "") for one in (await person.state())["channels"]]


async def test_a_table_is_opened_and_begun_in_a_thread_that_is_named_after_it(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", "threads") as here:
        ana, ben = (here.visit.user(name, "second-table").waiting(30) for name in ("ana", "ben"))
        await here.visit.deny("second-table", "create_public_threads")
        refused = (await ana.slash("/game new", game="culture_wars", where="thread")).message.text
        assert "Create Public Threads is missing" in refused
        assert "There's no game in this channel" in (await ben.slash("/game status")).message.text
        await here.visit.deny("second-table", "")
        opened = await ana.slash("/game new", game="culture_wars", where="thread")
        table = opened.message.text.split()[1]
        lobby = await ben.at("Culture Wars · Ana").wait_for(lambda message: "Join" in message.labels)
        there = [person.at(lobby.channel) for person in (ana, ben)]
        assert lobby.channel in opened.message.text
        await there[1].click(lobby, "Join")
        await there[0].slash("/game start")
        begun = await there[1].wait_for(lambda message: f"Table {table} starts" in message.text)
        assert "The bot can't read messages" in begun.text
        await there[1].say("Good luck, Ana!")
        assert f"Table {table}" in (await there[1].slash("/game status")).message.text
        async with asyncio.timeout(60):
            while "Culture Wars · Ana, Ben" not in await names(ben):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
