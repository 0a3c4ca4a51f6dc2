"""Tables on which a game is tested: every scenario, with the fewest and the most seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import pytest

from engine.core.game import Game, Scenario, SeatPlan, SetupError
from engine.core.table import Table
from engine.games import GAMES, PACKAGES
from nisaba.conformance.players import Answers, answer, finish, step

FIRST: Final = 60  # answers of a table that are looked at


@dataclass(frozen=True, slots=True)
class Case:
    """A table to be played at random: how it is made, how many of its answers are looked at, and how they are given."""

    name: str
    make: Callable[[], Table[Any]]
    most: int = FIRST
    answers: Answers = answer

    def __str__(self) -> str:
        return self.name

    def table(self) -> Table[Any]:
        """Return the table at the first question to a person."""
        made = self.make()
        finish(made)
        return made

    def step(self, rng: random.Random, table: Table[Any]) -> tuple[str, tuple[str, ...]]:
        """Answer for one of the seats asked. Return the seat and its answer."""
        return step(rng, table, self.answers)

    def asked(self) -> Iterator[tuple[Table[Any], random.Random]]:
        """Yield the table at each question. Those that the caller leaves open are answered at random."""
        table, rng = self.table(), random.Random(self.name)
        for _ in range(self.most):
            if table.pending is None:
                return
            given = table.answer_count()
            yield table, rng
            if table.answer_count() == given:
                self.step(rng, table)


def games(named: Sequence[str]) -> list[Game[Any]]:
    """Return the games of those names, or all. Raises pytest.UsageError for one that can't be played."""
    for name in named:
        if name not in GAMES:
            why = "; ".join(f"{what}: {reason}" for what, reason in PACKAGES.failed.items())
            raise pytest.UsageError(f"there is no game {name} (games: {', '.join(GAMES)}) {why}".rstrip())
    return [GAMES[name] for name in named or GAMES]


def begun(game: Game[Any], scenario: Scenario, seats: int) -> Table[Any]:
    """Return a table of that scenario. Raises SetupError if that many players can't play it."""
    return Table.new(game, scenario.name, [SeatPlan() for _ in range(seats)], {}, f"{scenario.name} {seats}")


def playable(game: Game[Any], answers: Answers = answer) -> Iterator[Case]:
    """Yield every scenario with the fewest and the most players who can play it without choosing a side."""
    for scenario in game.scenarios.values():
        numbers = [n for n in scenario.players if _fits(game, scenario, n)]
        for seats in sorted({*numbers[:1], *numbers[-1:]}):
            name = f"{game.name}-{scenario.name}-{seats}"
            yield Case(name, partial(begun, game, scenario, seats), answers=answers)


def _fits(game: Game[Any], scenario: Scenario, seats: int) -> bool:
    try:
        begun(game, scenario, seats)
    except SetupError:
        return False
    return True
