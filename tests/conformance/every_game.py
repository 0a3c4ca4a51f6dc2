"""Tables of every game, scenario and number of seats, made by the registry alone, and those of the random series."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.core.game import Game, Scenario, SeatPlan, SetupError
from engine.core.table import Table
from engine.games import GAMES
from tests.conformance.culture import crowded, culture_wars
from tests.conformance.players import acme, finish

TO_THE_END = 10**6


@dataclass(frozen=True, slots=True)
class Case:
    """A table to be played at random: how it is made, and how many answers of it are looked at."""

    name: str
    make: Callable[[], Table[Any]]
    most: int

    def __str__(self) -> str:
        return self.name

    def table(self) -> Table[Any]:
        """The table at the first question to a person."""
        made = self.make()
        finish(made)
        return made


def begun(game: Game[Any], scenario: Scenario, seats: int) -> Table[Any]:
    """A table of that scenario. SetupError if it cannot be played with so many persons."""
    return Table.new(game, scenario.name, [SeatPlan() for _ in range(seats)], {}, f"{scenario.name} {seats}")


def playable() -> Iterator[Case]:
    """Every scenario with the fewest and the most seats that persons can take without choosing who they are."""
    for game in GAMES.values():
        for scenario in game.scenarios.values():
            numbers = [n for n in scenario.players if _fits(game, scenario, n)]
            for seats in sorted({*numbers[:1], *numbers[-1:]}):
                yield Case(f"{game.name}-{scenario.name}-{seats}", partial(begun, game, scenario, seats), 60)


def _fits(game: Game[Any], scenario: Scenario, seats: int) -> bool:
    try:
        begun(game, scenario, seats)
    except SetupError:
        return False
    return True


SCENARIOS = tuple(playable())
SERIES = (
    *(Case(f"acme-{n}", partial(acme, n), TO_THE_END) for n in (3, 17, 41, 5, 28, 63, 2, 14, 36)),
    *(Case(f"culture_wars-{n}", partial(culture_wars, n), TO_THE_END) for n in (3, 5, 14, 17, 22, 28)),
    *(Case(f"crowded-{n}", partial(crowded, n), TO_THE_END) for n in (2, 3, 5, 17, 28, 36)),
)
