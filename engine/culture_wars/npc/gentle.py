"""What the gentle computer does otherwise than the usual one: it enters nobody's squares, and moves tokens singly."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.core.ask import Ask, Picks, Request
from engine.culture_wars.movement import DONE, parse
from engine.culture_wars.npc.answers import answer
from engine.culture_wars.view import CultureWarsView

MOVE: Final = "movement.move"
MOST: Final = 1
"""Tokens that go in one move."""


def gentle_answer(view: CultureWarsView, request: Request, ask: Ask) -> Picks:
    """Return a legal answer: the same whenever the view is. KeyError for an unknown question."""
    if request.key != MOVE:
        return answer(view, request, ask)
    calm = tuple(option for option in ask.options if option == DONE or is_calm(view, ask.seat, option))
    return answer(view, request, replace(ask, options=calm))


def is_calm(view: CultureWarsView, culture: str, move: str) -> bool:
    """Return whether few tokens go, and nobody else is where they go."""
    _, _, goal, n = parse(move)
    square = view.squares[goal]
    owner = square.settlement.owner if square.settlement else culture
    return n <= MOST and owner == culture and not any(square.tokens[one] for one in square.tokens if one != culture)
