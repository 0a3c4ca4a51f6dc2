"""What has an emoji in Advanced Civilization: advances in the colours of groups, money, nations, calamities, pieces."""

from __future__ import annotations

from collections.abc import Iterator

from engine.civ.catalog import ADVANCES, NATIONS, PILES
from render.civ.groups import LOOKS as GROUPS
from render.civ.money import LOOKS as MONEY
from render.paint.palette import ALARM, INK, PARCHMENT, mix
from render.paint.tiles import Tile, Tiled, glyphs, tiles


def emojis() -> Iterator[Tiled]:
    """Yield them."""
    signs = glyphs("civ", "advance")
    for advance in (one for deck in ADVANCES.values() for one in deck.values()):
        _, ground, ink = GROUPS[advance.groups[0]]
        yield "advance", advance.id, Tile(signs[advance.id], ground, ink)
    for pile in PILES:
        yield "money", pile.id, Tile(*MONEY[pile.id])
    for nation in NATIONS.values():
        yield "civ", nation.id, Tile(nation.letter, paint=nation.paint, round=True)
    yield from tiles("civ", "calamity", Tile("", mix(ALARM, INK, 0.3)))
    yield from tiles("civ", "piece", Tile("", PARCHMENT, INK, round=True))
