"""The pieces and marks of a game with their meaning: a sign and a line of words for each."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageDraw

from render.paint.canvas import stamp
from render.paint.palette import PARCHMENT
from render.paint.picture import Picture, finish
from render.paint.plates import text

WIDTH, TOP, BELOW = 1000, 110, 20
TITLE = 40


def list_signs(title: str, signs: Mapping[str, Image.Image], said: Mapping[str, str], row: int, size: int) -> Picture:
    """Return the signs one below the other, each `row` pixels high, with its words in letters of that size."""
    picture = Image.new("RGB", (WIDTH, TOP + row * len(signs) + BELOW), PARCHMENT)
    d = ImageDraw.Draw(picture)
    text(d, 40, 56, title, "title", TITLE)
    for i, (key, sprite) in enumerate(signs.items()):
        y = TOP + row * i + row / 2
        stamp(picture, sprite, 110, y)
        text(d, 220, y, said[key], "text", size)
    return finish(picture, " ".join([title + ".", *(f"{said[key]}." for key in signs)]))
