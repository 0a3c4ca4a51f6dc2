"""Random play: it ends, nothing breaks, a restart changes nothing, notation reads back, no value leaks (CIV §23)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from engine.civ.calamities.registry import EFFECTS
from engine.civ.catalog import CALAMITIES, CARDS, MAPS
from engine.civ.silence import silent
from engine.civ.state import State
from engine.core import notation, record
from engine.core.errors import NothingToUndo
from engine.core.table import Table
from tests.civ.tables import PAIRS, board, crowded, doomed, new, step

MOST_ANSWERS = 20_000
SERIES = range(100, 400)
MADE: tuple[Callable[[int], Table[State]], ...] = (new, crowded)


def test_every_calamity_of_the_data_is_written_and_no_other() -> None:
    """CIV-016, CIV-RUL-004."""
    assert set(EFFECTS) == {(deck, card) for deck, cards in CALAMITIES.items() for card in cards}


def finish(table: Table[State], rng: random.Random) -> Counter[str]:
    """Play to the end with problems checked after every answer. Returns what was told, counted by kind."""
    assert table.problems() == []
    for _ in range(MOST_ANSWERS):
        if table.pending is None:
            assert table.outcome() is not None
            return Counter(e.key for e in table.events)
        step(rng, table)
        assert table.problems() == []
    raise AssertionError("the game does not end")


@pytest.mark.sample(2)
@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("number", range(65))
def test_a_random_game_ends_without_a_problem(number: int, make: Callable[[int], Table[State]]) -> None:
    """CIV-007, CIV-127, CIV-209, CIV-025: every map, pair, number of players and switch; nobody is asked to trade."""
    told = finish(make(number), random.Random(number))
    assert told["civilization.track.step_d"] == 1


@pytest.mark.long
@pytest.mark.parametrize("number", SERIES)
def test_each_of_three_hundred_random_games_ends_without_a_problem(number: int) -> None:
    """CIV-007, CIV-127, CIV-209: half of them from the start, half from a crowded position."""
    assert finish(MADE[number % 2](number), random.Random(number))["civilization.track.step_d"] == 1


def test_the_three_hundred_are_of_every_map_pair_and_number_of_players() -> None:
    """CIV-001, CIV-005, CIV-229."""
    boards = {board(number) for number in SERIES}
    assert boards == {(name, n) for name, one in MAPS.items() for n in one.players}
    assert {(board(n)[0], n % len(PAIRS)) for n in SERIES} == {(name, i) for name in MAPS for i in range(len(PAIRS))}


@pytest.mark.sample(len(EFFECTS))
@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize(("deck", "card"), sorted(EFFECTS))
def test_any_calamity_strikes_any_position_without_a_problem(deck: str, card: str, number: int) -> None:
    """CIV-007, CIV-127, CIV-032: the turn is played to its end, and a restart gives the same."""
    table, rng = doomed(number, deck, card), random.Random(number)
    while table.pending is not None and table.state.turn == 5:
        assert table.problems() == []
        step(rng, table)
    assert table.problems() == []
    again = Table(table.game, record.decode(record.encode(table.record)))
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert again.pending == table.pending


@pytest.mark.soak
def test_crowded_play_meets_what_a_turn_can_bring() -> None:
    """Without this, random play would prove little about conflicts, cities and money."""
    told: Counter[str] = Counter()
    for number in range(12):
        told += finish(crowded(number), random.Random(number))
    wanted = {"conflict.fought", "attack.failed", "city.built_treasury", "city.reduced", "cards.bought", "cards.lapsed"}
    wanted |= {"advance.bought", "advance.discarded", "calamity.roles", "track.back", "movement.landed", "ships.lie"}
    wanted |= {f"ability.{what}" for what in ("converted", "destroyed", "bought", "gained", "moved", "traded", "given")}
    wanted |= {"advance.credits"}
    assert not {f"civilization.{key}" for key in wanted} - set(told)


@pytest.mark.sample(1)
@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("number", [4, 11, 27])
def test_a_restart_between_any_two_answers_changes_nothing(number: int, make: Callable[[int], Table[State]]) -> None:
    """CIV-032, CIV-228."""
    table, rng = make(number), random.Random(number)
    assert table.pending is not None
    while table.pending is not None:
        again = Table(table.game, record.decode(record.encode(table.record)))
        assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
        assert again.pending == table.pending
        table = again
        step(rng, table)


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [3, 8])
def test_undo_gives_the_same_bytes_and_the_same_question_back(number: int) -> None:
    """CIV-228."""
    table, rng = crowded(number), random.Random(number)
    undone = 0
    while table.pending is not None:
        state, asked, waiting = msgspec.json.encode(table.state), table.pending, table.waiting()
        seat, _ = step(rng, table)
        try:
            table.undo(seat)
        except NothingToUndo:
            continue
        undone += 1
        assert msgspec.json.encode(table.state) == state
        assert (table.pending.key, table.waiting()) == (asked.key, waiting)
        step(rng, table)
    assert undone > 30


@pytest.mark.sample(1)
@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("number", [14, 5, 13, 22])
def test_the_notation_of_any_position_reads_back_to_the_same_text(
    number: int, make: Callable[[int], Table[State]]
) -> None:
    """CIV-228."""
    table, rng = make(number), random.Random(number)
    while table.pending is not None:
        text = notation.dump(table)
        again = notation.load(table.game, text)
        assert notation.dump(again) == text
        assert again.pending == table.pending
        assert again.view(None) == table.view(None)
        step(rng, table)
    text = notation.dump(table)
    assert notation.dump(notation.load(table.game, text)) == text


@pytest.mark.parametrize("make", MADE)
def test_a_table_where_nobody_says_anything_plays_on(make: Callable[[int], Table[State]]) -> None:
    """CIV-212, CIV-RUL-060."""
    table = make(9)
    turn = table.state.turn
    while table.pending is not None:
        seat = table.waiting()[0]
        ask = table.ask_of(seat)
        assert ask is not None
        table.submit(seat, *silent(ask))
        assert table.problems() == []
    assert table.state.turn > turn


def shuffled(s: State, seat: str | None, rng: random.Random) -> State:
    """The same position with every card unknown to that seat changed for another of its type, and another seed."""
    other: State = msgspec.json.decode(msgspec.json.encode(s), type=State)
    other.seed = f"{rng.random()}"
    hands = [one.hand for name, one in other.nations.items() if name != seat]
    for number, pile in enumerate(other.piles, start=1):
        unknown = [card for hand in (*hands, pile) for card in hand if CARDS[card].pile == number]
        mixed = list(unknown)
        rng.shuffle(mixed)
        swap = dict(zip(unknown, mixed, strict=True))
        pile[:] = [swap[card] for card in pile]
        for one in other.nations.values():
            one.hand = [swap.get(card, card) if CARDS[card].pile == number else card for card in one.hand]
            one.locked = [swap.get(card, card) if CARDS[card].pile == number else card for card in one.locked]
    rng.shuffle(other.calamities)
    return other


def plain(view: Mapping[str, Any]) -> str:
    return msgspec.json.encode(view).decode()


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [14, 1, 7, 16, 24])
def test_no_view_changes_when_what_a_seat_cannot_know_is_shuffled(number: int) -> None:
    """CIV-029, CIV-030, CIV-RUL-011: neither the public view nor a seat's own."""
    table, rng, dice = crowded(number), random.Random(number), random.Random(number + 1)
    changed = answers = 0
    while table.pending is not None:
        asked, answers = table.pending.asked, answers + 1
        for seat in (None, *table.game.seats(table.state)) if answers % 4 == 0 else ():
            other = shuffled(table.state, seat, dice)
            changed += any(other.nations[n].hand != one.hand for n, one in table.state.nations.items())
            assert plain(table.game.view(other, seat, asked)) == plain(table.view(seat))
        step(rng, table)
    assert changed > 10
