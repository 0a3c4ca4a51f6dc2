"""A whole game of Culture Wars over the wire: three people, from the lobby to the end of the last round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.wire.client import TableRefused
from tests.wire.policy import Step, Use
from tests.wire.running import running
from tests.wire.screens import Control
from tests.wire.seen import SeenMessage
from tests.wire.whole_game import Course, Typist, WholeGame

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]
SEED, ROUNDS = "nippur", 6
COURSE = Course(
    opening={"game": "culture_wars", "length": f"rounds {ROUNDS}", "options": "diagonal"},
    title="Culture Wars",
    names=("ana", "ben", "cho"),
    seed=SEED,
    looks=(
        ("/map", {}),
        ("/map", {"show": "conflicts"}),
        ("/map", {"show": "text"}),
        ("/map", {"show": "changes"}),
        ("/map", {"show": "legend"}),
        ("/log", {}),
        ("/game status", {}),
        ("/hand", {}),
        ("/rules", {"topic": "boats"}),
    ),
    looks_every=5,
    last="The last round is over",
)
SUITS = ("Suns", "Moons", "Crowns")
MOVES = re.compile(r"([a-z]\d+)([>~])([a-z]\d+):(\d+)")
ALL_WAYS = ("all n", "all e", "all s", "all w")


class Settler(Typist):
    """Somebody at a table of Culture Wars."""

    group = "culture"

    async def _typed(self, there: Mapping[str, list[Control]], dice: Random) -> Step | None:
        """The command for what is asked, with what autocomplete offers."""
        text = self._known().text
        if "Move a tile" in text:
            tile = await self.offered("tile", "tile", {}, dice)
            to = await self.offered("tile", "to", {"tile": tile}, dice) if tile else None
            return Use("/culture tile", {"tile": tile, "to": to}) if to else None
        if "Place a coin" in text:
            square = await self.offered("coin", "square", {}, dice)
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
        plan = await self.offered("move", "plan", {}, dice)
        return Use("/culture move", {"plan": plan or dice.choice(ALL_WAYS), "confirm": True})

    def written(self, behind: list[Control], dice: Random) -> str:
        """A move or two, or squares."""
        offered = [value for control in behind if control.verb == "add" for value, _ in control.choices]
        moves = [match for value in offered if (match := MOVES.fullmatch(value))]
        if moves:
            start, way, goal, n = dice.choice(moves).groups()
            return f"{start}{'~' if way == '~' else '-'}{goal} {n}"
        return ", ".join(dice.sample(offered, min(len(offered), 2))) if offered else "done"


def files(message: SeenMessage) -> list[str]:
    """The names of the files of a message."""
    return [file["filename"] for file in message.attachments]


async def test_three_people_play_culture_wars_from_lobby_to_victory(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        table = WholeGame(here, COURSE, Settler)
        lobby = await table.open()
        assert f"ends after round {ROUNDS}" in lobby
        assert "diagonal movement" in lobby
        await table.play()
        end = await table.guest.wait_for(lambda message: any(f.endswith(".webp") for f in files(message)))
        posts = await table.posts()
        verified = (await table.guest.slash("/game verify")).message.text
    assert "Rematch" in end.labels, "the film comes into the post of the end"
    assert [name.rpartition(".")[2] for name in files(end)].count("json") == 1
    told = "\n".join(m.text for m in posts)
    ended = [m for m in posts if "Round 1 ends" in m.text]
    assert [len(m.attachments) for m in ended] == [1]
    assert [n for n in range(1, ROUNDS + 1) if f"Round {n} · table" not in told] == []
    assert all(f"Round {n} ends · table" in told for n in range(1, ROUNDS))
    assert all(suit in told for suit in SUITS)
    assert "{civ:" not in told
    assert "{area:" not in told
    assert "The fingerprint matches" in verified
    used = sum((person.used for person in table.people.values()), Counter())
    assert used.keys() >= {"/culture tile", "/culture coin", "/culture move", "/culture preview", "/culture pass"}
    assert used.keys() >= {"pick", "add", "line", "go", "stop", "form", "undo"}
    assert len(table.looked) == 9
    assert min(table.looked.values()) > 0


async def test_a_stranger_gets_no_completions_and_an_empty_hand_is_no_secret(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", SEED, "--at-once") as here:
        table = WholeGame(here, COURSE, Settler)
        await table.open()
        assert await table.guest.autocomplete("/culture tile", "tile", "", {}) == []
        assert "aren't playing at table" in (await table.guest.slash("/culture pass")).message.text
        hand = (await table.host.slash("/hand")).message.text
        assert "Culture Wars is played without cards." in hand
        with pytest.raises(TableRefused):
            await table.host.slash("/culture tile", tile="8")
