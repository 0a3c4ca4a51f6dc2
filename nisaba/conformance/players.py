"""Random players for any game: they give legal answers, and let computers answer for theirs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from engine.core import record
from engine.core.ask import Ask, Picks
from engine.core.table import Table

MOST_ANSWERS: Final = 20_000
RESTART: Final = 50
STOPS: Final = 0.08
Answers: TypeAlias = Callable[[random.Random, str, Ask], Picks]
Doing: TypeAlias = Callable[[Table[Any], random.Random, int], None]


def answer(rng: random.Random, key: str, ask: Ask) -> Picks:
    """Return any legal answer to a question of that key."""
    del key
    return answer_or_stop(rng, ask, STOPS)


def answer_or_stop(rng: random.Random, ask: Ask, stops: float) -> Picks:
    """Return any legal answer. The last option, which mostly ends something, comes up more often by that chance."""
    if ask.caps:
        return ask.deal_out(rng.choice)
    n = rng.randint(ask.least, ask.most)
    if n != 1:
        return tuple(rng.sample(ask.options, n))
    if len(ask.options) > 1 and rng.random() < stops:
        return (ask.options[-1],)
    return (rng.choice(ask.options),)


def step(rng: random.Random, table: Table[Any], answers: Answers = answer) -> tuple[str, Picks]:
    """Answer for one of the seats asked. Return the seat and its answer."""
    seat = rng.choice(table.waiting())
    ask = table.ask_of(seat)
    assert ask is not None
    assert table.pending is not None
    picks = answers(rng, table.pending.key_to(seat), ask)
    table.submit(seat, *picks)
    finish(table)
    return seat, picks


def finish(table: Table[Any]) -> None:
    """Let computers answer until a player is asked."""
    while table.is_unfinished:
        table.go_on()


def nothing(table: Table[Any], rng: random.Random, n: int) -> None:
    """Do nothing beside playing."""


def to_the_end(
    table: Table[Any],
    rng: random.Random,
    name: str,
    *,
    beside: Doing = nothing,
    after: Doing = nothing,
    answers: Answers = answer,
) -> tuple[Table[Any], int]:
    """Play at random to the end, made anew from the record now and then, with nothing wrong after any answer.

    `beside` is done before an answer, `after` sees what it has told. Return the table as it ended and the number of
    answers.
    """
    finish(table)
    for n in range(MOST_ANSWERS):
        if table.pending is None:
            return table, n
        beside(table, rng, n)
        if n % RESTART == RESTART - 1:
            table = restarted(table)
        step(rng, table, answers)
        assert table.problems() == [], f"{name}, answer {n}, {table.record.step}"
        after(table, rng, n)
        table.events.clear()
    raise AssertionError(f"{name} does not end")


def restarted(table: Table[Any]) -> Table[Any]:
    """Return the table made anew from its record, at the same place."""
    before = msgspec.json.encode(table.state)
    again: Table[Any] = Table(table.game, record.decode(record.encode(table.record)))
    assert msgspec.json.encode(again.state) == before
    return again


def switched(rng: random.Random, table: Table[Any], most: int, answers: Answers = answer) -> None:
    """Play to the end with seats changing hands at every answer. AssertionError if that takes more than `most`."""
    for _ in range(most):
        if table.pending is None:
            return
        table.control(rng.choice(list(table.game.seats(table.state))), rng.choice(("human", "human", "npc")))
        finish(table)
        if table.waiting():
            step(rng, table, answers)
        assert table.problems() == []
    raise AssertionError("the game does not end")
