"""Pins over the wire: the lobby of each table where the server wants it, and none without permission."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.wire.client import SimulatedPerson
from tests.wire.sitting import Sitting, sitting

pytestmark = [pytest.mark.soak, pytest.mark.timeout(400)]
PATIENCE = 100.0


async def choose_pins(person: SimulatedPerson) -> str:
    """Let the server's tables be pinned; what `/setup` says then."""
    shown = (await person.slash("/setup")).message
    menu = next(m["custom_id"] for m in shown.selects if "setup_set|pins" in m["custom_id"])
    return (await person.select(shown, menu, ["yes"])).message.text


async def pinned(here: Sitting, n: int) -> list[str]:
    """What is pinned, as soon as it is so many."""
    world = here.table.local.world
    async with asyncio.timeout(PATIENCE):
        while True:
            there = [m.id for known in world.messages.values() for m in known.values() if m.payload["pinned"]]
            if len(there) == n:
                return there
            await asyncio.sleep(0.1)


async def test_the_lobby_is_pinned_while_its_game_is_open_and_leads_to_ones_turn(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana, ben = here.person("ana"), here.person("ben")
        assert "Pins: lobby of each table" in await choose_pins(ana)
        await ana.slash("/game new", game="culture_wars")
        lobby = await ben.wait_for(lambda message: "Join" in message.labels)
        assert await pinned(here, 1) == [lobby.id]
        await ben.click(lobby, "Join")
        await ana.slash("/game start")
        state = await ben.wait_for(lambda message: message.id == lobby.id and "My turn" in message.labels)
        assert "Join" not in state.labels
        asked = (await ben.click(state, "My turn")).message
        assert asked.is_ephemeral
        confirm = (await ana.slash("/game end")).message
        await ana.click(confirm, confirm.labels[0])
        vote = await ben.wait_for(lambda message: "Agree" in message.labels)
        await ben.click(vote, "Agree")
        await pinned(here, 0)


async def test_without_pin_messages_setup_names_it_and_the_game_goes_on(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        await here.visit.deny("table", "pin_messages")
        assert "Pin Messages" not in (await ana.slash("/setup")).message.text, "nobody has asked for pins"
        assert "**Pin Messages is missing:**" in await choose_pins(ana)
        await ana.slash("/game new", game="culture_wars")
        await ana.wait_for(lambda message: "Join" in message.labels)
        await asyncio.sleep(2)
        await pinned(here, 0)
