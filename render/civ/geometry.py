"""The shapes of the board of Advanced Civilization, read from `data/civ/geometry.json.gz` and checked once.

The file is gzipped JSON. Coordinates are whole tenths of a board unit; a ring or line is one flat list
`x, y, dx, dy, dx, dy, ...`: its first point, then the steps from point to point. A polygon is a list of open rings, the
outline first, then its holes; neighbours share the points of their border.
"""

from __future__ import annotations

import gzip
from functools import cache
from itertools import accumulate
from typing import TypeAlias

import msgspec

from data import path
from engine.core.decoding import decoder
from render.paint.canvas import Point

Flat: TypeAlias = list[int]
Polygons: TypeAlias = list[list[Flat]]

TENTHS = 10


class BoardFact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what the file holds: nothing is read that no field is for."""


class PrintedName(BoardFact, frozen=True):
    """A name on a printed board: its middle, its size and its lines."""

    at: tuple[int, int]
    size: int
    lines: list[str]


class AreaShape(BoardFact, frozen=True):
    """An area or an open sea. `ships`: where they are, by coast; `pitch`: the distance between tokens."""

    polygons: Polygons
    label: PrintedName
    tokens: list[tuple[int, int]]
    ships: dict[str, tuple[int, int]]
    limit: tuple[int, int] | None = None
    city: tuple[int, int] | None = None
    pitch: int | None = None


class Lane(BoardFact, frozen=True, rename={"start": "from", "end": "to"}):
    """A link by sea that no shared border can show."""

    between: tuple[str, str]
    start: tuple[int, int]
    end: tuple[int, int]


class Shapes(BoardFact, frozen=True):
    """The whole file."""

    width: int
    height: int
    disk: int
    areas: dict[str, AreaShape]
    waters: dict[str, dict[str, Polygons]]
    out: dict[str, Polygons]
    rivers: dict[str, list[Flat]]
    plains: dict[str, Polygons]
    volcanoes: dict[str, tuple[int, int]]
    lanes: list[Lane]


@cache
def shapes() -> Shapes:
    """Return the shapes; read once. OSError if the file is missing, msgspec.ValidationError if it says something
    else.
    """
    raw = gzip.decompress(path("civ", "geometry.json.gz").read_bytes())
    return decoder(Shapes).json(raw)


def line(steps: Flat) -> list[Point]:
    """Return a flat list of steps in tenths as points in board units."""
    return [point(pair) for pair in zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True)]


def point(pair: tuple[int, int]) -> Point:
    return pair[0] / TENTHS, pair[1] / TENTHS


def outer(polygons: Polygons) -> list[list[Point]]:
    """Return the outlines of polygons."""
    return [line(rings[0]) for rings in polygons]


def inner(polygons: Polygons) -> list[list[Point]]:
    """Return the rings cut out of polygons."""
    return [line(ring) for rings in polygons for ring in rings[1:]]
