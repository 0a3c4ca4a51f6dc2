"""Sets of squares as the bits of one number, row by row from the north-west, and the pieces that they fall into."""

from __future__ import annotations

from collections.abc import Iterator


def joined(start: int, among: int, width: int) -> int:
    """The squares among these that are joined to the start over the edges of squares; rows are so many bits wide.

    The first and the last square of every row must be both in `among` and joined, or both not, for they lie side by
    side as bits.
    """
    found, grown = 0, start & among
    while grown != found:
        found = grown
        grown = among & (found | found << 1 | found >> 1 | found << width | found >> width)
    return found


def pieces(among: int, width: int) -> list[int]:
    """What these squares fall into, each piece joined in itself: the one with the north-westernmost square first."""
    found: list[int] = []
    while among:
        found.append(joined(among & -among, among, width))
        among ^= found[-1]
    return found


def numbers(squares: int) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest
