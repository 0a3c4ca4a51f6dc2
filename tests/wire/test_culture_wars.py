"""A whole game of Culture Wars over the wire: three people, from the lobby to the end of the last round."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.wire.client import SimulatedPerson, TableRefused
from tests.wire.policy import Fill, Step, Use, filled
from tests.wire.running import Running, running
from tests.wire.screens import Control, pressable
from tests.wire.seen import SeenMessage
from tests.wire.simulated import Simulated

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]
SEED, ROUNDS = "nippur", 6
NAMES = ("ana", "ben", "cho")
SUITS = ("Suns", "Moons", "Crowns")
PATIENCE = 30.0
OVER = "The game has ended."
MOVES = re.compile(r"([a-z]\d+)([>~])([a-z]\d+):(\d+)")
ALL_WAYS = ("all n", "all e", "all s", "all w")


class Settler(Simulated):
    """One person who plays by commands, lines, menus and buttons."""

    group = "culture"

    async def _typed(self, there: Mapping[str, list[Control]], dice: Random) -> Step | None:
        """The command for what is asked, with what autocomplete offers."""
        text = self._known().text
        if "Move a tile" in text:
            tile = await self._offered("tile", "tile", {}, dice)
            to = await self._offered("tile", "to", {"tile": tile}, dice) if tile else None
            return Use("/culture tile", {"tile": tile, "to": to}) if to else None
        if "Place a coin" in text:
            square = await self._offered("coin", "square", {}, dice)
            return Use("/culture coin", {"square": square}) if square else None
        if "### Move ·" in text:
            return await self._march(dice)
        return None

    async def _march(self, dice: Random) -> Step:
        """A line as completed, all in one direction, a preview, or nothing at all."""
        way = dice.random()
        if way < 0.2:
            return Use("/culture pass")
        if way < 0.4:
            return Use("/culture preview", {"plan": dice.choice(ALL_WAYS)})
        plan = await self._offered("move", "plan", {}, dice)
        return Use("/culture move", {"plan": plan or dice.choice(ALL_WAYS)})

    async def _offered(self, verb: str, option: str, given: Mapping[str, object], dice: Random) -> str | None:
        found = await self._complete(f"/culture {verb}", option, "", given)
        return str(dice.choice(found[:8])[1]) if found else None

    async def _decide(self, ask: str) -> Step:
        dice = self.dice(ask, len(self._path))
        if self._form is None:
            return await super()._decide(ask)
        if "line" in self._form.fields:
            return Fill({"line": written(self._behind, dice)})
        return filled(self._form, self._behind, dice)


def written(behind: list[Control], dice: Random) -> str:
    """A line of what the menus behind the form offer: a move or two, or squares."""
    offered = [value for control in behind if control.verb == "add" for value, _ in control.choices]
    moves = [match for value in offered if (match := MOVES.fullmatch(value))]
    if moves:
        start, way, goal, n = dice.choice(moves).groups()
        return f"{start}{'~' if way == '~' else '-'}{goal} {n}"
    return ", ".join(dice.sample(offered, min(len(offered), 2))) if offered else "done"


class Table:
    """Three people at a table of Culture Wars."""

    def __init__(self, here: Running) -> None:
        self.here = here
        self.people = {name: Settler(self._person(name), SEED, here.unless_gone) for name in NAMES}
        self.host = self.people["ana"].person
        self.guest = self._person("fay")
        self.looked: Counter[str] = Counter()

    def _person(self, name: str) -> SimulatedPerson:
        return self.here.visit.user(name).waiting(PATIENCE)

    async def open(self) -> str:
        """Close the lobby that is open, open one of Culture Wars, set its options, join, start."""
        await self.host.wait_for(lambda message: "Join" in message.labels)
        sure = await self.host.slash("/game end")
        await self.host.click(sure.message, pressable(sure.message)["end_yes"][0].id)
        await self.host.slash("/game new", game="culture_wars", length=f"rounds {ROUNDS}", options="diagonal")
        lobby = await self.host.wait_for(lambda m: "Join" in m.labels and "Culture Wars" in m.text)
        for name in NAMES[1:]:
            await self.people[name].person.click(lobby, "Join")
        told = (await self.guest.sees())[-1].text
        commands = await self.host.commands()
        verbs = next(command for command in commands if command["name"] == "culture")["options"]
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
            assert rounds < 400, said
            if rounds % 5 == 0:
                await self._look()

    async def _look(self) -> None:
        for command, options in (
            ("/map", {}),
            ("/map", {"show": "conflicts"}),
            ("/map", {"show": "text"}),
            ("/map", {"show": "changes"}),
            ("/map", {"show": "legend"}),
            ("/log", {}),
            ("/game status", {}),
            ("/hand", {}),
            ("/rules", {"topic": "boats"}),
        ):
            answer = await self.host.slash(command, **options)
            self.looked[command + str(options.get("show", ""))] += bool(answer.message.text)

    async def posts(self) -> list[SeenMessage]:
        """What everybody could read, once everything has been sent: a channel takes five messages in five seconds."""
        seen: list[SeenMessage] = []
        while not any("The last round is over" in m.text for m in seen):
            await asyncio.sleep(0.5)
            seen = [m for m in await self.guest.sees(limit=9999) if not m.is_ephemeral]
        return seen


async def test_three_people_play_culture_wars_from_lobby_to_victory(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        table = Table(here)
        lobby = await table.open()
        assert f"ends after round {ROUNDS}" in lobby
        assert "diagonal movement" in lobby
        await table.play()
        posts = await table.posts()
        verified = (await table.guest.slash("/game verify")).message.text
    told = "\n".join(m.text for m in posts)
    ended = [m for m in posts if "Round 1 ends" in m.text]
    assert [len(m.attachments) for m in ended] == [1]
    assert [n for n in range(1, ROUNDS + 1) if f"Round {n} · table" not in told] == []
    assert all(f"Round {n} ends · table" in told for n in range(1, ROUNDS))
    assert all(suit in told for suit in SUITS)
    assert "{civ:" not in told
    assert "{area:" not in told
    assert "The fingerprint fits" in verified
    used = sum((person.used for person in table.people.values()), Counter())
    assert used.keys() >= {"/culture tile", "/culture coin", "/culture move", "/culture preview", "/culture pass"}
    assert used.keys() >= {"pick", "add", "line", "go", "stop", "form", "undo"}
    assert len(table.looked) == 9
    assert min(table.looked.values()) > 0


async def test_a_stranger_gets_no_completions_and_an_empty_hand_is_no_secret(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        table = Table(here)
        await table.open()
        assert await table.guest.autocomplete("/culture tile", "tile", "", {}) == []
        assert "no seat" in (await table.guest.slash("/culture pass")).message.text
        hand = (await table.host.slash("/hand")).message.text
        assert "Culture Wars is played without cards." in hand
        with pytest.raises(TableRefused):
            await table.host.slash("/culture tile", tile="8")
