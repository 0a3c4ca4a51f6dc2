"""The mark of an old border: yellow dashes inside the control band, in sight whoever holds the area."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageChops, ImageDraw

from render.acme.base import BAND, Base
from render.acme.board import outlines
from render.acme.stripes import dashes
from render.board.cutouts import SS, Cutout
from render.paint.canvas import filled, grown, layered, shrink, tint, traced
from render.paint.palette import INK, PAINTS

DASH = 12.0  # length of a dash and of the gap after it, in units
INNER = BAND + 4.2  # how far from the border the dashes reach, in units
RIM = 1.1  # width of the ink around a dash, in units


def dashed(base: Base, area: str) -> Cutout:
    """The dashes of an area, each with a rim, between two depths inside the border."""
    fill, unit = base.fills[area], base.cam.unit * SS
    size = (fill.image.width * SS, fill.image.height * SS)
    rings = [[(x - fill.x * SS, y - fill.y * SS) for x, y in base.cam.ring(ring, SS)] for ring in outlines(area)]
    core = Image.new("L", size, 0)
    draw = ImageDraw.Draw(core)
    for ring in rings:
        for dash in dashes([*ring, ring[0]], DASH * unit):
            draw.line(dash, fill=255, width=round(2 * INNER * unit), joint="curve")
    inside = filled(size, rings)
    core = ImageChops.subtract(ImageChops.multiply(core, inside), traced(size, rings, 2 * (BAND + RIM) * unit))
    rim = ImageChops.multiply(grown(core, round(RIM * unit)), inside)
    return replace(fill, image=shrink(layered(tint(rim, INK), tint(core, PAINTS["yellow"].fill)), SS))
