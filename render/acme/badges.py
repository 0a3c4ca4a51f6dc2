"""Crossed swords on contested areas, each where it hides least."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from render.acme import marks
from render.acme.base import Base
from render.acme.position import Position
from render.canvas import Box, Point, stamp

REACH = 15  # units from the middle of a badge to where it may touch nothing
NAME_COST, PIECE_COST, BADGE_COST = 2.5, 1.2, 2.0  # of hiding these entirely, against lying outside the area entirely


@dataclass(frozen=True, slots=True)
class Crowd:
    """What a badge should not hide."""

    names: list[Box]
    pieces: list[Box]
    badges: list[Box]

    def cost(self, box: Box) -> float:
        groups = ((NAME_COST, self.names), (PIECE_COST, self.pieces), (BADGE_COST, self.badges))
        return sum([weight * overlap(box, other) for weight, boxes in groups for other in meeting(box, boxes)])


def meeting(box: Box, boxes: list[Box]) -> list[Box]:
    """Those of the boxes that overlap the first."""
    left, top, right, bottom = box
    return [b for b in boxes if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top]


def overlap(box: Box, other: Box) -> float:
    """The share of the first box under the second."""
    wide = min(box[2], other[2]) - max(box[0], other[0])
    high = min(box[3], other[3]) - max(box[1], other[1])
    return max(0.0, wide) * max(0.0, high) / ((box[2] - box[0]) * (box[3] - box[1]))


def draw_badges(picture: Image.Image, base: Base, position: Position, areas: list[str], stood: list[Box]) -> None:
    """A badge with its place in the order of competitions on each of these areas that is contested; `stood` are the
    boxes of the pieces."""
    crowd, unit = Crowd([name_box(base, area) for area in areas], [*stood, *homes(base, position)], []), base.cam.unit
    for rank, area in enumerate(position.contested, 1):
        if area in areas:
            spots = badge_spots(base, position, area)
            x, y = min(spots, key=lambda p: outside(base, area, p, REACH * unit) + crowd.cost(around(p, REACH * unit)))
            crowd.badges.append(around((x, y), REACH * unit))
            stamp(picture, marks.contest(rank, unit), x, y)


def around(p: Point, reach: float) -> Box:
    return p[0] - reach, p[1] - reach, p[0] + reach, p[1] + reach


def name_box(base: Base, area: str) -> Box:
    name = base.labels[area]
    return name.x + 5, name.y + 5, name.x + name.image.width - 5, name.y + name.image.height - 5


def homes(base: Base, position: Position) -> list[Box]:
    """The boxes of homes and temples."""
    found = [base.places[civ.home].home for civ in position.civs.values() if civ.home in base.places]
    return [around(spot, REACH * base.cam.unit) for spot in found if spot]


def badge_spots(base: Base, position: Position, area: str) -> list[Point]:
    """Beside the name, above it, below the pieces, beside them: the first is best where all are as good."""
    spot, unit = base.places[area], base.cam.unit
    half = base.labels[area].image.width / 2 + 9 * unit
    x, y = spot.label
    at_home = any(civ.home == area for civ in position.civs.values())
    left = spot.home if spot.home and not at_home else (x - half, y)
    row = max(spot.room, 60 * unit) / 2 + 12 * unit
    foot = spot.pieces[1] - 15 * unit
    above = (spot.pieces[0], y - spot.size * len(spot.lines) * 0.5 - 15 * unit)
    below = (spot.pieces[0], spot.pieces[1] + 20 * unit)
    beside = [(left[0], y - 5 * unit), (x + half, y - 5 * unit)]
    spots = [*beside, above, below, (spot.pieces[0] - row, foot), (spot.pieces[0] + row, foot)]
    return [inside_picture(base, p) for p in spots]


def inside_picture(base: Base, p: Point) -> Point:
    edge, cam = 16 * base.cam.unit, base.cam
    return min(max(p[0], edge), cam.width - edge), min(max(p[1], edge), cam.height - edge)


def outside(base: Base, area: str, p: Point, reach: float) -> float:
    """How much of a square around the point lies outside the area, in tenths."""
    fill = base.fills[area]
    left, top, right, bottom = around((p[0] - fill.x, p[1] - fill.y), reach)
    square = fill.image.crop((round(left), round(top), round(right), round(bottom)))
    return 1 - round(square.resize((1, 1), Image.Resampling.BOX).tobytes()[0] / 255, 1)
