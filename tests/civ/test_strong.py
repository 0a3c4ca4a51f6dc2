"""The strong computer: what it can't see changes nothing, nor does a restart, and it takes plans that promise more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engine.civ.catalog import CARDS
from engine.civ.game import GAME
from engine.civ.movement import DONE
from engine.civ.npc.decision import decide
from engine.civ.npc.hooks import MOVE
from engine.civ.options import USUAL
from engine.civ.state import State
from engine.civ.strong.deliberation import STYLES, plan_moves
from engine.civ.strong.facts import VALUES
from engine.civ.strong.value import TRAITS, traits, value
from engine.civ.strong.worlds import Rollout, seed_of, world
from engine.core.advice import vantage_of
from engine.core.deliberation import Thought, Vantage, mark
from engine.core.game import SeatPlan
from engine.core.record import encode
from engine.core.table import Table

CAST = ("egypt", "babylon", "assyria", "asia")


def opened(number: int, scenario: str = "basic", **options: Any) -> Table[State]:
    """A game of four strong computers before its first answer."""
    seats = [SeatPlan(civ=nation, by="npc") for nation in CAST]
    chosen = {"npc": "strong", "map": "4p-east", **options}
    return Table.new(GAME, scenario, seats, chosen, f"strong {number}")


def usual_thought(table: Table[State], seat: str) -> Thought:
    """What the usual computer answers in the place of one that has to think."""
    asked, ask = table.pending, table.ask_of(seat)
    assert asked is not None
    assert ask is not None
    return Thought(mark(table.record), seat, decide(table.state, asked, ask, USUAL).picks)


def at_movement(number: int, turns: tuple[int, ...], scenario: str = "basic") -> Iterator[tuple[Table[State], str]]:
    """A game in which a strong computer begins to move in each of these turns; usual answers in between."""
    table, seen = opened(number, scenario), set[tuple[int, str]]()
    while table.is_unfinished and table.state.turn <= max(turns):
        seat = table.thinker
        if seat is not None and table.state.turn in turns and (table.state.turn, seat) not in seen:
            seen.add((table.state.turn, seat))
            yield table, seat
        table.go_on([usual_thought(table, seat)] if seat else None)


def hidden_otherwise(vantage: Vantage, name: str) -> Vantage:
    """The same to the nation's eyes: others hold other cards of the same piles, all piles and the seed are others."""
    s: State = msgspec.json.decode(vantage.state, type=State)
    found = world(s, name, "elsewhere")
    for other, one in s.nations.items():
        found.nations[other].by = one.by
    found.seed, found.draws = "elsewhere", s.draws
    return replace(vantage, state=msgspec.json.encode(found))


def test_what_a_nation_can_not_see_changes_none_of_its_plans() -> None:
    differing = 0
    for table, seat in at_movement(1, (6, 9)):
        vantage = vantage_of(table, seat)
        other = hidden_otherwise(vantage, seat)
        differing += other.state != vantage.state
        assert plan_moves(other) == plan_moves(vantage)
    assert differing == 2 * len(CAST)


def test_worlds_keep_all_that_a_nation_sees_and_deal_the_rest_anew() -> None:
    table, seat = next(at_movement(2, (12,)))
    s = table.state
    found, again, other = (world(s, seat, seed) for seed in ("one", "one", "two"))
    assert found == again
    assert found != other
    for one in found.nations.values():
        one.by = "npc"
    assert seed_of(found, seat) == seed_of(s, seat)
    assert found.nations[seat].hand == s.nations[seat].hand
    held = sorted(card for one in found.nations.values() for card in one.hand)
    assert sorted([*held, *found.spent, *(card for pile in found.piles for card in pile)]) == sorted(CARDS)


def test_it_takes_another_plan_than_the_usual_one_where_that_promises_more() -> None:
    answers = [
        (plan_moves(vantage_of(table, seat))[0], usual_thought(table, seat).picks[0])
        for table, seat in at_movement(3, (5, 7, 9))
    ]
    assert len(answers) == 3 * len(CAST)
    assert any(strong != usual for strong, usual in answers)


def test_a_restart_within_a_movement_goes_on_with_the_same_plan() -> None:
    table, seat = next((t, seat) for t, seat in at_movement(4, (7,)) if len(plan_moves(vantage_of(t, seat))) > 2)
    plan = plan_moves(vantage_of(table, seat))
    thought = table.think()
    assert thought is not None
    table.go_on([thought])
    plan_moves.cache_clear()
    again = Table.restore(GAME, table.record.copy())[0]
    assert again.think() == table.think()
    assert again.think().picks == (plan[1],)  # type: ignore[union-attr]


def test_no_more_positions_are_tried_than_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    play = Rollout.play

    def counted(self: Rollout, policy: Any) -> State:
        played.append(1)
        return play(self, policy)

    monkeypatch.setattr(Rollout, "play", counted)
    found = []
    for table, seat in at_movement(5, (8,)):
        played.clear()
        plan_moves.cache_clear()
        plan_moves(vantage_of(table, seat))
        found.append(len(played))
    assert found
    assert max(found) <= len(STYLES) * (VALUES.worlds + 1)


def test_where_a_person_has_moved_first_it_moves_as_the_usual_computer() -> None:
    for table, seat in at_movement(6, (7, 8)):
        ask, plan = table.ask_of(seat), plan_moves(vantage_of(table, seat))
        assert ask is not None
        other = next((option for option in reversed(ask.options) if option not in {DONE, plan[0]}), None)
        if other is None or "+" in other:
            continue
        table.control(seat, "human")
        table.submit(seat, other)
        table.control(seat, "npc")
        assert table.think() == usual_thought(table, seat)
        return
    raise AssertionError("nobody could move")


def test_it_thinks_about_movements_only_and_not_where_all_move_at_once() -> None:
    keys = {True: set[str](), False: set[str]()}
    for at_once, found in keys.items():
        table = opened(7, simultaneous_moves=at_once)
        while table.is_unfinished and table.state.turn < 5:
            if table.thinker is not None and table.pending is not None:
                found.add(table.pending.key)
            table.go_on([usual_thought(table, table.thinker)] if table.thinker else None)
    assert keys == {True: set(), False: {MOVE}}


def test_a_table_without_it_never_stops_to_think() -> None:
    table = opened(8, npc="usual", turn_limit=12)
    while table.is_unfinished:
        assert table.thinker is None
        table.go_on()
    assert table.outcome() is not None


def test_it_gives_a_reason_where_it_leaves_the_usual_plan() -> None:
    table = opened(3)
    while table.is_unfinished and table.state.turn < 8:
        table.go_on([thought] if (thought := table.think()) else None)
    told = [e for e in table.events if e.is_reason]
    assert any("several plans" in e.text for e in told)
    assert table.problems() == []


def test_it_advises_a_person_the_plan_that_it_would_take_and_says_why() -> None:
    found = [
        (
            GAME.adviser.answer(table, seat, asked, ask),
            usual_thought(table, seat).picks,
            plan_moves(vantage_of(table, seat)),
        )
        for table, seat in at_movement(3, (5, 7))
        if (ask := table.ask_of(seat)) and (asked := table.question_to(seat))
    ]
    assert len(found) == 2 * len(CAST)
    assert all(advised.picks == plan[:1] for advised, _, plan in found)
    differing = {advised.why.key.rpartition(".")[2] for advised, usual, _ in found if advised.picks != usual}
    assert differing & {"compared", "push", "contest"}


def test_a_position_with_less_growth_promises_less() -> None:
    table, seat = next(at_movement(2, (6,)))
    s, fewer = table.state, world(table.state, seat, "fewer")
    areas = [area for area, here in s.tokens.items() if seat in here]
    for area in areas[1:]:
        fewer.nations[seat].stock += fewer.tokens[area].pop(seat)
    assert len(traits(s, seat, sees_hand=True)) == len(TRAITS)
    assert value(fewer, seat) < value(s, seat)


@pytest.mark.parametrize("track", ["classic", "basic", "expert"])
def test_each_trait_has_its_weights_on_each_track(track: str) -> None:
    stages = VALUES.weights[track]  # type: ignore[index]
    assert [one.until for one in stages] == sorted({one.until for one in stages})
    assert all(len(one.mean) == len(one.best) == len(TRAITS) for one in stages)


@pytest.mark.soak
def test_whole_games_of_strong_computers_end_with_nothing_broken_and_the_same_again() -> None:
    found = []
    for _ in range(2):
        table = opened(9, "no_trading", turn_limit=12)
        while table.is_unfinished:
            table.go_on([thought] if (thought := table.think()) else None)
            assert table.problems() == []
        assert table.outcome() is not None
        found.append(encode(table.record))
        plan_moves.cache_clear()
    assert found[0] == found[1]
