"""People sign up for a cup under its post in the channel, through Discord's protocol."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.running import running

PATIENCE = 30.0


@pytest.mark.soak
async def test_people_sign_up_and_leave_under_the_post_of_a_cup(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        ana = here.visit.user("ana").waiting(PATIENCE)
        ben = here.visit.user("ben").waiting(PATIENCE)
        await ana.slash("/cup new", name="Spring", game="culture_wars", size=3)
        post = await ben.wait_for(lambda m: "Sign up" in m.labels and not m.is_ephemeral and "Spring" in m.text)
        joined = await ben.click(post, "Sign up")
        assert joined.message.is_ephemeral
        there = await ana.wait_for(lambda m: m.id == post.id and "Ben" in m.text)
        assert "Sign up" in there.labels
        left = await ben.click(there, "Leave the cup")
        assert left.message.is_ephemeral
        await ana.wait_for(lambda m: m.id == post.id and "Ben" not in m.text)
