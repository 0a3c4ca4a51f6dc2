"""The one function that changes the disks of an area, on the table or in a copy."""

from __future__ import annotations

from engine.acme.state import State


def change_stack(s: State, faction: str, area: str, n: int) -> None:
    """Add that many disks of the Faction to the area, or remove them if negative; there must be enough."""
    holdings, here = s.holdings, s.disks.setdefault(area, {})
    before = here.get(faction, 0)
    holdings.change()
    if left := before + n:
        here[faction] = left
        if not before:
            holdings.come(faction, area, len(here))
        return
    if before:
        del here[faction]
        holdings.go(faction, area, len(here))
    if not here:
        del s.disks[area]


def recolour(s: State, old: str, new: str) -> None:
    """Make all disks of a Faction those of another, which has none yet."""
    for area in [*s.holdings.of(old)]:
        n = s.disks[area][old]
        change_stack(s, old, area, -n)
        change_stack(s, new, area, n)
