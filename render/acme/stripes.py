"""The band of a contested area: dashes in alarm red and paper along its border, however the border runs; around the
pieces where they hide the whole area."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from render.acme.base import BAND, Base
from render.acme.board import outlines
from render.board.cutouts import SS, Cutout
from render.paint.canvas import Point, shrink
from render.paint.palette import ALARM, PAPER

DASH = 6.5  # length of a dash, in units


def striped(base: Base, area: str) -> Cutout:
    """The stripes in the band of an area."""
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
    """The same dashes along a box of so many pixels."""
    pen = round(2 * BAND * unit)
    tile = Image.new("RGBA", ((wide + pen) * SS, (high + pen) * SS), (*PAPER, 0))
    draw, edge = ImageDraw.Draw(tile), pen * SS / 2
    right, bottom = edge + wide * SS, edge + high * SS
    line = [(edge, edge), (right, edge), (right, bottom), (edge, bottom), (edge, edge)]
    draw.line([*line, line[1]], fill=(*PAPER, 255), width=pen * SS, joint="curve")
    for dash in dashes(line, DASH * unit * SS):
        draw.line(dash, fill=(*ALARM, 255), width=pen * SS, joint="curve")
    return shrink(tile, SS)


def dashes(line: list[Point], length: float) -> Iterator[list[Point]]:
    """Every second stretch of that length along the line; the length is adapted so that a closed line closes well."""
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
