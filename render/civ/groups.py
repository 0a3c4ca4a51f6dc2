"""The five groups of advances: their colours and signs."""

from __future__ import annotations

from PIL import Image

from engine.civ.definitions import Group
from render.paint.chips import roundel
from render.paint.palette import INK, PAPER, Rgb, rgb

LOOKS: dict[Group, tuple[str, Rgb, Rgb]] = {
    "crafts": ("hammer", rgb("#d9792b"), INK),
    "sciences": ("scales", rgb("#2f7d4f"), PAPER),
    "arts": ("lyre", rgb("#2f6fc0"), PAPER),
    "civics": ("column", rgb("#a82824"), PAPER),
    "religion": ("altar", rgb("#ecc62c"), INK),
}


def badge(group: Group, unit: float) -> Image.Image:
    """Return the round sign of a group."""
    sign, ground, ink = LOOKS[group]
    return roundel(sign, ground, ink, unit, 26)


def tone(group: Group) -> Rgb:
    return LOOKS[group][1]
