"""A lobby is found from another channel of the server and joined there, through Discord's protocol."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.wire.client import SimulatedPerson
from tests.wire.running import running
from tests.wire.seen import SeenMessage

PATIENCE = 30.0


async def search(person: SimulatedPerson) -> SeenMessage:
    """What somebody finds."""
    return (await person.slash("/game find", game="acme", pace="brisk")).message


async def finds(person: SimulatedPerson, *, something: bool) -> None:
    """Wait until somebody finds that table, or does not, once the bot has heard of what has changed."""
    async with asyncio.timeout(PATIENCE):
        while ("Open seats: " in (await search(person)).text) != something:  # noqa: ASYNC110 - nothing tells when
            await asyncio.sleep(0.1)


@pytest.mark.soak
async def test_a_lobby_is_found_in_another_channel_and_joined_with_its_button(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        ana = here.visit.user("ana", "second-table").waiting(PATIENCE)
        ben = here.visit.user("ben", "table").waiting(PATIENCE)
        await ana.slash("/game new", game="acme", map="abbreviated_western", pace="brisk")
        await here.visit.deny("second-table", "view_channel", "ben")
        await finds(ben, something=False)
        await here.visit.deny("second-table", "", "ben")
        await finds(ben, something=True)
        found = (await ben.slash("/game find", game="acme", pace="brisk")).message
        assert found.is_ephemeral
        assert "Open seats: " in found.text
        assert "host ana" in found.text.lower()
        joined = await ben.click(found, "Join")
        assert joined.message.is_ephemeral
        lobby = await ana.wait_for(lambda m: "Join" in m.labels and "Ben" in m.text)
        assert "Players: 2" in lobby.text
        again = (await ben.slash("/game find")).message
        assert "You play here." in again.text
        none = (await ben.slash("/game find", game="civ")).message
        assert "No table is looking for players" in none.text
