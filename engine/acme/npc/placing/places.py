"""Where disks go that a card places otherwise than one by one: the same priorities among the areas of the card."""

from __future__ import annotations

from collections.abc import Iterable

from engine.acme.npc.decision import Pick
from engine.acme.npc.placing.course import course, next_groups
from engine.acme.npc.placing.prospect import Group, Prospect, prospect
from engine.acme.state import State
from engine.core import text


def places(s: State, npc: str, n: int, areas: Iterable[str], *, each: int = 0) -> list[Pick]:
    """Where up to n disks go among these areas by priorities 1 to 28 and Method A: one pick for each disk.

    `each`: most disks in one area, beside the cap. Fewer picks than n where no priority fits the rest.
    """
    return [pick for group in course(_among(s, npc, n, areas, each)) for pick in picks(group)]


def equal_places(s: State, npc: str, n: int, areas: Iterable[str], *, each: int = 0) -> list[Pick]:
    """Where the next of n disks may go, equal by the priorities, the best by Method A first; none if nothing fits."""
    return [picks(group)[0] for group in next_groups(_among(s, npc, n, areas, each))]


def _among(s: State, npc: str, n: int, areas: Iterable[str], each: int) -> Prospect:
    p = prospect(s, npc, n, areas)
    p.each = each
    return p


def picks(group: Group) -> list[Pick]:
    """A pick for each disk of the group."""
    return [Pick(group.area, why(group))] * group.n


def why(group: Group) -> str:
    """`place.7:{area:judah}`."""
    return f"place.{group.number}:{text.area(group.area)}"
