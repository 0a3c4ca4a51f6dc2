"""`/setup` over the wire: what the bot may do in a channel, a post of which nothing stays, and a default."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.client import TableRefused
from tests.wire.sitting import sitting

pytestmark = pytest.mark.soak


async def test_who_manages_the_server_sees_permissions_tries_a_post_and_sets_the_pace(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana, ben = here.person("ana"), here.person("ben")
        await here.visit.deny("table", "manage_threads")
        shown = (await ana.slash("/setup")).message
        assert shown.is_ephemeral
        assert "✓ Send Messages\n" in shown.text
        assert "**Manage Threads is missing:**" in shown.text
        assert shown.text.count("is missing") == 1
        tried = (await ana.click(shown, "Send a test message")).message
        assert "posted a message here and deleted it" in tried.text
        assert await here.posts() == []
        await here.visit.deny("table", "send_messages attach_files")
        tried = (await ana.click(tried, "Send a test message")).message
        assert "doesn't let me post here" in tried.text
        assert "Send Messages is missing" in tried.text
        assert "Attach Files is missing" in tried.text
        await here.visit.deny("table", "use_application_commands")
        assert (
            "**Use Application Commands is missing:**" in (await ana.click(tried, "Send a test message")).message.text
        )
        await here.visit.deny("table", "")
        kept = (await ana.submit((await ana.click(tried, "New tables")).modal, pace=["slow"])).message
        assert "Pace: Slow" in kept.text
        await ben.slash("/game new", game="acme", map="abbreviated_western")
        lobby = await ben.wait_for(lambda m: "Join" in m.labels)
        assert "Slow" in lobby.text


async def test_a_post_that_does_not_arrive_or_cannot_be_deleted_is_told(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        shown = (await ana.slash("/setup")).message
        await here.visit.fault("refuse", "POST /channels/.*/messages")
        shown = (await ana.click(shown, "Send a test message")).message
        assert "don't know if the message arrived" in shown.text
        assert await here.posts() == []
        await here.visit.fault("500", "DELETE /channels/.*/messages", status=403)
        shown = (await ana.click(shown, "Send a test message")).message
        assert "couldn't delete it" in shown.text
        assert [post.text for post in await here.posts()] == [
            "This is a test message from Nisaba. It will be deleted at once."
        ]


async def test_others_are_not_offered_the_command(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        with pytest.raises(TableRefused, match="no command 'setup' here"):
            await here.person("ben").slash("/setup")
