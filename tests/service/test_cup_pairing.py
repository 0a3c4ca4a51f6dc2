"""Rounds of a cup: nobody meets anybody twice as long as that can be avoided, nobody sits out twice, order is order."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from bot.features.cups.pairing import DrawnRound, robin, robin_rounds, sizes, swiss
from bot.features.cups.standings import CupSeat, byes, lot, meetings, standings

SEED = "a cup for tests"


def played(drawn: DrawnRound, number: int, dice: random.Random) -> list[CupSeat]:
    """That round with some result at every table."""
    found = [CupSeat(one, number, 0, done=True) for one in drawn.byes]
    for no, table in enumerate(drawn.tables, 1):
        scores = [dice.randrange(40) for _ in table]
        places = [1 + sum(other > score for other in scores) for score in scores]
        found += [
            CupSeat(one, number, no, len(table), True, False, place, score, sum(scores))
            for one, place, score in zip(table, places, scores, strict=True)
        ]
    return found


def simulated(people: int, size: int, rounds: int, dice: random.Random) -> list[CupSeat]:
    """A whole Swiss cup, each round looked at when it is drawn."""
    seats: list[CupSeat] = []
    numbers = list(range(1, people + 1))
    for number in range(1, rounds + 1):
        order = [one.entrant for one in standings(numbers, seats, SEED)]
        met, out = meetings(seats), byes(seats)
        drawn = swiss(order, met, out, size, 2)
        assert sorted([*(one for table in drawn.tables for one in table), *drawn.byes]) == numbers
        assert {len(table) for table in drawn.tables} <= {size, max(size - 1, 2)}
        again = sum(met.get(frozenset(pair), 0) for table in drawn.tables for pair in combinations(table, 2))
        if size == 2 and number <= people // 2 - 1:
            assert again == 0, (people, number)
        assert again == 0 or not better(drawn, met), (people, size, number)
        seats += played(drawn, number, dice)
    return seats


def better(drawn: DrawnRound, met: dict[frozenset[int], int]) -> bool:
    """Whether an exchange of two people would leave fewer meetings."""

    def cost(tables: list[list[int]]) -> int:
        return sum(met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))

    tables = [list(table) for table in drawn.tables]
    before = cost(tables)
    for here, there in combinations(tables, 2):
        for i, j in ((i, j) for i in range(len(here)) for j in range(len(there))):
            here[i], there[j] = there[j], here[i]
            after = cost(tables)
            here[i], there[j] = there[j], here[i]
            if after < before:
                return True
    return False


def simulate(first: int, last: int) -> None:
    for n in range(first, last):
        dice = random.Random(n)
        people, size = dice.randint(5, 40), dice.choice((2, 2, 3, 4, 5))
        rounds = dice.randint(1, min(5, max(1, people // size)))
        seats = simulated(people, size, rounds, dice)
        out = byes(seats)
        total = sum(out.values())
        assert max(out.values(), default=0) <= max(1, -(-total // people)), (n, people, size)
        order = standings(range(1, people + 1), seats, SEED)
        mixed = dice.sample(seats, len(seats))
        assert standings(range(1, people + 1), mixed, SEED) == order


def test_simulated_cups_keep_people_from_meeting_again_and_stand_whatever_comes_in_first() -> None:
    simulate(0, 30)


@pytest.mark.long
def test_a_thousand_simulated_cups() -> None:
    simulate(30, 1030)


@pytest.mark.parametrize("people", range(2, 13))
def test_in_a_round_robin_everybody_meets_everybody_once_and_sits_out_at_most_once(people: int) -> None:
    numbers = list(range(1, people + 1))
    rounds = [robin(numbers, number) for number in range(1, robin_rounds(people) + 1)]
    pairs = [frozenset(table) for drawn in rounds for table in drawn.tables]
    assert sorted(map(sorted, pairs)) == sorted(map(list, combinations(numbers, 2)))
    out = [one for drawn in rounds for one in drawn.byes]
    assert out == [] if people % 2 == 0 else sorted(out) == numbers


@pytest.mark.parametrize(
    ("people", "size", "least", "expected"),
    [
        (7, 4, 2, ((4, 3), 0)),
        (5, 4, 2, ((4,), 1)),
        (6, 4, 2, ((3, 3), 0)),
        (9, 4, 4, ((4, 4), 1)),
        (7, 3, 2, ((3, 2, 2), 0)),
        (5, 2, 2, ((2, 2), 1)),
        (3, 4, 4, ((), 3)),
    ],
)
def test_tables_have_the_seats_agreed_on_or_one_less(
    people: int, size: int, least: int, expected: tuple[tuple[int, ...], int]
) -> None:
    assert sizes(people, size, least) == expected


def test_points_are_spread_evenly_with_one_for_who_sits_out_and_half_where_nobody_won() -> None:
    four = [CupSeat(1, 1, 1, 4, True, False, place, 0, 0).points for place in (1, 2, 3, 4)]
    assert four == [1, Fraction(2, 3), Fraction(1, 3), 0]
    assert CupSeat(1, 1, 0, done=True).points == 1
    assert CupSeat(1, 1, 1, 4, True, True).points == Fraction(1, 2)
    assert CupSeat(1, 1, 1, 4).points == 0


def test_ties_are_broken_by_opponents_then_share_then_lot() -> None:
    first = [CupSeat(1, 1, 1, 2, True, False, 1, 30, 50), CupSeat(2, 1, 1, 2, True, False, 2, 20, 50)]
    second = [CupSeat(3, 1, 2, 2, True, False, 1, 26, 50), CupSeat(4, 1, 2, 2, True, False, 2, 24, 50)]
    assert [one.entrant for one in standings((1, 2, 3, 4), [*first, *second], SEED)] == [1, 3, 4, 2]
    later = [CupSeat(2, 2, 1, 2, True, False, 1, 1, 1), CupSeat(3, 2, 1, 2, True, False, 2, 0, 1)]
    stands = standings((1, 2, 3, 4), [*first, *second, *later], SEED)
    assert [one.entrant for one in stands] == [2, 1, 3, 4]
    assert [(int(one.points), int(one.opponents)) for one in stands] == [(1, 2), (1, 1), (1, 1), (0, 1)]
    even = [CupSeat(n, 1, 1, 4, True, True) for n in (1, 2, 3, 4)]
    by_lot = sorted((1, 2, 3, 4), key=lambda n: lot(SEED, n))
    assert [one.entrant for one in standings((1, 2, 3, 4), even, SEED)] == by_lot
