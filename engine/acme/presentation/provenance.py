"""Says in words whether a thing is known from the rules or our reconstruction."""

from __future__ import annotations

from typing import Final

from engine.acme.presentation.said import said

SURE: Final = ("fact", "known")


def mark(known: str) -> str:
    """Return † if a text is our reconstruction."""
    return "" if known in SURE else said("rules.mark")


def known_line(known: str) -> str:
    """Return one line that says where a text comes from."""
    return said("rules.sources", known=said(f"rules.known.{known}"))
