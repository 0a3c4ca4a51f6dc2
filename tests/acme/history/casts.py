"""Tables of historical scenarios, cast in every way that they allow."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec.structs import replace

from engine.acme.game import GAME
from engine.acme.history.casting import NOBODY, fits
from engine.acme.history.facts import HISTORICAL, Cast, Historical
from engine.acme.state import State
from engine.core.ask import Ask, Picks, Request
from engine.core.game import SeatPlan
from engine.core.table import Table

PEOPLE = ("ann", "ben", "cleo", "dan", "eve")
CASTS = [(h.id, i) for h in HISTORICAL.values() for i in range(len(h.cast))]


def holdings(h: Historical, persons: int) -> Iterator[Mapping[str, str]]:
    """Every way to share the civs among so many persons and NPCs; persons come in by name."""
    people = PEOPLE[:persons]
    for given in product((*people, NOBODY), repeat=len(h.side)):
        first_seen = list(dict.fromkeys(player for player in given if player))
        if first_seen == list(people):
            yield dict(zip(h.sides, given, strict=True))


def casts_of(h: Historical, cast: Cast) -> list[Mapping[str, str]]:
    """The ways that this one cast allows."""
    alone = replace(h, cast=(cast,))
    return [way for way in holdings(h, cast.persons) if fits(alone, way)]


def plans_of(h: Historical, way: Mapping[str, str]) -> list[SeatPlan]:
    """The seats with the civs held so."""
    return [SeatPlan(civ, "human" if way[civ] else "npc", way[civ]) for civ in h.sides]


def seated(h: Historical, way: Mapping[str, str], seed: str, **options: Any) -> Table[State]:
    """A new table with the civs held so."""
    return Table.new(GAME, h.id, plans_of(h, way), options, seed)


def way_of(name: str, number: int, seed: int = 0) -> Mapping[str, str]:
    """A way of that cast of the scenario, as the seed goes through them."""
    ways = casts_of(HISTORICAL[name], HISTORICAL[name].cast[number])
    return ways[seed % len(ways)]


def of_cast(name: str, number: int, seed: int = 0, **options: Any) -> Table[State]:
    """A table of that cast of the scenario."""
    return seated(HISTORICAL[name], way_of(name, number, seed), f"{name} {number} {seed}", **options)


def laid_out(name: str, plans: Sequence[SeatPlan], seed: str = "story", **options: Any) -> State:
    """The position when all is set up and nobody has acted; persons set up by chance."""
    s, first = GAME.setup(name, plans, options, seed)
    rng, step = random.Random(seed), first
    while s.phase == "setup" and step != "turn.begin":
        step = played(s, step, rng)
    return s


def played(s: State, step: str, rng: random.Random) -> str:
    """A step of the game with any answers of persons. Returns the next one."""
    flow, answers = GAME.steps[step](s), None
    while True:
        try:
            request = flow.send(answers)
        except StopIteration as end:
            return str(end.value)
        answers = {ask.seat: picked(s, request, ask, rng) for ask in request.asks}


def picked(s: State, request: Request, ask: Ask, rng: random.Random) -> Picks:
    """What the seat answers: an NPC as it decides."""
    if s.civs[ask.seat].by == "npc":
        return GAME.npc(s, request, ask)
    return tuple(rng.sample(ask.options, ask.least))


def begun(name: str, seed: str = "story", **by: str) -> State:
    """The scenario right after its set-up: civ="npc", or civ= the person who plays it."""
    plans = [SeatPlan(civ, "npc" if who == "npc" else "human", "" if who == "npc" else who) for civ, who in by.items()]
    return laid_out(name, plans, seed)
