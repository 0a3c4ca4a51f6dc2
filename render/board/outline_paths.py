"""Outlines on a base map as SVG paths, and points inside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from render.paint.canvas import Point

Rings = Sequence[Sequence[Point]]
Points = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.int64]
Pixel = tuple[int, int]
STRAY = 0.7  # pixels that an outline may be away from the printed one
CORNERS = 3  # that a ring needs
MARGIN = 5  # pixels of the square that has to fit around a point inside, where there is room


def path(rings: Rings, stray: float = STRAY) -> str:
    """Return closed rings as an SVG path: whole pixels, relative steps, without the points that hardly change it.

    `stray`: how many pixels the path may be away from the rings.
    """
    return "".join(_ring(ring, stray) for ring in rings)


def _ring(ring: Sequence[Point], stray: float) -> str:
    """One ring; empty if less than a triangle is left of it."""
    points = list(dict.fromkeys((round(x), round(y)) for x, y in simplified(ring, stray)))
    if len(points) < CORNERS:
        return ""
    steps = [(x - a, y - b) for (a, b), (x, y) in pairwise(points)]
    return f"M{_pair(*points[0])}l{_joined(steps)}z"


def _joined(steps: Sequence[Pixel]) -> str:
    """Steps as short as SVG allows: a minus sign separates too."""
    out = ""
    for step in steps:
        told = _pair(*step)
        out += told if not out or told[0] == "-" else f" {told}"
    return out


def _pair(x: int, y: int) -> str:
    return f"{x}{y}" if y < 0 else f"{x} {y}"


def simplified(ring: Sequence[Point], stray: float = STRAY) -> list[Point]:
    """Return a ring without the points that are no farther from the line between those that stay."""
    points = np.asarray([*ring, ring[0]], dtype=np.float64)
    far, last = int(np.hypot(*(points - points[0]).T).argmax()), len(points) - 1
    kept = {0, far, *_bends(points, 0, far, stray), *_bends(points, far, last, stray)} - {last}
    return [(float(points[i, 0]), float(points[i, 1])) for i in sorted(kept)]


def _bends(points: Points, first: int, last: int, stray: float) -> set[int]:
    """The point farthest from the line between two, and on at both its sides, until all are near."""
    found, todo = set[int](), [(first, last)]
    while todo:
        a, b = todo.pop()
        if b - a > 1:
            away = _away(points[a + 1 : b], points[a], points[b])
            at = a + 1 + int(away.argmax())
            if away[at - a - 1] > stray:
                found.add(at)
                todo += [(a, at), (at, b)]
    return found


def _away(points: Points, start: Points, end: Points) -> Points:
    """How far points are from the line between two."""
    (dx, dy), off = end - start, points - start
    long = float(np.hypot(dx, dy))
    away: Points = np.abs(off[:, 0] * dy - off[:, 1] * dx) / long if long else np.hypot(off[:, 0], off[:, 1])
    return away


def inside(size: Pixel, outlines: Rings, holes: Rings, wanted: Iterable[Point]) -> list[Pixel]:
    """Return the pixels within these rings that are nearest to points, on a picture of that size; not at an edge if
    there are others. ValueError if none of the picture is within.
    """
    xs, ys = ([p[axis] for ring in outlines for p in ring] for axis in (0, 1))
    left, top = max(0, int(min(xs)) - 1), max(0, int(min(ys)) - 1)
    right, bottom = min(size[0], int(max(xs)) + 2), min(size[1], int(max(ys)) + 2)
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    draw = ImageDraw.Draw(mask)
    for inked, rings in ((255, outlines), (0, holes)):
        for ring in rings:
            draw.polygon([(x - left, y - top) for x, y in ring], fill=inked)
    inner = mask.filter(ImageFilter.MinFilter(MARGIN))
    rows, columns = np.nonzero(np.asarray(inner if inner.getbbox() else mask))
    return [_nearest(columns + left, rows + top, one) for one in wanted]


def _nearest(columns: Pixels, rows: Pixels, wanted: Point) -> Pixel:
    best = int(np.hypot(columns - wanted[0], rows - wanted[1]).argmin())
    return int(columns[best]), int(rows[best])
