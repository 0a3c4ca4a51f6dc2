"""The computer opponent: it plays a sensible game from the public view, and takes a seat over at any decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.culture_wars.game import GAME
from engine.culture_wars.npc.outlook import outlook, tokens_after_fight
from engine.culture_wars.state import State
from engine.culture_wars.view import view
from tests.conformance.players import finish
from tests.culture_wars.story import position

GAMES, LIMIT, LONGEST = 10, 99, 150


def opened(players: int, npcs: int, seed: int, rounds: int = LIMIT) -> Table[State]:
    """A new game whose first seats are played by the computer."""
    seats = [SeatPlan(by="npc" if i < npcs else "human") for i in range(players)]
    table = Table.new(GAME, "standard", seats, {"rounds": rounds}, seed=f"npc {seed}")
    finish(table)
    return table


def at_random(table: Table[State], chance: random.Random) -> None:
    """One random answer of somebody who is asked."""
    assert table.pending is not None
    ask = table.pending.asks[0]
    table.submit(ask.seat, *chance.sample(list(ask.options), chance.randint(ask.least, ask.most)))
    finish(table)


def played(table: Table[State], seed: int) -> Table[State]:
    """The game to its end, the people answering at random."""
    chance = random.Random(seed)
    while table.pending:
        at_random(table, chance)
    return table


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_reaches_victory_against_random_play_in_nine_games_of_ten(players: int) -> None:
    ends = [played(opened(players, 1, seed), seed).outcome() for seed in range(GAMES)]
    assert sum(end is not None and end.winners == ("suns",) and end.reason == "held" for end in ends) >= 9


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(0, 200, 5))
def test_two_computers_end_their_game_without_a_limit_of_rounds(seed: int) -> None:
    ended(Table.new(GAME, "standard", [SeatPlan(by="npc")] * 2, {}, seed=f"cw {seed}"))


@pytest.mark.sample(2)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_more_computers_end_their_game_without_a_limit_of_rounds(players: int, seed: int) -> None:
    ended(Table.new(GAME, "standard", [SeatPlan(by="npc")] * players, {}, seed=f"cw {seed}"))


def ended(table: Table[State]) -> None:
    """The game comes to its end before long, and somebody has won it."""
    while table.is_unfinished and table.state.turn < LONGEST:
        table.go_on()
    end = table.outcome()
    assert end is not None
    assert table.state.turn < LONGEST
    assert end.reason == "held"
    assert not GAME.problems(table.state)


def lie(squares: str, what: str) -> dict[str, str]:
    """The same on each of these squares."""
    return dict.fromkeys(squares.split(), what)


STOOD: dict[str, tuple[str, dict[str, Any]]] = {
    "the weakest on all other coins": (
        "movement",
        {
            "turn": 86,
            "cultures": {"suns": {"reserve": [3, 1]}, "moons": {"reserve": [5, 1]}},
            "coins": {"e11": "suns 5", "b10": "suns 2", "b5": "suns 4", "h10": "moons 3 settlement"}
            | {"h3": "moons 2 settlement", "e2": "moons 4 settlement"},
            "tokens": lie("d12 b10 c4", "suns 3")
            | {"e11": "suns 6", "b5": "suns 5", "g4": "moons 2", "d3": "moons 2"}
            | lie("e12 f12 f11 g11 h11 g10 e3 g3 d2 h2", "moons 3"),
        },
    ),
    "the same from the other seat": (
        "movement",
        {
            "turn": 89,
            "cultures": {"suns": {"reserve": [1, 3]}, "moons": {"reserve": [1, 5]}},
            "coins": {"e11": "moons 4", "h10": "moons 3", "h3": "moons 2", "b10": "suns 5 settlement"}
            | {"b5": "suns 2 settlement", "b2": "suns 4 settlement"},
            "tokens": lie("d12 b9 g3 h2", "moons 3")
            | {"e11": "moons 5", "h10": "moons 4", "b6": "suns 2", "b3": "suns 2"}
            | lie("b11 c11 d11 c10 d10 c6 c5 c3 c2", "suns 3"),
        },
    ),
    "the strongest keeps back what it needs": (
        "expansion",
        {
            "turn": 100,
            "active": 1,
            "cultures": {"suns": {"reserve": [3, 4, 1]}, "moons": {"reserve": [4]}},
            "coins": {"e11": "moons 5", "b5": "suns 2", "e5": "suns 5", "d11": "moons 1 settlement"}
            | {"h10": "moons 2 settlement", "h3": "moons 3 settlement"},
            "tokens": lie("f12 i10 b6 c5 f5 d4", "suns 3")
            | {"e11": "moons 5", "e5": "moons 4", "g4": "moons 1"}
            | lie("d12 e12 f11 g11 h11 g10 f4 h4 i4", "moons 2"),
        },
    ),
}


@pytest.mark.parametrize("how", STOOD)
def test_when_all_but_one_give_up_the_last_soon_has_its_fourth_settlement(how: str) -> None:
    """Three settlements stood against the rest of the map for ever."""
    phase, tables = STOOD[how]
    tables["cultures"] = {name: {**one, "by": "npc"} for name, one in tables["cultures"].items()}
    tiles = {"8": "c1", "12": "a1", "13": "e1", "18": "g1"}
    table = Table.start(GAME, *GAME.load(position(phase, order=["moons", "suns"], frame="a3", tiles=tiles, **tables)))
    first = table.state.turn
    ended(table)
    assert table.state.turn < first + 20


STANDSTILLS = {
    "sp 34": ("diagonal",),
    "sp 19": ("technological_advantage", "diagonal", "any_coast"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", STANDSTILLS)
def test_two_computers_leave_lines_that_face_each_other_and_one_of_them_wins(seed: str) -> None:
    """Drawn to each other's settlements alone they stand there for more than sixty rounds."""
    seats = [SeatPlan(by="npc") for _ in range(2)]
    table = Table.new(GAME, "standard", seats, {**dict.fromkeys(STANDSTILLS[seed], True), "rounds": 60}, seed=seed)
    finish(table)
    end = table.outcome()
    assert end is not None
    assert end.reason == "held"


SWITCHES = ("technological_advantage", "diagonal", "two_spaces", "settlement_roads", "any_coast")


@pytest.mark.soak
@pytest.mark.parametrize("number", range(12))
def test_computers_end_their_games_with_every_variant_and_without_a_limit(number: int) -> None:
    seats = [SeatPlan(by="npc") for _ in range(2 + number % 3)]
    options = {name: True for i, name in enumerate(SWITCHES) if number * 5 >> i & 1}
    table = Table.new(GAME, "standard", seats, options, seed=f"without a limit {number}")
    while table.is_unfinished and table.state.turn < LIMIT:
        table.go_on()
    end = table.outcome()
    assert end is not None
    assert end.reason == "held"


def test_it_answers_the_same_whatever_lies_hidden() -> None:
    table = opened(3, 0, 5)
    chance = random.Random(5)
    while table.pending and table.state.turn < 4:
        at_random(table, chance)
    assert table.pending is not None
    ask, seen = table.pending.asks[0], view(table.state, [])
    first = GAME.npc(table.state, table.pending, ask)
    for culture in table.state.cultures.values():
        culture.reserve.reverse()
    for coin in table.state.coins.values():
        coin.suit = coin.suit if coin.settled else "arms"
    assert view(table.state, []) == seen
    assert GAME.npc(table.state, table.pending, ask) == first


def test_a_seat_changes_hands_at_random_decisions_and_after_each_the_game_goes_on_from_its_record() -> None:
    table, chance, switches = opened(3, 0, 9, rounds=12), random.Random(9), 0
    while table.pending:
        if chance.random() < 0.2:
            table.control("moons", "npc" if GAME.controller(table.state, "moons") == "human" else "human")
            finish(table)
            table, switches = Table(GAME, table.record.copy()), switches + 1
            continue
        at_random(table, chance)
    assert table.outcome() is not None
    assert switches > 20


def test_fewest_lose_first_until_the_square_feeds_the_rest() -> None:
    """CW:63, AMB-126, AMB-127."""
    assert tokens_after_fight({"suns": 5, "moons": 2}, 2) == {"suns": 4}
    assert tokens_after_fight({"suns": 1, "moons": 5}, 2) == {"moons": 5}
    assert tokens_after_fight({"suns": 1, "moons": 2, "crowns": 4}, 5) == {"moons": 1, "crowns": 4}
    assert tokens_after_fight({"suns": 3, "moons": 3}, 2) == {"suns": 1, "moons": 1}
    assert tokens_after_fight({"suns": 1, "moons": 1}, 2) == {"suns": 1, "moons": 1}


def test_it_counts_what_lives_around_its_settlements() -> None:
    table = played(opened(3, 1, 2), 2)
    seen = view(table.state, [])
    found = outlook(seen, "suns")
    own = seen.cultures["suns"].settlements
    assert own
    assert all(found.support(q, "suns") >= 5 for q in own)
