"""The printed board of a game, and windows on it, which turn its units into pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from render.paint.canvas import Box, Point

EDGE = 5  # pixels around a window in which a corner still counts as seen


@dataclass(frozen=True, slots=True)
class Camera:
    """A window: left and top in board units, pixels per board unit, size in pixels, and the pixels of a unit of
    pieces.
    """

    left: float
    top: float
    scale: float
    width: int
    height: int
    unit: float

    def at(self, p: Point) -> Point:
        return (p[0] - self.left) * self.scale, (p[1] - self.top) * self.scale

    def ring(self, points: Sequence[Point], k: float = 1) -> list[Point]:
        """Return a line of board points in pixels, `k` times enlarged."""
        s = self.scale * k
        return [((x - self.left) * s, (y - self.top) * s) for x, y in points]

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board: its size in its own units, the outlines of its areas, and the rings cut out of them.

    `unit` says how large pieces are where a board unit has so many pixels. The whole of a map has `margin` units
    around it and about so many `pixels`, but is at most `widest` pixels wide: a smaller map is shown larger, not with
    more pixels.
    """

    width: float
    height: float
    outlines: Callable[[str], Sequence[Sequence[Point]]]
    holes: Callable[[str], Sequence[Sequence[Point]]]
    unit: Callable[[float], float]
    margin: float
    pixels: int
    widest: int

    def box_of(self, names: Iterable[str]) -> Box:
        """Return left, top, right, bottom of these areas, in board units."""
        points = [p for name in names for ring in self.outlines(name) for p in ring]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return min(xs), min(ys), max(xs), max(ys)

    def on_board(self, box: Box, margin: float) -> Box:
        """Return the box with a margin, as far as the board goes."""
        x0, y0, x1, y1 = box
        return max(0.0, x0 - margin), max(0.0, y0 - margin), min(self.width, x1 + margin), min(self.height, y1 + margin)

    def camera(self, box: Box, width: int) -> Camera:
        """Return the window on that box, `width` pixels wide."""
        x0, y0, x1, y1 = box
        scale = width / (x1 - x0)
        return Camera(x0, y0, scale, width, round((y1 - y0) * scale), self.unit(scale))

    def window(self, names: Iterable[str]) -> Camera:
        """Return the window around these areas, whatever their shape."""
        box = self.on_board(self.box_of(names), self.margin)
        w, h = box[2] - box[0], box[3] - box[1]
        return self.camera(box, min(self.widest, round(math.sqrt(self.pixels * w / h))))

    def share(self, cam: Camera, area: str) -> float:
        """Return the share of the box around the area that is in the window."""
        x0, y0, x1, y1 = self.box_of([area])
        (left, top), (right, bottom) = cam.at((x0, y0)), cam.at((x1, y1))
        wide: float = max(0.0, min(right, cam.width) - max(left, 0.0)) / (right - left)
        high: float = max(0.0, min(bottom, cam.height) - max(top, 0.0)) / (bottom - top)
        return wide * high

    def shows(self, cam: Camera, area: str) -> bool:
        """Return whether any corner of the area is inside the window."""
        points = (p for ring in self.outlines(area) for p in cam.ring(ring))
        return any(-EDGE <= x <= cam.width + EDGE and -EDGE <= y <= cam.height + EDGE for x, y in points)
