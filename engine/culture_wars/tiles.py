"""The hole, the tiles that touch it, and where a tile may go (CW:18)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from itertools import chain, repeat

from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import RIM, TILE, Place, geography
from engine.culture_wars.pieces import numbers
from engine.culture_wars.state import State

HOLE = "h"
SIDES = "nesw" + HOLE
SPAN = RULES.tile_side  # how far, along each way, a tile lies at most from one that it overlaps or touches
OVER = {(x - i, y - j) for x, y in TILE for i, j in TILE}  # from a tile's corner to those of all that overlap it
BESIDE = {(x - i, y - j) for x, y in RIM for i, j in TILE} - OVER  # to those of all that share an edge with it


def hole(s: State) -> set[Place]:
    """Every place inside the 5 x 5 square that no tile covers: it grows as tiles leave (N-40)."""
    return set(_square(*s.frame).difference(geography(s).names))


@cache
def _square(x: int, y: int) -> frozenset[Place]:
    """The places of the 5 x 5 square whose south-west corner is there."""
    side = range(RULES.side)
    return frozenset((x + i, y + j) for i in side for j in side)


@cache
def _rim(x: int, y: int) -> tuple[Place, ...]:
    """The places that share an edge with a tile whose south-west square is there."""
    return tuple((x + i, y + j) for i, j in RIM)


def movable(s: State) -> list[str]:
    """The tiles that share an edge with the hole, by number."""
    gap = hole(s)
    return sorted([tile for tile, at in s.tiles.items() if not gap.isdisjoint(_rim(*at))], key=int)


def goals(s: State, tile: str) -> dict[str, Place]:
    """Where that tile may go: covering no other, sharing an edge with one, squares in line, not where it is.

    Keys are the side and a number: `n1`, `n2` ... along the north coast from west to east, `s` likewise, `e` and `w`
    from north to south, `h` for what reaches into the 5 x 5 square.
    """
    by_side: dict[str, list[Place]] = {}
    west, south = s.frame
    for corner in _fitting(s, tile):
        by_side.setdefault(_side(corner[0] - west, corner[1] - south), []).append(corner)
    return dict(chain.from_iterable([_numbered(side, by_side.get(side, ())) for side in SIDES]))


def _numbered(side: str, corners: Iterable[Place]) -> Iterable[tuple[str, Place]]:
    """Along the coast: from west to east on north and south, otherwise row by row from the north."""
    along = sorted(corners, key=_from_west if side in "ns" else _from_north)
    return zip(map(_token, repeat(side), range(1, len(along) + 1)), along, strict=True)


@cache
def _token(side: str, number: int) -> str:
    return f"{side}{number}"


@cache
def _from_west(place: Place) -> Place:
    return place[0], -place[1]


@cache
def _from_north(place: Place) -> Place:
    return -place[1], place[0]


def _fitting(s: State, tile: str) -> list[Place]:
    """Corners are bits of a number, row by row from the south: so the tile is laid beside all others at once."""
    width, (column, row) = geography(s).extent[0] + SPAN + 1, s.tiles[tile]
    now = 1 << row * width + column
    others = sum([1 << y * width + x for x, y in s.tiles.values()]) - now
    free = _laid(others, BESIDE, width) & ~(_laid(others, OVER, width) | _laid(now, [(0, 0)], width))
    return [(n % width - SPAN, n // width - SPAN) for n in numbers(free)]


def _laid(corners: int, ways: Collection[Place], width: int) -> int:
    """Where a tile would lie that lies from each of these as one of the ways says, moved by `SPAN` both ways."""
    laid = 0
    for i, j in ways:
        laid |= corners << (j + SPAN) * width + i + SPAN
    return laid


def side_of(s: State, corner: Place) -> str:
    """The side of the 5 x 5 square on which a tile lies there, or `h` if it reaches into it."""
    return _side(corner[0] - s.frame[0], corner[1] - s.frame[1])


@cache
def _side(x: int, y: int) -> str:
    """The same by column and row from the south-west corner of the square."""
    if y >= RULES.side or y <= -RULES.tile_side:
        return "n" if y > 0 else "s"
    if x >= RULES.side or x <= -RULES.tile_side:
        return "e" if x > 0 else "w"
    return HOLE
