"""The computer opponent: it wins, explains itself, knows no secret, and takes over and hands back at any decision."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.civ.board import city_count
from engine.civ.catalog import CARDS
from engine.civ.game import GAME
from engine.civ.npc.decision import DECIDERS, WHY, Decision, ReasonedPicks, decide, decides
from engine.civ.state import State
from engine.core.deepcopy import deep_copy
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import catalogue
from tests.civ.opponents import among_computers, finish, match
from tests.civ.tables import crowded, new, step

SCENARIOS = ("no_trading", "basic", "expert")
MATCHES, WON = 100, 95
MOST_ANSWERS = 6000
TOGETHER = {
    "growth_short",
    "ships_all",
    "movement_all",
    "conflict_spares",
    "city_all",
    "support_all",
    "cards_again",
    "calamity_losses",
    "calamity_bribes",
    "empire_cards",
    "advance_all",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize(("players", "scenario"), [(n, name) for n in (2, 4) for name in SCENARIOS])
def test_the_computer_wins_against_random_seats(players: int, scenario: str) -> None:
    """CIV-225: one game of the hundred."""
    assert match(7, scenario, players)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_computer_wins_ninety_five_of_a_hundred_against_random_seats(scenario: str, players: int) -> None:
    """CIV-225: what cannot become better or worse than that any more need not be played."""
    won = lost = 0
    for number in range(MATCHES):
        if won == WON or lost > MATCHES - WON:
            break
        hit = match(number, scenario, players)
        won, lost = won + hit, lost + (not hit)
    assert won == WON


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_four_computers_play_to_the_end_of_the_track(scenario: str) -> None:
    """CIV-225: none of them breaks a rule, and the track ends the game before the cap of turns."""
    table = among_computers(1, scenario, 4)
    assert table.problems() == []
    assert table.state.reason == "track"


@pytest.mark.long
@pytest.mark.parametrize("number", range(24))
def test_two_to_eight_computers_play_to_the_end(number: int) -> None:
    """CIV-225: every scenario, every number of seats."""
    table = among_computers(number, SCENARIOS[number % 3], 2 + number % 7)
    assert table.problems() == []
    assert table.outcome() is not None


def test_where_all_move_at_once_neighbours_do_not_meet_in_the_same_empty_area_for_ever() -> None:
    """CIV-225, CIV-RUL-052: in turn they let one another go first, so that everybody gets beyond its first areas."""
    seats = [SeatPlan(by="npc")] * 4
    table = Table.new(GAME, "basic", seats, {"simultaneous_moves": True, "turn_limit": 9}, "sim")
    finish(table)
    assert table.problems() == []
    assert all(city_count(table.state, name) for name in table.state.nations)


def test_every_question_is_decided_once_and_nothing_else_is() -> None:
    """CIV-223."""
    prefix = "civ.table.asked."
    asked = {key.removeprefix(prefix) for key in catalogue() if key.startswith(prefix)}
    assert {key.replace(".", "_") for key in DECIDERS} == asked - TOGETHER
    with pytest.raises(ValueError, match="twice"):
        decides("tax.rate")(lambda _s, _request, ask: Decision(ask.options[:1]))


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(20))
def test_its_answers_are_legal_have_a_reason_and_depend_on_no_secret(number: int) -> None:
    """CIV-223, CIV-224: other hands, piles and the seed may be others; answer and reason are the same."""
    table, rng = (crowded if number % 2 else new)(number), random.Random(number)
    for _ in range(MOST_ANSWERS):
        if table.pending is None:
            break
        seat = rng.choice(table.waiting())
        ask, asked = table.ask_of(seat), table.question_to(seat)
        assert ask is not None
        assert asked is not None
        made = decide(table.state, asked, ask)
        assert ask.refusal(made.picks) is None
        assert all(ask.refusal(other) is None for other in made.ties)
        assert not made.ties or made.picks in made.ties
        assert {made.why.key, f"{made.why.key}.other"} & catalogue().keys()
        assert decide(disguised(table.state, seat, rng), asked, ask) == made
        table.submit(seat, *made.picks)
    assert table.pending is None


def disguised(s: State, seat: str, rng: random.Random) -> State:
    """The same position to that seat: other values in other hands, other orders of piles, another seed."""
    other = deep_copy(s)
    other.seed = f"other {rng.random()}"
    rng.shuffle(other.calamities)
    for number in range(1, 10):
        hidden = [card for name, n in other.nations.items() if name != seat for card in n.hand]
        pool = [card for card in (*hidden, *other.piles[number - 1]) if CARDS[card].pile == number]
        rng.shuffle(pool)
        for name, nation in other.nations.items():
            if name != seat:
                nation.locked = []
                nation.hand = [pool.pop() if CARDS[card].pile == number else card for card in nation.hand]
        other.piles[number - 1] = pool
    return other


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(20))
def test_seats_change_between_person_and_computer_at_any_decision(number: int) -> None:
    """CIV-222: after each change a restart gives the same state; the game ends and nothing breaks."""
    rng, table = random.Random(number), (crowded if number % 2 else new)(number)
    for _ in range(MOST_ANSWERS):
        if table.pending is None:
            break
        if rng.random() < 0.05:
            switch(rng, table)
            again = Table(GAME, table.record.copy())
            assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
            assert again.pending == table.pending
            table = again
        elif table.waiting():
            step(rng, table)
            finish(table)
        assert table.problems() == []
    assert table.outcome() is not None


def switch(rng: random.Random, table: Table[State]) -> None:
    """A seat changes hands; one stays with a person, so that somebody is asked."""
    seats = GAME.seats(table.state)
    seat = rng.choice(seats)
    persons = [name for name in seats if name != seat and GAME.controller(table.state, name) == "human"]
    by = GAME.controller(table.state, seat)
    if by == "npc" or persons:
        table.control(seat, "human" if by == "npc" else "npc")
        finish(table)


@pytest.mark.sample(1)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_reason_that_an_answer_brings_along_is_the_one_that_is_thought_over_again(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CIV-223: an answer that was stored is plain, and whoever reads it anew is told the same."""
    brought = among_computers(2, scenario, 3)
    assert any(isinstance(e.picks, ReasonedPicks) for e in brought.record.entries + brought.settled)
    monkeypatch.setattr(type(GAME), "npc", lambda _, s, request, ask: decide(s, request, ask).picks)
    assert among_computers(2, scenario, 3).events == brought.events


def test_reasons_are_told_for_the_computer_alone_and_on_request() -> None:
    """CIV-223: each is a line of its own before the public one, and names who decided; persons give none."""
    table = among_computers(1, "basic", 2)
    told = [event for event in table.events if event.is_reason]
    assert told
    assert all(event.said.key.startswith(WHY) and event.text and event.to is None for event in told)
    person = new(3)
    rng = random.Random(3)
    for _ in range(60):
        step(rng, person)
    assert not [event for event in person.events if event.is_reason]


def test_each_reason_of_a_computer_can_be_said_to_a_player() -> None:
    told, advised = (
        {key.split(".")[2] for key in catalogue() if key.startswith(f"{table}.")}
        for table in ("why.civilization", "advice.civ")
    )
    assert told
    assert told <= advised
