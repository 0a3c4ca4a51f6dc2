"""Wrong commands as people type them, each with its private answer, which says what to do instead.

The table is `wrong_inputs.toml`: who types what at which stage of a table, and what is answered, word for word.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from tests.wire.client import TableRefused
from tests.wire.sitting import Sitting, sitting

TABLE: Final[dict[str, list[dict[str, str]]]] = tomllib.loads(
    (Path(__file__).parent / "wrong_inputs.toml").read_text(encoding="utf-8")
)
TYPED: Final = re.compile(r" (\w+):(.*?)(?= \w+:|$)")
NUMBERS: Final = frozenset({"days", "why", "hours", "rate"})
SCREEN: Final = "\n###"


def read(typed: str) -> tuple[str, dict[str, Any]]:
    """`/game new game:acme map:moon` as the command and its options."""
    options = {key: int(value) if key in NUMBERS and value.isdigit() else value for key, value in TYPED.findall(typed)}
    return TYPED.sub("", typed), options


async def answer(here: Sitting, who: str, typed: str, channel: str = "table") -> str:
    """What is answered, without the screen that may stand below it; what Discord itself does not let through."""
    command, options = read(typed)
    try:
        message = (await here.person(who, channel).slash(command, **options)).message
    except TableRefused as refused:
        return f"Discord: {refused}"
    assert message.is_ephemeral, typed
    return message.text.split(SCREEN)[0].strip()


async def wrong(here: Sitting, stage: str, channel: str = "table") -> None:
    """Type everything of a stage, and compare each answer; one that ends in dots goes on with a list that may grow."""
    amiss: dict[str, str] = {}
    for row in TABLE[stage]:
        given, wanted = await answer(here, row["who"], row["typed"], channel), row["answer"]
        if given != wanted and not (wanted.endswith("…") and given.startswith(wanted[:-1])):
            amiss[row["typed"]] = given
    assert amiss == {}


def test_there_is_a_table_of_wrong_inputs_for_every_group_of_commands() -> None:
    rows = [row["typed"] for stage in TABLE.values() for row in stage]
    assert len(rows) >= 60
    assert {typed.split(" ")[0] for typed in rows} >= {
        *("/game", "/acme", "/culture", "/civ", "/map", "/rules", "/auto", "/prefs", "/undo", "/act", "/log", "/hand")
    }


@pytest.mark.soak
async def test_wrong_inputs_around_a_table_of_acme(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await wrong(here, "nowhere")
        await here.open("ana", "ben")
        await wrong(here, "before")
        await here.person("ana").slash("/game start")
        await wrong(here, "playing")


@pytest.mark.soak
@pytest.mark.parametrize("game", ["culture_wars", "civ"])
async def test_wrong_inputs_at_a_table_of_another_game(tmp_path: Path, game: str) -> None:
    async with sitting(tmp_path) as here:
        await here.person("ana").slash("/game new", game=game, npcs=2)
        await here.person("ana").slash("/game start")
        await wrong(here, game)


@pytest.mark.soak
async def test_a_button_of_a_post_says_to_others_what_they_can_do(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        pressed = (await here.person("cho").click(await here.told(" starts · "), "My turn")).message
        assert pressed.is_ephemeral
        assert pressed.text == (
            "You aren't playing at table 100. You can look at its board, log and status. To get a seat, ask Ana, "
            "the host, or open a table with `/game new`."
        )
        assert {"Map", "Log", "Status"} <= set(pressed.labels)
