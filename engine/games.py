"""All games, by name."""

from __future__ import annotations

from typing import Any

from engine.acme.game import GAME as ACME
from engine.core.game import Game

GAMES: dict[str, Game[Any]] = {game.name: game for game in (ACME,)}
