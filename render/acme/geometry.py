"""The shapes of the board, read from `data/acme/geometry.json.gz`.

The file is gzipped JSON. Coordinates are whole tenths of a board pixel; a ring or line is one flat list
`x, y, dx, dy, dx, dy, ...`: its first point, then the steps from point to point. A polygon is a list of open rings,
the outline first, then its holes; neighbours share the points of their border.
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from data import path

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, ...]
Source: TypeAlias = Mapping[str, Any]
T = TypeVar("T")

TENTHS = 10


@dataclass(frozen=True, slots=True)
class Polygon:
    """An outline with holes; rings are open: the first point is not repeated."""

    outline: Line
    holes: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the board: its middle, the size of its letters in pixels, its lines."""

    at: Point
    size: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Geometry:
    """The board in pixels of its full size. `slots`: places for stacks of disks; `markers`: for a Homeland Block."""

    width: int
    height: int
    disk: int
    areas: Mapping[str, tuple[Polygon, ...]]
    labels: Mapping[str, Label]
    centroids: Mapping[str, Point]
    markers: Mapping[str, Point]
    slots: Mapping[str, tuple[Point, ...]]
    out_of_play: Mapping[str, tuple[Polygon, ...]]
    lakes: Mapping[str, tuple[Polygon, ...]]
    rivers: Mapping[str, tuple[Line, ...]]


@cache
def load() -> Geometry:
    """Return the board's geometry; read once. OSError or KeyError if the file is missing or damaged."""
    source: Source = json.loads(gzip.decompress(path("acme", "geometry.json.gz").read_bytes()))
    areas: Source = source["areas"]
    return Geometry(
        width=source["width"],
        height=source["height"],
        disk=source["disk"],
        areas=freeze({area: polygons(entry["polygons"]) for area, entry in areas.items()}),
        labels=freeze({area: label(entry["label"]) for area, entry in areas.items()}),
        centroids=freeze({area: point(entry["centroid"]) for area, entry in areas.items()}),
        markers=freeze({area: point(entry["marker"]) for area, entry in areas.items()}),
        slots=freeze({area: tuple(map(point, entry["slots"])) for area, entry in areas.items()}),
        out_of_play=freeze({name: polygons(entry) for name, entry in source["out_of_play"].items()}),
        lakes=freeze({name: polygons(entry) for name, entry in source["lakes"].items()}),
        rivers=freeze({name: tuple(map(line, entry)) for name, entry in source["rivers"].items()}),
    )


def freeze(entries: dict[str, T]) -> Mapping[str, T]:
    return MappingProxyType(entries)


def polygons(entry: Sequence[Sequence[Sequence[int]]]) -> tuple[Polygon, ...]:
    return tuple(Polygon(line(outline), tuple(map(line, holes))) for outline, *holes in entry)


def line(steps: Sequence[int]) -> Line:
    """Return a flat list of steps in tenths as points in pixels."""
    return tuple(point(pair) for pair in zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True))


def point(pair: Sequence[int]) -> Point:
    return pair[0] / TENTHS, pair[1] / TENTHS


def label(entry: Source) -> Label:
    return Label(point(entry["at"]), entry["size"], tuple(entry["lines"]))
