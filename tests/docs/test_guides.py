"""What the guides show is what the code does, and what they name is there."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

import pytest
from PIL import Image

from bot.delivery.post_screens import fixed_row
from engine.games import GAMES
from tools import local_table

ROOT = Path(__file__).parents[2]
SAMPLE = re.compile(r"^( *)```python\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"[`(]((?:bot|engine|render|data|tests|docs|bench)/[\w./-]+)[`)]")


def code_of(tree: ast.AST) -> dict[str, str]:
    """The functions defined there, as plain code by name."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name: ast.dump(node) for node in ast.walk(tree) if isinstance(node, kinds)}


def samples(guide: str) -> dict[str, str]:
    """The functions that a guide shows."""
    found: dict[str, str] = {}
    for _, code in SAMPLE.findall((ROOT / guide).read_text(encoding="utf-8")):
        found |= code_of(ast.parse(textwrap.dedent(code)))
    return found


def test_the_card_shown_to_contributors_is_the_one_that_is_played() -> None:
    card = (ROOT / "engine/acme/cards/great_persons.py").read_text(encoding="utf-8")
    shown = samples("docs/en/developers/add-a-card.md")
    assert set(shown) == {"queen_of_sheba"}
    assert code_of(ast.parse(card))["queen_of_sheba"] == shown["queen_of_sheba"]


def test_every_file_that_the_readme_names_is_there() -> None:
    named = NAMED.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


LINKED = re.compile(r"\]\((?!http)([^)#]+)\)")


@pytest.mark.parametrize("guide", ["README.md", "docs/games.md", "docs/playing.md", "docs/privacy.md"])
def test_every_page_and_picture_that_a_guide_links_to_is_there(guide: str) -> None:
    there = ROOT / guide
    assert [
        name for name in LINKED.findall(there.read_text(encoding="utf-8")) if not (there.parent / name).exists()
    ] == []


def test_the_readme_can_be_read_and_names_every_game() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 160
    assert len(lines) <= 100
    table = [line for line in lines if line.startswith("| *")]
    assert [game.title for game in GAMES.values() if not any(game.title in row for row in table)] == []


def test_the_two_commands_of_the_readme_are_targets_of_make() -> None:
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    told = re.findall(r"^make (\w+) +#", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert told == ["play", "test"]
    assert [target for target in told if f"\n{target}: " not in made] == []


def test_the_turn_in_pictures_moves_and_is_small() -> None:
    file = ROOT / "docs" / "turn.webp"
    assert file.stat().st_size < 1_500_000
    with Image.open(file) as picture:
        assert getattr(picture, "n_frames", 1) >= 6


def test_what_is_stored_about_people_is_told_in_five_hundred_words() -> None:
    told = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    assert len(re.findall(r"[\w’'@.:/-]*\w", told)) <= 500


def test_the_picture_of_the_local_table_shows_the_buttons_of_today() -> None:
    """`python -m tools.local_table` makes it anew."""
    with Image.open(local_table.PAGE) as picture:
        shown = str(picture.info[local_table.BUTTONS]).split(", ")
    assert shown == [button.label for button in fixed_row().buttons]
