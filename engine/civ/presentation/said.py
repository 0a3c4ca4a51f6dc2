"""The words of the screens: texts `civ.face.<key>`."""

from __future__ import annotations

from typing import Any, Final

from engine.core.text import words

PLURALS: Final = {"city": "cities"}


def said(key: str, /, **filled: Any) -> str:
    """Return the text of a key, filled in."""
    return words(f"civ.face.{key}", **filled)


def several(key: str, n: int) -> str:
    """Return the text `<key>` for one thing, that of its plural for any other number."""
    return said(key if n == 1 else PLURALS.get(key, f"{key}s"), n=n)
