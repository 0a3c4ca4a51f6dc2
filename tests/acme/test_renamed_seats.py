"""A seat's id changes when it chooses a civilization; undo and dry runs follow its place."""

from __future__ import annotations

from engine.acme.game import GAME
from engine.acme.state import State
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.trial import Trial


def opened() -> Table[State]:
    return Table.new(GAME, "standard", [SeatPlan(), SeatPlan()], {"map": "abbreviated_western"}, "3")


def test_the_choice_of_a_civilization_can_be_tried_and_taken_back() -> None:
    """ACME §4.2: the seat is called by its civilization from then on."""
    t = opened()
    [seat] = t.waiting()
    tried = Trial(t, seat).run([["egypt"]])
    assert (tried.taken, tried.stopped) == (1, "")
    assert "egypt" in tried.view.civs
    t.submit(seat, "egypt")
    assert t.why_barred("egypt") == ""
    t.undo("egypt")
    assert t.waiting() == (seat,)
