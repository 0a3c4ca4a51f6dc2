"""The Table: replay, undo, batches, sealed windows, dry runs, control. Each on the little game."""

from __future__ import annotations

import msgspec
import pytest

from engine.core import record as records
from engine.core.ask import Picks
from engine.core.errors import (
    BadRecord,
    GameOver,
    IllegalAnswer,
    NotAsked,
    NothingToUndo,
    NotTogether,
    ReplayMismatch,
    UnknownCall,
    UnknownSeat,
)
from engine.core.game import SeatPlan
from engine.core.record import Entry, Record
from engine.core.table import Table
from engine.core.trial import Trial
from tests.core.toy import TOY, Toy


def table(*names: str, seed: str = "5", npcs: tuple[str, ...] = ()) -> Table[Toy]:
    plans = [SeatPlan(n, "npc" if n in npcs else "human") for n in names or ("a", "b", "c")]
    return Table.new(TOY, "standard", plans, {}, seed)


def again(t: Table[Toy]) -> Table[Toy]:
    """The table after a restart."""
    return Table(TOY, records.decode(records.encode(t.record)))


def bytes_of(t: Table[Toy]) -> bytes:
    return msgspec.json.encode(t.state) + records.encode(t.record)


def any_answer(t: Table[Toy], n: int) -> tuple[str, Picks]:
    ask = t.ask_of(t.waiting()[n % len(t.waiting())])
    assert ask is not None
    return ask.seat, (ask.options[(n * 2654435761 >> 9) % len(ask.options)],)


@pytest.mark.parametrize("seed", range(12))
def test_a_restart_between_any_two_answers_changes_nothing(seed: int) -> None:
    one, other = table(seed=str(seed)), table(seed=str(seed))
    for n in range(seed, seed + 200):
        if one.pending is None:
            break
        seat, picks = any_answer(one, n)
        one.submit(seat, *picks)
        other = again(other)
        other.submit(seat, *picks)
        assert bytes_of(one) == bytes_of(other)
    assert one.pending is None
    assert one.outcome() == other.outcome()


def test_an_illegal_answer_leaves_no_trace() -> None:
    t = table()
    before = bytes_of(t)
    for seat, picks, error in [
        ("a", ("fly",), IllegalAnswer),
        ("a", ("walk", "roll"), IllegalAnswer),
        ("a", (), IllegalAnswer),
        ("b", ("walk",), NotAsked),
        ("z", ("walk",), UnknownSeat),
    ]:
        with pytest.raises(error):
            t.submit(seat, *picks)
    assert bytes_of(t) == before


def test_a_batch_is_applied_all_or_none() -> None:
    t = table()
    before = bytes_of(t)
    with pytest.raises(NotAsked):
        t.submit_batch("a", [["walk"], ["walk"], ["stop"], ["walk"]])
    assert bytes_of(t) == before
    assert not t.events
    t.submit_batch("a", [["walk"], ["walk"], ["stop"]])
    assert t.state.at["a"] == 2


@pytest.mark.parametrize("rest", [["roll"], ["walk"], ["jump"]])
def test_no_batch_goes_on_behind_chance_whether_the_rest_would_fit_or_not(rest: list[str]) -> None:
    """Else a batch that is refused would tell what chance would have brought."""
    t = table()
    before = bytes_of(t)
    with pytest.raises(NotTogether):
        t.submit_batch("a", [["walk"], ["roll"], rest])
    assert bytes_of(t) == before
    t.submit_batch("a", [["walk"], ["roll"]])
    assert t.why_barred("a") == "chance"


def test_the_last_answer_can_be_taken_back_until_another_seat_answers() -> None:
    t = table()
    t.submit_batch("a", [["walk"], ["walk"]])
    assert [t.why_barred(seat) for seat in ("a", "b")] == ["", "answered"]
    t.undo("a")
    assert t.state.at["a"] == 1
    with pytest.raises(NothingToUndo, match="answered"):
        t.undo("b")
    t.submit("a", "stop")
    t.close({})
    t.submit("b", "walk")
    with pytest.raises(NothingToUndo, match="answered"):
        t.undo("a")
    assert t.undo("b").picks == ("walk",)


def test_chance_is_a_barrier_to_undo_also_after_a_restart() -> None:
    t = table()
    t.submit("a", "roll")
    for one in (t, again(t)):
        with pytest.raises(NothingToUndo, match="chance"):
            one.undo("a")


def test_undo_reaches_over_a_step_boundary_and_over_a_restart() -> None:
    t = table("a", "b", "c", npcs=("b", "c"))
    before = msgspec.json.encode(t.state)
    t.submit_batch("a", [["walk"], ["walk"], ["walk"]])
    assert [e.seat for e in t.record.entries if e.key == "toy.step"] == ["a", "a", "a", "b"]
    t = again(t)
    for _ in range(3):
        t.undo("a")
    assert msgspec.json.encode(t.state) == before


def test_silence_closes_a_sealed_window_and_the_first_veto_counts() -> None:
    t = table(seed="9")
    t.state.vetoes["c"] = 1
    t = Table.start(TOY, t.state, "turn")
    t.submit_batch("a", [["walk"], ["stop"]])
    assert t.pending is not None
    assert t.pending.sealed
    t.close({"c": ("veto",)})
    assert t.state.at["a"] == 0
    with pytest.raises(NotAsked):
        t.close({})


def test_who_has_answered_a_sealed_question_is_nobodys_business() -> None:
    t = table()
    t.submit("a", "stop")
    before = t.view(None)
    t.submit("c", "pass")
    assert t.view(None) == before
    assert t.view("b")["waiting_for"] == ["b", "c"]


def test_a_dry_run_changes_nothing_and_stops_before_chance() -> None:
    t = table()
    before = bytes_of(t)
    walked = Trial(t, "a").run([["walk"], ["walk"]])
    assert walked.view["at"]["a"] == 2
    assert walked.stopped == ""
    rolled = Trial(t, "a").run([["walk"], ["roll"], ["walk"]])
    assert (rolled.stopped, rolled.taken, rolled.view["at"]["a"]) == ("chance", 2, 1)
    ended = Trial(t, "a").run([["stop"], ["walk"]])
    assert ended.stopped == "seat"
    with pytest.raises(IllegalAnswer):
        Trial(t, "a").run([["walk"], ["fly"]])
    assert bytes_of(t) == before


def test_the_npc_answers_for_its_seats_and_the_same_after_a_restart() -> None:
    t = table("a", "b", "c", npcs=("b", "c"))
    assert t.waiting()
    while t.pending:
        assert set(t.waiting()) == {"a"}
        assert t.ask_of("a") is not None
        assert bytes_of(again(t)) == bytes_of(t)
        t.submit("a", t.ask_of("a").options[0])  # type: ignore[union-attr]


def answers(t: Table[Toy]) -> int:
    return t.record.first + len(t.record.entries)


def test_npcs_among_themselves_answer_in_portions_and_are_never_asked_of_anybody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In this game NPCs that walk and are let walk never come to an end."""
    monkeypatch.setattr("engine.core.ai_turns.MOST_UNASKED", 3)
    endless = table("ann", "ben", npcs=("ann", "ben"))
    for n in range(1, 9):
        assert endless.is_unfinished
        assert answers(endless) == 3 * n
        with pytest.raises(NotAsked):
            endless.submit("ann", "walk")
        endless.go_on()


def test_portions_lead_where_one_long_stretch_would_have_led(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.core.ai_turns.MOST_UNASKED", 12)
    whole = table("ann", "ben", npcs=("ann", "ben"))
    monkeypatch.setattr("engine.core.ai_turns.MOST_UNASKED", 4)
    parts = table("ann", "ben", npcs=("ann", "ben"))
    parts.go_on()
    parts = again(parts)
    assert answers(parts) == answers(whole) == 12
    assert bytes_of(parts) == bytes_of(whole)


def test_a_table_whose_person_is_asked_is_finished_and_does_not_go_on() -> None:
    t = table("a", "b", npcs=("b",))
    before = bytes_of(t)
    assert not t.is_unfinished
    t.go_on()
    assert bytes_of(t) == before


def test_a_question_put_to_persons_too_waits_for_no_portion(monkeypatch: pytest.MonkeyPatch) -> None:
    """The portion is used up by the NPC's walking, and yet it has answered where the person is asked as well."""
    monkeypatch.setattr("engine.core.ai_turns.MOST_UNASKED", 3)
    t = table("a", "b", npcs=("a",))
    assert answers(t) == 3
    assert t.pending is not None
    assert t.pending.key == "toy.veto"
    t.submit("b", "pass")
    while t.pending.key != "toy.bid":
        t.submit("b", *any_answer(t, 0)[1])
    assert t.waiting() == ("b",)


def test_what_led_to_an_unfinished_stretch_can_be_taken_back_and_the_seat_given_to_a_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.core.ai_turns.MOST_UNASKED", 1)
    t = table("a", "b", npcs=("b",))
    asked, before = t.pending, bytes_of(t)
    for picks in ("walk", "walk", "walk"):
        t.submit("a", picks)
    assert t.is_unfinished
    assert t.why_barred("a") == ""
    while not t.why_barred("a"):
        t.undo("a")
    assert t.pending == asked
    assert bytes_of(t) == before
    for picks in ("walk", "walk", "walk"):
        t.submit("a", picks)
    t.control("b", "human")
    t.submit("b", "stop")


def test_control_changes_hands_at_any_decision() -> None:
    t = table()
    t.control("a", "npc")
    assert "a" not in t.waiting() or t.pending is None
    t = again(t)
    assert t.state.by["a"] == "npc"
    t.control("a", "human")
    assert t.state.by["a"] == "human"
    with pytest.raises(UnknownSeat):
        t.control("z", "npc")


@pytest.mark.parametrize("seed", range(6))
def test_a_call_at_any_decision_is_part_of_the_record(seed: int) -> None:
    one, other = table(seed=str(seed)), table(seed=str(seed))
    for n in range(seed, seed + 200):
        if one.pending is None:
            break
        if n % 7 == 3:
            asked, number = one.pending, one.record.first + len(one.record.entries)
            one.call("storm")
            other.call("storm")
            assert one.pending is asked
            assert one.record.first + len(one.record.entries) == number + 1
        seat, picks = any_answer(one, n)
        one.submit(seat, *picks)
        other.submit(seat, *picks)
        other = again(other)
        assert bytes_of(one) == bytes_of(other)


def test_a_call_is_told_and_outlasts_an_undo() -> None:
    t = table()
    seat = t.waiting()[0]
    t.submit_batch(seat, [["walk"], ["walk"]])
    t.events.clear()
    t.call("storm")
    assert [(e.key, e.is_call) for e in t.events] == [("call.storm", True)]
    assert t.state.at[seat] == 1
    assert t.undo(seat).picks == ("walk",)
    assert t.state.at[seat] == 0
    assert [e.key for e in t.record.entries if not e.is_answer] == ["call"]
    assert t.undo(seat).picks == ("walk",)
    assert again(t).state.at == t.state.at


def test_what_is_called_must_be_known_and_the_game_not_over() -> None:
    t = table()
    before = bytes_of(t)
    with pytest.raises(UnknownCall):
        t.call("flood")
    assert bytes_of(t) == before
    misread = t.record.copy()
    misread.entries.append(Entry("call", "", ("flood",)))
    with pytest.raises(ReplayMismatch):
        Table(TOY, misread)
    n = 0
    while t.pending is not None:
        seat, picks = any_answer(t, n := n + 1)
        t.submit(seat, *picks)
    with pytest.raises(GameOver):
        t.call("storm")


def test_npc_answers_do_not_stand_between_a_person_and_undo() -> None:
    t = table("a", "b", npcs=("b",))
    t.submit_batch("a", [["walk"], ["walk"]])
    t.undo("a")
    assert t.state.at["a"] == 1


def test_recorded_answers_that_no_longer_fit_are_named_and_the_rest_is_kept() -> None:
    t = table()
    t.submit_batch("a", [["walk"], ["walk"]])
    broken = t.record.copy()
    broken.entries[1] = Entry("toy.step", "a", ("hop",))
    with pytest.raises(ReplayMismatch):
        Table(TOY, broken.copy())
    restored, lost = Table.restore(TOY, broken)
    assert restored.state.at["a"] == 1
    assert [e.picks for e in lost] == [("hop",)]


WALKED = Entry("toy.step", "a", ("walk",))
STORM = Entry("call", "", ("storm",))
HOPPED = Entry("toy.step", "a", ("hop",))
JOURNALS = {
    "nothing of it fits": [HOPPED] * 4000,
    "half of it fits": [STORM] * 2000 + [HOPPED] * 2000,
    "its last answer does not fit": [STORM] * 3999 + [HOPPED],
    "all of it fits": [WALKED, *[STORM] * 3999],
}


@pytest.mark.parametrize("journal", JOURNALS.values(), ids=JOURNALS)
def test_a_long_journal_is_given_again_once_however_little_of_it_fits(
    journal: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much is dropped, every answer is looked at and carried out at most once."""
    done = {"_misfit": 0, "_take": 0, "_decoded": 0}

    def counted(name: str) -> None:
        method = getattr(Table, name)

        def counting(self: Table[Toy], *args: object) -> object:
            done[name] += 1
            return method(self, *args)

        monkeypatch.setattr(Table, name, counting)

    record = table().record.copy()
    record.entries = list(journal)
    for name in done:
        counted(name)
    restored, lost = Table.restore(TOY, record)
    fitting = journal.index(HOPPED) if HOPPED in journal else len(journal)
    assert lost == journal[fitting:]
    assert restored.record.first + len(restored.record.entries) == fitting
    assert done == {"_misfit": min(fitting + 1, len(journal)), "_take": fitting, "_decoded": 1}
    assert record.entries == journal


def test_a_seat_handed_over_that_is_none_is_dropped() -> None:
    record = table().record.copy()
    record.entries = [Entry("control", "nobody", ("npc",)), WALKED]
    with pytest.raises(ReplayMismatch):
        Table(TOY, record.copy())
    assert Table.restore(TOY, record)[1] == record.entries


def test_a_position_or_step_that_cannot_be_read_is_a_bad_record() -> None:
    record = table().record
    for broken in (
        Record("toy", 2, record.step, msgspec.Raw(b'{"seed": 5}')),
        Record("toy", 2, record.step, msgspec.Raw(bytes(record.state)[:40])),
        Record("toy", 2, "no such step", record.state),
        Record("toy", -1, record.step, record.state),
    ):
        with pytest.raises(BadRecord):
            Table(TOY, broken)


def test_old_records_are_upgraded_and_newer_or_foreign_ones_refused() -> None:
    t = table()
    raw = msgspec.json.decode(t.record.state)
    del raw["secrets"]
    old = Record("toy", 1, t.record.step, msgspec.Raw(msgspec.json.encode(raw)))
    assert Table(TOY, old).state.secrets == 0
    with pytest.raises(BadRecord):
        Table(TOY, Record("toy", 3, t.record.step, t.record.state))
    with pytest.raises(BadRecord):
        Table(TOY, Record("other", 2, t.record.step, t.record.state))
    with pytest.raises(BadRecord):
        records.decode(b"{}")


def test_a_finished_game_takes_no_answer() -> None:
    t = table("a", "b", seed="2")
    for n in range(500):
        if t.pending is None:
            break
        seat, picks = any_answer(t, n)
        t.submit(seat, *picks)
    with pytest.raises(GameOver):
        t.submit("a", "walk")
    with pytest.raises(NothingToUndo):
        t.undo("a")


def test_checkpoints_name_every_boundary_passed_for_good_and_the_record_stays_short() -> None:
    t = table(seed="3")
    n = 0
    while t.pending:
        seat, picks = any_answer(t, n)
        t.submit(seat, *picks)
        n += 1
        assert len(t.record.entries) < 12
    assert t.record.first + len(t.record.entries) == n
    assert [c.first for c in t.checkpoints] == sorted(c.first for c in t.checkpoints)
    for c in t.checkpoints[:-1]:
        assert Table(TOY, Record("toy", 2, c.step, c.state, [], c.first)).pending is not None


def test_the_journal_holds_what_is_settled_and_what_is_not() -> None:
    t, given = table(), []
    t.begin()
    for n in range(40):
        seat, picks = any_answer(t, n)
        t.submit(seat, *picks)
        given.append((seat, picks))
    assert t.record.first > 0
    assert [(entry.seat, entry.picks) for entry in t.journal] == given
    assert (t.answer_count(), t.floor() <= 40, len(t.settled)) == (40, True, t.record.first)
    assert t.begin() == t.journal == t.record.entries


def test_a_refused_batch_leaves_the_journal_as_it_was() -> None:
    t, refused = table(), 0
    for n in range(60):
        seat, picks = any_answer(t, n)
        before = (t.journal, t.boundaries())
        with pytest.raises((IllegalAnswer, NotAsked, NotTogether)):
            t.submit_batch(seat, [picks, ["no such thing"]])
        assert (t.journal, t.boundaries()) == before
        refused += t.record.first > 0
        t.submit(seat, *picks)
    assert refused > 10
