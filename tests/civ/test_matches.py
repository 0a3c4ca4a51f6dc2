"""Matches of computers: mirrored fixtures, intervals, and what is counted in a game."""

from __future__ import annotations

import pytest

from engine.civ.options import GENTLE, USUAL
from tools.civ_matches import LEVELS, Match, fixtures, lead, share_line
from tools.series import interval


@pytest.mark.parametrize(("alone", "seated"), [(False, [2, 2]), (True, [1, 1, 1, 1])])
def test_the_games_of_a_seed_differ_only_in_who_sits_where(alone: bool, seated: list[int]) -> None:
    games = fixtures(5, "words", alone=alone, chosen=False)
    assert [sum(game.who) for game in games] == seated
    assert len({(game.seed, game.board, game.scenario, game.nations) for game in games}) == 1
    assert [sum(game.who[place] for game in games) for place in range(4)] == [1] * 4


def test_the_interval_is_that_of_wilson() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)


def test_a_game_is_played_to_its_end_and_counted_for_both_sides() -> None:
    game = Match(fixtures(1, "words", alone=False, chosen=False)[0], (LEVELS[USUAL], LEVELS[GENTLE])).play()
    assert game.problems == []
    assert game.won in {0.0, 1.0}
    assert all(game.seconds)
    assert lead(game)
    assert share_line([game], 1).endswith("1 games of 1 seeds")
