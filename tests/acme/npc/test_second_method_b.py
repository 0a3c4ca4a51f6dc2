"""Whole games with Method B: Events come up while NPCs let the cards decide, and nothing goes wrong (RUL-134, N-56)."""

from __future__ import annotations

import random

import pytest

from engine.acme.facts.catalog import CARDS
from engine.acme.game import GAME
from engine.acme.npc import reveals
from engine.acme.state import State
from engine.acme.verbs.basic import top_card
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.conformance import players

EVENTS = {n for n, card in CARDS.items() if card.is_event}


def eventful(s: State) -> int | None:
    """The top card, before which mostly an Event is put; by the position alone, so that steps can be replayed."""
    back = next((pile for pile in (s.deck, s.discard) if EVENTS.intersection(pile)), None)
    if back is not None and (len(s.deck) + s.turns) % 3:
        found = sorted(EVENTS.intersection(back))
        event = found[len(s.deck) % len(found)]
        back.remove(event)
        s.deck.insert(0, event)
    return top_card(s)


def opened(number: int) -> Table[State]:
    """Two NPCs and one or two persons on one of the maps."""
    seats = [SeatPlan(by="npc"), SeatPlan(), SeatPlan(by="npc"), *[SeatPlan()] * (number % 2)]
    window = ("sealed", "holders")[number % 2]
    options = {"map": players.ACME_MAPS[number % 5], "epochs": 2, "npc_method": "b", "negate_window": window}
    return Table.new(GAME, "standard", seats, options, f"method b {number}")


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(10))
def test_events_met_by_method_b_break_nothing(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Persons answer at random; no rule of the position is broken and the game ends."""
    monkeypatch.setattr(reveals, "top_card", eventful)
    rng, table = random.Random(number), opened(number)
    while table.pending is not None:
        players.step(rng, table)
        assert GAME.problems(table.state) == []
    assert table.outcome() is not None
    assert any(e.key == "event.revealed" for e in table.events)
