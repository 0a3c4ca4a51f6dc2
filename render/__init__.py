"""Pictures, drawn from views alone."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from render import acme, civ, culture_wars
from render.paint.picture import Picture

__all__ = ["GAMES", "Picture", "draw", "warm"]

GAMES: dict[str, ModuleType] = {"acme": acme, "culture_wars": culture_wars, "civ": civ}


def draw(game: str, view: Mapping[str, Any], **chosen: Any) -> Picture:
    """The picture of a public view of a game; `chosen` says which part, in the words of that game's `board`.

    KeyError for a game without pictures.
    """
    picture: Picture = GAMES[game].board(view, **chosen)
    return picture


def warm(game: str, board: str) -> None:
    """Draw what is costly ahead of time, for a board of a game. KeyError for an unknown one."""
    GAMES[game].warm(board)
