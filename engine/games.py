"""All games, by name, and what each declares for people."""

from __future__ import annotations

from typing import Any, Final

from engine.acme.face import FACE as ACME_FACE
from engine.acme.game import GAME as ACME
from engine.core.face import Face
from engine.core.game import Game
from engine.culture_wars.face import FACE as CULTURE_WARS_FACE
from engine.culture_wars.game import GAME as CULTURE_WARS

GAMES: dict[str, Game[Any]] = {game.name: game for game in (ACME, CULTURE_WARS)}
FACES: Final[dict[str, Face]] = {face.names.game: face for face in (ACME_FACE, CULTURE_WARS_FACE)}
