"""Random play of whole games: each ends, nothing breaks, a restart changes nothing, undo gives the same bytes back."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.core import notation, record
from engine.core.errors import NothingToUndo
from engine.core.table import Table
from tests.conformance.players import acme, step, switched

MOST_ANSWERS = 20_000
BATCH = 10


def play(number: int, restart: int = 50) -> int:
    """Play a game to its end with problems checked after every answer. Returns the number of answers."""
    table, rng = acme(number), random.Random(number)
    for n in range(MOST_ANSWERS):
        if table.pending is None:
            assert table.outcome() is not None
            assert all(sum(c.scored.values()) == c.vp for c in table.state.civs.values())
            return n
        if n % restart == restart - 1:
            before = msgspec.json.encode(table.state)
            table = Table(table.game, record.decode(record.encode(table.record)))
            assert msgspec.json.encode(table.state) == before
        step(rng, table)
        assert table.problems() == [], f"game {number}, answer {n}, {table.record.step}"
        table.events.clear()
    raise AssertionError(f"game {number} does not end")


@pytest.mark.parametrize("number", range(0, 200, 20))
def test_a_random_game_ends_without_a_problem(number: int) -> None:
    assert play(number) > 20


@pytest.mark.long
@pytest.mark.parametrize("batch", range(200 // BATCH))
def test_two_hundred_random_games_over_all_maps_end_without_a_problem(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        assert play(number) > 20


@pytest.mark.parametrize("number", [3, 17, 41])
def test_a_restart_between_any_two_answers_changes_nothing(number: int) -> None:
    table, rng = acme(number), random.Random(number)
    for _ in range(300):
        if table.pending is None:
            return
        again = Table(table.game, record.decode(record.encode(table.record)))
        assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
        assert again.pending == table.pending
        table = again
        step(rng, table)


@pytest.mark.parametrize("number", [5, 28, 63])
def test_undo_gives_the_same_bytes_and_the_same_question_back(number: int) -> None:
    table, rng = acme(number), random.Random(number)
    undone = 0
    while table.pending is not None:
        state, asked = msgspec.json.encode(table.state), table.pending
        alone, seats = len(table.waiting()) == len(asked.asks), list(table.game.seats(table.state))
        seat, _ = step(rng, table)
        if not alone:
            continue
        try:
            table.undo(table.game.seats(table.state)[seats.index(seat)])
        except NothingToUndo:
            continue
        undone += 1
        assert msgspec.json.encode(table.state) == state
        assert table.pending == asked
        step(rng, table)
    assert undone > 30


@pytest.mark.parametrize("number", [2, 14, 36])
def test_the_notation_of_any_position_reads_back_to_the_same_text(number: int) -> None:
    table, rng = acme(number), random.Random(number)
    n = 0
    while table.pending is not None:
        if n % 7 == 0:
            text = notation.dump(table)
            again = notation.load(table.game, text)
            assert notation.dump(again) == text
            assert again.pending == table.pending
        step(rng, table)
        n += 1
    text = notation.dump(table)
    assert notation.dump(notation.load(table.game, text)) == text


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
