"""Computers that have to think: the table stops, is told what they come to, and believes only what fits."""

from __future__ import annotations

from typing import Any

from engine.core.ask import Ask, Picks, Request
from engine.core.deliberation import Rehearsal, Thought, Vantage
from engine.core.game import SeatPlan
from engine.core.record import encode
from engine.core.table import Table
from tests.core.toy import Toy, ToyGame


class Roller:
    """Thinks about each step, and rolls; it rehearses once to see that it may."""

    def is_wanted(self, s: Toy, request: Request, ask: Ask) -> bool:
        return request.key in {"toy.step", "toy.veto"} and s.by[ask.seat] == "npc"

    def answer(self, vantage: Vantage) -> Picks:
        rehearsal: Rehearsal[Any] = Rehearsal(vantage)
        rehearsal.play(("roll",), lambda _s, _request, ask: ask.options[-1:], lambda _s: False, 1)
        return ("roll",)


class Thoughtful(ToyGame):
    """The race with computers that think."""

    deliberation = Roller()


GAME = Thoughtful()


def table(by: str = "npc") -> Table[Toy]:
    seats = [SeatPlan("a", "human"), SeatPlan("b", "npc" if by == "npc" else "human")]
    return Table.new(GAME, "standard", seats, {}, "5")


def stopped() -> Table[Toy]:
    """A table whose computer has to think about its first step."""
    t = table()
    while t.thinker is None:
        seat = t.waiting()[0]
        t.submit(seat, t.ask_of(seat).options[-1])  # type: ignore[union-attr]
    return t


def test_a_table_stops_before_what_a_computer_has_to_think_about() -> None:
    t = stopped()
    assert (t.thinker, t.is_unfinished) == ("b", True)
    before = encode(t.record)
    t.go_on([])
    assert encode(t.record) == before


def test_a_thought_is_worked_out_beside_the_table_and_taken_where_it_fits() -> None:
    t = stopped()
    before, thought = encode(t.record), t.think()
    assert encode(t.record) == before
    assert thought is not None
    assert (thought.seat, thought.picks) == ("b", ("roll",))
    t.go_on([thought])
    assert t.journal[-1].picks == ("roll",)
    assert t.journal[-1].auto


def test_a_thought_about_another_position_or_one_that_is_no_answer_is_not_taken() -> None:
    t = stopped()
    thought = t.think()
    assert thought is not None
    before = encode(t.record)
    assert not t.fits([Thought("elsewhere", "b", ("roll",))])
    t.go_on([Thought("elsewhere", "b", ("roll",)), Thought(thought.mark, "b", ("fly",))])
    assert encode(t.record) == before
    assert t.fits([thought])


def test_whoever_gives_no_thoughts_has_the_table_think_here_and_now() -> None:
    t = stopped()
    t.go_on()
    assert t.thinker is None
    assert ("toy.step", "b", ("roll",)) in [(e.key, e.seat, e.picks) for e in t.journal]


def test_a_restart_where_a_computer_has_to_think_comes_to_the_same() -> None:
    t = stopped()
    again = Table.restore(GAME, t.record.copy())[0]
    assert again.think() == t.think()


def test_what_several_are_asked_at_once_waits_for_no_thought() -> None:
    """The veto is asked sealed: a computer answers it at once, as computers do that do not think."""
    t = stopped()
    t.go_on()
    while t.pending is not None and t.pending.key != "toy.veto":
        t.submit("a", "stop")
    assert t.thinker is None
    assert "b" not in t.waiting()
