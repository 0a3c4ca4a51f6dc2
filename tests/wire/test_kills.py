"""Whole games over the wire with a bot that is killed sixty times, half of them in the middle of a message.

What everybody could read in the end is what they read when nothing happened: each post once, in the same order. How
many posts share a message is a matter of time, and is not compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.suite import pictures
from tests.wire.births import NURSERY
from tests.wire.blows import DELETED, EDITED, SENT, Moment, spread
from tests.wire.evening import Evening, Told, evening
from tests.wire.evenings import Alone, Founders, Scholars, Settlers
from tests.wire.running import running
from tests.wire.test_messages import crowded

SEED = "ebla"
FIRST = 12
ADVANCED = re.compile(r"advanced to stage \d of ([\w-]+) and paid")
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
REACHED = 0.6  # of the acts of the quiet game: one with kills may be over after fewer


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game, what the bot does with messages in it, and how many blows are tried for two kills.

    `in_messages`: whether half of the kills must fall into the middle of a message; `in_pictures`: how many must fall
    into the drawing of a picture, for which none lies ready. `answers`, `looks`: how people must have answered and
    looked around in it.
    """

    of: type[Evening]
    moments: Sequence[Moment]
    blows: int = 3
    in_messages: bool = True
    in_pictures: int = 0
    answers: AbstractSet[str] = frozenset()
    looks: AbstractSet[str] = frozenset()


class Short(Settlers):
    """The shortest of them."""

    rounds = 2


GAMES = {
    "people": Game(Evening, SENT + EDITED + SENT + DELETED, answers=ANSWERS, looks=LOOKS),
    "alone": Game(Alone, SENT + EDITED),
    "settlers": Game(Settlers, SENT),
}


async def quiet(folder: Path, game: Game, *flags: str) -> tuple[Evening, Told]:
    """The game as it goes if nothing happens to the bot. No channel gets more than Discord takes."""
    async with running(folder, "--seed", SEED, "--at-once", *flags) as here:
        played = await evening(here, SEED, of=game.of)
    lines = (folder / "transcript.jsonl").read_text().splitlines()
    assert crowded(map(json.loads, lines)) == []
    assert played[0].used.keys() >= game.answers
    assert played[0].seen.keys() >= game.looks
    return played


@contextmanager
def fresh_pictures(folder: Path) -> Iterator[None]:
    """No picture lies ready that another bot has drawn."""
    folder.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(pictures.FOLDER, str(folder))
        yield


async def killed(folder: Path, game: Game, kills: int, acts: int, *flags: str) -> tuple[Evening, Told]:
    """The same people with the same chance, and a bot that is killed again and again."""
    if game.of.board:
        await NURSERY.ask(warm=("acme", game.of.board))
    with fresh_pictures(folder / "pictures") if game.in_pictures else nullcontext():
        async with running(folder, "--seed", SEED, "--at-once", *flags) as here:
            blows = spread(SEED, kills * game.blows // 2, FIRST, acts, game.moments, drawing=game.in_pictures > 0)
            made, told = await evening(here, SEED, blows, game.of)
            assert here.starts > kills
    assert not game.in_pictures or len(pictures.unfinished(folder / "pictures")) >= game.in_pictures
    assert not game.in_messages or sum(made.ambush.struck.values()) >= kills // 2
    return made, told


async def same_posts(folder: Path, game: Game, kills: int) -> Evening:
    """Play both, compare what was told, and return the game with the kills."""
    return await told_alike(folder / "killed", game, await quiet(folder / "quiet", game), kills)


async def told_alike(folder: Path, game: Game, before: tuple[Evening, Told], kills: int, *flags: str) -> Evening:
    """Play the game with kills and further flags, compare what was told with the quiet one before, and return it."""
    calm, told = before
    harried, again = await killed(folder, game, kills, int(calm.acts * REACHED), *flags)
    assert "The fingerprint matches" in again.verified
    assert again.posts == told.posts
    assert again.dms == told.dms
    assert again.game == told.game
    assert max(again.rows) <= 1
    return harried


@pytest.mark.soak
@pytest.mark.timeout(300)
async def test_a_few_rounds_with_kills_are_told_as_without_any_through_gateway_and_door(
    tmp_path: Path,
) -> None:
    game = Game(Short, SENT)
    before = await quiet(tmp_path / "quiet", game)
    await told_alike(tmp_path / "killed", game, before, 4)
    await told_alike(tmp_path / "door", game, before, 2, "--door")
    lines = (tmp_path / "door" / "transcript.jsonl").read_text().splitlines()
    assert any(line.startswith('{"at":') and '"posted"' in line for line in lines)
    assert not any('"gateway"' in line for line in lines)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", GAMES)
async def test_a_game_with_sixty_kills_is_told_as_without_any(tmp_path: Path, name: str) -> None:
    harried = await same_posts(tmp_path, GAMES[name], 60)
    assert all(harried.ambush.struck[moment] for moment in GAMES[name].moments)
    assert any(harried.unsent) or name != "people"  # messages were waiting when the bot was killed


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_a_game_of_two_people_and_two_computers_with_twenty_kills_is_told_as_without_any(tmp_path: Path) -> None:
    await same_posts(tmp_path, Game(Founders, SENT), 20)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_a_game_with_culture_tracks_and_twenty_kills_is_told_as_without_any(tmp_path: Path) -> None:
    """They advance by buttons and by lines; every picture is drawn anew, and some kills fall into that."""
    harried = await same_posts(tmp_path, Game(Scholars, SENT, in_pictures=3), 20)
    assert {"/acme advance", "advance_to"} <= harried.used.keys()
    told = (tmp_path / "killed" / "transcript.jsonl").read_text()
    assert {*ADVANCED.findall(told)} >= {"Economic-Social", "Religious-Intellectual"}
