"""Where the name and the pieces of each area are drawn: one block, name above the pieces or beside them.

Computed once per camera and cached with the base map, so that a turn costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.civ.catalog import AREAS
from render.board.cutouts import surface
from render.board.fit import Fit, Size, splits
from render.board.printed_board import Camera
from render.civ.board import area_name, harbour, holes, is_sea, outlines, strips, volcanoes
from render.civ.camera import BOARD
from render.paint.canvas import Box, Point
from render.paint.fonts import width

LEADING = 0.9
LABEL, SMALLEST = 19.5, 11.0  # size of names: in units, and the least in pixels
SEA_LABEL = 30
ROW_HEIGHT, WIDEST = 34, 200  # the row of pieces, in units
FITS = 9  # score from which both boxes lie inside the area
AFLOAT = 2.45  # score below which the name of a sea lies so much on land or beyond the edge that it cannot be read
# share of the full size of names, room for pieces in units, size of pieces: tried in this order
ATTEMPTS = (
    *((1.2, 120, 1.3), (1.1, 100, 1.15), (1.0, 86, 1.0), (0.9, 72, 1.0), (0.9, 60, 1.0), (0.8, 60, 1.0)),
    *((0.8, 48, 1.0), (0.7, 48, 0.95), (0.64, 46, 0.9), (0.6, 42, 0.85), (0.55, 38, 0.8)),
)


@dataclass(frozen=True, slots=True)
class NamePlace:
    """One area's block, in pixels."""

    lines: tuple[str, ...]
    size: float
    """The size of its name."""
    label: Point
    """The middle of its name."""
    pieces: Point
    """The foot of the pieces."""
    room: float
    """The room for the pieces."""
    unit: float
    """The size of the pieces."""
    box: Box
    beside: bool = False
    """Whether the pieces are to the right of the name, not below it."""


@dataclass(frozen=True, slots=True)
class Block:
    """One arrangement to try: the name in lines of a size, room for pieces of a size, in pixels."""

    lines: tuple[str, ...]
    size: float
    label: Size
    pieces: Size
    offset: Point
    unit: float
    beside: bool


def block(area: str, lines: tuple[str, ...], size: float, room: float, unit: float, *, beside: bool) -> Block:
    face, gap = "sea" if is_sea(area) else "label", 2 * unit
    wide = max(width(line, face, size) for line in lines)
    label = (wide, size * (0.78 + LEADING * (len(lines) - 1)))
    pieces = (1.0, 1.0) if is_sea(area) else (room * unit, ROW_HEIGHT * unit)
    offset = (wide + gap, (label[1] - pieces[1]) / 2) if beside else ((wide - pieces[0]) / 2, label[1] + gap)
    return Block(lines, size, label, pieces, offset, unit, beside)


def best_place(fit: Fit, b: Block) -> tuple[float, NamePlace] | None:
    """Return the block at its best position, with its score."""
    found = fit.pair(b.label, b.pieces, b.offset)
    if not found:
        return None
    score, inside, (x, y) = found
    middle, foot = x + b.offset[0] + b.pieces[0] / 2, y + b.offset[1] + b.pieces[1]
    room = b.pieces[0]
    if not b.beside:
        room = fit.widen(middle, foot, room, b.pieces[1], WIDEST * b.unit)
    right, bottom = max(x + b.label[0], middle + room / 2), max(foot, y + b.label[1])
    box = (min(x, middle - room / 2), min(y, foot - b.pieces[1]), right, bottom)
    label = (x + b.label[0] / 2, y + b.label[1] / 2)
    place = NamePlace(b.lines, b.size, label, (middle, foot), room, b.unit, box, b.beside)
    return score - 0.05 * b.beside + 10 * inside, place


def attempts(area: str, unit: float, share: float, room: float, grown: float) -> list[Block]:
    size = max((SEA_LABEL if is_sea(area) else LABEL) * unit * share, SMALLEST)
    names = splits(area_name(area))
    sides = (False,) if is_sea(area) else (False, True)
    return [block(area, lines, size, room, unit * grown, beside=beside) for lines in names for beside in sides]


def place(cam: Camera, area: str, taken: list[Box]) -> NamePlace | None:
    """Return the largest block that fits inside the area, else the one that overflows least; None for a sea too
    narrow.
    """
    rings, gaps = [cam.ring(ring) for ring in outlines(area)], [cam.ring(ring) for ring in holes(area)]
    fit, best = Fit(rings, gaps, cam.size, cam.unit, taken), None
    for share, room, grown in ATTEMPTS:
        for attempt in attempts(area, cam.unit, share, room, grown):
            found = best_place(fit, attempt)
            if found and (best is None or found[0] > best[0] + 0.02):
                best = found
        if best and best[0] > FITS:
            break
    if is_sea(area) and (best is None or best[0] < AFLOAT):
        return None
    return best[1] if best else in_the_middle(cam, area)


def in_the_middle(cam: Camera, area: str) -> NamePlace:
    """Return the place of a name for an area of which too little is visible to fit anything."""
    x0, y0, x1, y1 = BOARD.box_of([area])
    x, y = cam.at(((x0 + x1) / 2, (y0 + y1) / 2))
    u = cam.unit
    box = (x - 20 * u, y - 10 * u, x + 20 * u, y + 30 * u)
    return NamePlace((area_name(area),), 12 * u, (x, y), (x, y + 30 * u), 38 * u, u, box)


def places(cam: Camera, names: list[str]) -> dict[str, NamePlace]:
    """Return places, small areas first; later ones avoid what small ones had to put outside their borders.

    A sea of which too little is visible for its name has none.
    """
    found: dict[str, NamePlace] = {}
    fixed = printed_boxes(cam, names)
    for name in sorted(names, key=lambda a: (is_sea(a), surface(BOARD, a))):
        spot = place(cam, name, [*fixed, *(p.box for p in found.values())])
        if spot is not None:
            found[name] = spot
    return found


def printed_boxes(cam: Camera, names: Iterable[str]) -> list[Box]:
    """Return what names and pieces avoid: harbours and volcanoes."""
    u, boxes = cam.unit, []
    for x, y in (cam.at(harbour(f"{name}/{coast}")) for name in names if name in AREAS for coast in strips(name)):
        boxes.append((x - 13 * u, y - 12 * u, x + 13 * u, y + 12 * u))
    for x, y in map(cam.at, volcanoes().values()):
        boxes.append((x - 14 * u, y - 15 * u, x + 14 * u, y + 11 * u))
    return boxes
