"""A row of words of which one is the present: phases, turns."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.paint.canvas import stamp
from render.paint.fonts import width
from render.paint.palette import GOLD, INK, NIGHT, PAPER, mix
from render.paint.plates import plate, text
from render.paint.style import sharp

SOFT = mix(NIGHT, PAPER, 0.75)
AHEAD, PAST = mix(NIGHT, PAPER, 0.6), mix(NIGHT, PAPER, 0.42)


def step_width(name: str, face: str) -> int:
    return max(34, round(width(name, face, 22) + 20))


def steps(picture: Image.Image, x: float, y: float, title: str, names: list[str], now: int, face: str) -> float:
    """Return a row of words, the present one on gold, past ones dim; returns where it ends."""
    d = ImageDraw.Draw(picture)
    if title:
        x = text(d, x, y, title, "text", 22, SOFT) + 9
    for i, name in enumerate(names):
        wide = step_width(name, face)
        if i == now:
            stamp(picture, plate(wide, 38, 8, GOLD), x + wide / 2, y)
        tone = INK if i == now else SOFT if sharp() else PAST if i < now else AHEAD
        text(d, x + wide / 2, y, name, face, 22, tone, "mm")
        x += wide + 2
    return x
