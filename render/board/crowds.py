"""Where pieces go in a crowded area: the best place for a box in and around it, computed for all positions at once.

A cell counts most in the middle of the area, less at its border, and negatively beyond it or on other things; a box is
as good as its cells on average.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from render.paint.canvas import Box, Point

FINEST, MOST = 3, 60  # pixels of a cell, and about how many cells there are side by side
OWN, BORDER, BEYOND, TAKEN = 1.0, 0.45, -0.3, -9.0  # what a cell counts
FAR = 0.0016  # what a pixel away from the usual place costs
Grid = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Clearing:
    """The cells around an area: their origin, their size, what each counts, and the names there."""

    left: int
    top: int
    cell: int
    cells: Grid
    names: tuple[Box, ...]

    @classmethod
    def of(
        cls, fill: Image.Image, band: Image.Image, at: tuple[int, int], window: Box, names: Iterable[Box]
    ) -> Clearing:
        """Return the cells of that window around an area with this mask and border band, which are at `at`."""
        left, top, right, bottom = (int(edge) for edge in window)
        size = (right - left, bottom - top)
        cell = max(FINEST, min(size) // MOST)
        small = (max(1, size[0] // cell), max(1, size[1] // cell))
        inside, edge = (reduce_mask(mask, size, (at[0] - left, at[1] - top), small) for mask in (fill, band))
        cells = (BEYOND + (OWN - BEYOND) * inside - (OWN - BORDER) * edge).astype(np.float32)
        made = cls(left, top, cell, cells, tuple(meeting((left, top, right, bottom), names)))
        made.take(cells, made.names)
        return made

    @property
    def box(self) -> Box:
        """Return the window in pixels."""
        high, wide = self.cells.shape
        return self.left, self.top, self.left + wide * self.cell, self.top + high * self.cell

    def take(self, cells: Grid, boxes: Iterable[Box]) -> None:
        """Mark the cells under these boxes as taken."""
        for box in boxes:
            x0, x1 = (max(0, round((x - self.left) / self.cell)) for x in (box[0], box[2]))
            y0, y1 = (max(0, round((y - self.top) / self.cell)) for y in (box[1], box[3]))
            cells[y0:y1, x0:x1] = TAKEN

    def search(self, taken: Sequence[Box], usual: Point) -> Search:
        """Return a search for boxes that cover none of the taken ones, best with their middle at the usual point."""
        cells = self.cells.copy()
        self.take(cells, taken)
        sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), np.float32)
        cells.cumsum(0, out=cells).cumsum(1, out=sums[1:, 1:])
        down = np.arange(cells.shape[0], dtype=np.float32) * self.cell + (self.top - usual[1])
        across = np.arange(cells.shape[1], dtype=np.float32) * self.cell + (self.left - usual[0])
        return Search(self, sums, np.hypot(across[None, :], down[:, None]) * np.float32(FAR))


@dataclass(frozen=True, slots=True)
class Search:
    """The sums of cells around an area, and what it costs to be away from the usual point."""

    ground: Clearing
    sums: Grid
    far: Grid

    def best(self, wide: float, high: float) -> tuple[float, Point]:
        """Return the score of the best box of that size, and its upper left corner."""
        at, s = self.ground, self.sums
        w, h = max(1, round(wide / at.cell)), max(1, round(high / at.cell))
        if w >= s.shape[1] or h >= s.shape[0]:
            return 2 * TAKEN, (at.left, at.top)
        worth = (s[h:, w:] - s[:-h, w:] - s[h:, :-w] + s[:-h, :-w]) / np.float32(w * h)
        worth -= self.far[h // 2 : h // 2 + worth.shape[0], w // 2 : w // 2 + worth.shape[1]]
        row, col = divmod(int(worth.argmax()), worth.shape[1])
        return float(worth[row, col]), (at.left + col * at.cell, at.top + row * at.cell)


def reduce_mask(mask: Image.Image, size: tuple[int, int], at: tuple[int, int], small: tuple[int, int]) -> Grid:
    """Return a mask in its window, reduced to cells: shares from 0 to 1."""
    window = Image.new("L", size, 0)
    window.paste(mask, at)
    return np.asarray(window.resize(small, Image.Resampling.BOX), dtype=np.float32) / np.float32(255)


def meeting(box: Box, boxes: Iterable[Box]) -> list[Box]:
    """Return the boxes that overlap the first."""
    left, top, right, bottom = box
    return [b for b in boxes if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top]


def shared_pixels(box: Box, other: Box) -> float:
    """Return the pixels that two boxes share."""
    wide, high = min(box[2], other[2]) - max(box[0], other[0]), min(box[3], other[3]) - max(box[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def overlap(box: Box, other: Box) -> float:
    """Return the share of the first box under the second."""
    return shared_pixels(box, other) / ((box[2] - box[0]) * (box[3] - box[1]))


def spread(widths: Sequence[float], room: float, tight: float) -> list[float]:
    """Return the middles of the pieces of one row around 0, overlapping down to that share of their width, and
    no more.
    """
    whole = sum(widths)
    squeeze = 1.0 if whole <= room else max(tight, room / whole)
    left, middles = -whole * squeeze / 2, []
    for w in widths:
        middles.append(left + w * squeeze / 2)
        left += w * squeeze
    return middles
