"""Dashes along the borders of areas, however these run: in alarm red and paper where an area is contested, around its
pieces where they hide all of it, and in yellow inside the control band where an old border is marked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from render.acme.base import BAND, Base
from render.acme.board import outlines
from render.board.cutouts import SS, Cutout
from render.paint.canvas import Point, dilate, fill_rings, shrink, stack_layers, tint, trace_rings
from render.paint.palette import ALARM, INK, PAINTS, PAPER

DASH = 6.5  # length of a dash, in units
LONG_DASH = 12.0  # of an old border, with a gap of the same length
INNER = BAND + 4.2  # how far from the border the dashes reach, in units
RIM = 1.1  # width of the ink around a dash, in units


def stripes_of(base: Base, area: str) -> Cutout:
    """Return the stripes in the band of an area."""
    band, unit = base.bands[area], base.cam.unit * SS
    tile = Image.new("RGB", (band.image.width * SS, band.image.height * SS), PAPER)
    draw, pen = ImageDraw.Draw(tile), round((2 * BAND + 1) * unit)
    for ring in outlines(area):
        points = [(x - band.x * SS, y - band.y * SS) for x, y in base.cam.ring(ring, SS)]
        for dash in dashes([*points, points[0]], DASH * unit):
            draw.line(dash, fill=ALARM, width=pen, joint="curve")
    tile = shrink(tile, SS)
    tile.putalpha(band.image)
    return replace(band, image=tile)


@lru_cache(maxsize=16)
def frame(wide: int, high: int, unit: float) -> Image.Image:
    """Return dashes along a box of that many pixels."""
    pen = round(2 * BAND * unit)
    tile = Image.new("RGBA", ((wide + pen) * SS, (high + pen) * SS), (*PAPER, 0))
    draw, edge = ImageDraw.Draw(tile), pen * SS / 2
    right, bottom = edge + wide * SS, edge + high * SS
    line = [(edge, edge), (right, edge), (right, bottom), (edge, bottom), (edge, edge)]
    draw.line([*line, line[1]], fill=(*PAPER, 255), width=pen * SS, joint="curve")
    for dash in dashes(line, DASH * unit * SS):
        draw.line(dash, fill=(*ALARM, 255), width=pen * SS, joint="curve")
    return shrink(tile, SS)


def dashes_of(base: Base, area: str) -> Cutout:
    """Return the mark of an old border, visible whoever holds the area: dashes with a rim, between two depths
    inside.
    """
    fill, unit = base.fills[area], base.cam.unit * SS
    size = (fill.image.width * SS, fill.image.height * SS)
    rings = [[(x - fill.x * SS, y - fill.y * SS) for x, y in base.cam.ring(ring, SS)] for ring in outlines(area)]
    core = Image.new("L", size, 0)
    draw = ImageDraw.Draw(core)
    for ring in rings:
        for dash in dashes([*ring, ring[0]], LONG_DASH * unit):
            draw.line(dash, fill=255, width=round(2 * INNER * unit), joint="curve")
    inside = fill_rings(size, rings)
    core = ImageChops.subtract(ImageChops.multiply(core, inside), trace_rings(size, rings, 2 * (BAND + RIM) * unit))
    rim = ImageChops.multiply(dilate(core, round(RIM * unit)), inside)
    return replace(fill, image=shrink(stack_layers(tint(rim, INK), tint(core, PAINTS["yellow"].fill)), SS))


def dashes(line: list[Point], length: float) -> Iterator[list[Point]]:
    """Yield every second stretch of that length along the line; the length is adapted so that a closed line closes
    well.
    """
    whole = sum(math.dist(a, b) for a, b in pairwise(line))
    step = whole / max(2, 2 * round(whole / length / 2))
    inked, left, dash = True, step, [line[0]]
    for a, b in pairwise(line):
        start, span = a, math.dist(a, b)
        while span > left:
            share = left / span
            start = (start[0] + (b[0] - start[0]) * share, start[1] + (b[1] - start[1]) * share)
            if inked:
                yield [*dash, start]
            inked, dash, span, left = not inked, [start], span - left, step
        left -= span
        dash.append(b)
    if inked and len(dash) > 1:
        yield dash
