"""Which part of a board a picture shows: all in play, a region, an area with its neighbours, or chosen areas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from render.board.printed_board import Camera, PrintedBoard
from render.paint.canvas import Box, shrunk
from render.paint.style import nearness

SLIVER = 0.45  # a neighbour is drawn only if so much of it can be seen
LEAST = (560.0, 420.0)  # smallest window, in board units
FLATTEST, TALLEST = 1.75, 0.8  # width to height
SNAP = 40  # windows that follow the game move in such steps, so that base maps are used again
MOST = 0.72  # a window over more than this share of the map is the whole map
AROUND_CHOSEN, AT_EDGE = 60, 8  # units left around chosen areas, and at the far sides of neighbours


@dataclass(frozen=True, slots=True)
class Shot:
    """A window, the areas veiled at its edges, and the areas it is about (None: all)."""

    cam: Camera
    hidden: frozenset[str] = frozenset()
    focus: frozenset[str] | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Crop:
    """About how many pixels a part of the board has, and how many of width at most."""

    pixels: int
    widest: int


@dataclass(frozen=True, slots=True)
class BoardAreas:
    """What a game says of its areas: all printed ones, those in play on a map, those of a region, those next to one.

    Raises KeyError for an unknown map or region.
    """

    printed: Callable[[], Iterable[str]]
    in_play: Callable[[str], Collection[str]]
    of_region: Callable[[str, str], Collection[str]]
    near: Callable[[str, str], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Shots:
    """The parts of a board. No part has more than `closest` pixels per board unit; a region has `margin` units around
    it, and the neighbours of an area are seen as far as `reach` units from it."""

    board: PrintedBoard
    facts: BoardAreas
    closest: float
    margin: float
    reach: float
    region: Crop
    area: Crop
    chosen: Crop

    def whole_board(self, config: str) -> Shot:
        """Return all of a map. KeyError for an unknown map."""
        return Shot(whole(self.board, tuple(sorted(self.facts.in_play(config)))), whole=True)

    def region_shot(self, config: str, region: str) -> Shot:
        """Return a region with larger pieces. KeyError for an unknown region, ValueError if it has no area in play."""
        names = self.facts.of_region(config, region)
        if not names:
            raise ValueError(f"{region} is out of play on the map {config}")
        return self.close_up(names, self.board.on_board(self.board.box_of(names), self.margin), self.region)

    def area_shot(self, config: str, area: str) -> Shot:
        """Return an area and its neighbours. ValueError for an area out of play."""
        if area not in self.facts.in_play(config):
            raise ValueError(f"{area} is out of play on the map {config}")
        near, middle = [area, *self.facts.near(config, area)], self.board.box_of([area])
        box = self.nearer(self.around(middle, self.board.box_of(near)), middle)
        shot = self.close_up(near, box, self.area)
        return Shot(shot.cam, shot.hidden, frozenset(near))

    def chosen_shot(self, config: str, focus: Collection[str]) -> Shot:
        """Return the shot of certain areas, wherever they are; the others are faded."""
        all_of_it = self.whole_board(config)
        if not focus:
            return Shot(all_of_it.cam, focus=frozenset(), whole=True)
        x0, y0, x1, y1 = self.shape(self.board.on_board(self.board.box_of(focus), AROUND_CHOSEN))
        snapped = (x0 // SNAP * SNAP, y0 // SNAP * SNAP, -(-x1 // SNAP) * SNAP, -(-y1 // SNAP) * SNAP)
        box, cam = self.board.on_board(snapped, 0), all_of_it.cam
        if (box[2] - box[0]) * (box[3] - box[1]) > MOST * cam.width * cam.height / cam.scale**2:
            return Shot(cam, focus=frozenset(focus), whole=True)
        shot = self.close_up(focus, box, self.chosen)
        return Shot(shot.cam, shot.hidden, frozenset(focus))

    def close_up(self, names: Collection[str], box: Box, crop: Crop) -> Shot:
        """Return the window on a box, grown to a good shape; hardly visible areas at its edges are hidden."""
        box = self.shape(box)
        w, h = box[2] - box[0], box[3] - box[1]
        wide = min(crop.widest, int((crop.pixels * w / h) ** 0.5), round(w * self.closest / nearness()))
        cam = self.board.camera(box, wide)
        return Shot(cam, self.slivers(cam).difference(names))

    def slivers(self, cam: Camera) -> frozenset[str]:
        """Return the areas of which too little is visible in that window."""
        return slivers(self.board, self.facts.printed, cam)

    def nearer(self, box: Box, middle: Box) -> Box:
        """Return the box; for large pictures, half of it around the middle one, which stays whole."""
        if nearness() == 1:
            return box
        return self.board.on_board(shrunk(self.shape(box), self.board.on_board(middle, AT_EDGE), nearness()), 0)

    def around(self, middle: Box, box: Box) -> Box:
        """Return the box, but no farther than `reach` from the middle one: a large neighbour need not be seen to its
        end.
        """
        x0, y0, x1, y1 = self.board.on_board(middle, self.reach)
        left, top, right, bottom = self.board.on_board(box, AT_EDGE)
        return max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)

    def shape(self, box: Box) -> Box:
        """Return the box grown, on the board, to the least size and to a shape neither too flat nor too tall."""
        w, h = (max(b - a, least * nearness()) for a, b, least in zip(box[:2], box[2:], LEAST, strict=True))
        w, h = max(w, h * TALLEST), max(h, w / FLATTEST)
        left, right = grow(box[0], box[2], w, self.board.width)
        top, bottom = grow(box[1], box[3], h, self.board.height)
        return left, top, right, bottom


@lru_cache(maxsize=64)
def whole(board: PrintedBoard, names: tuple[str, ...]) -> Camera:
    """Return the window around all these areas."""
    return board.window(names)


@lru_cache(maxsize=64)
def slivers(board: PrintedBoard, printed: Callable[[], Iterable[str]], cam: Camera) -> frozenset[str]:
    """Return the areas of which too little is visible in that window."""
    return frozenset(a for a in printed() if board.shows(cam, a) and board.share(cam, a) < SLIVER)


def grow(low: float, high: float, size: float, limit: float) -> tuple[float, float]:
    """Return the stretch around the same middle, `size` long, moved onto the board."""
    size = min(size, limit)
    start = min(max(0.0, (low + high - size) / 2), limit - size)
    return start, start + size
