"""The weeks of the bench: the same people with the same chance, and what orders spare them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.weeks import a_turn, of_games, played


@pytest.mark.soak
async def test_auto_answers_spare_people_answers_and_never_stop_the_game(tmp_path: Path) -> None:
    by_hand, ordered = [await played(tmp_path, 1, 9, ordered=orders) for orders in (False, True)]
    assert min(len(by_hand.turns), len(ordered.turns)) > 1
    spared = a_turn([by_hand], lambda game: game.acts) - a_turn([ordered], lambda game: game.acts)
    assert spared > 0
    assert [figure.value for figure in of_games([ordered], "with orders") if figure.value <= 0] == []
