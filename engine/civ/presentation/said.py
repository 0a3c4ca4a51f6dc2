"""The words of the screens: texts `civ.face.<key>`."""

from __future__ import annotations

from typing import Any, Final

from engine.core.text import is_single, words

PLURALS: Final = {"city": "cities"}


def said(key: str, /, **filled: Any) -> str:
    """Return the text of a key, filled in."""
    return words(f"civ.face.{key}", **filled)


def several(key: str, n: int) -> str:
    """Return the text `<key>` where the language uses the singular, that of its plural for any other number."""
    return said(key if is_single(f"civ.face.{key}", n) else PLURALS.get(key, f"{key}s"), n=n)
