"""The pieces of every area: stacks in one or more rows, then bonus cubes and Gold, and what is attached to stacks.

First all find their places, small areas before larger ones; then they are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from PIL import Image

from render.acme import signs
from render.acme.badges import spot
from render.acme.base import Base
from render.acme.hearths import on, printed_boxes, unprinted
from render.acme.position import Position, Site
from render.board.crowds import meeting, overlap, spread
from render.board.signs import Put, Sign, sprite_of
from render.paint.canvas import Box, Point
from render.paint.pieces import PAD

SIZES = (1.0, 0.88, 0.78, 0.7, 0.62)  # of pieces that find no place, tried in this order
SHRUNK = 0.9  # what it costs to make them smaller, against covering something with all of them
ENOUGH = 0.55  # worth from which pieces are not made smaller any more
TIGHT = 0.86  # stacks may overlap down to this share of their width
MOST_ROWS = 3
TOUCH = 0.04  # share of a piece that may lie on something else before it moves
CHIP = 6  # units that the mark of a change rises above its stack and its number hangs below
RIM = 2  # units of a piece's rim outside its shape
HOME_MARGIN, HOME_FOOT = 11, 7  # units at the sides of a home, and below its foot
NUMBERED = 4  # disks from which a stack has a number on the whole board too


@dataclass(frozen=True, slots=True)
class RowPiece:
    """A piece of a row: what it is, its sprite, its own width and height without shadow, how far the sprite reaches
    below its foot, whose stack it is, how far its number hangs below its foot, and whose it is if it is no stack."""

    sign: Sign
    sprite: Image.Image
    wide: float
    high: float
    below: float
    faction: str = ""
    hangs: float = 0.0
    owner: str = ""


@dataclass(frozen=True, slots=True)
class StandingPiece:
    """A piece in its place: its middle and its foot."""

    piece: RowPiece
    x: float
    foot: float

    @property
    def box(self) -> Box:
        half = self.piece.wide / 2
        return self.x - half, self.foot - self.piece.high, self.x + half, self.foot + self.piece.hangs


@dataclass(frozen=True, slots=True)
class AreaPieces:
    """The pieces of an area, the pixels of their unit, and the box of its badge where it is contested."""

    standing: list[StandingPiece]
    unit: float
    badge: Box | None = None

    @property
    def boxes(self) -> list[Box]:
        """Return the boxes of the pieces and the badge."""
        return [*(one.box for one in self.standing), *([self.badge] if self.badge else [])]


def place_pieces(base: Base, position: Position) -> dict[str, AreaPieces]:
    """Return where all pieces and badges of a position are drawn, by area."""
    found: dict[str, AreaPieces] = {}
    taken, contested = printed_boxes(base, position), frozenset(position.contested)
    for area in sorted(base.places, key=lambda a: (base.fills[a].surface, a)):
        if row := row_of(base, position, area, base.cam.unit):
            there = place(base, position, area, row, taken)
            if area in contested:
                there = replace(there, badge=spot(base, area, [*taken, *there.boxes]))
            taken += there.boxes
            found[area] = there
    return found


def place(base: Base, position: Position, area: str, row: list[RowPiece], taken: list[Box]) -> AreaPieces:
    """Return the pieces at their default places if nothing is in their way, else where they cover least."""
    ground, unit = base.ground(area), base.cam.unit
    usual = AreaPieces(by_themselves(base, area, row), unit)
    near = meeting(ground.box, taken)
    if clear(usual.boxes, [*near, *ground.names]):
        return usual
    middle = base.places[area].pieces
    search, best, worth = ground.search(near, (middle[0], middle[1] - row[0].high / 2)), usual, -99.0
    for size in SIZES:
        row = row if size == 1 else row_of(base, position, area, unit * size)
        for lines in break_row(row):
            wide, high = block_size(row, lines)
            score, corner = search.best(wide, high)
            if score - SHRUNK * (1 - size) > worth + 0.02:
                worth = score - SHRUNK * (1 - size)
                best = AreaPieces(in_lines(row, lines, corner, wide), unit * size)
        if worth > ENOUGH:
            break
    return best


def clear(boxes: Sequence[Box], others: Sequence[Box]) -> bool:
    """Return whether no box covers another, or anything else."""
    for i, box in enumerate(boxes):
        if any(overlap(box, other) > TOUCH for other in meeting(box, others)):
            return False
        if any(overlap(box, other) > 1 - TIGHT + TOUCH for other in meeting(box, boxes[:i])):
            return False
    return True


def by_themselves(base: Base, area: str, row: list[RowPiece]) -> list[StandingPiece]:
    """Return one row in the room that the area has for pieces."""
    spot = base.places[area]
    middles, found = spread([piece.wide for piece in row], spot.room * 1.1, TIGHT), []
    for piece, dx in zip(row, middles, strict=True):
        half = piece.sprite.width / 2 - 4
        found.append(StandingPiece(piece, min(max(spot.pieces[0] + dx, half), base.cam.width - half), spot.pieces[1]))
    return found


def break_row(row: list[RowPiece]) -> list[list[list[int]]]:
    """Return the row in one line, in two, in three: the numbers of the pieces of each."""
    found = []
    for lines in range(1, min(MOST_ROWS, len(row)) + 1):
        each = -(-len(row) // lines)
        found.append([list(range(i, min(i + each, len(row)))) for i in range(0, len(row), each)])
    return found


def block_size(row: list[RowPiece], lines: list[list[int]]) -> tuple[float, float]:
    """Return the width and height of the pieces in these lines."""
    wide = max(sum(row[i].wide for i in line) for line in lines)
    return wide, sum(max(row[i].high + row[i].hangs for i in line) for line in lines)


def in_lines(row: list[RowPiece], lines: list[list[int]], corner: Point, wide: float) -> list[StandingPiece]:
    """Return the pieces in lines below that corner, in the middle of the width."""
    foot, found = corner[1], []
    for line in lines:
        foot += max(row[i].high for i in line)
        middles = spread([row[i].wide for i in line], wide, TIGHT)
        found += [StandingPiece(row[i], corner[0] + wide / 2 + dx, foot) for i, dx in zip(line, middles, strict=True)]
        foot += max(row[i].hangs for i in line)
    return found


def factions_shown(position: Position, area: str) -> list[str]:
    """Return the factions in an area, those that are gone last."""
    disks = position.site(area).disks
    return position.ranked(area) + [f for f in position.change(area) if f not in disks]


def row_of(base: Base, position: Position, area: str, unit: float) -> list[RowPiece]:
    """Return the pieces of an area from left to right: homes without a printed place, stacks, cubes and Gold."""
    homes = [home_piece(civ, sign, unit) for civ, sign in unprinted(base, position, area)]
    stacks = [stack_piece(position, area, faction, unit) for faction in factions_shown(position, area)]
    return [*homes, *stacks, *(extra_piece(sign, unit) for sign in extras(position.site(area)))]


def home_piece(civ: str, sign: Sign, unit: float) -> RowPiece:
    sprite = sprite_of(signs.SIGNS, sign, unit)
    side = sprite.width - HOME_MARGIN * unit
    return RowPiece(sign, sprite, side, side, HOME_FOOT * unit, owner=civ)


def extra_piece(sign: Sign, unit: float) -> RowPiece:
    sprite = sprite_of(signs.SIGNS, sign, unit)
    return RowPiece(sign, sprite, sprite.width - 5 * unit, sprite.height - 4 * unit, 4 * unit)


def stack_piece(position: Position, area: str, faction: str, unit: float) -> RowPiece:
    """Return the stack, or its ghost if it is gone."""
    disks = position.site(area).disks.get(faction, 0)
    if disks:
        sign = signs.disks(position.colour(faction), position.letter(faction), disks)
    else:
        sign = signs.ghost(position.colour(faction), -position.change(area)[faction])
    sprite = sprite_of(signs.SIGNS, sign, unit)
    margin, chip = 2 * (PAD - RIM) * unit, CHIP * unit if position.change(area).get(faction) else 0.0
    high, number = sprite.height - margin + chip, CHIP * unit if disks >= NUMBERED else 0.0
    return RowPiece(sign, sprite, sprite.width - margin, high, (PAD - RIM) * unit, faction, number)


def extras(site: Site) -> list[Sign]:
    """Return the pieces of an area that belong to no stack."""
    found = [signs.STRONGHOLD] if site.stronghold and site.stronghold not in site.disks else []
    found += [signs.bonus(site.bonus)] if site.bonus else []
    found += [signs.EXPLORED] if site.explored else []
    return [*found, signs.GOLD] if site.gold else found


def put_stacks(position: Position, stood: Iterable[tuple[str, AreaPieces]], *, numbers: bool) -> Iterator[Put]:
    """Yield all pieces of these areas from north to south; numbers and changes last, above every stack."""
    there = sorted(stood, key=lambda one: (max(piece.foot for piece in one[1].standing), one[0]))
    for area, found in there:
        for one in found.standing:
            whose, n = one.piece.faction or one.piece.owner, position.site(area).disks.get(one.piece.faction, 0)
            yield Put(one.piece.sign, found.unit, one.x, one.foot + one.piece.below, on(area), whose, n, anchor="mb")
    for area, found in there:
        for one in found.standing:
            if one.piece.faction:
                yield from trims(position, area, one, found.unit, numbers=numbers)


def trims(position: Position, area: str, at: StandingPiece, unit: float, *, numbers: bool) -> Iterator[Put]:
    """Yield what is attached to a stack: its Stronghold cube, its number, its change."""
    faction = at.piece.faction
    site, delta = position.site(area), position.change(area).get(faction, 0)
    half, foot = at.piece.wide / 2 - RIM * unit, at.foot - RIM * unit
    count = site.disks.get(faction, 0)
    if site.stronghold == faction and count:
        yield Put(signs.STRONGHOLD, unit, at.x - half - 3 * unit, foot - unit, on(area), faction)
    if count >= NUMBERED or (numbers and count > 1):
        yield Put(signs.count(count), unit, at.x + half - unit, foot + unit, on(area), faction)
    if delta:
        top = at.box[1] + (CHIP + RIM + 1) * unit
        yield Put(signs.change(delta), unit, at.x + half - 2 * unit, top, on(area), faction)
