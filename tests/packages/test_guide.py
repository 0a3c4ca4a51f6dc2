"""The guide **Add a game** does what it says: its package is built, tested, and played at a local table."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from engine.new_game import write_game
from tests.suite import children
from tests.wire.births import ROOT
from tests.wire.client import SimulatedPerson, TableConnection
from tests.wire.controlled_table import ControlledTable
from tests.wire.policy import Step
from tests.wire.running import START, share_bases
from tests.wire.screens import Control
from tests.wire.simulated import Simulated

pytestmark = [pytest.mark.soak, pytest.mark.timeout(300)]
GUIDES: Final = ("en", "de")
FILE: Final = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
MATCH: Final = """
import sys
from engine.core.chance import Luck
from engine.core.game import SeatPlan
from engine.core.monte_carlo import random_answer
from engine.core.table import Table
from engine.games import GAMES
ahead = 0
for number in range(12):
    seats = [SeatPlan(by="npc" if n == number % 2 else "human") for n in range(2)]
    table, luck = Table.new(GAMES["goofspiel"], "standard", seats, {}, f"match {number}"), Luck(f"{number}")
    while table.pending is not None:
        seat = table.waiting()[0]
        table.submit(seat, *random_answer(table.ask_of(seat), luck))
    ahead += table.outcome().winners == (f"seat_{number % 2 + 1}",)
print(ahead)
"""


def files(language: str) -> dict[str, str]:
    """The files that the guide names, by their paths."""
    guide = (ROOT / "docs" / language / "developers" / "add-a-game.md").read_text(encoding="utf-8")
    return dict(FILE.findall(guide))


def run(*command: str, site: Path, **more: Any) -> str:
    """What a program of this Python prints that finds the packages of that folder."""
    done = subprocess.run(
        [sys.executable, *command], env=environment(site), capture_output=True, text=True, check=False, **more
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return str(done.stdout)


def environment(site: Path) -> dict[str, str]:
    """That of this process, with the packages of that folder."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]), "NISABA_FEATURES": "-emojis"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package of the guide is installed."""
    folder = tmp_path_factory.mktemp("guide")
    for name, text in files("en").items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    there = folder / "site"
    quiet = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation")
    broken(there)
    run("-m", "pip", "install", *quiet, "--target", str(there), str(folder / "goofspiel"), site=there)
    return there


def broken(there: Path) -> None:
    """A package beside it that leaves the program while it loads."""
    (there / "broken-1.0.dist-info").mkdir(parents=True)
    (there / "broken-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (there / "broken-1.0.dist-info" / "entry_points.txt").write_text("[nisaba.games]\nbroken = broken\n")
    (there / "broken.py").write_text("raise SystemExit('this game is broken')\n")


def test_the_guides_in_both_languages_build_the_same_game_of_at_most_sixty_lines() -> None:
    there = files("en")
    assert files("de") == there
    assert len(there) == 4
    python = there["goofspiel/goofspiel/__init__.py"]
    assert len([line for line in python.splitlines() if line]) <= 60


def test_the_game_of_the_guide_passes_the_suite_and_its_own_test(site: Path) -> None:
    told = run(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--pyargs",
        "nisaba.conformance",
        "--game",
        "goofspiel",
        site=site,
        cwd=site,
    )
    assert re.search(r"^20 passed", told, re.MULTILINE)
    told = run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(site.parent / "goofspiel"), site=site, cwd=site)
    assert "1 passed" in told


def test_a_game_that_is_not_installed_is_named(site: Path) -> None:
    command = [sys.executable, "-m", "pytest", "--pyargs", "nisaba.conformance", "--game", "whist"]
    done = subprocess.run(command, env=environment(site), capture_output=True, text=True, check=False, cwd=site)
    assert done.returncode != 0
    assert "there is no game whist (games: acme, culture_wars, civ, goofspiel)" in done.stdout + done.stderr


def test_the_game_of_the_guide_is_played_over_the_protocol(site: Path) -> None:
    asked = [
        {"cmd": "games"},
        {"cmd": "new", "game": "goofspiel", "seats": [{}, {"by": "npc"}], "seed": 1},
        {"cmd": "quit"},
    ]
    lines = "".join(f"{json.dumps(line)}\n" for line in asked)
    command, there = [sys.executable, "-m", "engine"], environment(site)
    done = subprocess.run(command, env=there, input=lines, capture_output=True, text=True, check=True)
    listed, new, _ = map(json.loads, done.stdout.splitlines())
    assert done.stderr == "The game package broken can't be used: SystemExit: this game is broken\n"
    assert "goofspiel" in [game["name"] for game in listed["games"]]
    assert new["ok"]


def test_its_computer_wins_against_bids_at_random(site: Path) -> None:
    assert int(run("-c", MATCH, site=site)) >= 9


PICTURES: Final = """
from PIL import Image
from render.culture_wars import CHARTS, legend, warm
from render.paint.picture import Picture, encode
from sumup import View as VIEW
OWN, BOARDS, BASE_FROM = {}, (), ()
def EMOJIS():
    return ()
def board(view, *, since=None, **chosen):
    return Picture(encode(Image.new("RGB", (view.total, 10))), f"The sum is {view.total}.", view.total, 10)
"""
SCREENS: Final = "from bot.ui.questions.game_screens import GameScreens\nSCREENS = GameScreens()\n"
LOOKED: Final = """
import bot.games, render
from engine.games import PACKAGES
from sumup import View
print([*render.GAMES], [*bot.games.GAME_SCREENS], render.draw("sumup", View(2, 7)).alt, PACKAGES.failed)
"""


def test_a_package_may_bring_pictures_and_screens(tmp_path: Path) -> None:
    write_game("sumup", (), tmp_path)
    package = tmp_path / "sumup" / "sumup"
    (package / "pictures.py").write_text(PICTURES)
    (package / "screens.py").write_text(SCREENS)
    named = tmp_path / "sumup" / "sumup-1.0.dist-info"
    named.mkdir()
    (named / "METADATA").write_text("Metadata-Version: 2.1\nName: sumup\nVersion: 1.0\n")
    (named / "entry_points.txt").write_text("[nisaba.games]\nsumup = sumup\n")
    told = run("-c", LOOKED, site=package.parent)
    there = "['acme', 'culture_wars', 'civ', 'sumup'] ['acme', 'civ', 'sumup'] The sum is 7. {}"
    assert told.strip() == there


class Bidder(Simulated):
    """Somebody who plays by buttons and menus, or by `/act`."""

    takes_back = 0

    async def _typed(self, there: Mapping[str, list[Control]], dice: Random) -> Step | None:
        return await self._anything(dice)


async def test_the_game_of_the_guide_is_played_at_a_local_table(site: Path, tmp_path: Path) -> None:
    await asyncio.to_thread(share_bases, tmp_path / "bot")
    table = ControlledTable(transcript=tmp_path / "transcript.jsonl")
    await table.start()
    where = ["--local", "--playground", table.url, "--folder", str(tmp_path / "bot"), "--at-once"]
    log = tmp_path / "bot.log"
    with log.open("w") as written:
        command = [sys.executable, "-m", "bot", *where]
        bot = children.outlasting(command, cwd=ROOT, env=environment(site), stderr=written)
    try:
        async with TableConnection(table.url) as visit:
            await visit.bot_is_here(START * 3)
            told = await played(visit)
    finally:
        bot.terminate()
        await asyncio.to_thread(bot.communicate)
        await table.stop()
    assert table.failures == []
    assert re.search(r"package.failed .*this game is broken", log.read_text()), "it starts without that one"
    assert "Most points at the end." in told
    assert re.search(r"Seat [12] won the prize of \d+", told)
    assert "{civ:" not in told


async def played(visit: TableConnection) -> str:
    """What everybody could read of a whole game of two."""
    ana = visit.user("ana").waiting(40)
    await ana.wait_for(lambda message: "Join" in message.labels)
    sure = await ana.slash("/game end")
    await ana.click(sure.message, next(b["custom_id"] for b in sure.message.buttons if "end_yes" in b["custom_id"]))
    await ana.slash("/game new", game="goofspiel")
    lobby = await ana.wait_for(lambda message: "Join" in message.labels and "Goofspiel" in message.text)
    await visit.user("ben").waiting(40).click(lobby, "Join")
    await ana.slash("/game start")
    people = [Bidder(person(visit, name), "goofspiel", lambda act: act) for name in ("ana", "ben")]
    said = ""
    while "The game has ended." not in said:
        for one in people:
            said = await one.sit()
    end = await ana.wait_for(lambda message: "Most points" in message.text)
    return "\n".join(message.text for message in [*await ana.sees(limit=999), end])


def person(visit: TableConnection, name: str) -> SimulatedPerson:
    """Somebody with patience."""
    return visit.user(name).waiting(40)
