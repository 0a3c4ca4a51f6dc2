"""The words of the screens: texts `culture_wars.face.<key>`."""

from __future__ import annotations

from typing import Any

from engine.core.text import is_single, words


def said(key: str, /, **filled: Any) -> str:
    """Return the text of a key, filled in."""
    return words(f"culture_wars.face.{key}", **filled)


def several(key: str, n: int) -> str:
    """Return the text `<key>` where the language uses the singular, `<key>s` for any other number."""
    return said(key if is_single(f"culture_wars.face.{key}", n) else f"{key}s", n=n)
