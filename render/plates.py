"""Boxes with smooth corners, and a line of text."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import SUPER, shrink
from render.fonts import font, width
from render.palette import INK, Rgb


@lru_cache(maxsize=96)
def plate(w: int, h: int, radius: float, fill: Rgb, edge: Rgb | None = None, pen: float = 2) -> Image.Image:
    """A rounded box with smooth corners, with a border of `pen` pixels where an edge colour is given."""
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
    d.text((x, y), words, font=font(face, size), fill=ink, anchor=anchor)
    return x + width(words, face, size)
