"""Crossed swords on contested areas, each where it hides least."""

from __future__ import annotations

from render.acme.base import Base
from render.acme.hearths import on
from render.acme.signs import contest
from render.board.crowds import OWN, meeting
from render.board.signs import Put
from render.paint.canvas import Box

REACH = 15.5  # units from the middle of a badge to where it may touch nothing
SIZES = (1.0, 0.85, 0.7, 0.6)  # tried in this order
SHRUNK = 0.6  # what it costs to make it smaller, against covering something with all of it


def spot(base: Base, area: str, taken: list[Box]) -> Box:
    """Return the box of a badge where it hides least, best beside the name."""
    ground, name, unit = base.ground(area), base.written[area][0], base.cam.unit
    search = ground.search(meeting(ground.box, taken), (name[2] + REACH * unit, (name[1] + name[3]) / 2))
    found: list[tuple[float, Box]] = []
    for size in SIZES:
        if found and max(found)[0] > OWN - SHRUNK * (1 - size):  # no smaller one can be worth more
            break
        side = 2 * REACH * unit * size
        worth, (x, y) = search.best(side, side)
        found.append((worth - SHRUNK * (1 - size), (x, y, x + side, y + side)))
    return max(found)[1]


def badge(area: str, rank: int, box: Box) -> Put:
    """Return the badge of an area with its place in the order of competitions."""
    left, top, right, bottom = box
    unit = round((right - left) / 2 / REACH, 6)  # wherever it lies, so that its sprite is found again
    return Put(contest(rank), unit, (left + right) / 2, (top + bottom) / 2, on(area))
