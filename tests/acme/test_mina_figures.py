"""What came into each Treasury and left it, by phase, for the figures at the end (ACME §6.3, §9.6, §10.6)."""

from __future__ import annotations

from typing import Any

from engine.acme.presentation.figures import by_phase, treasuries
from engine.acme.verbs.basic import bank_loot, gain_loot, gain_mina, give_mina, pay_mina
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES


def played(turns: int) -> Table[Any]:
    """A game of three computers, so many turns long."""
    table = Table.new(GAMES["acme"], "standard", [SeatPlan(c) for c in CIVS], {"map": "western", "turns": turns}, "ur")
    while table.pending is not None:
        seat = table.waiting()[0]
        request, ask = table.question_to(seat), table.ask_of(seat)
        assert request is not None
        assert ask is not None
        table.begin()
        table.submit(seat, *table.game.npc(table.state, request, ask))
    return table


CIVS = ("egypt", "hittites", "babylon")


def test_whatever_lies_in_a_treasury_has_come_and_not_gone() -> None:
    civs = played(2).state.civs
    assert {civ: c.mina for civ, c in civs.items()} == {
        civ: sum(c.earned.values()) - sum(c.spent.values()) for civ, c in civs.items()
    }
    assert {phase for c in civs.values() for phase in c.earned} >= {"growth"}
    assert any(c.spent for c in civs.values())


def test_mina_are_counted_in_the_phase_in_which_they_move() -> None:
    table = Table.new(GAMES["acme"], "standard", [SeatPlan(c) for c in CIVS], {"map": "western"}, "ur")
    s = table.state
    s.phase = "growth"
    gain_mina(s, "egypt", 3)
    s.phase = "card"
    assert give_mina(s, "egypt", "hittites", 2) == 2
    s.phase = "competition"
    gain_loot(s, "hittites", 4)
    assert bank_loot(s, "hittites") == 4
    s.phase = "epoch"
    assert pay_mina(s, "hittites", 9) == 6
    counted = treasuries(s)
    assert {name: n for name, n in counted["egypt"].items() if n} == {"earned.growth": 3, "paid.card": 2}
    assert {name: n for name, n in counted["hittites"].items() if n} == {
        "earned.card": 2, "earned.competition": 4, "paid.else": 6,
    }  # fmt: skip


def test_what_never_moved_is_nothing() -> None:
    assert set(by_phase("paid", {}).values()) == {0}
