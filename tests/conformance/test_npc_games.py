"""Games of NPCs alone: they end, break no rule, and answer only with what was offered (ACME §16)."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from engine.acme.game import GAME
from engine.acme.npc.decision import DECIDERS
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import catalogue
from tests.conformance import npc_games, players
from tests.suite.trees import parts_of

ENGINE = Path(__file__).parents[2] / "engine" / "acme"
SAMPLE = 40
MATCHES, WON = 100, 80
SWITCHES = 200


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(SAMPLE))
def test_a_game_of_npcs_ends_and_breaks_no_rule(number: int) -> None:
    game = npc_games.played(number)
    assert not game.problems
    assert game.outcome.winners


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_three_hundred_games_of_npcs_end_and_break_no_rule(part: int) -> None:
    for number in range(SAMPLE + part, npc_games.SERIES, 10):
        game = npc_games.played(number)
        assert not game.problems, f"game {number}"
        assert game.outcome.winners, f"game {number}"


@pytest.mark.long
@pytest.mark.timeout(300)
def test_an_npc_comes_first_against_random_play() -> None:
    """One NPC and three seats that answer at random: first in at least 80 of 100 games."""
    assert sum(comes_first(number) for number in range(MATCHES)) >= WON


def comes_first(number: int) -> bool:
    """Whether the NPC, sitting in a different place each time, wins or shares the first place."""
    rng = random.Random(number)
    seats = [SeatPlan(by="npc" if i == number % 4 else "human") for i in range(4)]
    options = {"map": players.ACME_MAPS[number % 2], "epochs": 2}
    table = Table.new(GAME, "standard", seats, options, f"against chance {number}")
    while table.pending is not None:
        players.step(rng, table)
    end = table.outcome()
    assert end is not None
    return GAME.seats(table.state)[number % 4] in end.winners


@pytest.mark.long
def test_control_changes_hands_at_two_hundred_random_decisions() -> None:
    """After each switch the table is built anew from its record; games end, and secrets stay secret."""
    switches, number = 0, 0
    while switches < SWITCHES:
        switches += switched(number)
        number += 1
    assert switches >= SWITCHES


def switched(number: int) -> int:
    """Play a game in which seats change between person and NPC; how often they did."""
    rng, table, switches = random.Random(number), players.acme(number), 0
    while table.pending is not None:
        if rng.random() < 0.03:
            place = rng.randrange(len(GAME.seats(table.state)))
            seat = GAME.seats(table.state)[place]
            by = GAME.controller(table.state, seat)
            others = [c for name, c in table.state.civs.items() if name != seat and c.by == "human"]
            if by == "human" and not others:
                continue
            table.control(seat, "npc" if by == "human" else "human")
            players.finish(table)
            table, switches = Table(GAME, table.record.copy()), switches + 1
            assert table.view(None).civs[GAME.seats(table.state)[place]].hand is None
            continue
        players.step(rng, table)
        assert not GAME.problems(table.state)
    assert table.outcome() is not None
    return switches


@pytest.mark.soak
def test_every_question_of_the_rules_has_a_mind_and_every_mind_a_question() -> None:
    rules = [path for path in ENGINE.rglob("*.py") if not {"npc", "face", "presentation"} & set(path.parts)]
    texts = [node for path in rules for node in parts_of(path)]
    said = {node.value for node in texts if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    asked = {key for key in said if f"ask.{key}" in catalogue()}
    assert asked == set(DECIDERS)
