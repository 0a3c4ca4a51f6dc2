"""Why the strong computer moves, or advises moves: what they lead to at the end of the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.message import Message, list_of
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
    now = _imagined(s)
    then, me, who, i = now.copy(), now.cultures.index(culture), player(culture), now.ground.number[goal]
    close(then)
    formed, broken = then.owner[i] == me != now.owner[i], now.owner[i] not in {me, NOBODY, then.owner[i]}
    found = [
        (key, {"player": who, "square": square(goal)}) for key, so in (("settles", formed), ("breaks", broken)) if so
    ]
    return [*found, ("counts", {"player": who, "n": then.owner.count(me), "other": _most(then, me)})]


def advised_reason(s: State, culture: str, moves: Sequence[tuple[str, str, int]]) -> Message:
    """Return which settlements these moves would form or break if nobody else moved, and the resulting numbers; texts
    `advice.culture_wars.move...`. A move: its start, its goal and how many tokens.
    """
    idle = _imagined(s)
    then, me = idle.copy(), idle.cultures.index(culture)
    for start, goal, n in moves:
        then.tokens[me][then.ground.number[start]] -= n
        then.tokens[me][then.ground.number[goal]] += n
    close(idle)
    close(then)
    changed = [i for i, owner in enumerate(idle.owner) if then.owner[i] != owner]
    formed = [square(then.ground.names[i]) for i in changed if then.owner[i] == me]
    broken = [square(then.ground.names[i]) for i in changed if idle.owner[i] not in {me, NOBODY}]
    key = f"move{'_settles' if formed else ''}{'_breaks' if broken else ''}"
    numbers, squares = {"own": then.owner.count(me), "other": _most(then, me)}, (list_of(formed), list_of(broken))
    return Message(f"advice.culture_wars.{key}", {**numbers, "formed": squares[0], "broken": squares[1]})


def _imagined(s: State) -> Imagined:
    land = terrain(geography(s), diagonal=s.options.diagonal, two_spaces=s.options.two_spaces)
    return position(view(s, ()), land)


def _most(p: Imagined, me: int) -> int:
    """Return how many settlements the strongest rival has."""
    return max(p.owner.count(c) for c in range(len(p.cultures)) if c != me)
