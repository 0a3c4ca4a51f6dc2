"""Flows side by side: each seat walks its own questions, unseen by the others, whoever is how far."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from engine.core import notation
from engine.core import record as records
from engine.core.ask import Ask, Flow, Picks, Request, choose, each_flow
from engine.core.errors import IllegalAnswer, NotAsked, NothingToUndo
from engine.core.game import Event, SeatPlan
from engine.core.record import Entry
from engine.core.table import Table
from engine.core.trial import DryRun, Trial
from tests.core.fair import FAIR, Fair, FairGame
from tests.facts import fact

SIX = tuple("abcdef")
pytestmark = pytest.mark.usefixtures("fair_texts")


def fair(*names: str, npcs: str = "", seed: str = "1") -> Table[Fair]:
    """A fair about to be opened."""
    plans = [SeatPlan(name, "npc" if name in npcs else "human") for name in names or SIX]
    return Table.new(FAIR, "standard", plans, {}, seed)


def planning(*names: str, npcs: str = "", seed: str = "1") -> Table[Fair]:
    """A fair at which all plan."""
    t = fair(*names, npcs=npcs, seed=seed)
    t.submit((names or SIX)[0], "open")
    return t


def again(t: Table[Fair]) -> Table[Fair]:
    return Table(FAIR, records.decode(records.encode(t.record)))


def bytes_of(t: Table[Fair]) -> bytes:
    return msgspec.json.encode(t.state) + records.encode(t.record)


def asked(t: Table[Fair], seat: str) -> str:
    """What that seat is asked now; empty if nothing."""
    question = t.question_to(seat)
    return question.key if question and question.asks else ""


def any_answer(rng: random.Random, ask: Ask) -> Picks:
    if ask.caps:
        return ask.deal_out(rng.choice)
    return tuple(rng.sample(ask.options, rng.randint(ask.least, ask.most)))


def scripts(t: Table[Fair], rng: random.Random) -> dict[str, list[Picks]]:
    """Answers for every seat from the start of the plans to their end."""
    trial, found = again(t), dict[str, list[Picks]]()
    at = trial.asked_at
    while trial.asked_at == at and trial.pending is not None:
        seat = trial.waiting()[0]
        ask = trial.ask_of(seat)
        assert ask is not None
        picks = any_answer(rng, ask)
        found.setdefault(seat, []).append(picks)
        trial.submit(seat, *picks)
    return found


def played(t: Table[Fair], rng: random.Random, given: Mapping[str, list[Picks]]) -> Table[Fair]:
    """These answers in a random order of the seats."""
    left = {seat: list(several) for seat, several in given.items()}
    while any(left.values()):
        seat = rng.choice([seat for seat, several in left.items() if several])
        t.submit(seat, *left[seat].pop(0))
    return t


def seen(t: Table[Fair], seat: str) -> tuple[Any, ...]:
    """All that a seat can find out."""
    return (
        t.view(seat),
        t.view(None),
        t.question_to(seat),
        t.ask_of(seat),
        t.why_barred(seat),
        t.asked_at,
        t.has_answered(seat),
    )


def test_each_seat_is_asked_its_next_question_as_soon_as_it_has_answered_one() -> None:
    t = planning()
    assert [asked(t, seat) for seat in SIX] == ["fair.good"] * 6
    t.submit("c", "cedar")
    assert asked(t, "c") == "fair.coins"
    t.submit("c", *t.ask_of("c").deal_out(lambda room: room[0]))  # type: ignore[union-attr]
    assert asked(t, "c") == "fair.helpers"
    assert [asked(t, seat) for seat in "abdef"] == ["fair.good"] * 5
    t.submit("c")
    assert (asked(t, "c"), t.has_answered("c"), t.waiting()) == ("", True, tuple("abdef"))
    with pytest.raises(NotAsked):
        t.submit("c")


def test_what_a_seat_is_asked_next_follows_from_its_own_answers() -> None:
    t = planning()
    t.submit("a", "wool")
    t.submit("b", "copper")
    assert (asked(t, "a"), asked(t, "b")) == ("fair.sure", "fair.coins")
    t.submit("a", "no")
    assert t.has_answered("a")


@pytest.mark.parametrize("seat", SIX)
def test_nothing_that_a_seat_can_find_out_depends_on_how_far_the_others_are(seat: str) -> None:
    rng = random.Random(seat)
    t = planning()
    before, given = seen(t, seat), scripts(t, rng)
    for other in SIX:
        for picks in given[other] if other != seat else []:
            t.submit(other, *picks)
            assert seen(t, seat) == before
    assert t.waiting() == (seat,)
    assert not [e for e in t.events if e.key != "x" and "sells" in e.text]


@pytest.mark.parametrize("seed", range(6))
def test_what_comes_of_it_does_not_depend_on_who_answered_first(seed: int) -> None:
    t, rng = planning(seed=str(seed)), random.Random(seed)
    given, ends = scripts(t, rng), set()
    for _ in range(8):
        end = played(again(t), rng, given)
        told = tuple((e.text, e.to) for e in end.events)
        ends.add((msgspec.json.encode(end.state), told))
    assert len(ends) == 1


@pytest.mark.parametrize("seed", range(8))
def test_a_restart_between_any_two_answers_changes_nothing(seed: int) -> None:
    one, rng = fair(seed=str(seed), npcs="bd" if seed % 2 else ""), random.Random(seed)
    other = again(one)
    answers = 0
    while one.pending is not None:
        seat = rng.choice(one.waiting())
        ask = one.ask_of(seat)
        assert ask is not None
        picks = any_answer(rng, ask) if ask.options != ("open", "close") else ("open",)
        one.submit(seat, *picks)
        other = again(other)
        other.submit(seat, *picks)
        assert bytes_of(one) == bytes_of(other)
        assert (one.pending, one.problems()) == (other.pending, [])
        answers += 1
    assert one.outcome() == other.outcome()
    assert answers > 20


def test_the_record_names_the_question_of_each_seat() -> None:
    t = planning("a", "b")
    t.submit("b", "wool")
    t.submit("a", "wool")
    t.submit("b", "no")
    assert t.record.entries[1:] == [
        Entry("fair.good", "b", ("wool",)),
        Entry("fair.good", "a", ("wool",)),
        Entry("fair.sure", "b", ("no",)),
    ]


def test_a_position_in_the_middle_is_written_and_read_again() -> None:
    t = planning("a", "b")
    t.submit_batch("b", [["wool"], ["no"]])
    t.submit("a", "copper")
    text = notation.dump(t)
    read = notation.load(FAIR, text)
    assert (read.pending, notation.dump(read)) == (t.pending, text)


def test_within_its_flow_a_seat_goes_back_answer_by_answer_and_nobody_else_is_touched() -> None:
    t = planning()
    t.submit("a", "copper")
    t.submit("b", "wool")
    t.submit("a", *t.ask_of("a").deal_out(lambda room: room[-1]))  # type: ignore[union-attr]
    t.submit("b", "no")
    t = again(t)
    assert t.undo("a").key == "fair.coins"
    assert asked(t, "a") == "fair.coins"
    assert t.undo("a").key == "fair.good"
    assert (asked(t, "a"), t.has_answered("b")) == ("fair.good", True)
    assert t.undo("b").key == "fair.sure"
    assert asked(t, "b") == "fair.sure"
    assert [t.why_barred(seat) for seat in SIX] == ["", ""] + ["answered"] * 4


def test_who_opened_it_goes_back_before_it_until_all_are_through() -> None:
    t = planning("a", "b")
    t.submit("b", "wool")
    assert t.undo("a").key == "fair.open"
    assert (t.waiting(), len(t.record.entries)) == (("a",), 0)


def test_once_all_are_through_nobody_goes_back() -> None:
    t, rng = planning(), random.Random(3)
    played(t, rng, scripts(t, rng))
    for seat in SIX:
        with pytest.raises(NothingToUndo):
            t.undo(seat)


def test_the_close_is_a_barrier_also_where_no_chance_comes_in() -> None:
    t = planning("a", "b")
    for seat in "abab":
        t.submit(seat, "wool" if asked(t, seat) == "fair.good" else "no")
    assert t.why_barred("a") == t.why_barred("b") == "closed"


def test_a_batch_answers_several_questions_of_the_flow_all_or_none() -> None:
    t = planning("a", "b")
    before = bytes_of(t)
    with pytest.raises(IllegalAnswer):
        t.submit_batch("a", [["wool"], ["perhaps"]])
    assert bytes_of(t) == before
    t.submit_batch("a", [["wool"], ["yes"]])
    assert asked(t, "a") == "fair.coins"
    with pytest.raises(NotAsked):
        t.submit_batch("b", [["wool"], ["no"], ["open"]])
    assert asked(t, "b") == "fair.good"


def test_the_last_batch_closes_it() -> None:
    t = planning("a", "b")
    t.submit_batch("b", [["wool"], ["no"]])
    t.submit_batch("a", [["wool"], ["no"]])
    assert [e.text for e in t.events if "sells" in e.text] == ["a sells nothing", "b sells nothing"]
    assert t.state.day == 2


def runs(seat: str, *batch: Picks) -> list[DryRun]:
    """The same dry run where nobody else has answered, where some have, and where all have."""
    found = []
    for through in ("", "cd", "bcdef"):
        t = planning()
        for other in through:
            t.submit_batch(other, [["wool"], ["no"]])
        before = bytes_of(t)
        found.append(Trial(t, seat).run(batch))
        assert bytes_of(t) == before
    return found


@pytest.mark.parametrize("batch", [[("copper",)], [("wool",), ("no",)], [("wool",), ("yes",)]])
def test_a_dry_run_shows_the_own_flow_and_acts_on_nobody_elses(batch: list[Picks]) -> None:
    several = runs("a", *batch)
    assert several[0] == several[1] == several[2]
    assert several[0].request is not None
    assert several[0].request.own == ()
    if batch[-1] == ("no",):
        assert (several[0].stopped, several[0].request.asks, several[0].request.key) == ("seat", (), "fair.plan")
    else:
        assert (several[0].stopped, several[0].request.key) == ("", "fair.coins")
        assert [option.token for option in several[0].options] == ["north", "east", "south"]


def test_npcs_walk_their_flows_and_the_same_after_a_restart() -> None:
    t = planning("a", "b", "c", npcs="bc")
    assert t.waiting() == ("a",)
    assert {e.seat for e in t.record.entries if e.auto} == {"b", "c"}
    assert bytes_of(again(t)) == bytes_of(t)
    t.submit_batch("a", [["wool"], ["no"]])
    assert t.state.day == 2


def test_a_person_alone_goes_back_into_a_flow_that_has_closed() -> None:
    """What the NPCs have lies open; here no chance has come in."""
    t = Table.start(Quiet(), planning("a", "b", npcs="b").state, "plan")
    t.submit_batch("a", [["wool"], ["no"]])
    assert t.state.day == 2
    assert t.undo("a").key == "fair.sure"
    assert (t.state.day, asked(t, "a")) == (1, "fair.sure")


class Quiet(FairGame):
    """The fair with stalls that bring nothing by chance: NPCs keep their coins."""

    def npc(self, s: Fair, request: Request, ask: Ask) -> Picks:
        """Nothing."""
        del s, ask
        return {"fair.good": ("wool",), "fair.sure": ("no",)}.get(request.key, ("open",))


def test_a_seat_changes_hands_in_the_middle_of_its_flow() -> None:
    t = planning("a", "b", "c")
    t.submit("b", "copper")
    t.control("b", "npc")
    assert t.has_answered("b")
    t.control("b", "human")
    assert t.has_answered("b")
    t = again(t)
    assert t.undo("b").key == "fair.good"
    assert (asked(t, "b"), t.waiting()) == ("fair.good", ("a", "b", "c"))
    t.control("c", "npc")
    t.submit_batch("b", [["wool"], ["no"]])
    t.submit_batch("a", [["wool"], ["no"]])
    assert t.state.day == 2


@pytest.mark.parametrize("seed", range(4))
def test_hands_change_at_random_and_the_fair_still_ends(seed: int) -> None:
    t, rng = fair(seed=str(seed)), random.Random(seed)
    for _ in range(600):
        if t.pending is None:
            return
        t.control(rng.choice(SIX), rng.choice(("human", "human", "npc")))
        seats = t.waiting()
        if seats:
            seat = rng.choice(seats)
            ask = t.ask_of(seat)
            assert ask is not None
            t.submit(seat, *(("open",) if "open" in ask.options else any_answer(rng, ask)))
        if rng.random() < 0.2:
            undoing = [seat for seat in SIX if not t.why_barred(seat)]
            for seat in undoing[:1]:
                t.undo(seat)
        t = again(t) if rng.random() < 0.1 else t
        assert t.problems() == []
    raise AssertionError("it does not end")


async def nothing() -> str:
    """A flow that asks nothing."""
    return "nothing"


async def asks(seat: str) -> str:
    """A flow of one question."""
    return await choose(seat, "fair.good", ("cedar", "wool"))


def stepping(*flows: Callable[[Fair], Mapping[str, Flow[Any]]], **more: Any) -> Table[Fair]:
    """A fair whose day consists of these flows side by side; `told` tells what came of them."""

    async def step(s: Fair) -> str | None:
        for make in flows:
            came = await each_flow("fair.plan", make(s), day=s.day, **more)
            s.told.append(Event(fact(str(came))))
        return None

    class Other(FairGame):
        """With that step alone."""

        steps: Mapping[str, Callable[[Fair], Flow[str | None]]] = {"step": step}

    return Table.start(Other(), fair("a", "b").state, "step")


def test_who_has_nothing_to_answer_is_not_asked_and_still_has_a_result() -> None:
    t = stepping(lambda _: {"b": nothing(), "a": asks("a")})
    assert t.waiting() == ("a",)
    assert t.view(None)["waiting_for"] == ["b", "a"]
    t.submit("a", "wool")
    assert t.events[-1].text == "{'b': 'nothing', 'a': 'wool'}"


def test_the_rules_say_whom_the_public_sees_asked() -> None:
    t = stepping(lambda _: {"b": nothing(), "a": asks("a")}, asked=("a",))
    assert t.view(None)["waiting_for"] == ["a"]


def test_where_nobody_has_anything_to_answer_nobody_is_asked() -> None:
    t = stepping(lambda _: {"a": nothing(), "b": nothing()})
    assert (t.pending, t.record.entries) == (None, [])


def test_one_after_another_are_two_questions() -> None:
    t = stepping(lambda _: {"a": asks("a"), "b": asks("b")}, lambda _: {"a": asks("a")})
    first = t.asked_at
    t.submit("a", "wool")
    t.submit("b", "wool")
    assert (t.asked_at, t.waiting()) == (first + 2, ("a",))
    assert t.why_barred("a") == "closed"


async def draws(s: Fair) -> None:
    """A flow that counts a draw."""
    s.draws += 1


async def tells(s: Fair, seat: str) -> None:
    """A flow that tells something after its question."""
    await asks(seat)
    s.told.append(Event(fact("too early")))


def test_a_flow_that_changes_or_tells_anything_is_an_error() -> None:
    with pytest.raises(TypeError, match="changed the state"):
        stepping(lambda s: {"a": draws(s)})
    t = stepping(lambda s: {"a": tells(s, "a"), "b": asks("b")})
    with pytest.raises(TypeError, match="changed the state"):
        t.submit("a", "wool")
    assert (t.waiting(), t.record.entries) == (("a", "b"), [])
    last = stepping(lambda s: {"a": tells(s, "a")})
    with pytest.raises(TypeError, match="changed the state"):
        last.submit("a", "wool")


async def goes_on(s: Fair, seat: str) -> None:
    """A flow that changes the day between its questions."""
    await asks(seat)
    s.day += 1
    await asks(seat)


def test_what_a_flow_has_changed_is_refused_before_anything_comes_of_it_or_a_seat_changes_hands() -> None:
    t = stepping(lambda s: {"a": goes_on(s, "a"), "b": asks("b")})
    for seat in "ab":
        t.submit(seat, "wool")
    given = list(t.record.entries)
    with pytest.raises(TypeError, match="changed the state"):
        t.control("b", "npc")
    with pytest.raises(TypeError, match="changed the state"):
        t.submit("a", "wool")
    assert (t.waiting(), t.record.entries) == (("a",), given)


async def window(seat: str) -> None:
    """A flow with a sealed question."""
    await Request("x", fact("x"), (Ask(seat, ("y",)),), sealed=True)


async def nested(seat: str) -> None:
    """A flow with flows inside."""
    await each_flow("fair.plan", {seat: asks(seat)}, day=1)


@pytest.mark.parametrize("flow", [lambda: asks("b"), lambda: window("a"), lambda: nested("a")])
def test_a_flow_asks_its_own_seat_alone(flow: Callable[[], Flow[Any]]) -> None:
    with pytest.raises(TypeError, match="only ask its own seat"):
        stepping(lambda _: {"a": flow()})
