"""Which part of the board a picture shows: all in play, a region, an area with its neighbours, or chosen areas."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache

from engine.acme.facts.catalog import neighbours
from render.acme.board import HEIGHT, WIDTH, all_areas, in_order, in_play, region_areas
from render.acme.camera import Camera, box_of, camera, on_board, window
from render.acme.position import Position
from render.canvas import Box, shrunk
from render.style import nearness

SLIVER = 0.45  # a neighbour is drawn only if so much of it can be seen
REGION_MARGIN = 20  # board units
CLOSEST = 2.3  # most pixels per board unit
LEAST = (560.0, 420.0)  # smallest window, in board units
FLATTEST, TALLEST = 1.75, 0.8  # width to height
SNAP = 40  # windows that follow the game move in such steps, so that base maps are used again
MOST = 0.72  # a window over more than this share of the map is the whole map
CROP_PIXELS = {"region": 2_400_000, "area": 1_200_000, "chosen": 1_500_000}
CROP_WIDEST = {"region": 1600, "area": 1200, "chosen": 1600}


@dataclass(frozen=True, slots=True)
class Shot:
    """A window, the areas veiled at its edges, and the areas it is about (None: all)."""

    cam: Camera
    hidden: frozenset[str]
    focus: frozenset[str] | None
    whole: bool = False


@cache
def whole_board(config: str) -> Shot:
    """All of a map."""
    return Shot(window(in_order(config)), frozenset(), None, whole=True)


def region_shot(config: str, region: str) -> Shot:
    """A region with larger pieces. KeyError for an unknown region, ValueError if it has no area in play."""
    names = region_areas(config, region)
    if not names:
        raise ValueError(f"{region} is out of play on the map {config}")
    return close_up(names, on_board(box_of(names), REGION_MARGIN), "region")


def area_shot(config: str, area: str) -> Shot:
    """An area and its neighbours. ValueError for an area out of play."""
    if area not in in_play(config):
        raise ValueError(f"{area} is out of play on the map {config}")
    near = [area, *neighbours(config, area)]
    box = nearer(around(box_of([area]), box_of(near)), box_of([area]))
    shot = close_up(near, box, "area")
    return Shot(shot.cam, shot.hidden, frozenset(near))


def nearer(box: Box, middle: Box) -> Box:
    """The box, for whoever wants pictures large half of it around the middle one, which stays whole."""
    return box if nearness() == 1 else on_board(shrunk(shaped(box), on_board(middle, 8), nearness()), 0)


def around(middle: Box, whole: Box, reach: float = 190) -> Box:
    """The whole box, but no farther than `reach` from the middle one: a large neighbour need not be seen to its end."""
    x0, y0, x1, y1 = on_board(middle, reach)
    left, top, right, bottom = on_board(whole, 8)
    return max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)


def chosen_shot(config: str, focus: Collection[str]) -> Shot:
    """Certain areas, wherever they lie; the others are faded."""
    board = whole_board(config)
    if not focus:
        return Shot(board.cam, frozenset(), frozenset(), whole=True)
    x0, y0, x1, y1 = shaped(on_board(box_of(focus), 60))
    box = on_board((x0 // SNAP * SNAP, y0 // SNAP * SNAP, -(-x1 // SNAP) * SNAP, -(-y1 // SNAP) * SNAP), 0)
    cam = board.cam
    if (box[2] - box[0]) * (box[3] - box[1]) > MOST * cam.width * cam.height / cam.scale**2:
        return Shot(cam, frozenset(), frozenset(focus), whole=True)
    shot = close_up(focus, box, "chosen")
    return Shot(shot.cam, shot.hidden, frozenset(focus))


def close_up(names: Collection[str], box: Box, kind: str) -> Shot:
    """The window on a box, grown to a seemly shape; what is hardly seen at its edges is hidden."""
    box = shaped(box)
    w, h = box[2] - box[0], box[3] - box[1]
    wide = min(CROP_WIDEST[kind], int((CROP_PIXELS[kind] * w / h) ** 0.5), round(w * CLOSEST / nearness()))
    cam = camera(box, wide)
    return Shot(cam, slivers(cam).difference(names), None)


@lru_cache(maxsize=64)
def slivers(cam: Camera) -> frozenset[str]:
    """The areas of which too little is seen through that window."""
    return frozenset(a for a in all_areas() if cam.shows(a) and cam.share(a) < SLIVER)


def shaped(box: Box) -> Box:
    """The box grown, on the board, to the least size and to a shape neither too flat nor too tall."""
    w, h = (max(b - a, least * nearness()) for a, b, least in zip(box[:2], box[2:], LEAST, strict=True))
    w, h = max(w, h * TALLEST), max(h, w / FLATTEST)
    left, right = grown(box[0], box[2], w, WIDTH)
    top, bottom = grown(box[1], box[3], h, HEIGHT)
    return left, top, right, bottom


def grown(low: float, high: float, size: float, limit: float) -> tuple[float, float]:
    """The stretch around the same middle, `size` long, moved onto the board."""
    size = min(size, limit)
    start = min(max(0.0, (low + high - size) / 2), limit - size)
    return start, start + size


def areas_shown(position: Position, show: str, seat: str | None) -> list[str]:
    """The areas a selection is about: mine, contested or changes. ValueError for another word."""
    if show == "contested":
        return position.contested
    if show == "changes":
        return position.changed
    if show == "mine":
        return [a for a in in_order(position.map) if seat and seat in position.site(a).disks]
    raise ValueError(f"no such selection: {show}")
