"""`python -m engine new mygame`: a game to begin with, as a package with its texts and tests."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path
from typing import Final

import data
from engine.core.naming import spell_out
from engine.core.packages import NAME

FILES: Final = {
    "pyproject.toml": "pyproject.txt",
    "mygame/__init__.py": "game.txt",
    "mygame/text/en/mygame.toml": "text.txt",
    "tests/test_mygame.py": "test.txt",
}


class NewGameError(Exception):
    """No such game can be begun; the message says why."""


def write_game(name: str, taken: Container[str], folder: Path) -> list[Path]:
    """Write a game of that name into a new folder of its own. Return its files.

    Raises NewGameError for a name that no game can have, or one of `taken`, or if there is such a folder; and OSError.
    """
    if not NAME.fullmatch(name):
        raise NewGameError(f"{name}: a name has 2 to 31 small letters and underscores, and begins with a letter")
    if name in taken:
        raise NewGameError(f"there is a game {name} already")
    if (folder / name).exists():
        raise NewGameError(f"{folder / name} is there already")
    return [_write(folder / name / _named(file, name), template, name) for file, template in FILES.items()]


def _write(file: Path, template: str, name: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_named(data.path("skeleton", template).read_text(encoding="utf-8"), name), encoding="utf-8")
    return file


def _named(text: str, name: str) -> str:
    return text.replace("mygame", name).replace("Mygame", spell_out(name))
