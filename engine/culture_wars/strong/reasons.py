"""Why the strong computer moves as it does: what each move leads to at the end of the turn, told to its seat."""

from __future__ import annotations

from typing import Any, Final

from engine.culture_wars.board import is_strong
from engine.culture_wars.geography import geography
from engine.culture_wars.state import State
from engine.culture_wars.strong.model import NOBODY, Imagined, close, position, terrain
from engine.culture_wars.verbs import player, square, tell_why
from engine.culture_wars.view import view

MOVE: Final = "movement.move"


def explain_move(s: State, culture: str, goal: str) -> None:
    """Tell the seat of a strong computer what its move to that square leads to, before everyone is told the move."""
    if is_strong(s, culture):
        for key, said in reasons(s, culture, goal):
            tell_why(s, culture, MOVE, key, **said)


def reasons(s: State, culture: str, goal: str) -> list[tuple[str, dict[str, Any]]]:
    """Return whether a settlement would be formed or lost there if nobody else moved, and the resulting number; texts
    `why.culture_wars.<key>`.
    """
    land = terrain(geography(s), diagonal=s.options.diagonal, two_spaces=s.options.two_spaces)
    now, i = position(view(s, ()), land), land.number[goal]
    then, me, who = now.copy(), now.cultures.index(culture), player(culture)
    close(then)
    formed, broken = then.owner[i] == me != now.owner[i], now.owner[i] not in {me, NOBODY, then.owner[i]}
    found = [
        (key, {"player": who, "square": square(goal)}) for key, so in (("settles", formed), ("breaks", broken)) if so
    ]
    return [*found, ("counts", {"player": who, "n": then.owner.count(me), "other": _most(then, me)})]


def _most(p: Imagined, me: int) -> int:
    """Return how many settlements the strongest rival has."""
    return max(p.owner.count(c) for c in range(len(p.cultures)) if c != me)
