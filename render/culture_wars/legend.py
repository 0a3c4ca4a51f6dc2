"""What the signs of the board mean."""

from __future__ import annotations

from PIL import Image

from render.board.legend import listed
from render.culture_wars import pieces
from render.culture_wars.ground import INNER, OUTER, TILE, TILE_EDGE
from render.culture_wars.panel import words
from render.paint import chips
from render.paint.palette import ALARM, GAIN, INK
from render.paint.picture import Picture
from render.paint.plates import plate

ROW, SIZE = 92, 28  # pixels of a line and of its letters


def legend() -> Picture:
    """The pieces and marks with their meaning."""
    said = words()["legend"]
    return listed(said["title"], sprites(), said, ROW, SIZE)


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
