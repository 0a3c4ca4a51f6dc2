"""Where the name and the pieces of each area are drawn: one block, name above the pieces or beside them.

Computed once per camera and cached with the base map, so that a turn costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from render.acme.board import CENTRE, area_name, holes, is_sea, may_be_home, outlines
from render.acme.camera import BOARD
from render.board.cutouts import surface
from render.board.fit import Fit, Size, splits
from render.board.printed_board import Camera
from render.paint.canvas import Box, Point
from render.paint.fonts import width

LEADING = 0.92
SPACE = 2  # pixels that neighbours' blocks keep from one another
LABEL, SMALLEST = 21, 11.5  # size of names: in units, and the least in pixels
PIECE_HEIGHT, WIDEST = 38, 170  # the row of pieces, in units
HOME_ROOM = 35  # units left of a name for the home block
HANGING = 6  # units that the number of a stack hangs below its foot, where a name would cover it
# share of the full size of names, room for pieces in units: tried in this order
ATTEMPTS = (
    *((1.0, 86), (0.9, 86), (1.0, 66), (0.9, 66), (0.8, 66), (0.9, 46)),
    *((0.8, 46), (0.72, 46), (0.64, 46), (0.64, 36), (0.56, 36)),
)
FITS = 9  # score from which both boxes lie inside the area


@dataclass(frozen=True, slots=True)
class NamePlace:
    """One area's block, in pixels: name, its size and middle; the home block; the foot of the pieces and their room."""

    lines: tuple[str, ...]
    size: float
    label: Point
    home: Point | None
    pieces: Point
    room: float
    box: Box


@dataclass(frozen=True, slots=True)
class Block:
    """One arrangement to try: the name in lines of a size, room for a home and for pieces, in pixels."""

    lines: tuple[str, ...]
    size: float
    label: Size
    pieces: Size
    home: float
    offset: Point
    beside: bool


def block(area: str, lines: tuple[str, ...], size: float, room: float, unit: float, *, beside: bool) -> Block:
    home = HOME_ROOM * unit if may_be_home(area) else 0.0
    face, gap = "sea" if is_sea(area) else "label", 3 * unit
    wide = max(width(line, face, size) for line in lines) + home
    label = (wide, size * (0.78 + LEADING * (len(lines) - 1)))
    pieces = (room, PIECE_HEIGHT * unit)
    offset = (wide + gap, (label[1] - pieces[1]) / 2) if beside else ((wide - room) / 2, label[1] + gap)
    return Block(lines, size, label, pieces, home, offset, beside)


def best_place(fit: Fit, b: Block, unit: float) -> tuple[float, NamePlace] | None:
    """Return the block at its best position, with its score."""
    found = fit.pair(b.label, b.pieces, b.offset)
    if not found:
        return None
    score, inside, (x, y) = found
    middle, foot = x + b.offset[0] + b.pieces[0] / 2, y + b.offset[1] + b.pieces[1]
    room = b.pieces[0]
    if not b.beside:
        room = fit.widen(middle, foot, room, b.pieces[1], WIDEST * unit)
    crown = 10 * unit if b.home else 0  # a temple is taller than the name beside it
    right, bottom = max(x + b.label[0], middle + room / 2), max(foot, y + b.label[1])
    box = (min(x, middle - room / 2), min(y - crown, foot - b.pieces[1]), right, bottom)
    hearth = (x + b.home / 2 - 2 * unit, y + b.label[1] / 2) if b.home else None
    label = (x + (b.label[0] + b.home) / 2, y + b.label[1] / 2)
    return score - 0.05 * b.beside + 10 * inside, NamePlace(b.lines, b.size, label, hearth, (middle, foot), room, box)


def attempts(area: str, unit: float, share: float, room: float) -> list[Block]:
    size = max(LABEL * unit * share, SMALLEST)
    names = splits(area_name(area))
    return [block(area, lines, size, room * unit, unit, beside=beside) for lines in names for beside in (False, True)]


def place(cam: Camera, area: str, taken: list[Box]) -> NamePlace:
    """Return the largest block that fits inside the area, else the one that overflows least."""
    rings, gaps = [cam.ring(ring) for ring in outlines(area)], [cam.ring(ring) for ring in holes(area)]
    fit, best = Fit(rings, gaps, (cam.width, cam.height), cam.unit, taken), None
    for share, room in ATTEMPTS:
        for attempt in attempts(area, cam.unit, share, room):
            found = best_place(fit, attempt, cam.unit)
            if found and (best is None or found[0] > best[0] + 0.02):
                best = found
        if best and best[0] > FITS:
            break
    return best[1] if best else in_the_middle(cam, area)


def in_the_middle(cam: Camera, area: str) -> NamePlace:
    """Return the place of a name for an area of which too little is visible to fit anything."""
    x, y = cam.at(CENTRE[area])
    u = cam.unit
    box = (x - 20 * u, y - 10 * u, x + 20 * u, y + 30 * u)
    return NamePlace((area_name(area),), 13 * u, (x, y), None, (x, y + 30 * u), 36 * u, box)


def places(cam: Camera, names: list[str]) -> dict[str, NamePlace]:
    """Return places, small areas first; later ones avoid what small ones had to put outside their borders."""
    found: dict[str, NamePlace] = {}
    for name in sorted(names, key=lambda area: surface(BOARD, area)):
        found[name] = place(cam, name, [with_space(p.box, HANGING * cam.unit) for p in found.values()])
    return found


def with_space(box: Box, below: float = 0.0) -> Box:
    """Return a box with the space that letters of neighbours keep from it, and what hangs `below` it."""
    return box[0] - SPACE, box[1] - SPACE, box[2] + SPACE, box[3] + SPACE + below
