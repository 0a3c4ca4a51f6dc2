"""The board of a game as data, for readers that draw it themselves: a base map, shapes on it, sprites and marks.

A chart is made from a view alone. Its layers, from below: the base map, the light of changed shapes, bands and stripes
along the inside of borders, marks in their order, names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from render.board.base_store import state
from render.paint.style import current_style

Point = tuple[int, int]
DIGEST = 10  # bytes of a key


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of the board that can be pointed at. It changes only with the base map.

    `d` is an SVG path in whole pixels of the base map; `label` and `stack`, the middle of its name and of its pieces,
    are inside. `within`: the shape that is meant where this one is not asked about.
    """

    id: str
    """Such as `area:babylon`, `sea:ionian`, `harbour:rome`, `square:c3`, `tile:8`, `place:n1`."""
    kind: str
    """area, sea, harbour, square, tile or place."""
    d: str
    label: Point
    stack: Point
    within: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece or a sign on the board: on which shape, its left upper pixel and its size on the base map, whose it is,
    and how many pieces it stands for (0: none).
    """

    on: str
    sprite: str
    x: int
    y: int
    w: int
    h: int
    owner: str
    n: int
    kind: str


@dataclass(frozen=True, slots=True)
class BandPattern:
    """A sprite that is laid side by side along a band, and the size of each on the base map."""

    sprite: str
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The board of a view. `bands`, `patterns`, `changed`, `contested` and `bordered` name shapes."""

    size: tuple[int, int]
    base: str
    """The key of the base map, its names and its shapes. It changes only with map, language and style."""
    sprites: str
    """The key of all sprites. It changes only with the palette, and with another version."""
    unit: float
    """Pixels of a unit of pieces, by which lines are wide."""
    band: tuple[float, float]
    """Between how many units from the border a band is."""
    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...]
    bands: Mapping[str, str]
    """The CSS colour of the holder. If there are two, the second is that of a line in the middle of the band."""
    changed: frozenset[str] = frozenset()
    contested: frozenset[str] = frozenset()
    bordered: frozenset[str] = frozenset()
    """Where an old border is marked: dashes inside the band."""
    patterns: Mapping[str, BandPattern] = field(default_factory=dict)
    """What tells bands apart in the palette `high`, in which everything else is black and white too; empty in
    others.
    """


def key(*what: object) -> str:
    """Return a key of anything with a distinct `repr`, which is another one in another version of the pictures."""
    return hashlib.blake2b(repr((state(), what)).encode(), digest_size=DIGEST).hexdigest()


def sprites_key(game: str) -> str:
    """Return the key of the sprites of a game in the palette being drawn in."""
    return key("sprites", game, current_style().palette)
