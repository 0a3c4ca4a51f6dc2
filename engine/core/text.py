"""Every sentence the project shows, by key: read once from `data/text/en`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import data

HOUR: Final = 60
DAY: Final = 24 * HOUR


class TextError(Exception):
    """A text is missing, written twice, or lacks a word it needs."""


def flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Nested tables as dotted keys; the key `_` stands for the table itself."""
    for key, value in table.items():
        dotted = prefix if key == "_" else f"{prefix}.{key}" if prefix else key
        if isinstance(value, Mapping):
            yield from flat(value, dotted)
        elif isinstance(value, str):
            yield dotted, value
        else:
            raise TextError(f"{dotted}: a text must be a string")


@cache
def catalogue(language: str = "en") -> Mapping[str, str]:
    """All texts of a language. Raises TextError for a key written in two files."""
    texts: dict[str, str] = {}
    for file in sorted(Path(data.path("text", language)).rglob("*.toml")):
        for key, value in flat(tomllib.loads(file.read_text(encoding="utf-8"))):
            if key in texts:
                raise TextError(f"{file.name}: {key} is written twice")
            texts[key] = value
    return texts


def words(key: str, **said: Any) -> str:
    """The text of that key with its places filled in. Raises TextError if key or word is missing."""
    try:
        return catalogue()[key].format(**said)
    except KeyError as missing:
        raise TextError(f"no text or word {missing} for {key}") from None


def own(game: str, key: str) -> str:
    """The key of a game's own text, `<game>.<key>`, where it has one; else the key itself, common to all games."""
    mine = f"{game}.{key}"
    return mine if game and mine in catalogue() else key


def known(key: str) -> bool:
    """Whether there is a text of that key."""
    return key in catalogue()


def civ(slug: str) -> str:
    """A civilization or other Faction as a token, named in the reader's language when shown."""
    return f"{{civ:{slug}}}"


def area(slug: str) -> str:
    """An area as a token."""
    return f"{{area:{slug}}}"


def card(number: int | str) -> str:
    """A card as a token."""
    return f"{{card:{number}}}"


def thing(kind: str, slug: str) -> str:
    """Any other thing of a game as a token."""
    return f"{{{kind}:{slug}}}"


def counted(n: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 disk`, `3 disks`; nouns without a plural form are given twice."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def lasting(minutes: int) -> str:
    """A length of time in the largest unit that needs no fraction: `90 minutes`, `2 hours`, `10 days`."""
    if minutes % DAY == 0:
        return counted(minutes // DAY, "day")
    return counted(minutes, "minute") if minutes % HOUR else counted(minutes // HOUR, "hour")


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""
