"""Records and what is told are the same to the byte whatever seed Python hashes with."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SERIES = ("players.acme", "culture.culture_wars", "culture.crowded", "npc_games.watched")
DIGEST = """
import hashlib, importlib, random, sys
from engine.core import record
from tests.conformance.players import step
module, _, series = sys.argv[1].partition(".")
make, digest = getattr(importlib.import_module(f"tests.conformance.{module}"), series), hashlib.sha256()
for number in (1, 12, 33):
    table, rng, told = make(number), random.Random(number), 0
    while table.pending is not None:
        step(rng, table)
        digest.update(record.encode(table.record))
        digest.update("".join(e.text for e in table.events[told:]).encode())
        told = len(table.events)
    digest.update("".join(e.text for e in table.events).encode())
print(digest.hexdigest())
"""
COMPUTERS = """
import hashlib, sys
from engine.core import record
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
digest = hashlib.sha256()
for number in (1, 11):
    seats = [SeatPlan(by="npc") for _ in range(2 + number % 3)]
    options = {name: True for name in sys.argv[2].split()}
    table = Table.new(GAMES[sys.argv[1]], sys.argv[3], seats, options, f"computers {number}")
    for _ in range(12):
        if table.is_unfinished:
            table.go_on()
    digest.update(record.encode(table.record))
print(digest.hexdigest())
"""
STRONG = """
from tests.conformance.strong_games import opened
table, thoughts = opened(1, turns=1), []
while len(thoughts) < 6:
    thought = table.think()
    thoughts += [] if thought is None else [f"{thought.mark} {thought.picks}"]
    table.go_on([] if thought is None else [thought])
print(thoughts)
"""
STRONG_CULTURE = """
from tests.conformance.strong_culture import opened_culture, usual_thought
table, thoughts = opened_culture(1, people=3), []
while len(thoughts) < 60:
    seat = table.thinker
    thought = None if seat is None else table.think() if table.state.turn % 3 == 0 else usual_thought(table, seat)
    thoughts += [] if thought is None else [f"{thought.mark} {thought.picks}"]
    table.go_on([] if thought is None else [thought])
print(thoughts)
"""


def digests(*command: str) -> set[str]:
    """What the program prints under three hash seeds."""
    printed = set()
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."}
        run = subprocess.run(
            [sys.executable, "-c", *command], capture_output=True, text=True, check=True, env=environment
        )
        printed.add(run.stdout)
    return printed


@pytest.mark.soak
@pytest.mark.parametrize("series", SERIES)
def test_records_are_the_same_bytes_under_other_hash_seeds(series: str) -> None:
    assert len(digests(DIGEST, series)) == 1


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "options", "scenario"),
    [("culture_wars", "", "standard"), ("culture_wars", "two_spaces any_coast", "standard"), ("civ", "", "basic")],
)
def test_computers_decide_the_same_under_other_hash_seeds(game: str, options: str, scenario: str) -> None:
    assert len(digests(COMPUTERS, game, options, scenario)) == 1


@pytest.mark.soak
def test_the_strong_computer_comes_to_the_same_under_other_hash_seeds() -> None:
    assert len(digests(STRONG)) == 1
    assert len(digests(STRONG_CULTURE)) == 1
