"""A whole game of Advanced Civilization over the wire: two people and two computers, from lobby to the last turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.wire.policy import Step, Use
from tests.wire.running import running
from tests.wire.screens import Control
from tests.wire.whole_game import Course, Typist, WholeGame

pytestmark = [pytest.mark.long, pytest.mark.timeout(500)]
SEED, TURNS = "rubicon", 8
COURSE = Course(
    opening={"game": "civ", "scenario": "basic", "length": f"turns {TURNS}", "npcs": 2},
    title="Advanced Civilization",
    names=("ana", "ben"),
    seed=SEED,
    looks=(
        ("/map", {}),
        ("/map", {"show": "text"}),
        ("/map", {"show": "changes"}),
        ("/log", {}),
        ("/game status", {}),
        ("/hand", {}),
        ("/rules", {"topic": "movement"}),
    ),
    looks_every=15,
    last="The agreed number of turns",
)
MOVES = re.compile(r"([a-z_]+)>([a-z_]+):(\d+)")


class Settler(Typist):
    """Somebody at a table of Advanced Civilization."""

    group = "civ"

    async def _typed(self, there: Mapping[str, list[Control]], dice: Random) -> Step | None:
        """The command for what is asked, with what autocomplete offers."""
        text = self._known().text
        if "### Move ·" not in text:
            return None
        way = dice.random()
        if way < 0.1:
            return Use("/civ done")
        plan = await self.offered("move", "plan", {}, dice, 12)
        if not plan:
            return None
        return Use(
            "/civ preview" if way < 0.3 else "/civ move",
            {"plan": plan} if way < 0.3 else {"plan": f"{plan}, hold", "confirm": True},
        )

    def written(self, behind: list[Control], dice: Random) -> str:
        """A move or two."""
        offered = [value for control in behind if control.verb == "add" for value, _ in control.choices]
        moves = [match for value in offered if (match := MOVES.fullmatch(value))]
        if moves:
            start, goal, n = dice.choice(moves).groups()
            return f"{start.replace('_', ' ')}>{goal.replace('_', ' ')} {n}"
        return ", ".join(dice.sample(offered, min(len(offered), 1))) if offered else "hold"


async def test_two_people_and_two_computers_play_from_lobby_to_the_last_turn(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        table = WholeGame(here, COURSE, Settler)
        lobby = await table.open()
        assert f"ends after turn {TURNS}" in lobby
        await table.play()
        posts = await table.posts()
        verified = (await table.guest.slash("/game verify")).message.text
    told = "\n".join(m.text for m in posts)
    assert [n for n in range(1, TURNS + 1) if f"Turn {n} · Moves · table" not in told] == []
    assert "{civ:" not in told
    assert "{area:" not in told
    assert "The fingerprint matches" in verified
    used = sum((person.used for person in table.people.values()), Counter())
    assert used.keys() >= {"/civ move", "go"}
    assert len(table.looked) == 7
    assert min(table.looked.values()) > 0
