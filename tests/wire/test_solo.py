"""A game of one person against NPCs at the local table, from its options to its end, by interactions alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.wire.running import Running, running
from tests.wire.screens import pressable
from tests.wire.seen import SeenMessage
from tests.wire.simulated import Simulated

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]
SEED, PATIENCE, OVER = "mari", 30.0, "The game has ended."


class Alone:
    """Ana, who plays a table of the local server by herself."""

    def __init__(self, here: Running, channel: str = "table") -> None:
        self.here = here
        self.ana = here.visit.user("ana", channel).waiting(PATIENCE)
        self.gil = here.visit.user("gil", channel).waiting(PATIENCE)
        self.player = Simulated(self.ana, SEED, here.unless_gone)

    async def lobby(self) -> SeenMessage:
        """Two NPCs, one of them named, for one Epoch."""
        lobby = await self.ana.wait_for(lambda message: "Join" in message.labels)
        screen = (await self.ana.click(lobby, "Options")).message
        form = (await self.ana.click(screen, "Board, length, pace")).modal
        screen = (await self.ana.submit(form, length="epochs:1", npcs="2")).message
        form = (await self.ana.click(screen, "Computers")).modal
        fields = {"civs": "hittites", "way": "b", "presets": ["bonus"], "knobs": "npc_mina 1"}
        await self.ana.submit(form, {key: value for key, value in fields.items() if key in form.fields})
        return await self.ana.wait_for(lambda message: "NPC bonus" in message.text)

    async def play(self) -> None:
        """Start and answer whatever is asked, to the end."""
        verbs = next(command for command in await self.ana.commands() if command["name"] == "acme")["options"]
        self.player.verbs = {verb["name"]: verb for verb in verbs}
        await self.ana.slash("/game start")
        said = ""
        while OVER not in said:
            said = await self.player.sit()

    async def posts(self) -> list[str]:
        """What the channel was told, the end included."""
        await self.gil.wait_for(lambda message: " won" in message.text or "ends ·" in message.text)
        return [m.text for m in await self.gil.sees(limit=999) if not m.is_ephemeral]

    async def reason(self) -> str:
        """The reasons of an NPC, by the menu of the log."""
        log = (await self.gil.slash("/log", page=2)).message
        while "why" not in pressable(log):
            log = (await self.gil.click(log, pressable(log)["log"][0].id)).message
        menu = pressable(log)["why"][0]
        return (await self.gil.select(log, menu.id, [menu.choices[0][0]])).message.text


async def test_a_game_alone_is_played_to_its_end_and_its_result_is_kept(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        alone = Alone(here)
        lobby = (await alone.lobby()).text
        assert "2 computers: Hittites, 1 at random (a solid challenge)" in lobby
        assert "NPC bonus 1 VP in each Tally" in lobby
        await alone.play()
        posts = await alone.posts()
        phases = [text for text in posts if re.search(r"^## Epoch .* · turn", text, re.MULTILINE)]
        assert len(phases) > 8
        assert len(posts) - len(phases) == 3
        assert any("**Hittites** " in text for text in phases)
        assert not any("(priority " in text for text in posts)
        assert "### Why: " in await alone.reason()
        assert "Your best" in (await alone.ana.slash("/games")).message.text
        assert "The fingerprint matches" in (await alone.gil.slash("/game verify")).message.text


async def test_an_exploration_alone_finds_npcs_and_comes_to_its_end(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        alone = Alone(here, "second-table")
        wanted = {"map": "abbreviated_western", "length": "turns 3", "options": "unknown_npcs 2, without_civs greeks"}
        await alone.ana.slash("/game new", game="acme", scenario="exploration", pace="live", people=1, **wanted)
        lobby = await alone.ana.wait_for(lambda message: "Join" in message.labels)
        assert "unknown NPCs: 2, NPCs do not play Greeks" in lobby.text
        await alone.play()
        posts = await alone.posts()
        assert any("· Exploration ·" in text for text in posts)
        standing = re.compile(r"^\*\*(.+?)\*\* (?:\(.+?\) )?\d+ VP", re.MULTILINE)
        assert len({name for text in posts for name in standing.findall(text)}) > 2
        assert "The fingerprint matches" in (await alone.gil.slash("/game verify")).message.text
