"""Games that other packages bring: each names a module under the entry point `nisaba.games`.

The module has `GAME`, and may have `PRESENTATION`. A folder `text` beside it has a folder of texts for each language.
Its modules `pictures` and `screens`, if there are such, are read by what draws and by what shows screens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeVar

from engine.core.decoding import decoder
from engine.core.game import Game
from engine.core.presentation import Presentation
from engine.core.text import TextError, add_texts

GROUP: Final = "nisaba.games"
NAME: Final = re.compile(r"[a-z][a-z_]{1,30}")
NEEDED: Final = ("title", "version", "state_type", "view_type", "steps", "scenarios", "setup", "view", "scores")
T = TypeVar("T")


class PackageError(Exception):
    """A package that can't be used; the message says why."""


class Package(NamedTuple):
    """A game of a package, and the module that has it."""

    game: Game[Any]
    presentation: Presentation | None
    module: ModuleType


class Packages:
    """The packages that are installed: those that can be used, and why others can't, by what failed."""

    def __init__(self, taken: Iterable[str], points: Iterable[EntryPoint] | None = None) -> None:
        """Load all packages. A package whose game has one of the names `taken`, or raises anything, has failed."""
        self.found: dict[str, Package] = {}
        self.failed: dict[str, str] = {}
        names = {*taken}
        for point in sorted(entry_points(group=GROUP) if points is None else points):
            package = self._tried(point.name, lambda point=point: _loaded(point, {*names, *self.found}))  # type: ignore[misc]
            if package is not None:
                self.found[package.game.name] = package

    def parts(self, name: str, needed: Collection[str]) -> dict[str, Any]:
        """Return the modules of that name, by game, without those that fail or lack what is needed."""
        tried = {game: self._part(game, name, needed) for game in self.found}
        return {game: part for game, part in tried.items() if part is not None}

    def _part(self, game: str, name: str, needed: Collection[str]) -> ModuleType | None:
        return self._tried(f"{game}.{name}", lambda: _module(self.found[game].module, name, needed))

    def _tried(self, what: str, do: Callable[[], T]) -> T | None:
        """Whatever a package does while it loads, even to leave the program, only that package is left out."""
        try:
            return do()
        except (Exception, SystemExit) as error:  # noqa: BLE001
            self.failed[what] = str(error) if isinstance(error, PackageError) else f"{type(error).__name__}: {error}"
            return None


def _loaded(point: EntryPoint, taken: Iterable[str]) -> Package:
    """Return the package of an entry point. Raises PackageError, and what the package raises."""
    module = point.load()
    game, presentation = getattr(module, "GAME", None), getattr(module, "PRESENTATION", None)
    name = getattr(game, "name", "")
    if game is None or not isinstance(name, str) or not NAME.fullmatch(name):
        raise PackageError(f"{point.value} needs GAME, with a name of small letters and underscores")
    if name in taken:
        raise PackageError(f"there is a game {name} already")
    if lacking := [one for one in NEEDED if not hasattr(game, one)]:
        raise PackageError(f"GAME lacks {', '.join(lacking)}")
    if presentation is not None and not isinstance(presentation, Presentation):
        raise PackageError("PRESENTATION must be a Presentation")
    for kind in (game.state_type, game.view_type):
        decoder(kind)
    folder = Path(module.__file__ or "").parent / "text"
    if folder.is_dir():
        _add_texts(folder)
    return Package(game, presentation, module)


def _add_texts(folder: Path) -> None:
    try:
        add_texts(folder)
    except TextError as error:
        raise PackageError(f"text: {error}") from error


def _module(module: ModuleType, name: str, needed: Collection[str]) -> ModuleType | None:
    there = f"{module.__name__}.{name}"
    if not hasattr(module, "__path__") or find_spec(there) is None:
        return None
    part = import_module(there)
    if lacking := [one for one in needed if not hasattr(part, one)]:
        raise PackageError(f"{name} lacks {', '.join(lacking)}")
    return part
