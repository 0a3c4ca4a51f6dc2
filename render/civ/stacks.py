"""The pieces of one area in a row or two: printed marks, the city, stacks of tokens; and ships in their harbour."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from PIL import Image

from render.board.crowds import meeting, spread
from render.board.signs import Put, Sign, sprite_of
from render.civ import signs
from render.civ.base import Base
from render.civ.board import harbour, is_sea
from render.civ.pieces import PAD
from render.civ.placement import NamePlace
from render.civ.position import AreaChange, AreaState, Position
from render.paint.canvas import Box, Point

TIGHT = 0.9  # pieces may overlap down to this share of their width
MARK = 16  # units that a printed mark is wide
MARK_WIDE = 20  # units that the printed marks take beside pieces
CROWD = 3  # pieces from which two rows are thought of
CROWDED = 0.82  # size of pieces in two rows
SHIP = 0.92  # size of ships beside that of other pieces
HARDLY = 0.02  # share of a name that a piece may cover
FARTHEST = 16  # units that a row is moved aside at most
# where a row may be moved to, in units, the nearest first
ASIDE = sorted(
    ((x, y) for x in range(-FARTHEST, FARTHEST + 1, 4) for y in range(-FARTHEST, FARTHEST + 1, 4)),
    key=lambda by: (math.hypot(*by), by),
)


@dataclass(frozen=True, slots=True)
class RowPiece:
    """A piece to be put into a row: what it is and its sprite, how much of its width counts, whose it is and how many
    pieces, and what hangs on it, how far down.
    """

    sign: Sign
    sprite: Image.Image
    wide: float
    owner: str
    n: int = 0
    chip: Sign | None = None
    hangs: float = 0


@dataclass(frozen=True, slots=True)
class AreaContents:
    """Everything in an area, with the boxes of the pieces and those of the printed marks."""

    puts: list[Put] = field(default_factory=list)
    pieces: list[Box] = field(default_factory=list)
    marks: list[Box] = field(default_factory=list)


Standing: TypeAlias = tuple[RowPiece, float, float]  # a piece with its middle and its foot, in pixels


def contents(base: Base, position: Position, area: str) -> AreaContents:
    """Return everything in an area, each in its place."""
    spot, ground = base.places[area], position.areas[area]
    row, unit = row_of(position, area, spot.unit), spot.unit
    if not row:
        return printed_marks(base, area, ground)
    beside = 0.0 if ground.city else MARK_WIDE * unit
    share = shrunk([piece.wide for piece in row], spot.room - beside)
    if share < 1:
        unit = round(unit * share, 3)
        row = row_of(position, area, unit)
    stood, lifted = kept_clear(base, stand_row(spot, row, beside, base.cam.width), unit)
    where, marks = on(area), AreaContents()
    if beside:
        edge = min(x - piece.wide / 2 for piece, x, _ in stood)
        middle = max(beside / 2, edge - beside / 2)
        marks = column(where, ground, middle, spot.pieces[1] + lifted, spot.unit)
    puts = [Put(piece.sign, unit, x, foot + PAD * unit, where, piece.owner, piece.n, "mb") for piece, x, foot in stood]
    chips = (hung(one, where, unit) for one in stood)
    boxes = [box_of(piece, x, foot, unit) for piece, x, foot in stood]
    return AreaContents([*puts, *marks.puts, *(chip for chip in chips if chip)], boxes, marks.marks)


def hung(one: Standing, where: str, unit: float) -> Put | None:
    """Return what hangs on a piece."""
    piece, x, foot = one
    if piece.chip is None:
        return None
    top = foot - piece.sprite.height + 2 * PAD * unit
    return Put(piece.chip, unit, x + piece.wide / 2 + 2 * unit, top + piece.hangs * unit, where, piece.owner)


def on(area: str) -> str:
    """Return the id of the shape of an area or an open sea."""
    return f"sea:{area}" if is_sea(area) else f"area:{area}"


def stand_row(spot: NamePlace, row: list[RowPiece], beside: float, width: int) -> list[Standing]:
    """Return every piece of a row with its middle and its foot; `beside` pixels at the left are the printed marks'."""
    left, room = spot.pieces[0] + beside / 2, spot.room - beside
    lines = rows([piece.wide for piece in row], room)
    found: list[Standing] = []
    for number, line in enumerate(lines):
        foot = spot.pieces[1] - (3 if len(lines) == 1 else 10 - 20 * number) * spot.unit
        middles = spread([row[i].wide for i in line], room, TIGHT)
        over = -middles[0] + row[line[0]].wide / 2 - room / 2
        shift = max(0.0, over) if spot.beside else 0.0
        for i, dx in zip(line, middles, strict=True):
            found.append((row[i], kept_inside(left + dx + shift, row[i].sprite.width / 2 - 4, width), foot))
    return found


def kept_clear(base: Base, stood: list[Standing], unit: float) -> tuple[list[Standing], float]:
    """Return the row, moved aside as little as possible if it would cover a name, and how far down it is now."""
    whole = around_all([box_of(*one, unit) for one in stood], FARTHEST * unit)
    names = [box for name in base.labels if overlap(whole, box := label_box(base, name))]
    if not names or not hidden_share(names, stood, unit):
        return stood, 0
    high = base.cam.height - max(foot for _, _, foot in stood)
    ways = [
        (min(dy * unit, high), shift_row(stood, dx * unit, min(dy * unit, high), base.cam.width)) for dx, dy in ASIDE
    ]
    lifted, best = min(ways, key=lambda way: hidden_share(names, way[1], unit))
    return best, lifted


def shift_row(stood: list[Standing], dx: float, dy: float, width: int) -> list[Standing]:
    """Return the row so many pixels farther right and down, inside the picture."""
    return [(piece, kept_inside(x + dx, piece.sprite.width / 2 - 4, width), foot + dy) for piece, x, foot in stood]


def hidden_share(names: list[Box], stood: list[Standing], unit: float) -> float:
    """Return the largest share of one of these names that a piece covers; small shares don't count."""
    boxes = [box_of(*one, unit) for one in stood]
    most = max(overlap(name, box) / overlap(name, name) for name in names for box in boxes)
    return most if most > HARDLY else 0


def around_all(boxes: list[Box], margin: float) -> Box:
    """Return the box around all these boxes, with a margin."""
    left, top, right, bottom = (tuple(edges) for edges in zip(*boxes, strict=True))
    return min(left) - margin, min(top) - margin, max(right) + margin, max(bottom) + margin


def box_of(piece: RowPiece, x: float, foot: float, unit: float) -> Box:
    """Return the box of a piece without ring and shadow."""
    high = piece.sprite.height - 2 * PAD * unit
    return x - piece.wide / 2, foot - high, x + piece.wide / 2, foot


def kept_inside(x: float, half: float, width: int) -> float:
    return min(max(x, half), width - half)


def row_of(position: Position, area: str, unit: float) -> list[RowPiece]:
    """Return the pieces of an area in their order: City, largest stack first, what has gone since the earlier view."""
    ground, change = position.areas[area], position.change(area)
    row: list[RowPiece] = []
    if ground.city:
        sign = signs.city(position.colour(ground.city), position.letter(ground.city))
        row.append(tower(sign, ground.city, signs.BUILT if change.built else None, unit))
    row += [stack(position, ground, owner, change, unit) for owner in rank_owners(position, ground)]
    if change.lost and not change.built:
        row.append(tower(signs.gone_city(position.colour(change.lost)), change.lost, signs.LOST, unit))
    for owner, n in change.tokens.items():
        if owner not in ground.tokens:
            row.append(lying(signs.gone_tokens(position.colour(owner)), owner, 0, signs.change(n), unit))
    return row


def tower(sign: Sign, owner: str, chip: Sign | None, unit: float) -> RowPiece:
    """Return a city for a row, or the place of one."""
    return RowPiece(sign, sprite_of(signs.SIGNS, sign, unit), 27 * unit, owner, 1, chip, 7)


def lying(sign: Sign, owner: str, n: int, chip: Sign | None, unit: float) -> RowPiece:
    """Return tokens for a row, or the place of such."""
    sprite = sprite_of(signs.SIGNS, sign, unit)
    return RowPiece(sign, sprite, sprite.width - 2 * PAD * unit, owner, n, chip)


def stack(position: Position, ground: AreaState, owner: str, change: AreaChange, unit: float) -> RowPiece:
    """Return tokens of one owner, with a red rim if they are more than the area supports."""
    count = ground.tokens[owner]
    over = count > (0 if ground.city else ground.limit)
    sign = signs.tokens(position.colour(owner), position.letter(owner), count, over=over)
    chip = signs.change(change.tokens[owner]) if owner in change.tokens else None
    return lying(sign, owner, count, chip, unit)


def rank_owners(position: Position, ground: AreaState) -> list[str]:
    """Return the owners of tokens, the largest stack first, then the order of the A.S.T."""
    order = {name: i for i, name in enumerate(position.ranking)}
    return sorted(ground.tokens, key=lambda owner: (-ground.tokens[owner], order.get(owner, len(order)), owner))


def rows(widths: list[float], room: float) -> list[list[int]]:
    """Return one row if the pieces fit with some overlap, else two."""
    if len(widths) < CROWD or sum(widths) * TIGHT <= room * 1.25:
        return [list(range(len(widths)))]
    half = (len(widths) + 1) // 2
    return [list(range(half)), list(range(half, len(widths)))]


def shrunk(widths: list[float], room: float) -> float:
    """Return how much pieces shrink in two rows, or in one that would otherwise cover neighbouring names."""
    if len(rows(widths, room)) > 1:
        return CROWDED
    return min(1.0, max(CROWDED, room / (sum(widths) * TIGHT)))


def printed_marks(base: Base, area: str, ground: AreaState) -> AreaContents:
    """Return the printed limit and site of an empty area, side by side."""
    spot = base.places[area]
    x, y, unit = spot.pieces[0], spot.pieces[1] - 16 * spot.unit, spot.unit
    shift = 10 * unit if ground.site else 0.0
    return printed(on(area), ground, [(x - shift, y), (x + shift, y)], unit, unit * 1.1)


def column(where: str, ground: AreaState, x: float, foot: float, unit: float) -> AreaContents:
    """Return the printed limit and site beside pieces, one below the other."""
    y = foot - 15 * unit
    up, down = (7.5 * unit, 8 * unit) if ground.site else (0.0, 0.0)
    return printed(where, ground, [(x, y - up), (x, y + down)], unit, unit)


def printed(where: str, ground: AreaState, spots: list[Point], unit: float, size: float) -> AreaContents:
    """Return the limit at the first of these spots, and the site, if the area has one, at the second."""
    there = [signs.limit(ground.limit), *([signs.site(ground.site)] if ground.site else [])]
    puts = [Put(sign, size, x, y, where) for sign, (x, y) in zip(there, spots, strict=False)]
    return AreaContents(puts, [], [around(put.x, put.y, MARK * unit) for put in puts])


def moored_ships(base: Base, position: Position) -> list[tuple[str, str, int, float, float]]:
    """Return every harbour's ships beside one another, as far as they are in the picture: the harbour, owner, number,
    and where.
    """
    found: list[tuple[str, str, int, float, float]] = []
    unit = base.cam.unit * SHIP
    for port, fleet in position.harbours.items():
        x, y = base.cam.at(harbour(port))
        if not (0 <= x <= base.cam.width and 0 <= y <= base.cam.height):
            continue
        step = 19 * unit
        left = kept_inside(x, 14 * unit + step * (len(fleet) - 1) / 2, base.cam.width) - step * (len(fleet) - 1) / 2
        found += [(port, owner, n, left + step * i, y) for i, (owner, n) in enumerate(fleet.items())]
    return found


def ship_boxes(base: Base, position: Position) -> list[Box]:
    """Return the boxes of ships."""
    unit = base.cam.unit * SHIP
    there = moored_ships(base, position)
    return [(x - 14 * unit, y - 12 * unit, x + 14 * unit, y + 12 * unit) for _, _, _, x, y in there]


def put_ships(base: Base, position: Position) -> Iterator[Put]:
    """Yield all ships, with their number from two up."""
    unit = base.cam.unit * SHIP
    for port, owner, n, x, y in moored_ships(base, position):
        where = on(port) if is_sea(port) else f"harbour:{port}"
        yield Put(signs.ship(position.colour(owner), position.letter(owner)), unit, x, y, where, owner, n)
        if n > 1:
            yield Put(signs.count(n), unit, x + 11 * unit, y + 9 * unit, where, owner)


def put_fights(base: Base, position: Position, areas: list[str], stood: list[Box]) -> Iterator[Put]:
    """Yield the sign of every conflict, where it hides least of names, pieces, marks and ships around."""
    sign = fight(base.cam.unit)
    taken = [*stood, *(label_box(base, area) for area in areas), *ship_boxes(base, position)]
    for area in position.conflicts:
        if area in areas:
            x, y = best_spot(base, area, sign.width * 0.8, taken)
            yield Put(signs.FIGHT, base.cam.unit, x, y, on(area))
            taken.append(around(x, y, sign.width * 0.7))


def label_box(base: Base, area: str) -> Box:
    """Return the box of a name without its margin."""
    name = base.labels[area]
    return name.x + 5, name.y + 5, name.x + name.image.width - 5, name.y + name.image.height - 5


def around(x: float, y: float, side: float) -> Box:
    return x - side / 2, y - side / 2, x + side / 2, y + side / 2


def best_spot(base: Base, area: str, side: float, taken: list[Box]) -> tuple[float, float]:
    """Return the place beside the block of an area where a square of that side covers least."""
    left, top, right, bottom = base.places[area].box
    x0, y0, x1, y1 = label_box(base, area)
    half, middle = side / 2, (y0 + y1) / 2
    spots = [(x0 - half, middle), (x1 + half, middle), ((x0 + x1) / 2, y0 - half), ((x0 + x1) / 2, bottom + half)]
    spots += [(left - half, bottom - half), (right + half, bottom - half), (x0 - half, top - half), (x1 + half, top)]
    width, height = base.cam.size
    inside = [(min(max(x, half), width - half), min(max(y, half), height - half)) for x, y in spots]
    near = meeting(around_all([around(x, y, side) for x, y in inside], 0), taken)
    return min(inside, key=lambda at: sum(overlap(around(at[0], at[1], side), box) for box in near))


def overlap(one: Box, other: Box) -> float:
    """Return the surface that two boxes share, in pixels."""
    wide, high = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def fight(unit: float) -> Image.Image:
    """Return the sign of a conflict."""
    return sprite_of(signs.SIGNS, signs.FIGHT, unit)
