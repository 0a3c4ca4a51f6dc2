"""A table with a time of its own, through Discord's protocol: opened, skipped to, and begun with NPCs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.running import running
from tests.wire.screens import pressable

PATIENCE = 30.0


@pytest.mark.soak
async def test_a_table_tells_its_host_that_it_cannot_begin_and_begins_with_npcs_after_a_kill(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        ana = here.visit.user("ana", "second-table").waiting(PATIENCE)
        refused = (await ana.slash("/game new", game="acme", starts="soon")).message
        assert "I can't read" in refused.text
        assert "no start time" in refused.text
        opened = (await ana.slash("/game new", game="acme", map="abbreviated_western", starts="in 30h")).message
        assert "Start: <t:" in opened.text
        await ana.wait_for(lambda m: "Join" in m.labels and "Start: <t:" in m.text)
        await ana.visit.post("/_act/ana/skip", {"hours": 7})
        alone = ana.at("dm").waiting(PATIENCE)
        await alone.wait_for(lambda m: "starts <t:" in m.text)
        await ana.visit.post("/_act/ana/skip", {"hours": 24})
        question = await alone.wait_for(lambda m: "should start now" in m.text)
        here.kill()
        await here.again()
        begun = await alone.click(question, pressable(question)["start_fill"][0].id)
        assert "started" in begun.message.text
        await ana.wait_for(lambda m: " starts · " in m.text and not m.is_ephemeral)
