"""Says of areas what a public view of ACME holds: stacks, Cities, what is Contested."""

from __future__ import annotations

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.presentation.names import names_of
from engine.acme.view import AcmeView


def is_city(area: str, disks: int) -> bool:
    """Return whether a stack of that size in that area is a City (ACME §1)."""
    return AREAS[area].holds_cities and disks >= RULES.city_disks


def is_settlement(area: str, disks: int) -> bool:
    """Return whether a stack of that size in that area is a Settlement (ACME §1)."""
    return AREAS[area].holds_cities and disks == RULES.settlement_disks


def contested(view: AcmeView) -> list[str]:
    """Return the Contested areas in the order of the Competitions (ACME §9.1)."""
    return sorted((a for a, there in view.areas.items() if there.contested), key=lambda a: AREAS[a].order)


def stacks_by_size(view: AcmeView, area: str) -> list[tuple[str, int]]:
    """Return the Factions of an area with their disks: the largest first, then by Turn Order, Barbarians last."""
    rank = {slug: i for i, slug in enumerate(view.order)}
    there = [(faction, n) for faction, n in view.areas[area].disks.items() if n]
    return sorted(there, key=lambda stack: (-stack[1], rank.get(stack[0], len(rank)), stack[0]))


def stacks(view: AcmeView, area: str) -> str:
    """Return the stacks of an area: `Egypt 4, Babylon 3`."""
    return ", ".join(f"{names_of(view).name('civ', faction)} {n}" for faction, n in stacks_by_size(view, area))
