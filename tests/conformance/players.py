"""Random players for any game: legal answers, and a way to shuffle what a seat may not know."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from engine.core import record
from engine.core.ask import Ask, Picks
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES

MOST_ANSWERS, RESTART = 20_000, 50
Doing: TypeAlias = Callable[[Table[Any], random.Random, int], None]

ACME_MAPS = ("full", "abbreviated_western", "western", "eastern", "fertile_crescent")


SHY = {"growth.retire": 0.85, "growth.resettle": 0.8, "gilgamesh.invoke": 0.5}


def answer(rng: random.Random, key: str, ask: Ask) -> Picks:
    """Any legal answer; the last option mostly ends something and comes up more often, so that empires grow."""
    if ask.caps:
        return ask.deal_out(rng.choice)
    n = rng.randint(ask.least, ask.most)
    if n != 1:
        return tuple(rng.sample(ask.options, n))
    if len(ask.options) > 1 and rng.random() < SHY.get(key, 0.08):
        return (ask.options[-1],)
    return (rng.choice(ask.options),)


def step(rng: random.Random, table: Table[Any]) -> tuple[str, Picks]:
    """Answer for one of the seats asked."""
    seat = rng.choice(table.waiting())
    ask = table.ask_of(seat)
    assert ask is not None
    assert table.pending is not None
    picks = answer(rng, table.pending.key_to(seat), ask)
    table.submit(seat, *picks)
    finish(table)
    return seat, picks


def finish(table: Table[Any]) -> None:
    """Let the NPC give all its answers, until somebody else is asked."""
    while table.is_unfinished:
        table.go_on()


def nothing(table: Table[Any], rng: random.Random, n: int) -> None:
    """Nothing is done beside playing."""


def to_the_end(
    table: Table[Any], rng: random.Random, name: str, *, beside: Doing = nothing, after: Doing = nothing
) -> tuple[Table[Any], int]:
    """Play at random to the end, made anew from the record now and then, with nothing wrong after any answer.

    `beside` is done before an answer, `after` sees what it has told. The table as it ended and the number of answers.
    """
    finish(table)
    for n in range(MOST_ANSWERS):
        if table.pending is None:
            return table, n
        beside(table, rng, n)
        if n % RESTART == RESTART - 1:
            table = restarted(table)
        step(rng, table)
        assert table.problems() == [], f"{name}, answer {n}, {table.record.step}"
        after(table, rng, n)
        table.events.clear()
    raise AssertionError(f"{name} does not end")


def restarted(table: Table[Any]) -> Table[Any]:
    """The table made anew from its record, at the same place."""
    before = msgspec.json.encode(table.state)
    again: Table[Any] = Table(table.game, record.decode(record.encode(table.record)))
    assert msgspec.json.encode(again.state) == before
    return again


def assert_tallied(table: Table[Any]) -> None:
    """The VP of each civ of ACME are the sum of what they were scored for."""
    assert all(sum(c.scored.values()) == c.vp for c in table.state.civs.values())


def switched(rng: random.Random, table: Table[Any], most: int) -> None:
    """Play to the end with seats changing hands at every answer. AssertionError if that takes more than `most`."""
    for _ in range(most):
        if table.pending is None:
            return
        table.control(rng.choice(list(table.game.seats(table.state))), rng.choice(("human", "human", "npc")))
        finish(table)
        if table.waiting():
            step(rng, table)
        assert table.problems() == []
    raise AssertionError("the game does not end")


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
