"""The facts of growth: where the disks come from, and what a placement changes."""

from __future__ import annotations

from typing import Final

from engine.acme.presentation.names import NAMES
from engine.acme.presentation.said import said
from engine.acme.view import AcmeView
from engine.core.presentation import Scene

FIRST: Final = ("setup.deploy", "gilgamesh.deploy")
PLACING: Final = ("growth.deploy", *FIRST)


def placing_facts(scene: Scene[AcmeView]) -> str:
    """Return where the disks come from: `4 Plains Settlements, 1 Fertile. Supply 31 → 24.`

    In the first placements, what is on the board already.
    """
    if scene.step in FIRST:
        return in_place(scene)
    return " ".join(part for part in (growth_sources(scene), supply(scene)) if part)


def in_place(scene: Scene[AcmeView]) -> str:
    """Return what the rules have placed for a new civilization: `In place: Thrace 2, Ilium 2` (ACME §4.3)."""
    view = scene.before
    there = [(area, n) for area, facts in view.areas.items() if (n := facts.disks.get(scene.seat, 0))]
    named = ", ".join(f"{NAMES.name('area', area)} {n}" for area, n in there)
    return said("growth.in_place", stacks=named) if named else ""


def growth_sources(scene: Scene[AcmeView]) -> str:
    """Return where the disks come from; empty if the sources do not add up to the number that is placed.

    They do not if disks were traded or came from elsewhere.
    """
    view = scene.before
    each = view.growth
    if not each or scene.whole != sum(each.values()):
        return ""
    return said("growth.sources", sources=", ".join(source(name, n) for name, n in each.items()))


def source(name: str, n: int) -> str:
    """Return a source of disks with its number: `4 Plains Settlements`."""
    return said(f"growth.source.{name}{'' if n == 1 else '_more'}", n=n)


def supply(scene: Scene[AcmeView]) -> str:
    """Return how the Supply changes: `Supply 31 → 24.`"""
    before, after = (view.civ(scene.seat).supply for view in (scene.before, scene.view))
    return said("growth.supply", before=before, after=after) if before != after else ""


def placed_facts(scene: Scene[AcmeView]) -> str:
    """Return what a placement changes: `Cities 1 → 3. Next growth as things stand: 9.`

    Empty as long as nothing is placed.
    """
    if scene.step not in PLACING or not scene.plan:
        return ""
    before, after = (view.civ(scene.seat).cities for view in (scene.before, scene.view))
    lines = [said("growth.cities", before=before, after=after)] if before != after else []
    following = sum((scene.view.growth or {}).values())
    lines += [said("growth.next", n=following)] if following else []
    return " ".join(lines)
