"""Matches of the computer against random seats, and among computers."""

from __future__ import annotations

import random

from engine.civ.catalog import MAPS
from engine.civ.game import GAME
from engine.civ.options import SCENARIOS
from engine.civ.state import State
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.civ.tables import answer


def match(number: int, scenario: str, players: int) -> bool:
    """Game `number` of one computer against random seats, to its end. Returns whether the computer has won."""
    rng, place = random.Random(number), number % players
    seats = [SeatPlan(by="npc" if i == place else "human") for i in range(players)]
    table = Table.new(GAME, scenario, seats, {}, f"match {number}")
    finish(table)
    while table.pending is not None:
        seat = rng.choice(table.waiting())
        ask = table.ask_of(seat)
        assert ask is not None
        table.submit(seat, *answer(rng, ask))
        finish(table)
    assert table.problems() == []
    outcome = table.outcome()
    assert outcome is not None
    return GAME.seats(table.state)[place] in outcome.winners


def among_computers(number: int, scenario: str, players: int) -> Table[State]:
    """Game `number` that computers alone play, to its end."""
    table = Table.new(GAME, scenario, [SeatPlan(by="npc")] * players, {}, f"computers {number}")
    finish(table)
    return table


def drawn_on(board: str, number: int, least: int) -> Table[State]:
    """Game `number` on a board among so many computers or more, of each scenario in turn, with nations drawn by lot."""
    numbers = [n for n in MAPS[board].players if n >= least]
    players = numbers[number % len(numbers)]
    scenario = list(SCENARIOS)[number // len(numbers) % len(SCENARIOS)]
    cast = random.Random(f"{board} {number}").sample(MAPS[board].nations, players)
    plans = [SeatPlan(civ=nation, by="npc") for nation in cast]
    table = Table.new(GAME, scenario, plans, {"map": board}, f"drawn on {board} {number}")
    finish(table)
    return table


def finish(table: Table[State]) -> None:
    """Let the computer give all its answers."""
    while table.is_unfinished:
        table.go_on()
