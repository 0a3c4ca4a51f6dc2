"""What the signs of the board mean."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render import chips
from render.canvas import stamp
from render.culture_wars import pieces
from render.culture_wars.ground import INNER, OUTER, TILE, TILE_EDGE
from render.culture_wars.panel import words
from render.palette import ALARM, GAIN, INK, PARCHMENT
from render.picture import Picture, finished
from render.plates import plate, text

WIDTH, ROW, TOP = 1000, 92, 110


def legend() -> Picture:
    """The pieces and marks with their meaning."""
    said = words()["legend"]
    signs = sprites()
    picture = Image.new("RGB", (WIDTH, TOP + ROW * len(signs) + 20), PARCHMENT)
    d = ImageDraw.Draw(picture)
    text(d, 40, 56, said["title"], "title", 40)
    for i, (key, sprite) in enumerate(signs.items()):
        y = TOP + ROW * i + ROW / 2
        stamp(picture, sprite, 110, y)
        text(d, 220, y, said[key], "text", 28)
    return finished(picture, " ".join([said["title"] + ".", *(f"{said[key]}." for key in signs)]))


def sprites() -> dict[str, Image.Image]:
    """A sprite for each line."""
    fought = Image.new("RGBA", (76, 76), (*TILE, 255))
    fought.alpha_composite(pieces.warning(76))
    return {
        "people": pieces.people("suns", 3, 40),
        "coin": pieces.coin("4", 64),
        "suit": pieces.suit_coin("moons", 64),
        "settlement": pieces.settlement("crowns", 1.5),
        "support": chips.chip("7/5", INK, 1.7),
        "short": chips.chip("4/5", ALARM, 1.7),
        "conflict": fought,
        "change": chips.chip("+2", GAIN, 1.7),
        "outer": plate(84, 56, 8, OUTER, TILE_EDGE, 2),
        "inner": plate(84, 56, 8, INNER, TILE_EDGE, 2),
    }
