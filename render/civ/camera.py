"""The board of Advanced Civilization as it is shown."""

from __future__ import annotations

from render.board.printed_board import PrintedBoard
from render.civ.board import HEIGHT, WIDTH, holes, outlines

CLOSEST = 2.4  # most pixels per board unit of usual parts
FULL = 0.625  # pixels per board unit of the whole board where it is widest


def unit(scale: float) -> float:
    """Return the size of pieces: 1 px on the whole board, growing more slowly than the map.

    Beyond the closest of usual parts the map takes the pieces along.
    """
    return round(max(0.9, min(CLOSEST * max(1.0, scale / CLOSEST), float((scale / FULL) ** 0.75))), 3)


BOARD = PrintedBoard(WIDTH, HEIGHT, outlines, holes, unit, margin=30, pixels=2_500_000, widest=2000)
