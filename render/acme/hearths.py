"""Homes and temples: on the printed place of an area, or in the row of its pieces where none is printed."""

from __future__ import annotations

from PIL import Image

from engine.acme.facts.catalog import DEITIES
from render.acme import temples
from render.acme.base import Base
from render.acme.position import Position, ShownCiv
from render.paint.canvas import Box, stamp

AWAKE = ("active",)
WIDE, HIGH = 18, 17  # half the width and half the height of a temple, in units


def hearth_sprites(position: Position, area: str, unit: float) -> list[Image.Image]:
    """Return the sprites of the homes and temples in an area."""
    if not area:
        return []
    homes = [home_sprite(civ, unit) for civ in position.civs.values() if civ.home == area]
    return homes + [temple_sprite(civ, unit) for civ in position.civs.values() if civ.temple == area]


def draw_printed(picture: Image.Image, base: Base, position: Position, area: str) -> None:
    """Draw the home or temple on the printed place of an area."""
    unit, spot = base.cam.unit, base.places[area].home
    if spot:
        for sprite in hearth_sprites(position, area, unit):
            stamp(picture, sprite, spot[0], spot[1] - unit)


def printed_boxes(base: Base, position: Position) -> list[Box]:
    """Return the boxes of homes and temples on printed places."""
    unit, spots = base.cam.unit, [(base.places[area].home, area) for area in base.places]
    found = [spot for spot, area in spots if spot and hearth_sprites(position, area, unit)]
    return [(x - WIDE * unit, y - HIGH * unit, x + WIDE * unit, y + HIGH * unit) for x, y in found]


def unprinted_sprites(base: Base, position: Position, area: str, unit: float) -> list[Image.Image]:
    """Return homes and temples to be drawn among the pieces of an area without a printed place."""
    return [] if base.places[area].home else hearth_sprites(position, area, unit)


def home_sprite(civ: ShownCiv, unit: float) -> Image.Image:
    """Return the home of a civilization; with a Deity a temple, grey while the Deity has no effect (ACME §12)."""
    if not civ.deity or civ.temple or civ.deity_state == "away":
        return temples.home(civ.colour, unit)
    return temple_sprite(civ, unit)


def temple_sprite(civ: ShownCiv, unit: float) -> Image.Image:
    """Return a temple with the sign of the Deity, grey while it has no effect."""
    return temples.temple(civ.colour, DEITIES[civ.deity].picture, unit, awake=civ.deity_state in AWAKE)
