"""Sets of squares as the bits of one number, row by row from the north-west, and their connected pieces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from typing import TypeAlias, TypeVar

Place: TypeAlias = tuple[int, int]
T = TypeVar("T")


@lru_cache(maxsize=64)
def chart(columns: int, rows: int, margin: int) -> tuple[Place, ...]:
    """Return the places that the bits stand for: that many columns and rows from 0, with a margin all around."""
    across, up = range(-margin, columns + margin), range(-margin, rows + margin)
    return tuple([(x, y) for y in reversed(up) for x in across])


def joined_squares(start: int, among: int, width: int) -> int:
    """Return the squares among these that are joined to the start over edges; rows are `width` bits wide.

    The first and the last square of every row must be both in `among` and joined, or both not, since they are
    neighbours as bits.
    """
    found, grown = 0, start & among
    while grown != found:
        found = grown
        along = among & (found | found << 1 | found >> 1)
        grown = among & (along | along << width | along >> width)
    return found


def pieces(among: int, width: int) -> list[int]:
    """Return the connected pieces of these squares, the one with the north-westernmost square first."""
    found: list[int] = []
    while among:
        found.append(joined_squares(among & -among, among, width))
        among ^= found[-1]
    return found


def members(squares: int, things: Iterable[T]) -> list[T]:
    """Return the things whose bits are set; the lowest bit is the first thing's."""
    each = f"{squares:b}"[::-1].encode().replace(b"0", b"\0")  # a byte for every bit
    return list(compress(things, each))


def bits(chosen: Iterable[T], things: Iterable[T]) -> int:
    """Return the chosen ones of the things, as bits."""
    wanted = frozenset(chosen)
    return sum([1 << i for i, thing in enumerate(things) if thing in wanted])
