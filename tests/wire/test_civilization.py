"""A whole game of Advanced Civilization over the wire: two people and two computers, from lobby to the last turn."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.wire.client import SimulatedPerson
from tests.wire.policy import Fill, Step, Use, filled
from tests.wire.running import Running, running
from tests.wire.screens import Control, pressable
from tests.wire.seen import SeenMessage
from tests.wire.simulated import Simulated

pytestmark = [pytest.mark.long, pytest.mark.timeout(500)]
SEED, TURNS = "rubicon", 8
NAMES = ("ana", "ben")
PATIENCE = 40.0
OVER = "The game has ended."
MOVES = re.compile(r"([a-z_]+)>([a-z_]+):(\d+)")


class Settler(Simulated):
    """One person who plays by commands, lines, menus and buttons."""

    group = "civ"

    async def _typed(self, there: Mapping[str, list[Control]], dice: Random) -> Step | None:
        """The command for what is asked, with what autocomplete offers."""
        text = self._known().text
        if "### Move ·" not in text:
            return None
        way = dice.random()
        if way < 0.1:
            return Use("/civ done")
        plan = await self._offered("move", "plan", dice)
        if not plan:
            return None
        return Use("/civ preview" if way < 0.3 else "/civ move", {"plan": plan if way < 0.3 else f"{plan}, hold"})

    async def _offered(self, verb: str, option: str, dice: Random) -> str | None:
        found = await self._complete(f"/civ {verb}", option, "", {})
        return str(dice.choice(found[:12])[1]) if found else None

    async def _decide(self, ask: str) -> Step:
        dice = self.dice(ask, len(self._path))
        if self._form is None:
            return await super()._decide(ask)
        if "line" in self._form.fields:
            return Fill({"line": written(self._behind, dice)})
        return filled(self._form, self._behind, dice)


def written(behind: list[Control], dice: Random) -> str:
    """A line of what the menus behind the form offer: a move or two."""
    offered = [value for control in behind if control.verb == "add" for value, _ in control.choices]
    moves = [match for value in offered if (match := MOVES.fullmatch(value))]
    if moves:
        start, goal, n = dice.choice(moves).groups()
        return f"{start.replace('_', ' ')}>{goal.replace('_', ' ')} {n}"
    return ", ".join(dice.sample(offered, min(len(offered), 1))) if offered else "hold"


class Table:
    """Two people and two computers at a table of Advanced Civilization."""

    def __init__(self, here: Running) -> None:
        self.here = here
        self.people = {name: Settler(self._person(name), SEED, here.unless_gone) for name in NAMES}
        self.host = self.people["ana"].person
        self.guest = self._person("fay")
        self.looked: Counter[str] = Counter()

    def _person(self, name: str) -> SimulatedPerson:
        return self.here.visit.user(name).waiting(PATIENCE)

    async def open(self) -> str:
        """Close the lobby that is open, open one of Advanced Civilization, join, start."""
        await self.host.wait_for(lambda message: "Join" in message.labels)
        sure = await self.host.slash("/game end")
        await self.host.click(sure.message, pressable(sure.message)["end_yes"][0].id)
        await self.host.slash("/game new", game="civ", scenario="basic", length=f"turns {TURNS}", npcs=2)
        lobby = await self.host.wait_for(lambda m: "Join" in m.labels and "Advanced Civilization" in m.text)
        await self.people["ben"].person.click(lobby, "Join")
        told = (await self.guest.sees())[-1].text
        commands = await self.host.commands()
        verbs = next(command for command in commands if command["name"] == "civ")["options"]
        for person in self.people.values():
            person.verbs = {verb["name"]: verb for verb in verbs}
        await self.host.slash("/game start")
        return told

    async def play(self) -> None:
        """Play to the end; somebody looks around now and then."""
        said, rounds = "", 0
        while OVER not in said:
            for person in self.people.values():
                said = await person.sit()
            rounds += 1
            assert rounds < 600, said
            if rounds % 15 == 1:
                await self._look()

    async def _look(self) -> None:
        for command, options in (
            ("/map", {}),
            ("/map", {"show": "text"}),
            ("/map", {"show": "changes"}),
            ("/log", {}),
            ("/game status", {}),
            ("/hand", {}),
            ("/rules", {"topic": "movement"}),
        ):
            answer = await self.host.slash(command, **options)
            self.looked[command + str(options.get("show", ""))] += bool(answer.message.text)

    async def posts(self) -> list[SeenMessage]:
        """What everybody could read, once everything has been sent: a channel takes five messages in five seconds."""
        seen: list[SeenMessage] = []
        while not any("The number of turns agreed on" in m.text for m in seen):
            await asyncio.sleep(0.5)
            seen = [m for m in await self.guest.sees(limit=9999) if not m.is_ephemeral]
        return seen


async def test_two_people_and_two_computers_play_from_lobby_to_the_last_turn(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        table = Table(here)
        lobby = await table.open()
        assert f"ends after turn {TURNS}" in lobby
        await table.play()
        posts = await table.posts()
        verified = (await table.guest.slash("/game verify")).message.text
    told = "\n".join(m.text for m in posts)
    assert [n for n in range(1, TURNS + 1) if f"Turn {n} · Moves · table" not in told] == []
    assert "{civ:" not in told
    assert "{area:" not in told
    assert "The fingerprint fits" in verified
    used = sum((person.used for person in table.people.values()), Counter())
    assert used.keys() >= {"/civ move", "go"}
    assert len(table.looked) == 7
    assert min(table.looked.values()) > 0
