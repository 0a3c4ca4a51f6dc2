"""The accent of a seat's screens: the colour its disks have on the map."""

from __future__ import annotations

from bot.ui.parts import SAND
from render.palette import PAINTS, PLAYER_COLOURS


def accent(number: int) -> int:
    """The colour of the seat of that number, from 1; sand for any other."""
    if not 1 <= number <= len(PLAYER_COLOURS):
        return SAND
    red, green, blue = PAINTS[PLAYER_COLOURS[number - 1]].fill
    return red << 16 | green << 8 | blue
