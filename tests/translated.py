"""Which languages say all of the catalogue; what another lacks is said in English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import data
from engine.core.text import ENGLISH, flat, languages

WHOLE: Final = (ENGLISH, "de", "fr")
OTHERS: Final = [language for language in languages() if language != ENGLISH]
FORMS: Final = re.compile(r"\.(zero|one|two|few|many|other)$")
OF_GAME: Final = {"acme": "acme", "civ": "civ", "culture": "culture_wars", "pictures": "acme"}


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
    for texts in files(ENGLISH).values() if language in WHOLE else ():
        yield from texts


def game_of(path: str) -> str:
    """The game that a file of the catalogue speaks of; empty for the bot itself and for what all games share."""
    return OF_GAME.get(re.split(r"[_.]", path)[0], "")
