"""Games of historical scenarios from the first choice on: set up, and played to the end by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.acme.game import GAME
from engine.acme.state import State
from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.conformance.players import step

SETUP = ("setup", "history")
ROUND_TRIP = 97
MOST = 20_000


def begun(
    name: str, seats: Sequence[SeatPlan], options: Mapping[str, Any] | None = None, seed: str = "begun"
) -> Table[State]:
    """A game that has been set up: each choice is the first one offered."""
    t = Table.new(GAME, name, seats, options or {}, seed)
    while t.pending is not None and t.state.phase == "setup":
        ask = t.ask_of(t.waiting()[0])
        assert ask is not None
        t.submit(ask.seat, *ask.options[: max(1, ask.least)])
        assert t.problems() == []
    return t


def played_out(
    name: str, seats: Sequence[SeatPlan], seed: int, options: Mapping[str, Any] | None = None
) -> Table[State]:
    """A game played to its end by chance: sound after every answer, the same from notation and after a restart."""
    rng = random.Random(seed)
    t = Table.new(GAME, name, seats, options or {}, f"{name} {seed}")
    for n in range(MOST):
        if t.pending is None:
            assert Table(GAME, t.record).state == t.state
            return t
        step(rng, t)
        while t.is_unfinished:
            t.go_on()
        assert t.problems() == []
        if n % ROUND_TRIP == ROUND_TRIP - 1:
            assert notation.dump(notation.load(GAME, notation.dump(t))) == notation.dump(t)
    raise AssertionError("the game does not end")
