"""The accent of a seat's screens: the colour its disks have on the map."""

from __future__ import annotations

from bot.ui.parts import SAND
from bot.ui.presentations import presentation_of
from render.palette import PAINTS, PLAYER_COLOURS


def accent(number: int, game: str = "", civ: str = "", scenario: str = "") -> int:
    """The colour of what plays there, if the game gives it one; else of the seat of that number, from 1; else sand."""
    paint = presentation_of(game).of(scenario).colours.get(civ, "")
    if not paint and not 1 <= number <= len(PLAYER_COLOURS):
        return SAND
    red, green, blue = PAINTS[paint or PLAYER_COLOURS[number - 1]].fill
    return red << 16 | green << 8 | blue
