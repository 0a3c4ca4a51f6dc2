"""What has an emoji in Culture Wars: the cultures in their colours, and pieces."""

from __future__ import annotations

from collections.abc import Iterator

from render.culture_wars.pieces import COLOURS
from render.culture_wars.position import SIGNS
from render.paint.palette import INK, PARCHMENT
from render.paint.tiles import Tile, Tiled, tiles


def emojis() -> Iterator[Tiled]:
    """Yield them."""
    for suit, sign in SIGNS.items():
        yield "civ", suit, Tile(sign, paint=COLOURS[suit], round=True)
    yield from tiles("culture_wars", "piece", Tile("", PARCHMENT, INK, round=True))
