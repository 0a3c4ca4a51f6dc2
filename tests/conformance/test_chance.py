"""In every game and scenario: what it says of its chance and its chapters agrees with what happens."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from engine.games import GAMES
from tests.conformance.players import step
from tests.conformance.test_closed_windows import SCENARIOS, begun

ANSWERS, MOST = 150, 3000
CHAPTER = re.compile(r"\d+\.\d+\.[a-z_.]+")


@pytest.mark.sample(8)
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_chance_never_falls_and_moves_only_where_undo_stops(game: str, scenario: str) -> None:
    table, rng = begun(GAMES[game], scenario), random.Random(scenario)
    rules, dealt = table.game, 0
    for n in range(MOST):
        if table.pending is None or (n >= ANSWERS and dealt):
            break
        before = msgspec.json.decode(msgspec.json.encode(table.state), type=rules.state_type)
        step(rng, table)
        assert rules.chance(table.state) >= rules.chance(before)
        if rules.barrier(table.state) == rules.barrier(before):
            assert rules.chance(table.state) == rules.chance(before)
            assert rules.reveal_count(table.state) == rules.reveal_count(before)
        dealt += rules.reveal_count(table.state) != rules.reveal_count(before)
        assert CHAPTER.fullmatch(rules.chapter(table.state))
        table.events.clear()
    assert dealt > 0
