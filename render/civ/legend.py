"""What the signs of the board mean."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.civ.catalog import NATIONS
from render import chips
from render.civ import pieces
from render.civ.stacks import fight
from render.civ.terrain import CRATER, LAVA, OUT, PLAIN
from render.civ.words import words
from render.legend import listed
from render.palette import GAIN, LINE
from render.picture import Picture
from render.plates import plate

ROW, SIZE = 84, 30  # pixels of a line and of its letters


def legend() -> Picture:
    """The pieces and marks with their meaning."""
    said = words("legend")
    return listed(said["title"], sprites(), said, ROW, SIZE)


def sprites() -> dict[str, Image.Image]:
    """A sprite for each line."""
    babylon, egypt, africa = (NATIONS[name] for name in ("babylon", "egypt", "africa"))
    return {
        "tokens": pieces.tokens(babylon.paint, babylon.letter, 3, 2.0),
        "over": pieces.tokens(babylon.paint, babylon.letter, 5, 2.0, over=True),
        "city": pieces.city(egypt.paint, egypt.letter, 1.9),
        "neutral": pieces.tokens("black", "", 4, 2.0),
        "ship": pieces.ship(africa.paint, africa.letter, 1.9),
        "limit": pieces.limit(3, 2.4),
        "black": pieces.site("black", 2.4),
        "white": pieces.site("white", 2.4),
        "plain": plate(84, 52, 8, PLAIN, LINE, 2),
        "volcano": volcano(),
        "conflict": fight(1.9),
        "change": chips.chip("+2", GAIN, 2.2),
        "out": plate(84, 52, 8, OUT, LINE, 2),
    }


def volcano() -> Image.Image:
    """The sign of a volcano."""
    out = Image.new("RGBA", (80, 70), (0, 0, 0, 0))
    d = ImageDraw.Draw(out)
    d.polygon([(8, 66), (30, 22), (50, 22), (72, 66)], fill=(*LAVA, 255))
    d.polygon([(30, 22), (40, 44), (50, 22)], fill=(*CRATER, 255))
    d.ellipse([32, 4, 48, 22], fill=(*CRATER, 255))
    return out
