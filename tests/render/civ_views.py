"""Views of Advanced Civilization for tests of its pictures: positions at the start and crowded ones late in a game."""

from __future__ import annotations

from functools import cache
from itertools import count

from engine.core.game import View
from tests.civ.tables import PAIRS, crowded, new
from tests.civ.tables import board as board_of


def numbered(config: str, players: int, pair: int) -> int:
    """The first game of the series on that map with so many players and that pair of deck and track."""
    return next(n for n in count() if board_of(n) == (config, players) and n % len(PAIRS) == pair)


@cache
def late(config: str, players: int, pair: int = 4) -> View:
    """The public view of a crowded position."""
    return crowded(numbered(config, players, pair)).view(None)


@cache
def early(config: str, players: int, pair: int = 4) -> View:
    """The public view of a game that begins."""
    return new(numbered(config, players, pair)).view(None)
