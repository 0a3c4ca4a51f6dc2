"""No module of the bot, of the kernel or common to all pictures knows a game: only the registries name them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import data
from engine.core.text import flat
from engine.games import FACES, GAMES

ROOT = Path(data.__file__).parent.parent
REGISTRIES = ("engine/games.py", "render/__init__.py")
SHARED = [
    *(ROOT / "bot").rglob("*.py"),
    *(ROOT / "render").glob("*.py"),
    *(ROOT / "engine" / "core").rglob("*.py"),
    *(ROOT / "engine").glob("*.py"),
]
FILES = [path for path in SHARED if str(path.relative_to(ROOT)) not in REGISTRIES]
WORDS = re.compile(
    r"acme|culture.?wars|egypt|hittite|barbarian|gilgamesh|deit(?:y|ies)|negate|competition\.|epochs?\b(?! of)"
    r"|\bmina\b|\bsuns\b|\bmoons\b",
    re.IGNORECASE,
)
OF_DISCORD = "bot/playground/snowflakes.py"


def things() -> frozenset[str]:
    """The slugs of all things that have names in some game, but those that are ordinary words of programs."""
    named = [t.value for face in FACES.values() for kind in face.names.kinds for t in face.names.things(kind)]
    return frozenset(slug for slug in named if "_" in slug)


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_knows_no_game(path: Path) -> None:
    text, name = path.read_text(encoding="utf-8"), str(path.relative_to(ROOT))
    found = [] if name == OF_DISCORD else [line for line in text.splitlines() if WORDS.search(line)]
    assert found == []
    assert [m for m in imported(ast.parse(text)) if re.match(rf"(engine|render)\.({'|'.join(GAMES)})\b", m)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_names_nothing_of_a_game(path: Path) -> None:
    strings = {n.value for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant)}
    assert sorted(things() & {s for s in strings if isinstance(s, str)}) == []


@pytest.mark.parametrize("path", sorted((ROOT / "data" / "text").glob("*/bot/*.toml")), ids=lambda path: path.name)
def test_a_text_common_to_all_games_names_none(path: Path) -> None:
    texts = dict(flat(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert {key: text for key, text in texts.items() if WORDS.search(text) or WORDS.search(key)} == {}


def test_every_game_declares_a_face() -> None:
    assert set(FACES) == set(GAMES)


def test_topics_of_all_games_differ() -> None:
    topics = [t.value for face in FACES.values() if face.rules for t in face.rules.topics()]
    assert len(topics) == len(set(topics))
