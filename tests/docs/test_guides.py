"""What the guides show is what the code does, and what they name is there."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

import pytest
from PIL import Image

from engine.games import GAMES
from tools.screens import LANGUAGES

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_shown_to_contributors_is_the_one_that_is_played(language: str) -> None:
    card = (ROOT / "engine/acme/cards/great_persons.py").read_text(encoding="utf-8")
    shown = samples(f"docs/{language}/developers/add-a-card.md")
    assert set(shown) == {"queen_of_sheba"}
    assert code_of(ast.parse(card))["queen_of_sheba"] == shown["queen_of_sheba"]


def test_every_file_that_the_readme_names_is_there() -> None:
    named = NAMED.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


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
