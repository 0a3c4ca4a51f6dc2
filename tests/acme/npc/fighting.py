"""Competitions with NPCs, up to the end of the phase: persons pass everything they are not told to do."""

from __future__ import annotations

from typing import Any

from tests.acme.npc.positions import story
from tests.acme.story import Story

FIGHT = "carchemish"
HOMES = {"thebes": "egypt 1", "hattusha": "hittites 1"}
LAST = ("done", "pass", "nothing", "lose", "white", "cube", "disk", "none", "mina")


def arena(stacks: str, areas: dict[str, str] | None = None, *, area: str = FIGHT, **more: Any) -> Story:
    """A Competition Phase with a Competition for the area, beside what else is named."""
    return story({**HOMES, area: stacks, **(areas or {})}, phase="competition", **more)


def over(t: Story) -> Story:
    """To the end of the phase."""
    while t.table.pending is not None and t.state.phase == "competition":
        if t.is_window():
            t.silence()
            continue
        ask = t.ask()
        t.answer(ask.seat, next(o for o in LAST if o in ask.options))
    return t


def fought(stacks: str, areas: dict[str, str] | None = None, **more: Any) -> str:
    """What everybody is told of such a phase."""
    return over(arena(stacks, areas, **more)).told()


def ended(stacks: str, areas: dict[str, str] | None = None, **more: Any) -> str:
    """How the Competition for the area ended."""
    told = fought(stacks, areas, **more)
    head = f"{{area:{more.get('area', FIGHT)}}} after the Competition: "
    return told[told.index(head) + len(head) :].split("\n", 1)[0].rstrip(".")
