"""Priorities that a scenario puts before the list: its NPCs guard their base first (Playbook, Sargon I)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.npc.placing.prospect import DiskGroup, Priority, Prospect, choose, standing, together
from engine.acme.questions.board import near

GARRISON = 4


def garrison(p: Prospect) -> list[DiskGroup]:
    """Fewer than 4 of its disks in its Home Area: it fills that up."""
    lacking = [p.home] if p.own(p.home) < GARRISON else []
    return choose(p, 101, lacking, amount=to_garrison)


def to_garrison(p: Prospect, area: str) -> int:
    """As many of the missing disks as there are."""
    return together(p, area, GARRISON)


def outnumber(p: Prospect) -> list[DiskGroup]:
    """Others next to its Home Area: it places there until it has more disks than all of them, or up to the limit."""
    pressed = [area for area in near(p.s, p.home) if 0 < opposing(p, area) >= p.own(area)]
    return choose(p, 102, pressed, lambda area: (standing(p, area),), majority)


def opposing(p: Prospect, area: str) -> int:
    """All disks of others in the area."""
    return sum(p.rivals(area).values())


def majority(p: Prospect, area: str) -> int:
    """One disk more than all others have there."""
    return together(p, area, opposing(p, area) + 1)


FIRST: Final[Mapping[str, tuple[Priority, ...]]] = {"sargon": (garrison, outnumber)}
