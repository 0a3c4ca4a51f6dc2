"""What is known of a thing, and what is our reconstruction, in words."""

from __future__ import annotations

from typing import Final

from engine.acme.presentation.said import said

SURE: Final = ("fact", "known")


def mark(known: str) -> str:
    """† where a text is our reconstruction."""
    return "" if known in SURE else said("rules.mark")


def known_line(known: str) -> str:
    """What is known of a thing, in a line."""
    return said("rules.sources", known=said(f"rules.known.{known}"))
