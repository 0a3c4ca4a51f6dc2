"""How the computer opponent moves: first what settles a square this turn, then whatever betters the position most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.culture_wars.movement import parse
from engine.culture_wars.npc.outlook import Outlook

LEAST = 0.05  # a move must better the position by so much
ACE_SETTLERS = 10


@dataclass(frozen=True, slots=True)
class Move:
    """An option of the question, taken apart."""

    token: str
    start: str
    goal: str
    n: int


def moves(options: Iterable[str]) -> list[Move]:
    """The moves among the options."""
    return [
        Move(option, start, goal, n) for option in options if ":" in option for start, _, goal, n in [parse(option)]
    ]


def best(o: Outlook, options: Sequence[str], *, ace: bool) -> str | None:
    """The move to make next, or None to stop."""
    found = moves(options)
    return settling(o, found, ace=ace) or bettering(o, found)


def bettering(o: Outlook, found: Sequence[Move]) -> str | None:
    """The move that betters the position most, if any does."""
    gains = [(o.gain(m.start, m.goal, m.n), -i) for i, m in enumerate(found)]
    most, i = max(gains, default=(0.0, 0))
    return found[-i].token if most > LEAST else None


def settling(o: Outlook, found: Sequence[Move], *, ace: bool) -> str | None:
    """A move towards a settlement that can be formed this turn and stand at its end."""
    goals = dict.fromkeys(m.goal for m in found if m.goal not in o.owners and not o.others.get(m.goal))
    for goal in sorted(goals, key=lambda q: (q not in o.coins, -o.coins.get(q, 0))):
        need = o.needed if goal in o.coins else ACE_SETTLERS if ace else 0
        if need and (token := gathering(o, goal, need - o.mine.get(goal, 0), [m for m in found if m.goal == goal])):
            return token
    return None


def gathering(o: Outlook, goal: str, need: int, toward: Sequence[Move]) -> str | None:
    """The first of the moves that bring so many tokens to the square and leave enough around it; None if none do."""
    if need <= 0:
        return None
    made: list[Move] = []
    before = fed(o)
    for move in sorted(single(toward), key=lambda m: o.gain(m.start, m.goal, m.n), reverse=True):
        if need <= 0:
            break
        take = next(m for m in toward if m.start == move.start and m.n == min(need, most(toward, move.start)))
        made.append(take)
        o.shift(take.start, goal, take.n)
        need -= take.n
    stands = need <= 0 and o.support(goal, o.culture) >= o.needed and fed(o) >= before
    for move in reversed(made):
        o.shift(goal, move.start, move.n)
    return made[0].token if made and stands else None


def fed(o: Outlook) -> int:
    """How many own settlements have enough tokens beside them."""
    return sum(o.support(q, owner) >= o.needed for q, owner in o.owners.items() if owner == o.culture)


def single(toward: Sequence[Move]) -> list[Move]:
    """One move for each start."""
    return list({move.start: move for move in toward}.values())


def most(toward: Sequence[Move], start: str) -> int:
    """How many tokens can go from there at most."""
    return max(move.n for move in toward if move.start == start)
