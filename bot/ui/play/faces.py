"""The face of each game: what its screens and commands are made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.ui.play.face import Face
from bot.ui.play.face_acme import ACME
from bot.ui.vocabulary import names_of

FACES: Final[Mapping[str, Face]] = {"acme": ACME}


def face_of(game: str) -> Face:
    """The face of a game; the generic controls alone for one that declares nothing."""
    return FACES.get(game) or Face(names_of(game))
