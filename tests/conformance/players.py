"""Random players that let the games of this project grow, and tables of random series."""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final

from engine.core.ask import Ask, Picks
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from nisaba.conformance import players
from nisaba.conformance.players import MOST_ANSWERS, RESTART, STOPS, Doing, answer_or_stop, finish, nothing, restarted

__all__ = [
    "ACME_MAPS", "MOST_ANSWERS", "RESTART", "Doing", "acme", "answer", "assert_tallied", "civilization", "finish",
    "nothing", "restarted", "step", "switched", "to_the_end",
]  # fmt: skip

ACME_MAPS = ("full", "abbreviated_western", "western", "eastern", "fertile_crescent")


SHY = {"growth.retire": 0.85, "growth.resettle": 0.8, "gilgamesh.invoke": 0.5}


def answer(rng: random.Random, key: str, ask: Ask) -> Picks:
    """Any legal answer; the last option mostly ends something and comes up more often, so that empires grow."""
    return answer_or_stop(rng, ask, SHY.get(key, STOPS))


step: Final = partial(players.step, answers=answer)


def to_the_end(table: Table[Any], rng: random.Random, name: str, **beside: Doing) -> tuple[Table[Any], int]:
    """Play at random to the end, with `beside` and `after` as there; the table as it ended and how many answered."""
    ended, answers = players.to_the_end(table, rng, name, answers=answer, **beside)
    assert ended.pending is None
    return ended, answers


def switched(rng: random.Random, table: Table[Any], most: int) -> None:
    """Play to the end with seats changing hands at every answer."""
    players.switched(rng, table, most, answer)
    assert table.pending is None


def assert_tallied(table: Table[Any]) -> None:
    """The VP of each civ of ACME are the sum of what they were scored for."""
    assert all(sum(c.scored.values()) == c.vp for c in table.state.civs.values())


def acme(number: int, **options: Any) -> Table[Any]:
    """Game `number` of a series over all maps and two to six civilizations."""
    rng = random.Random(number)
    options = {"map": ACME_MAPS[number % 5], "epochs": 1 + number % 3, **options}
    seats = [SeatPlan() for _ in range(2 + number // 5 % 5)]
    return Table.new(GAMES["acme"], "standard", seats, options, f"series {number} {rng.random()}")


def civilization(number: int) -> Table[Any]:
    """Game `number` of a series of Advanced Civilization: a few turns of two to six nations."""
    options = {"simultaneous_moves": number % 2 == 0, "turn_limit": 4 + number % 3}
    return Table.new(GAMES["civ"], "basic", [SeatPlan() for _ in range(2 + number % 5)], options, f"series {number}")
