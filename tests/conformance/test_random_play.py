"""Random play of whole games of ACME: each ends and nothing breaks, whoever plays."""

from __future__ import annotations

import random

import pytest

from tests.conformance.players import MOST_ANSWERS, acme, assert_tallied, switched, to_the_end

BATCH = 10


def play(number: int) -> int:
    """Play a game to its end with problems checked after every answer. Returns the number of answers."""
    table, answers = to_the_end(acme(number), random.Random(number), f"game {number}")
    assert table.outcome() is not None
    assert_tallied(table)
    return answers


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", range(0, 200, 20))
def test_a_random_game_ends_without_a_problem(number: int) -> None:
    assert play(number) > 20


@pytest.mark.long
@pytest.mark.parametrize("batch", range(200 // BATCH))
def test_two_hundred_random_games_over_all_maps_end_without_a_problem(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        assert play(number) > 20


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [8, 22])
def test_control_switched_at_random_decisions_still_ends_the_game(number: int) -> None:
    switched(random.Random(number), acme(number), MOST_ANSWERS)


def test_tables_of_npcs_alone_play_to_the_end() -> None:
    table = acme(7)
    for seat in list(table.game.seats(table.state)):
        if seat in table.game.seats(table.state):
            table.control(seat, "npc")
    for seat in list(table.game.seats(table.state)):
        table.control(seat, "npc")
    assert table.pending is None
    assert table.outcome() is not None
