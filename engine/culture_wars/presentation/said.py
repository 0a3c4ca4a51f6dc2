"""The words of the presentation: texts `culture_wars.face.<key>`."""

from __future__ import annotations

from typing import Any

from engine.core.text import is_single, words


def said(key: str, /, **filled: Any) -> str:
    """The text of that key, filled in."""
    return words(f"culture_wars.face.{key}", **filled)


def several(key: str, n: int) -> str:
    """The text `<key>` for a number with which the language has the singular, `<key>s` for any other."""
    return said(key if is_single(f"culture_wars.face.{key}", n) else f"{key}s", n=n)
