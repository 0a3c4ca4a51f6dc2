"""What games add to the screens of the bot: one folder a game, registered here. Most games need nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.acme.screens import SCREENS as ACME
from bot.games.civ.screens import SCREENS as CIV
from bot.ui.questions.game_screens import NOTHING, GameScreens
from engine.games import PACKAGES

GAME_SCREENS: Final[Mapping[str, GameScreens]] = {
    "acme": ACME,
    "civ": CIV,
    **{game: part.SCREENS for game, part in PACKAGES.parts("screens", ("SCREENS",)).items()},
}


def screens_of(game: str) -> GameScreens:
    """Return what that game adds to the screens."""
    return GAME_SCREENS.get(game, NOTHING)
