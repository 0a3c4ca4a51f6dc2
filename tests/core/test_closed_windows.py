"""What several seats are asked at once: nobody goes back over its close, and nobody learns of it before."""

from __future__ import annotations

import random

import pytest

from engine.core.ask import Picks
from engine.core.errors import NotAsked, NothingToUndo
from engine.core.table import Table
from engine.core.trial import DryRun, Trial
from tests.core.test_table import again, any_answer, bytes_of, table
from tests.core.toy import TOY, Toy

SEATS = ("a", "b", "c")


def announced(*npcs: str, vetoes: int = 1, lent: tuple[str, ...] = (), walks: int = 1) -> Table[Toy]:
    """A table whose first seat has walked one step or three, so that the others may veto it."""
    t = table(npcs=npcs)
    t.state.vetoes = dict.fromkeys(SEATS, vetoes)
    t = Table.start(TOY, t.state, "turn")
    for seat in lent:
        t.control(seat, "npc")
    t.submit_batch("a", [["walk"]] * walks + [["stop"]] * (walks < 3))
    return t


def bidding() -> Table[Toy]:
    """A table at which all bid in secret."""
    return Table.start(TOY, table().state, "peek")


def bars(t: Table[Toy]) -> list[str]:
    return [t.why_barred(seat) for seat in SEATS]


@pytest.mark.parametrize("given", [{}, {"c": ("veto",)}, {"b": ("veto",), "c": ("veto",)}, {"b": ("pass",)}])
def test_a_window_that_has_closed_is_a_barrier_whatever_it_brought(given: dict[str, Picks]) -> None:
    t = announced()
    t.close(given)
    assert bars(t) == ["closed"] * 3
    for one in (t, again(t)):
        for seat in SEATS:
            before = bytes_of(one)
            with pytest.raises(NothingToUndo):
                one.undo(seat)
            assert bytes_of(one) == before


@pytest.mark.parametrize("order", ["bc", "cb"])
def test_who_answers_last_cannot_take_it_back_having_seen_the_others(order: str) -> None:
    t = announced()
    for seat in order:
        assert t.why_barred(order[-1]) in {"", "answered"}
        t.submit(seat, "veto")
    assert t.state.at["a"] == 0
    assert bars(t) == ["closed"] * 3


def test_while_a_window_is_open_each_takes_back_its_own_answer_whoever_has_answered_since() -> None:
    t = announced()
    t.submit("b", "veto")
    t = again(t)
    assert t.undo("b").picks == ("veto",)
    t.submit("b", "pass")
    asked, at = t.pending, t.asked_at
    t.undo("b")
    assert (t.pending, t.asked_at) == (asked, at)
    assert t.waiting() == ("b", "c")
    assert t.state.at["a"] == 1


def test_taking_back_a_secret_answer_leaves_those_of_the_others() -> None:
    t = bidding()
    t.submit("a", "1")
    t.submit("b", "2")
    assert bars(t) == ["", "", "nothing"]
    assert t.undo("a").picks == ("1",)
    assert t.waiting() == ("a", "c")
    t.submit("a", "0")
    t.submit("c", "0")
    assert "b peeks" in [e.text for e in t.events]


def test_an_announcement_is_taken_back_freely_while_its_window_is_open() -> None:
    quiet, told = announced(), announced()
    told.submit("c", "veto")
    for t in (quiet, told):
        assert t.undo("a").picks == ("stop",)
    assert bytes_of(quiet) == bytes_of(told)


@pytest.mark.parametrize("seat", SEATS)
def test_nobody_learns_by_undo_whether_another_has_answered(seat: str) -> None:
    """Reasons and refusals are the same; only what the seat has done itself counts."""
    for made in (announced, bidding):
        for who in SEATS:
            quiet, told = made(), made()
            ask = told.ask_of(who)
            if who == seat or ask is None:
                continue
            told.submit(who, ask.options[0])
            assert told.why_barred(seat) == quiet.why_barred(seat)
            assert told.view(seat) == quiet.view(seat)


def test_a_bid_of_all_is_a_barrier_for_all() -> None:
    t = bidding()
    for seat, bid in zip("cab", "012", strict=True):
        t.submit(seat, bid)
    assert all(bars(t))


def test_a_person_alone_goes_back_over_windows_put_to_npcs_of_the_game() -> None:
    t = announced("b", "c", vetoes=0, walks=3)
    assert [e.seat for e in t.record.entries if e.key == "toy.veto"][:2] == ["b", "c"]
    assert t.undo("a").picks == ("walk",)
    assert t.state.at["a"] == 2


def test_what_an_npc_answers_in_the_place_of_a_person_is_a_barrier_too() -> None:
    """Its vetoes are still that person's secret."""
    t = announced(vetoes=0, lent=("b", "c"), walks=3)
    assert t.why_barred("a") == "closed"


def test_a_seat_handed_over_in_an_open_window_does_not_open_the_way_back() -> None:
    t = announced(vetoes=0)
    t.submit("b", "pass")
    t.control("b", "npc")
    t.control("c", "npc")
    assert t.why_barred("a") != ""


@pytest.mark.parametrize("seed", range(8))
def test_no_answer_given_before_a_close_is_ever_taken_back(seed: int) -> None:
    t, rng = table(seed=str(seed)), random.Random(seed)
    closed = 0
    for n in range(300):
        if t.pending is None:
            break
        shared = t.pending.is_shared and len(t.waiting()) == 1
        seat, picks = any_answer(t, n + seed)
        t.submit(seat, *picks)
        if shared:
            closed += 1
            assert all(bars(t))
        elif rng.random() < 0.3 and not t.why_barred(seat):
            answers = t.record.first + len(t.record.entries)
            assert t.undo(seat).picks == picks
            assert t.record.first + len(t.record.entries) == answers - 1
            t.submit(seat, *picks)
        t = again(t) if n % 9 == 0 else t
    assert closed > 3


def tried(t: Table[Toy], seat: str, *picks: str) -> DryRun:
    before = bytes_of(t)
    run = Trial(t, seat).run([picks])
    assert bytes_of(t) == before
    return run


def test_a_dry_run_of_the_last_secret_answer_does_not_act_on_those_of_the_others() -> None:
    quiet, told = announced(), announced()
    told.submit("b", "veto")
    runs = [tried(t, "c", "pass") for t in (quiet, told)]
    assert runs[0] == runs[1]
    assert runs[0].view["at"]["a"] == 1
    assert runs[0].presumed


def test_a_dry_run_of_a_bid_stops_where_others_have_to_bid_whether_they_have_or_not() -> None:
    quiet, told = bidding(), bidding()
    told.submit("b", "2")
    told.submit("c", "2")
    runs = [tried(t, "a", "1") for t in (quiet, told)]
    assert runs[0] == runs[1]
    assert (runs[0].stopped, runs[0].options) == ("seat", ())


@pytest.mark.parametrize("batch", [["stop"], ["stop", "walk"]])
def test_a_dry_run_tells_nothing_of_what_others_are_asked(batch: list[str]) -> None:
    run = Trial(table(), "a").run([[pick] for pick in batch])
    assert (run.stopped, run.taken) == ("seat", 1)
    assert run.request is not None
    assert (run.request.key, run.request.asked, run.request.asks) == ("toy.step", ("b",), ())


def test_a_dry_run_of_an_answer_already_given_is_refused() -> None:
    t = bidding()
    t.submit("a", "1")
    with pytest.raises(NotAsked):
        Trial(t, "a").run([["2"]])
