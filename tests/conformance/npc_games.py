"""A series of games that only NPCs play, over all maps and numbers, standard and exploration."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.acme.game import GAME, Acme
from engine.acme.state import State
from engine.core.game import Control, Outcome, SeatPlan
from engine.core.table import Table
from tests.conformance.players import ACME_MAPS

SERIES = 300
EXPLORING = 4  # every fourth game is one of exploration
MOST = 6


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has ended: how it was set up, how it ended, and what was broken on the way."""

    number: int
    scenario: str
    map: str
    npcs: int
    outcome: Outcome
    turns: int
    answers: int
    problems: tuple[str, ...]
    civs: tuple[str, ...]
    stages: int = 0
    """How many stages of Culture Tracks all civs had in the end."""


def opened(number: int, *, tracks: bool = False) -> Table[State]:
    """Game `number` of the series, before its first answer: NPCs in all seats, answered for by whoever drives it.

    `tracks`: the same game with Culture Tracks.
    """
    rng, board = random.Random(number), ACME_MAPS[number % 5]
    exploring = number % EXPLORING == EXPLORING - 1
    npcs = 1 if exploring else 2 + number // 5 % (MOST - 1)
    options: dict[str, Any] = {"map": board, "epochs": 1 + number % 4, "npc_method": "b" if number % 7 == 0 else "a"}
    options |= {"culture": True} if tracks else {}
    seats = [SeatPlan() for _ in range(npcs)]
    scenario = "exploration" if exploring else "standard"
    s, step = GAME.setup(scenario, seats, options, f"npc series {number} {rng.random()}")
    for c in s.civs.values():
        c.by, c.npc = "npc", not exploring
    return Table.start(Unanswered(), s, step)


def watched(number: int) -> Table[State]:
    """A game of one person and NPCs, all of whom have answered until the person is asked."""
    seats = [SeatPlan(by="human" if i == 0 else "npc") for i in range(2 + number % 4)]
    return Table.new(GAME, "standard", seats, {"map": ACME_MAPS[number % 5], "epochs": 1}, f"watched {number}")


class Unanswered(Acme):
    """The game without a driver that answers for NPCs, so that every answer can be looked at."""

    def controller(self, s: State, seat: str) -> Control:
        """Nobody is answered for."""
        del s, seat
        return "human"


def answers(table: Table[State]) -> Iterator[str]:
    """Play to the end; after each answer, what it was."""
    while table.pending is not None:
        ask = next(ask for ask in table.pending.asks if ask.seat in table.waiting())
        picks = GAME.npc(table.state, table.pending, ask)
        key = table.pending.key
        table.submit(ask.seat, *picks)
        yield f"{key} {ask.seat} {' '.join(picks)}"


def played(number: int, *, tracks: bool = False) -> Played:
    """Game `number`, with all invariants looked at after every answer."""
    table = opened(number, tracks=tracks)
    problems: list[str] = []
    count = 0
    for said in answers(table):
        count += 1
        problems += [f"{said}: {problem}" for problem in GAME.problems(table.state)]
        table.events.clear()
    end = table.outcome()
    if end is None:
        raise AssertionError(f"game {number} has no end")
    s = table.state
    npcs = len([c for c in s.civs.values() if c.npc])
    stages = sum(sum(c.tracks.values()) for c in s.civs.values())
    return Played(number, s.scenario, s.map, npcs, end, s.turns, count, tuple(problems), tuple(s.slots), stages)
