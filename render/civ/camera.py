"""A window on the board, which turns the units of the board into pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from render.canvas import Box, Point
from render.civ.board import HEIGHT, WIDTH, outlines

MARGIN = 30  # board units left around what is in play
PIXELS = 2_500_000  # of the map alone: a smaller map is shown larger, not with more pixels
WIDEST = 2000
FULL = 0.625  # pixels per board unit of the whole board at that width


@dataclass(frozen=True, slots=True)
class Camera:
    """Left and top in board units, pixels per board unit, size in pixels."""

    left: float
    top: float
    scale: float
    width: int
    height: int

    def at(self, p: Point) -> Point:
        return (p[0] - self.left) * self.scale, (p[1] - self.top) * self.scale

    def ring(self, points: Sequence[Point], k: float = 1) -> list[Point]:
        """A line of board points in pixels, `k` times enlarged."""
        s = self.scale * k
        return [((x - self.left) * s, (y - self.top) * s) for x, y in points]

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def unit(self) -> float:
        """Size of pieces: 1 px on the whole board, growing more slowly than the map.

        Beyond the closest of usual parts, 2.4 pixels per board unit, the map takes the pieces along.
        """
        return round(max(0.9, min(2.4 * max(1.0, self.scale / 2.4), float((self.scale / FULL) ** 0.75))), 3)

    def share(self, area: str) -> float:
        """The share of the box around the area that lies in the window."""
        x0, y0, x1, y1 = box_of([area])
        (left, top), (right, bottom) = self.at((x0, y0)), self.at((x1, y1))
        wide: float = max(0.0, min(right, self.width) - max(left, 0.0)) / (right - left)
        high: float = max(0.0, min(bottom, self.height) - max(top, 0.0)) / (bottom - top)
        return wide * high

    def shows(self, area: str) -> bool:
        """Is any corner of the area inside the window?"""
        points = (p for ring in outlines(area) for p in self.ring(ring))
        return any(-5 <= x <= self.width + 5 and -5 <= y <= self.height + 5 for x, y in points)


def box_of(names: Iterable[str]) -> Box:
    """Left, top, right, bottom of these areas, in board units."""
    points = [p for name in names for ring in outlines(name) for p in ring]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def on_board(box: Box, margin: float) -> Box:
    x0, y0, x1, y1 = box
    return max(0.0, x0 - margin), max(0.0, y0 - margin), min(WIDTH, x1 + margin), min(HEIGHT, y1 + margin)


def camera(box: Box, width: int) -> Camera:
    """The window on that box, `width` pixels wide."""
    x0, y0, x1, y1 = box
    scale = width / (x1 - x0)
    return Camera(x0, y0, scale, width, round((y1 - y0) * scale))


def window(names: Iterable[str], margin: float = MARGIN, pixels: int = PIXELS, widest: int = WIDEST) -> Camera:
    """The window around these areas with about so many pixels, however wide or tall they lie."""
    box = on_board(box_of(names), margin)
    w, h = box[2] - box[0], box[3] - box[1]
    return camera(box, min(widest, round(math.sqrt(pixels * w / h))))
