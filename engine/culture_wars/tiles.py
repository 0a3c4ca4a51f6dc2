"""The hole, the tiles that touch it, and where a tile may go (CW:18)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain
from operator import itemgetter

from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import geography, squares_of
from engine.culture_wars.pieces import Place, bits, chart, members
from engine.culture_wars.state import State

HOLE = "h"
SIDES = "nesw" + HOLE
AROUND_SQUARE = chart(RULES.side, RULES.side, 1)  # the places of the 5 x 5 square and those around it
SQUARE = bits(chart(RULES.side, RULES.side, 0), AROUND_SQUARE)
SPAN = RULES.tile_side  # how far, along each way, a tile lies at most from one that it overlaps or touches


def hole(s: State) -> set[Place]:
    """Return every place inside the 5 x 5 square that no tile covers: it grows as tiles leave (N-40)."""
    west, south = s.frame
    return {(west + x, south + y) for x, y in members(_uncovered(_covered(s)), AROUND_SQUARE)}


def movable(s: State) -> list[str]:
    """Return the tiles that share an edge with the hole, by number."""
    covered = _covered(s)
    gap, row = _uncovered(covered), RULES.side + 2
    beside = gap << 1 | gap >> 1 | gap << row | gap >> row
    return sorted([tile for tile, squares in covered.items() if squares & beside], key=int)


def _covered(s: State) -> dict[str, int]:
    """Return what each tile covers of the 5 x 5 square and of the places around it, as bits."""
    west, south = s.frame
    return {tile: _bits(x - west, y - south) for tile, (x, y) in s.tiles.items()}


def _uncovered(covered: Mapping[str, int]) -> int:
    """Return what no tile covers of the square."""
    return SQUARE & ~sum(covered.values())


@cache
def _bits(x: int, y: int) -> int:
    """Return what a tile covers there, as bits."""
    return bits(squares_of((x, y)), AROUND_SQUARE)


def goals(s: State, tile: str) -> dict[str, Place]:
    """Return where that tile may go: over no other, sharing an edge with one, squares in line, not where it is.

    Keys are the side and a number: `n1`, `n2` ... along the north coast from west to east, `s` likewise, `e` and `w`
    from north to south, `h` for what reaches into the 5 x 5 square.
    """
    by_side: dict[str, list[Place]] = {side: [] for side in SIDES}
    west, south = s.frame
    for place in _fitting(s, tile):
        by_side[_side(place[0] - west, place[1] - south)].append(place)
    for side in "ns":
        by_side[side].sort(key=itemgetter(0))
    numbered = [zip(_tokens(side, len(along)), along, strict=True) for side, along in by_side.items()]
    return dict(chain.from_iterable(numbered))


@cache
def _tokens(side: str, most: int) -> tuple[str, ...]:
    return tuple([f"{side}{number}" for number in range(1, most + 1)])


def _fitting(s: State, tile: str) -> list[Place]:
    """Row by row from the north-west. Corners are bits of a number: so the tile is laid beside all others at once."""
    columns, rows = geography(s).extent
    width, top = columns + 2 * SPAN, rows + SPAN - 1
    corners = {number: 1 << (top - y) * width + x + SPAN for number, (x, y) in s.tiles.items()}
    now = corners[tile]
    others = sum(corners.values()) - now
    wide, high = _spread(others, 1), _spread(others, width)
    beside = wide << SPAN * width | wide >> SPAN * width | high << SPAN | high >> SPAN
    return members(beside & ~(_spread(wide, width) | now), chart(columns, rows, SPAN))


def _spread(corners: int, way: int) -> int:
    """These corners, and those in line with them both ways of tiles that they would overlap."""
    spread = corners
    for n in range(1, SPAN):
        spread |= corners << n * way | corners >> n * way
    return spread


def tiles_beside(corners: Mapping[str, Place], tile: str) -> list[str]:
    """Return the tiles that share an edge with that one, by number. `corners` are the south-west squares of all."""
    x, y = corners[tile]
    apart = {other: sorted((abs(a - x), abs(b - y))) for other, (a, b) in corners.items() if other != tile}
    return sorted([other for other, (near, far) in apart.items() if near < far == RULES.tile_side], key=int)


def side_of(s: State, corner: Place) -> str:
    """Return the side of the 5 x 5 square on which a tile there would be, or `h` if it reaches into it."""
    return _side(corner[0] - s.frame[0], corner[1] - s.frame[1])


@cache
def _side(x: int, y: int) -> str:
    """Return the side by column and row from the south-west corner of the square."""
    if y >= RULES.side or y <= -RULES.tile_side:
        return "n" if y > 0 else "s"
    if x >= RULES.side or x <= -RULES.tile_side:
        return "e" if x > 0 else "w"
    return HOLE
