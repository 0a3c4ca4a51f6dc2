"""Mega: Diaspora, which moves tokens from anywhere to anywhere (CIV §17.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.civ import verbs
from engine.civ.abilities.registry import ability
from engine.civ.board import areas_with_tokens, citizens, conflict_limit, is_alone, land, limit_for, population, tokens
from engine.civ.state import State
from engine.civ.verbs import area, nation, tell
from engine.core.ask import choose, divide
from engine.core.deepcopy import deep_copy

MOST = 5


def room(s: State, name: str, where: str) -> int:
    """Return how many tokens of the nation may still enter.

    All tokens count towards the limit, and Agriculture raises it; with a city only Public Works beside one's own.
    """
    here = sum(s.tokens.get(where, {}).values())
    if where in s.cities:
        return max(0, citizens(s, name) - here) if s.cities[where] == name else 0
    limit = limit_for(s, where, name) if is_alone(s, where, name) else conflict_limit(s, where)
    return max(0, limit - here)


def goals(s: State, name: str, lifted: Mapping[str, int]) -> dict[str, int]:
    """Return the areas for that many lifted tokens, with the room there; each token may return to its area."""
    trial = deep_copy(s)
    for where, n in lifted.items():
        verbs.take(trial, name, where, n)
    back = {where: max(n, room(trial, name, where)) for where, n in lifted.items()}
    return back | {where: n for where in land(s).areas if where not in back and (n := room(trial, name, where))}


@ability("mega", "diaspora", usable=lambda s, name: population(s, name) > 0)
async def diaspora(s: State, name: str) -> None:
    """Move up to five own tokens to wherever there is room for them."""
    n = int(await choose(name, "diaspora.number", [str(n) for n in range(min(MOST, population(s, name)), 0, -1)]))
    there = {where: tokens(s, where, name) for where in areas_with_tokens(s, name)}
    lifted = await divide(name, "diaspora.start", there, n)
    landed = await divide(name, "diaspora.goal", goals(s, name, lifted), n)
    for (start, goal), part in routes(lifted, landed).items():
        verbs.carry(s, name, start, goal, part)
        said: dict[str, Any] = {"start": area(start), "goal": area(goal), "n": part}
        tell(s, "ability.moved", focus=[start, goal], player=nation(name), **said)


def routes(lifted: Mapping[str, int], landed: Mapping[str, int]) -> dict[tuple[str, str], int]:
    """Return how many tokens go from where to where, in the order named, without those that stay."""
    stay = {where: min(n, landed.get(where, 0)) for where, n in lifted.items()}
    starts = [where for where, n in lifted.items() for _ in range(n - stay[where])]
    ends = [where for where, n in landed.items() for _ in range(n - stay.get(where, 0))]
    found: dict[tuple[str, str], int] = {}
    for pair in zip(starts, ends, strict=True):
        found[pair] = found.get(pair, 0) + 1
    return found
