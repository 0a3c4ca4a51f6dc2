"""Culture Wars under random play: it ends, everything happens, nothing hidden is seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.core import record
from engine.core.record import Checkpoint, Record
from engine.core.table import Table
from engine.culture_wars.state import Coin, State
from tests.conformance.culture import crowded, culture_wars
from tests.conformance.players import step, switched

MOST_ANSWERS = 20_000
MADE: tuple[Callable[[int], Table[State]], ...] = (culture_wars, crowded)


def finish(table: Table[State], rng: random.Random) -> Counter[str]:
    """Play to the end with problems checked after every answer. Returns what was told, counted by kind."""
    for _ in range(MOST_ANSWERS):
        if table.pending is None:
            assert table.outcome() is not None
            return Counter(e.key for e in table.events)
        step(rng, table)
        assert table.problems() == []
    raise AssertionError("the game does not end")


@pytest.mark.sample(6)
@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("number", range(32))
def test_a_random_game_ends_without_a_problem(number: int, make: Callable[[int], Table[State]]) -> None:
    """32 games of each kind: every option on and off, with two, three and four players."""
    told = finish(make(number), random.Random(number))
    assert told["phase.movement"] or told["phase.conflict"]


@pytest.mark.soak
def test_random_play_meets_every_kind_of_event() -> None:
    """Without this, random play would prove little about conflicts and settlements."""
    told: Counter[str] = Counter()
    for number in range(24):
        told += finish(crowded(number), random.Random(number))
    wanted = {"settle.own", "settle.foreign", "settle.replaced", "settle.with_ace", "settle.ace", "settle.failed"}
    wanted |= {"conflict.fought", "conflict.entered", "conflict.ace_entered", "abandon.coin", "abandon.ace"}
    wanted |= {"movement.sailed", "excess.removed", "victory.rounds", "expansion.grown"}
    assert not wanted - set(told)


@pytest.mark.soak
@pytest.mark.parametrize("number", [8, 22])
def test_control_switched_at_random_decisions_still_ends_the_game(number: int) -> None:
    switched(random.Random(number), crowded(number), MOST_ANSWERS)


def shuffled(s: State, rng: random.Random) -> State:
    """The same position with the hidden side of every coin put elsewhere, and another seed.

    Numbers change places among settlements and rows of one suit, an Ace only among settlements; suits among coins
    of one number that show it.
    """
    other: State = msgspec.json.decode(msgspec.json.encode(s), type=State)
    other.seed = f"{rng.random()}"
    placing = s.phase in {"setup.order", "setup.tile", "setup.coin"}
    for suit, culture in other.cultures.items():
        down = [c for c in other.coins.values() if c.suit == suit and (c.settled or placing) and c.number != 1]
        row = [i for i, number in enumerate(culture.reserve) if number != 1]
        numbers = [c.number for c in down] + [culture.reserve[i] for i in row]
        rng.shuffle(numbers)
        for coin in down:
            coin.number = numbers.pop()
        for i in row:
            culture.reserve[i] = numbers.pop()
        swap_ace(other, suit, rng)
    for number in (2, 3, 4, 5) if not placing else ():
        swap_suits([c for c in other.coins.values() if c.number == number and not c.settled], rng)
    return other


def swap_ace(s: State, suit: str, rng: random.Random) -> None:
    """Which of several settlements is the Ace is not seen either."""
    towns = [c for c in s.coins.values() if c.suit == suit and c.settled]
    numbers = [c.number for c in towns]
    rng.shuffle(numbers)
    for town, number in zip(towns, numbers, strict=True):
        town.number = number


def swap_suits(coins: list[Coin], rng: random.Random) -> None:
    suits = [c.suit for c in coins]
    rng.shuffle(suits)
    for coin, suit in zip(coins, suits, strict=True):
        coin.suit = suit


def plain(view: Any) -> str:
    return msgspec.json.encode(view).decode()


@pytest.mark.sample(1)
@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("number", range(4, 24, 5))
def test_no_view_and_no_description_changes_when_hidden_sides_are_shuffled(
    number: int, make: Callable[[int], Table[State]]
) -> None:
    table, rng, dice = make(number), random.Random(number), random.Random(number + 1)
    changed = 0
    while table.pending is not None:
        asked = table.pending
        other = shuffled(table.state, dice)
        assert table.game.problems(other) == []
        changed += other.coins != table.state.coins
        for seat in (None, *table.game.seats(table.state)):
            assert plain(table.game.view(other, seat, asked.asked)) == plain(table.view(seat))
        [ask] = asked.asks
        assert table.game.describe(other, asked, ask) == table.game.describe(table.state, asked, ask)
        step(rng, table)
    assert changed


def boundary(table: Table[State]) -> tuple[str | None, msgspec.Raw]:
    """The step boundary right before the present question."""
    last: Checkpoint | Record = table._marks[-1] if table._marks else table.record
    return last.step, last.state


@pytest.mark.sample(2)
@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("number", [1, 6, 15])
def test_what_is_asked_does_not_depend_on_hidden_sides(number: int, make: Callable[[int], Table[State]]) -> None:
    table, rng, dice = make(number), random.Random(number), random.Random(number + 2)
    compared, last = 0, None
    while table.pending is not None:
        where, raw = boundary(table)
        if raw != last:
            state = shuffled(msgspec.json.decode(raw, type=State), dice)
            twin = Table(table.game, record.Record("culture_wars", 1, where, msgspec.Raw(msgspec.json.encode(state))))
            first = Table(table.game, record.Record("culture_wars", 1, where, raw))
            assert twin.pending == first.pending
            compared, last = compared + 1, raw
        step(rng, table)
    assert compared > 5
