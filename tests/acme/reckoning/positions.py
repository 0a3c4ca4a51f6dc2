"""Positions for the stories of Reckoning: two peoples on the full map unless a story says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from engine.core.toml import write
from tests.acme.story import Story

PLAIN = [42, 44, 46, 48, 50, 52, 54, 56, 58, 62, 64, 66]
Civs: TypeAlias = Mapping[str, Mapping[str, Any]]
HOMES = {"egypt": "thebes", "hittites": "hattusha", "babylon": "babylon", "sumer": "sumer"}


def position(
    civs: Civs | None = None,
    areas: Mapping[str, str] | None = None,
    **top: Any,
) -> str:
    """A position in Reckoning, turn 1, Epoch I; `civs` adds to Egypt and the Hittites, or names others."""
    named = dict(civs or {})
    if set(named) < {"egypt", "hittites"}:
        named = {"egypt": {}, "hittites": {}} | named
    tables = {name: {"home": HOMES[name], **more} if name in HOMES else more for name, more in named.items()}
    frame = {"phase": "reckoning", "deck": PLAIN, **top}
    frame["order"] = frame.get("order", list(tables))
    return write({**frame, "civs": tables, "areas": dict(areas or {"thebes": "egypt 1", "hattusha": "hittites 1"})})


def story(civs: Civs | None = None, areas: Mapping[str, str] | None = None, **top: Any) -> Story:
    """A story from such a position."""
    return Story(position(civs, areas, **top))
