"""Which stories are likely to notice a change: those that speak most of what the changed function speaks of."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from tests.mutants.changes import Change

WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]{2,}(?:-[A-Z0-9]+)*|\d+[A-Z]?\.\d+")
STORIES = {"engine/acme": "tests/acme", "engine/culture_wars": "tests/culture_wars", "engine/civ": "tests/civ"}
FIRST = 8


def words(text: str) -> set[str]:
    """The words of a text, those of its names and sections too."""
    return {word.lower() for word in WORD.findall(text)}


class Stories:
    """The story files of a game, and how much each says of a change."""

    def __init__(self, root: Path, folder: str) -> None:
        self.folder = folder
        self.files: Mapping[str, set[str]] = {
            path.relative_to(root).as_posix(): words(f"{path.stem} {path.read_text(encoding='utf-8')}")
            for path in sorted((root / folder).rglob("test_*.py"))
        }

    @cached_property
    def weight(self) -> dict[str, float]:
        """How much a word tells: the fewer files have it, the more."""
        seen = Counter(word for file in self.files.values() for word in file)
        return {word: math.log(len(self.files) / n) for word, n in seen.items()}

    def likely(self, change: Change, source: str) -> list[str]:
        """The files that say most of the function and module of a change, the likeliest first."""
        about = words(f"{change.function} {change.path} {around(change, source)}")

        def told(file: str) -> float:
            known = self.files[file]
            return sum(self.weight[word] for word in about & known) / math.sqrt(len(known))

        return sorted(self.files, key=told, reverse=True)[:FIRST]


def around(change: Change, source: str) -> str:
    """The lines of the function around a change, with its documentation."""
    lines = source.splitlines()
    start = next((n for n in range(change.line - 1, -1, -1) if f"def {change.function}(" in lines[n]), change.line - 1)
    end = next(
        (n for n in range(start + 1, len(lines)) if lines[n] and not lines[n].startswith((" ", ")"))), len(lines)
    )
    return "\n".join(lines[max(0, start - 1) : end])


def stories_of(path: str) -> str:
    """The folder with the stories of a module's game."""
    return next(tests for code, tests in STORIES.items() if path.startswith(f"{code}/"))
