"""A game of a stranger, as `python -m engine new` writes it, among the games of this process for a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from engine.core import text
from engine.core.game import Game
from engine.core.naming import Plain
from engine.core.packages import GROUP, Packages
from engine.core.presentation import Presentation
from engine.games import GAMES, PRESENTATIONS
from engine.new_game import write_game

NAME = "sumup"


@contextmanager
def restored() -> Iterator[None]:
    """Forget the texts and modules that a package has added."""
    folders, modules, path = [*text._FOLDERS], {*sys.modules}, [*sys.path]
    try:
        yield
    finally:
        text._FOLDERS[:], sys.path[:] = folders, path
        for kept in (text._catalogue, text._teller, text._pattern):
            kept.cache_clear()
        for name in {*sys.modules} - modules:
            if name.split(".")[0] in {NAME, "stranger"}:
                del sys.modules[name]


def packages(folder: Path, name: str = NAME, value: str = "") -> Packages:
    """What is found where that folder has a package with an entry point."""
    sys.path.insert(0, str(folder))
    return Packages(GAMES, [EntryPoint(name, value or name, GROUP)])


@contextmanager
def at_home(folder: Path) -> Iterator[Game[Any]]:
    """The skeleton of a game, known everywhere like a game of this project."""
    with restored(), pytest.MonkeyPatch.context() as patch:
        write_game(NAME, GAMES, folder)
        made = packages(folder / NAME)
        assert made.failed == {}
        found = made.found[NAME]
        patch.setitem(GAMES, NAME, found.game)
        patch.setitem(PRESENTATIONS, NAME, found.presentation or Presentation(Plain(NAME)))
        yield found.game
