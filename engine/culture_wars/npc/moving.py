"""How the computer opponent moves: first what settles a square this turn, then what improves the position most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.culture_wars.catalog import RULES
from engine.culture_wars.movement import parse
from engine.culture_wars.npc.outlook import Outlook

LEAST = 0.05  # a move must better the position by so much


@dataclass(frozen=True, slots=True)
class Move:
    """An option of the question, taken apart."""

    token: str
    start: str
    goal: str
    n: int


def moves(options: Iterable[str]) -> list[Move]:
    """Return the moves among the options."""
    return [
        Move(option, start, goal, n) for option in options if ":" in option for start, _, goal, n in [parse(option)]
    ]


def best(o: Outlook, options: Sequence[str], *, ace: bool) -> str | None:
    """Return the move to make next, or None to stop."""
    found = moves(options)
    return settling_move(o, found, ace=ace) or best_move(o, found)


def best_move(o: Outlook, found: Sequence[Move]) -> str | None:
    """Return the move that betters the position most, if any does."""
    gains: list[float] = []
    for (start, goal), same in groupby(found, key=lambda m: (m.start, m.goal)):
        gains += o.gains(start, goal, [m.n for m in same])
    most, i = max(((gain, -i) for i, gain in enumerate(gains)), default=(0.0, 0))
    return found[-i].token if most > LEAST else None


def settling_move(o: Outlook, found: Sequence[Move], *, ace: bool) -> str | None:
    """Return a move towards a settlement that can be formed this turn and lasts to its end."""
    goals = dict.fromkeys(m.goal for m in found if m.goal not in o.owners and not o.others.get(m.goal))
    for goal in sorted(goals, key=lambda q: (q not in o.coins, -o.coins.get(q, 0))):
        need = o.needed if goal in o.coins else RULES.ace_settlers if ace else 0
        if need and (token := towards(o, goal, need - o.mine.get(goal, 0), found)):
            return token
    return None


def towards(o: Outlook, goal: str, need: int, found: Sequence[Move]) -> str | None:
    """Return the first of the moves that bring enough tokens to the square and leave enough around it; None if
    impossible.
    """
    before = supported_settlements(o)
    made = gather_moves(o, goal, need, [m for m in found if m.goal == goal])
    enough = need <= sum(m.n for m in made)
    if enough:
        made += closing_moves(o, goal, found, {m.start for m in made})
    stands = enough and o.support(goal, o.culture) >= o.needed and supported_settlements(o) >= before
    for move in reversed(made):
        o.shift(move.goal, move.start, move.n)
    return made[0].token if made and stands else None


def gather_moves(o: Outlook, goal: str, need: int, toward: Sequence[Move]) -> list[Move]:
    """Return the moves to the square until it has so many tokens more, those first that harm the position least; made
    for now.
    """
    made: list[Move] = []
    for move in sorted(single(toward), key=lambda m: o.gain(m.start, m.goal, m.n), reverse=True):
        if need <= 0:
            break
        take = next(m for m in toward if m.start == move.start and m.n == min(need, most(toward, move.start)))
        made.append(take)
        o.shift(take.start, goal, take.n)
        need -= take.n
    return made


def closing_moves(o: Outlook, goal: str, found: Sequence[Move], used: set[str]) -> list[Move]:
    """Return the moves that fill the squares around it until they are enough for a settlement; made for now.

    They come from further away; if those squares have no room left, tokens there make some by spreading first.
    """
    ring = o.around[goal]
    outside = [m for m in found if m.goal in ring and m.start not in ring and m.start != goal]
    made = filling_moves(o, goal, outside, used)
    if o.support(goal, o.culture) < o.needed:
        inside = [m for m in found if m.goal in ring and m.start in ring and m.n == 1]
        made += spread(o, inside, used)
        made += filling_moves(o, goal, outside, used)
    return made


def filling_moves(o: Outlook, goal: str, found: Sequence[Move], used: set[str]) -> list[Move]:
    """Return moves, one from each square, that bring more tokens next to it."""
    made: list[Move] = []
    for move in found:
        before = o.support(goal, o.culture)
        if before >= o.needed:
            break
        if move.start in used:
            continue
        o.shift(move.start, move.goal, move.n)
        if o.support(goal, o.culture) > before:
            made.append(move)
            used.add(move.start)
        else:
            o.shift(move.goal, move.start, move.n)
    return made


def spread(o: Outlook, found: Sequence[Move], used: set[str]) -> list[Move]:
    """Return moves that take one of several tokens to an empty square; carried out on the copy."""
    made: list[Move] = []
    for move in found:
        free = not o.mine.get(move.goal) and move.goal not in o.others and move.goal not in o.owners
        if free and move.start not in used and o.mine[move.start] > 1:
            made.append(move)
            used.add(move.start)
            o.shift(move.start, move.goal, move.n)
    return made


def supported_settlements(o: Outlook) -> int:
    """Return how many own settlements have enough tokens beside them."""
    return sum(o.support(q, owner) >= o.needed for q, owner in o.owners.items() if owner == o.culture)


def single(toward: Sequence[Move]) -> list[Move]:
    """Return one move for each start."""
    return list({move.start: move for move in toward}.values())


def most(toward: Sequence[Move], start: str) -> int:
    """Return how many tokens can go from there at most."""
    return max(move.n for move in toward if move.start == start)
