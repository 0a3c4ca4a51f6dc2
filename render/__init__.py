"""Pictures, drawn from views alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from engine.core.decoding import decoder
from render import acme, civ, culture_wars
from render.paint.picture import Picture

__all__ = ["GAMES", "Picture", "draw", "draw_own", "typed", "warm"]

GAMES: dict[str, ModuleType] = {"acme": acme, "culture_wars": culture_wars, "civ": civ}


def draw(game: str, view: Any, *, since: Any = None, **chosen: Any) -> Picture:
    """Return the picture of a public view of a game; `chosen` says which part, in the words of that game's `board`.

    KeyError for a game without pictures.
    """
    before = None if since is None else typed_view(game, since)
    picture: Picture = GAMES[game].board(typed_view(game, view), since=before, **chosen)
    return picture


def draw_own(game: str, kind: str, view: Any, **chosen: Any) -> Picture:
    """Return a kind of picture that only some games have. KeyError for one that this game has not."""
    draws: Mapping[str, Callable[..., Picture]] = GAMES[game].OWN
    return draws[kind](typed_view(game, view), **chosen)


def typed_view(game: str, view: Any) -> Any:
    """Return a view of that game, which may come from JSON, as that game's pictures read it."""
    return decoder(GAMES[game].VIEW).plain(view)


def warm(game: str, board: str) -> None:
    """Draw what is costly ahead of time, for a board of a game. KeyError for an unknown one."""
    GAMES[game].warm(board)
