"""The words of the screens: texts `acme.face.<key>`."""

from __future__ import annotations

from typing import Any

from engine.core.text import has_text, is_single, words


def team_name(team: str) -> str:
    """Return the name of a team; empty for no team."""
    return words(f"team.{team}") if team else ""


def said(key: str, /, **filled: Any) -> str:
    """Return the text of a key, filled in."""
    return words(f"acme.face.{key}", **filled)


def said_or(key: str, fallback: str, /, **filled: Any) -> str:
    """Return the text of a key if there is one, else the fallback."""
    return said(key if has_text(f"acme.face.{key}") else fallback, **filled)


def several(one: str, many: str, n: int, /, **filled: Any) -> str:
    """Return the text `one` for one thing, in French also for none, and `many` for any other number."""
    return said(one if is_single(f"acme.face.{one}", n) else many, n=n, **filled)


ROMAN = ("0", "I", "II", "III", "IV", "V", "VI")


def roman(n: int) -> str:
    """Return a small number in Roman numerals."""
    return ROMAN[n] if 0 <= n < len(ROMAN) else str(n)
