"""A whole game over the wire: six people, two Epochs, and a bot that is killed twenty times meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.wire.blows import Blow
from tests.wire.evening import Evening, Told, evening
from tests.wire.running import running

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]
SEED = "ebla"
KILLS, FIRST, LAST = 20, 10, 900
ANSWERS = {
    "/act",
    "/acme deploy",
    "/acme play",
    "/acme pass",
    "take",
    "pick",
    "add",
    "line",
    "go",
    "stop",
    "form",
    "undo",
}
LOOKS = {"/map", "/log", "/game status", "/help", "/hand", "button map", "button since", "button seat", "replaced"}


def blows() -> dict[int, Blow]:
    """Kills spread over a game: while an act is under way, just after its answer, or somewhat later."""
    dice = Random(SEED)
    kinds = (lambda: Blow(dice.uniform(0, 0.1)), lambda: Blow(after=True), lambda: Blow(dice.uniform(0.1, 1.0)))
    acts = sorted(dice.sample(range(FIRST, LAST), KILLS))
    return {act: kinds[number % len(kinds)]() for number, act in enumerate(acts)}


async def quiet(folder: Path) -> tuple[Evening, Told]:
    """The game as it goes if nothing happens to the bot."""
    async with running(folder, "--seed", SEED, "--at-once") as here:
        return await evening(here, SEED)


async def killed(folder: Path) -> tuple[Evening, Told]:
    """The same people with the same cards, and a bot that is killed again and again."""
    async with running(folder, "--seed", SEED, "--at-once") as here:
        made = await evening(here, SEED, blows())
        assert here.starts > KILLS
        return made


async def test_a_game_ends_the_same_however_often_the_bot_is_killed(tmp_path: Path) -> None:
    (calm, told), (harried, again) = await asyncio.gather(quiet(tmp_path / "quiet"), killed(tmp_path / "killed"))
    assert calm.used.keys() >= ANSWERS
    assert calm.seen.keys() >= LOOKS
    assert any(harried.unsent)
    assert "The fingerprint fits" in again.verified
    assert again.posts == told.posts
    assert again.dms == told.dms
    assert again.game == told.game
