"""The words of the presentation: texts `culture_wars.face.<key>`."""

from __future__ import annotations

from typing import Any

from engine.core.text import words


def said(key: str, **filled: Any) -> str:
    """The text of that key, filled in."""
    return words(f"culture_wars.face.{key}", **filled)


def several(key: str, n: int) -> str:
    """The text `<key>` for one thing, `<key>s` for any other number."""
    return said(key if n == 1 else f"{key}s", n=n)
