"""Commands that a client still offers although they are gone: each says what to press today."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.text import catalogue
from tests.wire.sitting import sitting

pytestmark = pytest.mark.soak

GONE: tuple[tuple[str, str], ...] = (
    ("orders", "Use `/auto`."),
    ("since", "Use `/catchup`."),
    ("game team", "Press **Teams** in the lobby."),
    ("game replay", "Press **More** under an update, then **Replay**."),
    ("game chart", "then **Replay** and **Chart**."),
    ("prefs show", "`/prefs` shows all your settings"),
    ("prefs zone", "`/prefs` shows all your settings"),
    ("prefs unfollow", "Press **Stop following**"),
    ("prefs data", "Use `/prefs` and its option `data`."),
    ("cup join", "`/cup table` shows the cup"),
    ("cup end", "`/cup table` shows the cup"),
)


def earlier(path: str, number: int) -> dict[str, Any]:
    """A command as a client keeps it that hasn't heard of today's."""
    name, *below = path.split()
    inner = [{"type": 1, "name": one, "description": "x"} for one in below]
    kept = {"id": str(7000 + number), "type": 1, "name": name, "description": "x", "options": inner}
    return {**kept, "integration_types": [0], "contexts": [0, 1]}


async def test_a_command_that_is_gone_says_what_to_press_instead(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ben = here.person("ben")
        today = [*here.table.local.world.commands]
        for number, (path, told) in enumerate(GONE):
            await here.visit.server(commands=[earlier(path, number)])
            said = (await ben.slash(f"/{path}")).message
            assert f"`/{path}` no longer exists." in said.text
            assert told in said.text
            assert said.is_ephemeral
        await here.visit.server(commands=[earlier("prefs zone", 99)])
        german = (await ben.speaking("de").slash("/prefs zone")).message.text
        assert catalogue("de")["error.gone_for.prefs"] in german
        await here.visit.server(commands=[earlier("unheard of", 98)])
        assert "This command is out of date. Restart Discord" in (await ben.slash("/unheard of")).message.text
        await here.visit.server(commands=today)
        assert {path for path, _ in GONE}.isdisjoint(leaves(today))


def leaves(commands: list[dict[str, Any]]) -> list[str]:
    """The names of all commands with those of their subcommands."""
    return [
        " ".join((one["name"], *([inner["name"]] if inner else [])))
        for one in commands
        for inner in [option for option in one.get("options") or [] if option["type"] == 1] or [{}]
    ]
