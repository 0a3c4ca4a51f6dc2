"""Random play of ACME with Culture Tracks: every game ends and nothing breaks, on all maps, with two to six civs."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.acme.view import StageDemands
from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from tests.conformance.players import ACME_MAPS, MOST_ANSWERS, acme, assert_tallied, step, switched, to_the_end

BATCH = 20
GAMES_PLAYED = 300


def options(number: int) -> dict[str, Any]:
    """Tracks as they are in every third game, else so cheap that random play gets far."""
    cheap = {"culture_cities": "0 1 2 3", "culture_costs": "1 1 2 2"} if number % 3 else {}
    start = {"culture_start": 1 + number % 2} if number % 4 == 0 else {}
    return {"culture": True, "epochs": 2 if number % 12 == 1 else 1, **cheap, **start}


def play(number: int, table: Table[Any] | None = None) -> Counter[str]:
    """Play a game to its end. What the tracks told, by key."""
    told: Counter[str] = Counter()

    def watch(table: Table[Any], _rng: random.Random, _n: int) -> None:
        assert table.view(None).culture.cities[0] in {0, 2}
        told.update(event.key for event in table.events if event.key.startswith("culture."))

    opened = table or acme(number, **options(number))
    ended, _ = to_the_end(opened, random.Random(number), f"game {number}", after=watch)
    assert ended.outcome() is not None
    assert_tallied(ended)
    return told


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(1, GAMES_PLAYED, 60))
def test_a_random_game_with_tracks_ends_without_a_problem(number: int) -> None:
    assert play(number)["culture.advanced"]


@pytest.mark.long
@pytest.mark.parametrize("batch", range(GAMES_PLAYED // BATCH))
def test_three_hundred_random_games_with_tracks_end_without_a_problem(batch: int) -> None:
    told: Counter[str] = sum((play(n) for n in range(batch * BATCH, (batch + 1) * BATCH)), Counter())
    assert {"culture.advanced", "culture.growth", "culture.arrayed", "culture.start"} <= set(told)


@pytest.mark.parametrize("number", [3])
def test_control_switched_at_random_decisions_still_ends_the_game(number: int) -> None:
    switched(random.Random(number), acme(number, **options(number)), MOST_ANSWERS)


def with_npcs(number: int, *, persons: int) -> Table[Any]:
    """NPCs of the game beside so many persons' civs, both methods, on a map that has room for them."""
    rng = random.Random(number)
    seats = [SeatPlan() for _ in range(persons)] + [SeatPlan(by="npc") for _ in range(2)]
    chosen = {**options(number), "map": ACME_MAPS[number % 5], "npc_method": "ab"[number % 2]}
    return Table.new(GAMES["acme"], "standard", seats, chosen, f"npcs {number} {rng.random()}")


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(1, 9))
def test_a_game_beside_npcs_ends(number: int) -> None:
    """CUL-41, CUL-43: they draw, advance and sack."""
    assert play(number, with_npcs(number, persons=2))["culture.npc_card"]


def test_a_position_in_mid_game_can_be_written_and_read() -> None:
    table, rng = acme(5, **options(5)), random.Random(5)
    written: list[bool] = []
    for n in range(120):
        step(rng, table)
        if n % 20 == 19:
            again = notation.load(table.game, notation.dump(table))
            written.append(notation.dump(again) == notation.dump(table))
    assert written == [True] * 6


@pytest.mark.sample(2)
@pytest.mark.parametrize("scenario", sorted(GAMES["acme"].scenarios))
def test_every_scenario_can_be_played_with_tracks(scenario: str) -> None:
    """CUL-01: computers alone play its first turns, and beyond."""
    offered = GAMES["acme"].scenarios[scenario]
    seats = [SeatPlan() for _ in range(max(offered.least, 2 if not offered.fills else 1))]
    table: Table[Any] = Table.new(GAMES["acme"], scenario, seats, {"culture": True}, "every scenario")
    rng = random.Random(1)
    for _ in range(150):
        if table.pending is not None:
            step(rng, table)
    assert table.problems() == []
    assert table.view(None).culture == StageDemands((2, 4, 6, 8), (1, 2, 3, 4))
