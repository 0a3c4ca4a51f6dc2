"""Which languages say what: all of the catalogue, or the bot itself and some games; the rest is said in English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import data
from engine.core.text import ENGLISH, flat, languages

WHOLE: Final = ("de",)
GAMES: Final[Mapping[str, tuple[str, ...]]] = {"fr": ("", "culture_wars")}  # "" stands for the bot
OTHERS: Final = [language for language in languages() if language != ENGLISH]
FORMS: Final = re.compile(r"\.(zero|one|two|few|many|other)$")
OF_GAME: Final = {"acme": "acme", "civ": "civ", "culture": "culture_wars", "pictures": "acme"}


def speaks(language: str, game: str) -> bool:
    """Whether the language says everything of that game; of the bot itself where no game is named."""
    return language in (ENGLISH, *WHOLE) or game in GAMES.get(language, ())


def by_number(key: str) -> str:
    """The key without the form that a number wants."""
    return FORMS.sub("", key)


@cache
def files(language: str) -> Mapping[str, Mapping[str, str]]:
    """The texts of each file of a language, by its path."""
    root = Path(data.path("text", language))
    there = {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in root.rglob("*.toml")}
    return {path: dict(flat(tomllib.loads(text))) for path, text in there.items()}


def wanted(language: str) -> Iterator[str]:
    """The keys that English has and that language is to have."""
    for path, texts in files(ENGLISH).items():
        if speaks(language, game_of(path)):
            yield from texts


def game_of(path: str) -> str:
    """The game that a file of the catalogue speaks of; empty for the bot itself and for what all games share."""
    return OF_GAME.get(re.split(r"[_.]", path)[0], "")
