"""What has an emoji in ACME: cards in the colour of their class, Deities, civilizations, tracks, pieces."""

from __future__ import annotations

from collections.abc import Iterator

from engine.acme.facts.catalog import CARDS, DEITIES
from render.acme.blanks import KINDS
from render.paint.palette import BRONZE, GOLD, INK, PARCHMENT, mix
from render.paint.tiles import Tile, Tiled, tiles


def emojis() -> Iterator[Tiled]:
    """Yield them. A civilization has the colour that it is given at each table, so its emoji has none."""
    for card in CARDS.values():
        yield "card", str(card.number), Tile(card.picture, KINDS[card.classes[0]].colour)
    for deity in DEITIES.values():
        yield "deity", deity.id, Tile(deity.picture, GOLD, INK, round=True)
    yield from tiles("acme", "civ", Tile("", mix(BRONZE, INK, 0.2), round=True))
    yield from tiles("acme", "track", Tile("", GOLD, INK, round=True))
    yield from tiles("acme", "piece", Tile("", PARCHMENT, INK, round=True))
