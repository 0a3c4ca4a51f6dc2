"""The strong computer of Culture Wars: its model keeps the rules, it finds what a plan needs, and sees what all see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from engine.core.ask import PASS, Picks, Request
from engine.core.deliberation import Vantage
from engine.core.game import SetupError
from engine.core.record import encode
from engine.core.table import Table
from engine.culture_wars.board import settlements
from engine.culture_wars.game import GAME
from engine.culture_wars.geography import geography
from engine.culture_wars.movement import DONE
from engine.culture_wars.options import read_options
from engine.culture_wars.state import State
from engine.culture_wars.strong.deliberation import plan_moves
from engine.culture_wars.strong.facts import VALUES
from engine.culture_wars.strong.model import NOBODY, Imagined, close, position, settle_all, terrain
from engine.culture_wars.strong.planning import Plan
from engine.culture_wars.strong.reasons import advised_reason, reasons
from engine.culture_wars.view import view
from tests.conformance.culture import crowded
from tests.conformance.strong_culture import opened_culture, usual_thought
from tests.culture_wars.story import position as notated

GROWN = ("conflict", "settlement", "excess", "abandonment")
HONEST = [n for n in range(40) if n != 2]  # in 2 somebody hopes that a coin is its own, and there it is not


def modelled(s: State) -> Imagined:
    """The position as its view shows it, with the numbers of settled coins, which the view does not show."""
    options = s.options
    found = position(view(s, ()), terrain(geography(s), diagonal=options.diagonal, two_spaces=options.two_spaces))
    for square, coin in s.coins.items():
        found.number[found.ground.number[square]] = coin.number
    return found


def settled(s: State, asked: Request) -> Picks:
    """Settle what the model would settle next, and with a coin of the row before the Ace."""
    [ask] = asked.asks
    if asked.key == "settle.coin":
        return ask.options[:1]
    p = modelled(s)
    before = p.owner[:]
    settle_all(p, p.cultures.index(ask.seat))
    formed = [p.ground.names[i] for i, owner in enumerate(p.owner) if owner != before[i]]
    return (formed[0],) if formed else (PASS,)


def ended(s: State) -> None:
    """Play the end of the turn by the rules, from the conflicts to those who abandon settlements."""
    s.phase, s.active = GROWN[0], 0
    while s.phase in GROWN:
        flow, given = GAME.steps[s.phase](s), None
        while True:
            try:
                asked = flow.send(given)
            except StopIteration:
                break
            given = {asked.asks[0].seat: settled(s, asked)}


def told(p: Imagined) -> tuple[dict[str, str], dict[tuple[str, str], int]]:
    """Settlements with their owners, and tokens by square and culture."""
    names, lines = p.ground.names, zip(p.cultures, p.tokens, strict=True)
    owners = {names[i]: p.cultures[c] for i, c in enumerate(p.owner) if c != NOBODY}
    return owners, {(names[i], c): n for c, line in lines for i, n in enumerate(line) if n}


@pytest.mark.parametrize("number", HONEST)
def test_the_end_of_a_turn_comes_out_in_its_head_as_by_the_rules(number: int) -> None:
    """Fights of two, three and four over squares and settlements, settling, excess and hunger, with every variant."""
    s = crowded(number).state
    p = modelled(s)
    close(p)
    ended(s)
    owners = {q: coin.suit for q, coin in s.coins.items() if coin.settled}
    assert told(p) == (owners, {(q, c): n for q, here in s.tokens.items() for c, n in here.items()})


def vantage_of(table: Table[State]) -> Vantage:
    """From where the seat thinks whose turn it is to move."""
    assert table.pending is not None
    return table._vantage(table.pending.asks[0].seat)


def met(**tables: object) -> Table[State]:
    """Moons, a strong computer that moves last, and Suns, who have moved and keep still."""
    cultures = {"suns": {"by": "human"}, "moons": {"by": "npc"}}
    top = {"order": ["moons", "suns"], "options": {"npc": "strong"}, "cultures": cultures, **tables}
    s, step = GAME.load(notated("movement", **top))
    table = Table.start(GAME, s, step)
    table.submit("suns", DONE)
    return table


def after(table: Table[State]) -> State:
    """The state at the end of the turn in which the strong computer moves."""
    turn = table.state.turn
    while table.thinker is not None and table.state.turn == turn:
        thought = table.think()
        assert thought is not None
        table.go_on([thought])
    return table.state


def test_it_gathers_from_all_sides_what_settles_a_coin_and_leaves_enough_to_feed_it() -> None:
    """Five tokens on the coin, brought by squares none of which has so many, and five around it (CW:79, CW:87)."""
    ring = {"b2": "moons 3", "b3": "moons 3", "b4": "moons 3", "c2": "moons 3", "c4": "moons 3"}
    table = met(coins={"c3": "moons 2"}, tokens={**ring, "j9": "suns 2"})
    assert settlements(after(table), "moons") == ["c3"]


def test_it_breaks_the_settlement_that_would_win_with_as_many_as_it_takes() -> None:
    """Four that have stood a turn win at the end of this one (CW:95): of those, one can be entered by two tokens."""
    coins = {"b2": "suns 2 settlement", "b6": "suns 3 settlement", "b9": "suns 4 settlement", "i2": "suns 5 settlement"}
    rings = dict.fromkeys(("a1", "b1", "c1", "a5", "b5", "c5", "a8", "b8", "c8", "h1", "i1", "j1"), "suns 2")
    table = met(coins=coins, tokens={**rings, "i3": "moons 2", "i4": "moons 2"}, holding=["suns"])
    s = after(table)
    assert s.reason == ""
    assert len(settlements(s, "suns")) < 4


def test_it_breaks_a_settlement_with_one_from_each_of_two_squares_rather_than_empty_them() -> None:
    """Two who enter the one on c3 are enough, so that the Suns do not win (CW:95); all squares keep some who grow."""
    coins = {
        "c3": "suns 2 settlement",
        "a9": "suns 3 settlement",
        "d10": "suns 4 settlement",
        "i9": "suns 5 settlement",
    }
    rings = ("d2", "c4", "d4", "a8", "b9", "a10", "d9", "e9", "c10", "i8", "j9", "i10")
    raiders = dict.fromkeys(("c1", "c2", "d3"), "moons 2")
    s = after(met(coins=coins, tokens={**dict.fromkeys(rings, "suns 2"), **raiders}, holding=["suns"]))
    assert s.reason == ""
    assert len(settlements(s, "suns")) < 4
    assert [q for q in raiders if "moons" not in s.tokens[q]] == []


def test_where_no_move_gains_anything_it_keeps_still() -> None:
    """The only coin lies at the other end of the land."""
    table = met(coins={"a10": "moons 2"}, tokens={"j1": "moons 1", "j9": "suns 2"})
    assert plan_moves(vantage_of(table)) == (DONE,)


def test_it_has_done_with_thinking_when_nothing_betters_its_plan() -> None:
    """One token, which comes to a coin and cannot settle it: few of all the positions that it may judge."""
    p = modelled(met(coins={"c3": "moons 2"}, tokens={"c4": "moons 1", "j9": "suns 2"}).state)
    start = p.ground.number["c4"]
    plan = Plan(p, p.cultures.index("moons"), {start: p.ground.reach[start]}, (), VALUES.tries)
    plan.begin([])
    plan.better()
    assert plan.left > VALUES.tries // 2


def test_it_goes_over_its_plan_again_once_it_has_bettered_it() -> None:
    """At first two of three leave the coin on d5, one of them for d4; one from c4 can go there, and two stay."""
    p = modelled(met(coins={"d5": "moons 2"}, tokens={"c4": "moons 3", "d5": "moons 3", "j9": "suns 2"}).state)
    starts = [p.ground.number[name] for name in ("d5", "c4")]
    plan = Plan(p, p.cultures.index("moons"), {start: p.ground.reach[start] for start in starts}, (), VALUES.tries)
    plan.begin([])
    plan.better()
    names = p.ground.names
    found = [(names[start], names[goal], n) for start, goal, n in plan.moves()]
    assert sorted(found) == [("c4", "c5", 1), ("c4", "d4", 1), ("d5", "d6", 1)]


def test_it_builds_with_its_ace_where_ten_come_together() -> None:
    """Ten tokens on a square without a coin, and five left around it (CW:77)."""
    block = {f"{column}{row}": "moons 3" for column in "abc" for row in (1, 2, 3)}
    table = met(coins={"j1": "suns 5"}, tokens={**block, "j9": "suns 2"}, options={"npc": "strong"})
    s = after(table)
    assert [s.coins[q].number for q in settlements(s, "moons")] == [1]


def at_movement(number: int, most: int, *, people: int = 2, **options: object) -> Iterator[Table[State]]:
    """A game in which a strong computer begins to move, in every third of its rounds; usual answers in between."""
    table, seen, last = opened_culture(number, people=people, seed="tests", **options), 0, 0
    while table.is_unfinished and seen < most:
        seat, turn = table.thinker, table.state.turn
        if seat is not None and turn % 3 == 0 and turn != last:
            last, seen = turn, seen + 1
            yield table
        table.go_on([usual_thought(table, seat)] if seat else None)


def hidden_otherwise(vantage: Vantage) -> Vantage:
    """The same to everybody's eyes: other suits of coins that show numbers, other numbers of those that show suits."""
    s: State = msgspec.json.decode(vantage.state, type=State)
    down = [coin for coin in s.coins.values() if not coin.settled]
    suits = [coin.suit for coin in down]
    for coin, suit in zip(down, reversed(suits), strict=True):
        coin.suit = suit
    up = [coin for coin in s.coins.values() if coin.settled]
    numbers = [coin.number for coin in up]
    for coin, number in zip(up, reversed(numbers), strict=True):
        coin.number = number
    for culture in s.cultures.values():
        culture.reserve.reverse()
    s.seed = "elsewhere"
    return replace(vantage, state=msgspec.json.encode(s))


@pytest.mark.parametrize("most", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_positions_that_look_alike_get_the_same_plan(most: int) -> None:
    compared = 0
    for table in at_movement(1, most):
        vantage = vantage_of(table)
        other = hidden_otherwise(vantage)
        assert other.state != vantage.state
        assert plan_moves(other) == plan_moves(vantage)
        compared += 1
    assert compared == most


@pytest.mark.soak
def test_a_restart_within_a_movement_goes_on_with_the_same_plan() -> None:
    table = next(at_movement(2, 1))
    plan = plan_moves(vantage_of(table))
    assert len(plan) > 3
    for _ in range(2):
        thought = table.think()
        assert thought is not None
        table.go_on([thought])
    plan_moves.cache_clear()
    again = Table.restore(GAME, table.record.copy())[0]
    assert again.think() == table.think()
    assert again.think().picks == (plan[2],)  # type: ignore[union-attr]


@pytest.mark.soak
def test_a_plan_takes_no_more_positions_than_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []
    count = Plan.rate

    def counted(plan: Plan) -> int:
        judged.append(1)
        return count(plan)

    monkeypatch.setattr(Plan, "rate", counted)
    found = []
    for table in at_movement(3, 3, people=4, two_spaces=True, diagonal=True):
        judged.clear()
        plan_moves.cache_clear()
        plan_moves(vantage_of(table))
        found.append(len(judged))
    assert found
    each = VALUES.tries_with(4) + 1 + VALUES.rounds * 4 * (VALUES.glances_with(4) + 1)
    assert 2 < min(found) <= max(found) <= (2 + VALUES.musters) * each + VALUES.musters


def test_where_a_person_has_moved_first_it_moves_as_the_usual_computer() -> None:
    table = next(at_movement(4, 1))
    ask = table.pending.asks[0] if table.pending else None
    assert ask is not None
    other = next(token for token in reversed(ask.options) if token not in {DONE, plan_moves(vantage_of(table))[0]})
    table.control(ask.seat, "human")
    table.submit(ask.seat, other)
    table.control(ask.seat, "npc")
    thought, usual = table.think(), usual_thought(table, ask.seat)
    assert thought == usual


def test_what_it_does_not_think_about_the_usual_computer_answers() -> None:
    table = opened_culture(5, seed="tests")
    keys = set()
    while table.is_unfinished and table.state.turn < 5:
        if table.thinker is not None and table.pending is not None:
            keys.add(table.pending.key)
        table.go_on([usual_thought(table, table.thinker)] if table.thinker else None)
    assert keys == {"movement.move"}


def test_a_table_without_it_never_stops_to_think() -> None:
    table = opened_culture(6, seed="tests", npc="usual", rounds=3)
    while table.is_unfinished:
        assert table.thinker is None
        table.go_on()
    assert table.outcome() is not None


def test_its_reasons_say_what_each_move_leads_to_and_go_to_its_seat_alone() -> None:
    ring = dict.fromkeys(("b2", "b3", "b4", "c2", "c4"), "moons 3")
    table = met(coins={"c3": "moons 2"}, tokens={**ring, "j9": "suns 2"})
    after(table)
    told = [e for e in table.events if e.to == "moons" or e.key.startswith("movement.moved")]
    reasons = [e for e in told if e.is_reason]
    assert {e.to for e in reasons} == {"moons"}
    assert [e.text for e in reasons if "can settle" in e.text] == [
        "{civ:moons} moved there so that they can settle {area:c3}."
    ]
    assert "1 of their settlements" in reasons[-1].text
    assert told[-1] is not reasons[-1]


def test_it_gives_the_reason_that_a_settlement_falls() -> None:
    ring = dict.fromkeys(("a1", "b1", "c1"), "suns 2")
    table = met(coins={"b2": "suns 2 settlement"}, tokens={**ring, "b4": "moons 6"})
    s = table.state
    s.tokens["b2"] = {"moons": 6}
    assert [key for key, _ in reasons(s, "moons", "b2")] == ["breaks", "counts"]


def test_no_other_kind_of_computer_can_be_chosen() -> None:
    with pytest.raises(SetupError):
        read_options({"npc": "perfect"}, ("suns", "moons"))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("people", "switches"), [(2, ()), (3, ("diagonal", "any_coast")), (4, ("two_spaces", "settlement_roads"))]
)
def test_whole_games_of_strong_computers_end_with_nothing_broken_and_the_same_again(
    people: int, switches: tuple[str, ...]
) -> None:
    found = []
    for _ in range(2):
        table = opened_culture(7, people=people, seed="tests", **{**dict.fromkeys(switches, True), "rounds": 3})
        while table.is_unfinished:
            table.go_on([thought] if (thought := table.think()) else None)
            assert GAME.problems(table.state) == []
        assert table.outcome() is not None
        found.append(encode(table.record))
        plan_moves.cache_clear()
    assert found[0] == found[1]


def test_the_reason_of_advised_moves_names_the_settlements_that_come_of_them() -> None:
    """Whatever was advised, the reason was that whole sets of moves had been compared."""
    ring = dict.fromkeys(("b2", "b3", "b4", "c2", "c4"), "moons 3")
    s = met(coins={"c3": "moons 2"}, tokens={**ring, "j9": "suns 2"}).state
    gathered = advised_reason(s, "moons", [("b2", "c3", 2), ("b3", "c3", 2), ("b4", "c3", 1)])
    assert gathered.key == "advice.culture_wars.move_settles"
    assert "you can settle {area:c3}" in str(gathered)
    assert "1 for you, 0 for your strongest opponent" in str(gathered)
    assert advised_reason(s, "moons", []).key == "advice.culture_wars.move"
    around = dict.fromkeys(("a1", "b1", "c1"), "suns 2")
    s = met(coins={"b2": "suns 2 settlement"}, tokens={**around, "b4": "moons 6", "b3": "moons 6"}).state
    assert advised_reason(s, "moons", [("b3", "b2", 6)]).key.endswith("_breaks")
