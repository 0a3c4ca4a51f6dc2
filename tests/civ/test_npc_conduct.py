"""How computers behave in whole games among themselves: few attacks in vain, no way back, no colour forgone."""

from __future__ import annotations

import pytest

from tests.civ.conduct import kind_of, total, watched_game

PIRATES = 42  # games of two to eight, over which their cities at the end are counted
MOST_PIRATES = 6  # of about 27 cities a game
MOST_FAILED = 2  # attacks in a game: now and then the second of two ships does not follow the first
IN_A_HUNDRED = 5  # attacks that may fail


@pytest.mark.sample(3)
@pytest.mark.parametrize("number", range(60))
def test_computers_attack_with_enough_go_nowhere_and_back_and_buy_the_colours_that_their_marker_waits_for(
    number: int,
) -> None:
    """CIV-223, CIV §9.4, §19.2."""
    seen, table = watched_game(*kind_of(number))
    assert table.problems() == []
    assert seen.turns > 20
    assert (seen.to_and_fro, seen.payable) == (0, 0)
    assert seen.failed <= MOST_FAILED


@pytest.mark.soak
def test_few_cities_are_left_to_pirates() -> None:
    """CIV-223: their cities are taken back; of nations few are taken, since that costs both sides."""
    seen = total(watched_game(*kind_of(number))[0] for number in range(PIRATES))
    assert seen["attacks"] > PIRATES
    assert seen["failed"] <= seen["attacks"] * IN_A_HUNDRED / 100
    assert seen["pirates"] < MOST_PIRATES * PIRATES
