"""Noninterference: what a seat may not know can be shuffled, and nothing it sees changes by one byte."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.acme.facts.catalog import CARDS
from engine.acme.state import State
from engine.core.ask import Request
from engine.core.record import Checkpoint, Record
from engine.core.table import Table
from tests.conformance.players import acme, step


def shuffled(s: State, seat: str | None, rng: random.Random) -> State:
    """The same position with every card the seat does not know put elsewhere, and another seed."""
    other: State = msgspec.json.decode(msgspec.json.encode(s), type=State)
    hidden = [c.hand for name, c in other.civs.items() if name != seat and c.by == "human"]
    if other.fight and not other.fight.revealed:
        hidden += [cards for name, cards in other.fight.committed.items() if name != seat]
    events = {n for n in other.deck if CARDS[n].is_event}
    piles = [*hidden, [n for n in other.deck if n not in events]]
    pool = [n for pile in piles for n in pile]
    rng.shuffle(pool)
    for pile in hidden:
        pile[:] = [pool.pop() for _ in pile]
    other.deck = [*pool, *sorted(events)]
    rng.shuffle(other.deck)
    other.seed = f"{rng.random()}"
    return other


def plain(view: Any) -> str:
    return msgspec.json.encode(view).decode()


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(4, 100, 12))
def test_no_view_changes_when_hidden_cards_are_shuffled(number: int) -> None:
    table, rng = acme(number), random.Random(number)
    dice = random.Random(number + 1)
    assert table.pending is not None
    while table.pending is not None:
        asked = table.pending.asked
        for seat in (None, dice.choice(list(table.game.seats(table.state)))):
            other = shuffled(table.state, seat, dice)
            assert plain(table.game.view(other, seat, asked)) == plain(table.view(seat))
        step(rng, table)


def public_part(request: Request) -> tuple[Any, ...]:
    """What everybody may know of a question."""
    return request.key if request.sealed else "", request.asked if request.sealed else ()


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", range(6, 100, 16))
def test_whether_a_window_opens_and_who_is_asked_does_not_depend_on_hidden_cards(number: int) -> None:
    """The question a fixed answer leads to is put to the same seats, whatever the others hold."""
    table, rng = acme(number), random.Random(number)
    dice, compared = random.Random(number + 2), 0
    while table.pending is not None:
        if table.pending.key == "card.play":
            seat, pick, twin = with_twin(table, dice)
            twin.submit(seat, pick)
            table = Table(table.game, Record("acme", 1, *boundary(table)))
            table.submit(seat, pick)
            if is_window(table):
                compared += 1
                assert twin.pending is not None
                assert table.pending is not None
                assert public_part(twin.pending) == public_part(table.pending)
                assert (twin.pending.prompt, twin.pending.about) == (table.pending.prompt, table.pending.about)
            continue
        step(rng, table)
    assert compared > 3


def with_twin(table: Table[Any], dice: random.Random) -> tuple[str, str, Table[Any]]:
    """The seat asked for its action, one of its options, and the table with everything shuffled that it cannot know."""
    assert table.pending is not None
    [ask] = table.pending.asks
    step, raw = boundary(table)
    state = shuffled(msgspec.json.decode(raw, type=State), ask.seat, dice)
    twin = Table(table.game, Record("acme", 1, step, msgspec.Raw(msgspec.json.encode(state))))
    assert twin.pending == table.pending
    return ask.seat, dice.choice(ask.options), twin


def boundary(table: Table[Any]) -> tuple[str | None, msgspec.Raw]:
    """The step boundary right before the present question."""
    last: Checkpoint | Record = table._marks[-1] if table._marks else table.record
    return last.step, last.state


def is_window(table: Table[Any]) -> bool:
    return table.pending is not None and table.pending.sealed


def test_events_for_one_seat_are_not_told_to_others() -> None:
    table, rng = acme(9), random.Random(9)
    private: list[str] = []
    public: list[str] = []
    while table.pending is not None:
        step(rng, table)
        private += [e.text for e in table.events if e.to]
        public += [e.text for e in table.events if not e.to]
        table.events.clear()
    assert private
    assert not [p for p in public if p.startswith("You drew")]
