"""Moves planned ahead, and auto-answers for what silence may decide (CIV §4.4)."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from engine.civ.auto_answers import KINDS
from engine.civ.game import GAME
from engine.civ.geography import geography
from engine.civ.movement import moves
from engine.civ.npc.registry import QUESTIONS
from engine.civ.reach import apart
from engine.civ.silence import silent
from engine.civ.state import State
from engine.core import notation, record
from engine.core.ask import Ask, Request
from engine.core.auto_answers import (
    AutoAnswer,
    LodgedPlan,
    RegionWatch,
    Verdict,
    ahead,
    concerns,
    lodge_plan,
    read,
    turn_of,
    verdict,
)
from engine.core.errors import IllegalAnswer
from engine.core.table import Table
from engine.core.trial import Trial
from tests.civ.story import position
from tests.civ.tables import answer, crowded, new

AUTO = GAME.auto_answers
LAND = {"fayum": "egypt 4", "memphis": "egypt 2", "cyrene": "babylon 3", "rome": "crete 4"}


def board(**tables: Any) -> Table[State]:
    """Babylon moves first, then Egypt, then Crete far away."""
    nations: dict[str, Any] = {"babylon": {}, "egypt": {}, "crete": {}}
    wanted = {"areas": LAND, "order": ["babylon", "egypt", "crete"], "nations": nations, **tables}
    return notation.load(GAME, position("movement", **wanted))


def lodge(table: Table[State], seat: str, *picks: str, watched: Sequence[RegionWatch] = ()) -> LodgedPlan:
    """A plan of that seat for its moves of this turn."""
    there = ahead(table, seat)
    assert there is not None
    return lodge_plan(there, seat, picks, watched)


def judged(table: Table[State], seat: str, plan: LodgedPlan | None, then: Any = None, *lines: str) -> Verdict:
    """What these say to what the seat is asked now."""
    there = [one for line in lines if (one := read(AUTO, line)) is not None]
    return verdict(Trial(table, seat), AUTO, plan, then, there)


def test_each_question_is_answered_by_one_kind() -> None:
    """CIV-212."""
    answered = [key for kind in KINDS.values() for key in kind.questions]
    assert len(answered) == len(set(answered))
    assert set(answered) <= set(QUESTIONS)


@pytest.mark.parametrize("line", ["tax: 3", "tax: last", "losses: auto", "cards: later", "advances: none", "late: npc"])
def test_what_earlier_versions_have_stored_says_the_same(line: str) -> None:
    """CIV-213."""
    found = read(AUTO, line)
    assert found is not None
    assert found.line == line


@pytest.mark.parametrize(
    "line", ["taxes: 3", "tax: 9", "losses: auto up to 4", "ships: keep", "move: hold", "late: back", "revolt: auto"]
)
def test_what_has_no_such_kind_or_value_is_none(line: str) -> None:
    """CIV-213."""
    assert read(AUTO, line) is None


def test_the_rates_offered_are_those_that_advances_allow() -> None:
    """CIV §5.2."""
    table = board(nations={"babylon": {"advances": ["coinage"]}, "egypt": {}, "crete": {}})
    assert AUTO.offered_values("tax", table.view("babylon"), "babylon") == ["last", "1", "2", "3"]
    assert AUTO.offered_values("losses", table.view("babylon"), "babylon") == ("auto",)


def test_a_plan_lodged_ahead_is_carried_out_in_its_place() -> None:
    """CIV-213: the position is that of the same moves answered in turn."""
    table, asked = board(), board()
    plan, then = lodge(table, "egypt", "fayum>memphis:2", "done"), table.view("egypt")
    for one in (table, asked):
        one.submit("babylon", "done")
    said = judged(table, "egypt", plan, then)
    assert said.batch == (("fayum>memphis:2",), ("done",))
    assert not said.why
    table.submit_batch("egypt", said.batch)
    asked.submit_batch("egypt", [("fayum>memphis:2",), ("done",)])
    assert msgspec.json.encode(table.state) == msgspec.json.encode(asked.state)


def test_a_plan_can_be_lodged_while_ships_are_fitted_out_and_not_before() -> None:
    """CIV-213: what the seat has answered of its ships itself counts."""
    areas = {"knossos": "crete 3", "tanis": "egypt 3", "memphis": "egypt 2"}
    nations = {"egypt": {"treasury": 4}, "crete": {}}
    table = notation.load(GAME, position("ships", areas=areas, order=["egypt", "crete"], nations=nations))
    assert set(table.waiting()) == {"egypt", "crete"}
    table.submit("crete", "knossos:2")
    there = ahead(table, "crete")
    assert there is not None
    assert there.waiting() == ("crete",)
    assert there.step == "movement"
    assert there.state.nations["crete"].ships == ["knossos"]
    assert table.state.nations["crete"].ships == []
    assert lodge(table, "crete", "knossos~phaestos:1").picks == ("knossos~phaestos:1",)
    taxes = {"egypt": {"advances": ["coinage"]}, "crete": {}}
    early = notation.load(GAME, position("tax", areas={**areas, "gaza": "egypt city"}, nations=taxes))
    assert early.waiting() == ("egypt",)
    assert ahead(early, "crete") is None


def test_who_has_moved_or_is_asked_lodges_nothing() -> None:
    """CIV-213."""
    table = board()
    assert ahead(table, "babylon") is None
    table.submit("babylon", "done")
    assert ahead(table, "babylon") is None
    assert ahead(table, "crete") is not None


def test_a_plan_with_an_impossible_item_is_refused_when_it_is_lodged() -> None:
    """CIV-213: the item is named by its place."""
    with pytest.raises(IllegalAnswer, match="item 2"):
        lodge(board(), "egypt", "fayum>memphis:2", "fayum>memphis:9")


@pytest.mark.parametrize("move", ["thebes>buhen:1", "nubia>thebes:1"])
def test_foreign_tokens_where_one_stands_or_goes_stop_a_plan(move: str) -> None:
    """CIV-213, first reason."""
    table = board(areas={"ptolemais": "babylon 2", "nubia": "egypt 2", "thebes": "egypt 2"})
    plan, then = lodge(table, "egypt", move), table.view("egypt")
    table.submit_batch("babylon", [("ptolemais>thebes:1",), ("done",)])
    said = judged(table, "egypt", plan, then)
    assert said.batch == ()
    assert said.why.key == "auto.stop.entered"
    assert said.why.values["civ"] == "{civ:babylon}"


def test_an_item_that_has_become_impossible_stops_a_plan() -> None:
    """CIV-213, second reason: nothing of it is done."""
    table = board(areas={**LAND, "memphis": "egypt 2"})
    plan, then = lodge(table, "egypt", "fayum>memphis:2", "fayum>memphis:1"), table.view("egypt")
    table.submit("babylon", "done")
    table.state.tokens["fayum"]["egypt"] = 2
    table = Table.start(GAME, table.state, "movement")
    said = judged(table, "egypt", plan, then)
    assert said.why.key == "auto.stop.item"
    assert said.why.values == {"n": 2}


@pytest.mark.parametrize(("seat", "stops"), [("", True), ("babylon", True), ("crete", False)])
def test_who_wants_to_be_asked_about_a_region_is_asked(seat: str, stops: bool) -> None:
    """CIV-213, third reason: of anybody there, or of that player alone."""
    table = board()
    goal = next(o for o in table.ask_of("babylon").options if o.startswith("cyrene>") and o.endswith(":1"))  # type: ignore[union-attr]
    region = goal.partition(">")[2].partition(":")[0]
    plan = lodge(table, "egypt", "fayum>memphis:1", watched=[RegionWatch((region,), seat)])
    then = table.view("egypt")
    table.submit_batch("babylon", [(goal,), ("done",)])
    assert (judged(table, "egypt", plan, then).why.key == "auto.stop.watched") is stops


def test_an_auto_answer_answers_its_own_questions_alone() -> None:
    """CIV-213."""
    assert judged(board(), "babylon", None, None, "tax: 3", "losses: auto") == Verdict()


def test_the_rate_set_is_given_or_its_owner_is_asked() -> None:
    """CIV-213, CIV §5.2: of what is left to the game the answer is that of silence."""
    nations = {"egypt": {"advances": ["coinage"]}, "babylon": {"advances": ["coinage"]}}
    areas = {"fayum": "egypt city", "cyrene": "babylon city"}
    table = notation.load(GAME, position("tax", areas=areas, nations=nations))
    assert judged(table, "egypt", None, None, "tax: 3").batch == (("3",),)
    assert judged(table, "egypt", None, None, "tax: 4").why.key == "auto.stop.gone"
    assert judged(table, "egypt", None, None, "tax: last").batch == (("2",),)
    request = Request("calamity.lose", table.pending.said, ())  # type: ignore[union-attr]
    ask = Ask("egypt", ("fayum",), caps=(9,), total=6)
    assert AUTO.answer(AutoAnswer("losses", "auto"), Trial(table, "egypt"), request, ask) == ("fayum:6",)


@pytest.mark.parametrize(("line", "pick"), [("cards: none", "done"), ("advances: none", "done")])
def test_nothing_is_bought_where_that_is_set(line: str, pick: str) -> None:
    """CIV-213."""
    one = read(AUTO, line)
    assert one is not None
    (key,) = KINDS[one.kind].questions
    request, ask = Request(key, board().pending.said, ()), Ask("egypt", ("later", "pottery", pick))  # type: ignore[union-attr]
    assert AUTO.answer(one, Trial(board(), "egypt"), request, ask) == (pick,)


def some(rng: random.Random) -> list[AutoAnswer]:
    """Some auto-answers of every kind."""
    kinds = rng.sample(list(KINDS), rng.randint(1, len(KINDS)))
    return [AutoAnswer(kind, rng.choice(KINDS[kind].values)) for kind in kinds]


def planned(rng: random.Random, table: Table[State], seat: str) -> LodgedPlan | None:
    """A random plan of that seat, if it can lodge one now."""
    there, picks = ahead(table, seat), list[str]()
    if there is None or there.ask_of(seat) is None:
        return None
    copy = Table(GAME, there.record.copy(), npcs=False)
    turn = turn_of(copy)
    while (ask := copy.ask_of(seat)) and copy.step == "movement" and turn_of(copy) == turn:
        picks.append(rng.choice(ask.options) if len(picks) < 4 else silent(ask)[0])
        copy.submit(seat, picks[-1])
    return lodge_plan(there, seat, picks)


def play(table: Table[State], rng: random.Random, answers: int) -> Iterator[Verdict]:
    """Random auto-answers and plans at all seats; all else is answered at random. What each said."""
    there: dict[str, list[AutoAnswer]] = defaultdict(lambda: some(rng))
    plans = dict[str, tuple[LodgedPlan, Any]]()
    for _ in range(answers):
        if table.pending is None:
            return
        for seat in table.game.seats(table.state) if rng.random() < 0.05 else ():
            if plan := planned(rng, table, seat):
                plans[seat] = plan, table.view(seat)
        seat = rng.choice(table.waiting())
        plan_of, then = plans.get(seat, (None, None))
        said = Verdict()
        if concerns(AUTO, table.pending.key_to(seat), plan_of, there[seat]):
            said = verdict(Trial(table, seat), AUTO, plan_of, then, there[seat])
            yield said
        if plan_of is not None and said.by == plan_of.key:
            del plans[seat]
        ask = table.ask_of(seat)
        assert ask is not None
        table.submit_batch(seat, said.batch or [answer(rng, ask)])
        assert table.problems() == []


@pytest.mark.sample(3)
@pytest.mark.parametrize("number", range(60))
def test_random_auto_answers_only_ever_give_answers_that_can_be_given(number: int) -> None:
    """CIV-213: some act and some stop, nothing breaks, and a restart gives the same."""
    table = (crowded if number % 2 else new)(number)
    said = list(play(table, random.Random(number), 250))
    assert all(bool(one.batch) is not bool(one.why) for one in said)
    again = Table(table.game, record.decode(record.encode(table.record)))
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)


@pytest.mark.long
@pytest.mark.parametrize("number", range(24))
def test_games_with_random_auto_answers_end(number: int) -> None:
    """CIV-213, CIV-209."""
    table = (crowded if number % 2 else new)(number)
    for said in play(table, random.Random(number), 20_000):
        assert bool(said.batch) is not bool(said.why)
    assert table.pending is None
    assert table.outcome() is not None


def at_random(s: State, name: str, rng: random.Random) -> list[str]:
    """The nation moves at random; what it did."""
    flow, made, given = moves(s, name), list[str](), None
    try:
        while True:
            asked = flow.send(given)
            made.append(rng.choice(asked.asks[0].options))
            given = {name: (made[-1],)}
    except StopIteration:
        return made


def spread(number: int) -> State:
    """Five nations here and there on the whole board, some with ships, before the first of them moves."""
    rng, names = random.Random(number), ["babylon", "egypt", "crete", "italy", "thrace"]
    land = geography("full-main")
    places = rng.sample([a for a in land.areas if land.harbours[a]], 10)
    areas = {place: f"{name} 3" for place, name in zip(places, names * 2, strict=True)}
    ships = {name: [land.harbours[places[i]][0]] for i, name in enumerate(names) if rng.random() < 0.3}
    tables = {"areas": areas, "ships": ships, "order": names, "nations": {name: {} for name in names}}
    return notation.load(GAME, position("movement", **tables)).state


@pytest.mark.parametrize("number", range(12))
def test_who_can_meet_nobody_may_move_out_of_order(number: int) -> None:
    """CIV-221: whoever it is, moving first leaves the position of moving in turn."""
    base, compared = spread(number), 0
    for name in apart(base)[1:]:
        early, late = (msgspec.json.decode(msgspec.json.encode(base), type=State) for _ in range(2))
        for s, order in ((early, [name, *(n for n in base.order if n != name)]), (late, base.order)):
            for n in order:
                at_random(s, n, random.Random(n))
        assert (early.tokens, early.nations) == (late.tokens, late.nations)
        assert early.tokens != base.tokens
        compared += 1
    assert compared == len(apart(base)) - 1


def test_next_to_another_nobody_is_apart() -> None:
    """CIV-221."""
    s = board().state
    assert apart(s) == ["babylon", "egypt", "crete"]
    s.tokens["memphis"]["babylon"] = 1
    assert apart(s) == ["babylon", "crete"]
    s.nations["crete"].ships = ["rome"]
    assert apart(s) == ["babylon", "crete"]
    s.tokens["cyrene"]["crete"] = 1
    assert apart(s) == ["babylon"]
