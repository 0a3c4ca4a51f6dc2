"""A named scenario alone at the local table: found by its name, joined as a civilization, played to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.running import running
from tests.wire.test_solo import SEED, Alone

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]


async def test_a_scenario_alone_is_played_to_its_end_by_interactions(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        alone = Alone(here, "second-table")
        found = await alone.ana.autocomplete("/game new", "scenario", "sarg", {"game": "acme"})
        told = "Sargon I · historical · 1 to 2 players · 4 turns · alone: partly hard · Fertile Crescent map"
        assert found == [(told, "sargon")]
        await alone.ana.slash("/game new", game="acme", scenario=found[0][1], pace="live")
        lobby = await alone.ana.wait_for(lambda message: "Join" in message.labels)
        assert "Sargon I · Fertile Crescent map · ends with Epoch II" in lobby.text
        assert "Still free: Sumer, Akkad" in lobby.text.replace("*", "")
        civs = await alone.ana.autocomplete("/game join", "civ", "", {})
        assert [value for _, value in civs] == ["akkad", "sumer"]
        await alone.ana.slash("/game join", civ="sumer")
        await alone.ana.wait_for(lambda message: "as Sumer" in message.text)
        await alone.play()
        posts = await alone.posts()
        assert any(" starts · " in text and "**Sargon I**" in text for text in posts)
        assert any("2334–1940 BC" in text for text in posts)
        end = next(text for text in posts if "ends ·" in text)
        assert " won" in end
        assert "Home Areas were conquered." in end or "Epoch II was the last." in end
        assert "Sargon I" in (await alone.ana.slash("/games")).message.text
        assert "The fingerprint matches" in (await alone.gil.slash("/game verify")).message.text
