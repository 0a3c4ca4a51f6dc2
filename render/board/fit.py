"""How well boxes fit in the shape of an area, for all positions at once, by a summed area table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from render.paint.canvas import Box, Point

CELL = 2  # pixels per cell of the search grid
EDGE = 7  # pixels of the picture's edge that stay empty
HANGING = 5  # units below the foot of a stack that its number takes
TAKEN = -1  # what a cell counts that a neighbour has taken; one inside counts 1, one outside nothing
INSIDE = 0.985  # share of a box that must lie in the area
Grid = npt.NDArray[np.float32]
Size = tuple[float, float]
Line = Sequence[Point]


def splits(name: str) -> list[tuple[str, ...]]:
    """Return the name on one line, or on two where it has several words."""
    words = name.split()
    return [(name,), *((" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words)))]


class Fit:
    """The free part of one area, where pieces fit: its shape without the boxes taken by neighbours."""

    def __init__(
        self, rings: Sequence[Line], holes: Sequence[Line], picture: tuple[int, int], unit: float, taken: Sequence[Box]
    ) -> None:
        xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
        self.x0, self.y0 = max(0, int(min(xs)) - 40), max(0, int(min(ys)) - 40)
        x1, y1 = min(picture[0], int(max(xs)) + 40), min(picture[1], int(max(ys)) + 40)
        grid = self._shape(rings, holes, (max(1, (x1 - self.x0) // CELL), max(1, (y1 - self.y0) // CELL)))
        self._keep_off_edges(grid, picture, unit)
        for box in taken:
            self._give_up(grid, box)
        self.table: Grid = np.pad(grid.cumsum(0).cumsum(1), ((1, 0), (1, 0))).astype(np.float32)
        free = np.maximum(grid, 0)
        weight = float(free.sum()) or 1.0
        self.cy = float((np.arange(grid.shape[0]) * free.sum(1)).sum()) / weight
        self.cx = float((np.arange(grid.shape[1]) * free.sum(0)).sum()) / weight

    def _shape(self, rings: Sequence[Line], holes: Sequence[Line], size: tuple[int, int]) -> Grid:
        mask = Image.new("L", size)
        draw = ImageDraw.Draw(mask)
        for inked, lines in ((1, rings), (0, holes)):
            for line in lines:
                draw.polygon([((x - self.x0) / CELL, (y - self.y0) / CELL) for x, y in line], fill=inked)
        return np.array(mask, dtype=np.float32)

    def _keep_off_edges(self, grid: Grid, picture: tuple[int, int], unit: float) -> None:
        rows, cols = np.arange(grid.shape[0]) * CELL + self.y0, np.arange(grid.shape[1]) * CELL + self.x0
        grid[(rows < EDGE) | (rows > picture[1] - EDGE - HANGING * unit), :] = 0
        grid[:, (cols < EDGE) | (cols > picture[0] - EDGE)] = 0

    def _give_up(self, grid: Grid, box: Box) -> None:
        left, top, right, bottom = box
        if right < self.x0 or bottom < self.y0:
            return
        rows = slice(max(0, round((top - self.y0) / CELL)), max(0, round((bottom - self.y0) / CELL)))
        cols = slice(max(0, round((left - self.x0) / CELL)), max(0, round((right - self.x0) / CELL)))
        grid[rows, cols] = TAKEN

    def cover(self, size: Size) -> Grid:
        """Return the share of a box of that size inside the area, by the cell of its left upper corner."""
        cols, rows = max(1, round(size[0] / CELL)), max(1, round(size[1] / CELL))
        t = self.table
        if rows >= t.shape[0] or cols >= t.shape[1]:
            return np.zeros((1, 1), np.float32)
        inside: Grid = t[rows:, cols:] - t[:-rows, cols:] - t[rows:, :-cols] + t[:-rows, :-cols]
        return inside / np.float32(rows * cols)

    def share(self, middle: float, foot: float, wide: float, high: float) -> float:
        """Return the share of the box over (middle, foot) inside the area."""
        left, right = (round((middle + side * wide / 2 - self.x0) / CELL) for side in (-1, 1))
        top, bottom = round((foot - high - self.y0) / CELL), round((foot - self.y0) / CELL)
        t = self.table
        if left < 0 or top < 0 or bottom >= t.shape[0] or right >= t.shape[1]:
            return 0.0
        inside = float(t[bottom, right] - t[top, right] - t[bottom, left] + t[top, left])
        return inside / ((right - left) * (bottom - top) or 1)

    def widen(self, middle: float, foot: float, room: float, high: float, most: float) -> float:
        """Return how wide a row may become around its middle and stay inside the area."""
        while room + 8 <= most and self.share(middle, foot, room + 8, high) > 0.97:
            room += 8
        return room

    def pair(self, label: Size, pieces: Size, offset: Point) -> tuple[float, bool, Point] | None:
        """Return where two boxes with a fixed offset fit best: score, whether both are inside, corner of the first."""
        a, b = self.cover(label), self.cover(pieces)
        dx, dy = round(offset[0] / CELL), round(offset[1] / CELL)
        x0, x1 = max(0, -dx), min(a.shape[1], b.shape[1] - dx)
        y0, y1 = max(0, -dy), min(a.shape[0], b.shape[0] - dy)
        if x1 <= x0 or y1 <= y0:
            return None
        first, second = a[y0:y1, x0:x1], b[y0 + dy : y1 + dy, x0 + dx : x1 + dx]
        size = (max(label[0], offset[0] + pieces[0]), max(label[1], offset[1] + pieces[1]))
        score = first + 2 * second - self._distance((x0, x1, y0, y1), size) * 0.0012
        row, col = divmod(int(score.argmax()), score.shape[1])
        inside = bool(first[row, col] >= INSIDE and second[row, col] >= INSIDE)
        return float(score[row, col]), inside, (self.x0 + (col + x0) * CELL, self.y0 + (row + y0) * CELL)

    def _distance(self, cells: tuple[int, int, int, int], size: Size) -> Grid:
        """Pixels from the middle of the area to the middle of a box of that size in each cell."""
        x0, x1, y0, y1 = cells
        across = np.arange(x0, x1, dtype=np.float32) * CELL + size[0] / 2 - self.cx * CELL
        down = np.arange(y0, y1, dtype=np.float32) * CELL + size[1] / 2 - self.cy * CELL
        far: Grid = np.hypot(across[None, :], down[:, None]).astype(np.float32)
        return far
