"""Games of other packages: found by entry point, with their texts; one that fails is left out, with its reason."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from bot.features.host import check
from engine.core.chance import Luck
from engine.core.game import SeatPlan
from engine.core.monte_carlo import random_answer
from engine.core.packages import GROUP, Packages
from engine.core.table import Table
from engine.core.text import catalogue, words
from engine.games import GAMES
from engine.new_game import NewGameError, write_game
from tests.packages.stranger import NAME, at_home, packages, restored


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    with restored():
        yield


def test_a_package_brings_its_game_and_its_texts(tmp_path: Path) -> None:
    with at_home(tmp_path) as game:
        assert GAMES[NAME] is game
        assert words("ask.sumup.add", total=4) == "The sum is 4. Choose what to add."
        table = Table.new(game, "standard", [SeatPlan(), SeatPlan()], {}, "x")
        table.submit("seat_1", "3")
        assert [event.text for event in table.events] == ["{civ:seat_1} added 3: 3."]
    assert NAME not in GAMES
    assert "ask.sumup.add" not in catalogue()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise RuntimeError('no luck')", "RuntimeError: no luck"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("x = 1", "stranger needs GAME, with a name of small letters and underscores"),
        ("class GAME: name = 'Not That'", "stranger needs GAME, with a name of small letters and underscores"),
        ("class GAME: name = 'acme'", "there is a game acme already"),
        (
            "class GAME: name = 'other'",
            "GAME lacks title, version, state_type, view_type, steps, scenarios, setup, view",
        ),
        ("from engine.civ.game import GAME\nGAME.__class__.name = 'civ'", "there is a game civ already"),
    ],
)
def test_a_package_that_fails_is_left_out_and_says_why(tmp_path: Path, code: str, why: str) -> None:
    (tmp_path / "stranger.py").write_text(code)
    found = packages(tmp_path, "stranger")
    assert found.found == {}
    assert found.failed["stranger"].startswith(why)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[ask.sumup\n", "text: en: "),
        ('[option]\npass = "Go by"\n', "text: mine.toml: option.pass is written twice"),
        ('[ask.sumup]\nother = "{open"\n', "text: en: "),
        ("[ask.sumup]\nother = 3\n", "text: ask.sumup.other: a text must be a string"),
    ],
)
def test_texts_that_nobody_could_say_leave_the_game_out(tmp_path: Path, text: str, why: str) -> None:
    write_game(NAME, GAMES, tmp_path)
    (tmp_path / NAME / NAME / "text" / "en" / "mine.toml").write_text(text)
    before = dict(catalogue())
    found = packages(tmp_path / NAME)
    assert found.found == {}
    assert found.failed[NAME].startswith(why)
    assert catalogue() == before


def test_one_that_fails_does_not_keep_others_away(tmp_path: Path) -> None:
    (tmp_path / "stranger.py").write_text("1 / 0")
    write_game(NAME, GAMES, tmp_path)
    sys.path[:0] = [str(tmp_path), str(tmp_path / NAME)]
    found = Packages(GAMES, [EntryPoint(name, name, GROUP) for name in ("stranger", NAME, "sumup")])
    assert [*found.found] == [NAME]
    assert found.failed == {"stranger": "ZeroDivisionError: division by zero", NAME: "there is a game sumup already"}


def test_pictures_and_screens_of_a_package_may_fail_alone(tmp_path: Path) -> None:
    write_game(NAME, GAMES, tmp_path)
    folder = tmp_path / NAME / NAME
    (folder / "pictures.py").write_text("board = 1")
    (folder / "screens.py").write_text("raise ValueError('bad screen')")
    found = packages(tmp_path / NAME)
    assert found.parts("pictures", ("board", "legend")) == {}
    assert found.parts("screens", ()) == {}
    assert found.parts("other", ()) == {}
    assert [*found.found] == [NAME]
    assert found.failed == {
        f"{NAME}.pictures": "pictures lacks legend",
        f"{NAME}.screens": "ValueError: bad screen",
    }


def test_the_check_of_the_settings_names_what_failed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "stranger.py").write_text("1 / 0")
    monkeypatch.setattr(check, "PACKAGES", packages(tmp_path, "stranger"))
    [found] = check._packages()
    assert (found.good, found.text) == (
        False,
        "The game package stranger can't be used: ZeroDivisionError: division by zero",
    )


def test_a_new_game_has_at_most_sixty_lines(tmp_path: Path) -> None:
    files = write_game("my_game", GAMES, tmp_path)
    lines = [line for file in files for line in file.read_text().splitlines() if line]
    assert len(lines) <= 60
    assert (tmp_path / "my_game" / "my_game" / "__init__.py").read_text().startswith('"""My Game: in turn,')


@pytest.mark.parametrize("name", ["", "a", "Mygame", "my game", "../x", "acme", "there", "x" * 40])
def test_a_name_that_no_new_game_can_have_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(NewGameError):
        write_game(name, GAMES, tmp_path)
    assert [*tmp_path.iterdir()] == [tmp_path / "there"]


def test_the_computer_for_nothing_plays_better_than_at_random(tmp_path: Path) -> None:
    """In a game in which chance decides nothing, whoever looks ahead wins nearly always."""
    won = 0
    with at_home(tmp_path) as game:
        for number in range(20):
            seats = [SeatPlan(by="npc" if n == number % 2 else "human") for n in range(2)]
            table, luck = Table.new(game, "standard", seats, {}, f"match {number}"), Luck(f"{number}")
            while table.pending is not None:
                seat = table.waiting()[0]
                ask = table.ask_of(seat)
                assert ask is not None
                table.submit(seat, *random_answer(ask, luck))
            outcome = table.outcome()
            assert outcome is not None
            won += outcome.winners == (f"seat_{number % 2 + 1}",)
    assert won >= 15
