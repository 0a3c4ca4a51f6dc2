"""The words written into pictures and their alternative texts, in the language being spoken where they are drawn."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import data
from engine.core.message import list_of
from engine.core.text import catalogue, current_language, sentence, teller

NUMERALS = ("0", "I", "II", "III", "IV", "V", "VI")


def texts(name: str) -> dict[str, Any]:
    """Return all texts of one file below `data/text/en/`, without its ending; as far as possible in the language
    spoken.
    """
    return _texts(name, current_language())


@lru_cache(maxsize=16)
def _texts(name: str, language: str) -> dict[str, Any]:
    english = tomllib.loads(data.path("text", "en", f"{name}.toml").read_text(encoding="utf-8"))
    return _translated(english, catalogue(language), "")


def _translated(table: Mapping[str, Any], said: Mapping[str, str], prefix: str) -> dict[str, Any]:
    return {
        key: _translated(one, said, f"{prefix}{key}.") if isinstance(one, Mapping) else said.get(f"{prefix}{key}", one)
        for key, one in table.items()
    }


def join(parts: Iterable[str], key: str) -> str:
    """Return `a, b and c`, in the language of that key's text."""
    return sentence(list_of(parts), teller(key))


def numeral(number: int) -> str:
    """Return a small number as a Roman numeral."""
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def fit_sentences(sentences: list[str], limit: int) -> str:
    """Return as many whole sentences as fit, from the first; the first that doesn't fit ends the text with an
    ellipsis.
    """
    out = ""
    for told in sentences:
        longer = f"{out} {told}" if out else told
        if len(longer) > limit:
            return out + (" …" if len(out) + 2 <= limit else "")
        out = longer
    return out
