"""The hole, the tiles that touch it, and where a tile may go (CW:18)."""

from __future__ import annotations

from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import Place, beside, geography, squares_of
from engine.culture_wars.state import State

HOLE = "h"


def hole(s: State) -> set[Place]:
    """Every place inside the 5 x 5 square that no tile covers: it grows as tiles leave (N-40)."""
    x, y = s.frame
    board = {(x + i, y + j) for i in range(RULES.side) for j in range(RULES.side)}
    return board - geography(s).tile_at.keys()


def movable(s: State) -> list[str]:
    """The tiles that share an edge with the hole, by number."""
    land = geography(s).tile_at
    return sorted({land[q] for p in hole(s) for q in beside(p) if q in land}, key=int)


def goals(s: State, tile: str) -> dict[str, Place]:
    """Where that tile may go: covering no other, sharing an edge with one, squares in line, not where it is.

    Keys are the side and a number: `n1`, `n2` ... along the north coast from west to east, `s` likewise, `e` and `w`
    from north to south, `h` for what reaches into the 5 x 5 square.
    """
    by_side: dict[str, list[Place]] = {}
    for corner in _fitting(s, tile):
        by_side.setdefault(side_of(s, corner), []).append(corner)
    return {f"{side}{i}": corner for side in "nesw" + HOLE for i, corner in _numbered(side, by_side.get(side, []))}


def _numbered(side: str, corners: list[Place]) -> list[tuple[int, Place]]:
    """Along the coast: from west to east on north and south, otherwise row by row from the north."""
    lengthwise = side in "ns"
    along = sorted(corners, key=lambda p: (p[0], -p[1]) if lengthwise else (-p[1], p[0]))
    return list(enumerate(along, start=1))


def _fitting(s: State, tile: str) -> list[Place]:
    others = {p for p, t in geography(s).tile_at.items() if t != tile}
    side = RULES.tile_side
    near = {(x - i, y - j) for p in others for x, y in beside(p) for i in range(side) for j in range(side)}
    now = (s.tiles[tile][0], s.tiles[tile][1])
    return [corner for corner in near if corner != now and _fits(corner, others)]


def _fits(corner: Place, others: set[Place]) -> bool:
    squares = squares_of(corner)
    return others.isdisjoint(squares) and any(q in others for p in squares for q in beside(p))


def side_of(s: State, corner: Place) -> str:
    """The side of the 5 x 5 square on which a tile lies there, or `h` if it reaches into it."""
    x, y = corner[0] - s.frame[0], corner[1] - s.frame[1]
    outside = {"n": y >= RULES.side, "s": y <= -RULES.tile_side, "w": x <= -RULES.tile_side, "e": x >= RULES.side}
    return next((side for side, out in outside.items() if out), HOLE)
