"""Views of Advanced Civilization for tests of its pictures: positions at the start and crowded ones late in a game."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

from msgspec.structs import replace

from engine.civ.view import CivView
from tests.civ.tables import PAIRS, crowded, new
from tests.civ.tables import board as board_of


def numbered(config: str, players: int, pair: int) -> int:
    """The first game of the series on that map with so many players and that pair of deck and track."""
    return next(n for n in count() if board_of(n) == (config, players) and n % len(PAIRS) == pair)


@cache
def late(config: str, players: int, pair: int = 4) -> CivView:
    """The public view of a crowded position."""
    seen: CivView = crowded(numbered(config, players, pair)).view(None)
    return seen


@cache
def early(config: str, players: int, pair: int = 4) -> CivView:
    """The public view of a game that begins."""
    seen: CivView = new(numbered(config, players, pair)).view(None)
    return seen


def area_with(view: CivView, name: str, **facts: Any) -> CivView:
    """The view with these facts of an area."""
    return replace(view, areas={**view.areas, name: replace(view.areas[name], **facts)})


def nation_with(view: CivView, name: str, **facts: Any) -> CivView:
    """The view with these facts of a nation."""
    return replace(view, nations={**view.nations, name: replace(view.nations[name], **facts)})
