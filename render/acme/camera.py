"""The board of ACME as it is shown."""

from __future__ import annotations

from render.acme.board import HEIGHT, WIDTH, holes, outlines
from render.board.printed_board import PrintedBoard

CLOSEST = 2.3  # most pixels per board unit of usual parts


def unit(scale: float) -> float:
    """Return the size of pieces: 1.1 px on the full map at 1600 px, growing more slowly than the map.

    Beyond the closest of usual parts the map takes the pieces along.
    """
    grown = float((scale / 0.625) ** 0.75)
    return round(1.1 * max(0.8, min(CLOSEST * max(1.0, scale / CLOSEST), grown)), 3)


BOARD = PrintedBoard(WIDTH, HEIGHT, outlines, holes, unit, margin=34, pixels=1_600_000, widest=1600)
