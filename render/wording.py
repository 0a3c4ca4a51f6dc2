"""The words written into pictures and their alternative texts, from `data/text/en/`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

import data

NUMERALS = ("0", "I", "II", "III", "IV", "V", "VI")


@lru_cache(maxsize=4)
def texts(name: str) -> dict[str, Any]:
    """All texts of one file below `data/text/en/`, without its ending."""
    return tomllib.loads(data.path("text", "en", f"{name}.toml").read_text(encoding="utf-8"))


def numeral(number: int) -> str:
    """A small number as a Roman numeral."""
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def listed(parts: list[str], last: str = " and ") -> str:
    """'a', 'a and b', 'a, b and c'."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + last + parts[-1] if parts else ""


def fitted(sentences: list[str], limit: int) -> str:
    """As many whole sentences, from the first, as fit; the first that does not fit ends the text with an ellipsis."""
    out = ""
    for sentence in sentences:
        longer = f"{out} {sentence}" if out else sentence
        if len(longer) > limit:
            return out + (" …" if len(out) + 2 <= limit else "")
        out = longer
    return out
