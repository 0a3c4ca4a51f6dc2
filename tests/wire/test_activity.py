"""The entry point of the Activity: sent with the commands, kept if it isn't the bot's, answered whatever it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.wire.controlled_table import ControlledTable
from tests.wire.sitting import PATIENCE, Sitting, sitting

DISCORDS_OWN = {
    "id": "7001", "type": 4, "name": "Launch", "description": "Play", "handler": 2, "application_id": "1",
    "integration_types": [0, 1], "contexts": [0, 1, 2], "default_member_permissions": None, "nsfw": False,
}  # fmt: skip


def enabled(table: ControlledTable) -> None:
    """Activities have been enabled for the application, which makes an entry point."""
    table.local.world.has_activity = True
    table.local.world.commands = [dict(DISCORDS_OWN)]


async def entries(here: Sitting) -> list[dict[str, Any]]:
    """The entry points, once all commands have been sent."""
    async with asyncio.timeout(PATIENCE):
        while len(here.table.local.world.commands) < 15:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.05)
    return [command for command in here.table.local.world.commands if command["type"] == 4]


async def test_an_entry_point_that_is_not_the_bots_stays_as_it_is_and_all_commands_are_sent(tmp_path: Path) -> None:
    async with sitting(tmp_path, before=enabled) as here:
        (kept,) = await entries(here)
        assert {name: kept[name] for name in ("id", "name", "handler", "integration_types", "contexts")} == {
            name: DISCORDS_OWN[name] for name in ("id", "name", "handler", "integration_types", "contexts")
        }
        assert (await here.person("ana").slash("/help")).message.is_ephemeral


async def test_a_bot_without_activity_has_no_entry_point(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        assert await entries(here) == []


async def test_the_bots_own_takes_the_place_of_any_other_and_opens_the_activity(tmp_path: Path) -> None:
    async with sitting(tmp_path, before=enabled, activity=True) as here:
        (own,) = await entries(here)
        assert (own["id"], own["name"], own["handler"]) == ("7001", "launch", 1)
        assert own["description_localizations"]["de"] == "Das Brett in Discord öffnen"
        assert (await here.person("ana").launch()).kind == "activity"
        assert (await here.person("ana").launch()).kind == "activity"


@pytest.mark.parametrize("channel", ["table", "dm"])
async def test_if_discord_opens_none_the_answer_has_other_ways(tmp_path: Path, channel: str) -> None:
    async with sitting(tmp_path, activity=True) as here:
        nothing = (await here.person("gil", channel).launch()).message
        assert nothing.is_ephemeral
        assert nothing.text
        await here.begin("ana", "ben")
        said = (await here.person("ana", channel).launch()).message
        assert said.is_ephemeral
        assert "I can't open the board inside Discord here." in said.text
        assert {"Open the board", "Play in Discord"} <= set(said.labels)


async def test_an_entry_point_that_was_left_behind_is_answered_too(tmp_path: Path) -> None:
    def left(table: ControlledTable) -> None:
        table.local.world.commands = [{**DISCORDS_OWN, "handler": 1}]

    async with sitting(tmp_path, before=left) as here:
        await entries(here)
        said = (await here.person("ana").launch()).message
        assert said.is_ephemeral
        assert "table" in said.text
