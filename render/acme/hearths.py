"""Homes and temples: on the printed place of an area, or in the row of its pieces where none is printed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.acme.facts.catalog import DEITIES
from render.acme import signs
from render.acme.base import Base
from render.acme.position import Position, ShownCiv
from render.board.signs import Put, Sign
from render.paint.canvas import Box

AWAKE = ("active",)
WIDE, HIGH = 18, 17  # half the width and half the height of a temple, in units


def hearths(position: Position, area: str) -> list[tuple[str, Sign]]:
    """Return the homes and temples in an area, each with its civilization."""
    if not area:
        return []
    homes = [(civ.slug, home(civ)) for civ in position.civs.values() if civ.home == area]
    return homes + [(civ.slug, temple(civ)) for civ in position.civs.values() if civ.temple == area]


def printed(base: Base, position: Position, area: str) -> Iterator[Put]:
    """Yield the home or temple on the printed place of an area."""
    unit, spot = base.cam.unit, base.places[area].home
    if spot:
        for civ, sign in hearths(position, area):
            yield Put(sign, unit, spot[0], spot[1] - unit, on(area), civ)


def on(area: str) -> str:
    """Return the id of the shape of an area."""
    return f"area:{area}"


def printed_boxes(base: Base, position: Position) -> list[Box]:
    """Return the boxes of homes and temples on printed places."""
    unit, spots = base.cam.unit, [(base.places[area].home, area) for area in base.places]
    found = [spot for spot, area in spots if spot and hearths(position, area)]
    return [(x - WIDE * unit, y - HIGH * unit, x + WIDE * unit, y + HIGH * unit) for x, y in found]


def unprinted(base: Base, position: Position, area: str) -> list[tuple[str, Sign]]:
    """Return homes and temples to be drawn among the pieces of an area without a printed place."""
    return [] if base.places[area].home else hearths(position, area)


def home(civ: ShownCiv) -> Sign:
    """Return the home of a civilization; with a Deity a temple, grey while the Deity has no effect (ACME §12)."""
    if not civ.deity or civ.temple or civ.deity_state == "away":
        return signs.home(civ.colour)
    return temple(civ)


def temple(civ: ShownCiv) -> Sign:
    """Return a temple with the sign of the Deity, grey while it has no effect."""
    return signs.temple(civ.colour, DEITIES[civ.deity].picture, awake=civ.deity_state in AWAKE)
