"""Boxes with smooth corners, and a line of text."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.paint.canvas import SUPER, shrink
from render.paint.fonts import font, width
from render.paint.palette import INK, Rgb


@lru_cache(maxsize=96)
def plate(w: int, h: int, radius: float, fill: Rgb, edge: Rgb | None = None, pen: float = 2) -> Image.Image:
    """Return a rounded box with smooth corners, with a border of `pen` pixels where an edge colour is given."""
    out = Image.new("RGBA", (w * SUPER, h * SUPER), (*(edge or fill), 0))
    d = ImageDraw.Draw(out)
    d.rounded_rectangle([0, 0, w * SUPER - 1, h * SUPER - 1], radius=radius * SUPER, fill=(*(edge or fill), 255))
    if edge:
        p = pen * SUPER
        inner = (p, p, w * SUPER - 1 - p, h * SUPER - 1 - p)
        d.rounded_rectangle(inner, radius=max(0, radius - pen) * SUPER, fill=(*fill, 255))
    return shrink(out)


def text(
    d: ImageDraw.ImageDraw, x: float, y: float, words: str, face: str, size: float, ink: Rgb = INK, anchor: str = "lm"
) -> float:
    """Write, and return the x where a text written from its left ends."""
    left, top = math.trunc(x), math.trunc(y)
    line = write_line(words, face, size, anchor, x - left, y - top)
    d.bitmap((left + line.x, top + line.y), line.mask, fill=ink)
    return x + width(words, face, size)


@dataclass(frozen=True, slots=True)
class PlateText:
    """A line of text as a mask, and the offset of its upper left corner from the point it is written at."""

    mask: Image.Image
    x: int
    y: int


@lru_cache(maxsize=1024)
def write_line(words: str, face: str, size: float, anchor: str, dx: float, dy: float) -> PlateText:
    """Return a line of text, `dx` and `dy` of a pixel to the right and below of a whole one."""
    letters = font(face, size)
    left, top, right, bottom = letters.getbbox(words, anchor=anchor)
    x, y = math.floor(left) - 1, math.floor(top) - 1
    mask = Image.new("L", (math.ceil(right) - x + 2, math.ceil(bottom) - y + 2), 0)
    ImageDraw.Draw(mask).text((dx - x, dy - y), words, font=letters, fill=255, anchor=anchor)
    return PlateText(mask, x, y)
