"""What is counted about the nations of each board, and which of them the lobby calls rare."""

from __future__ import annotations

import tomllib

import pytest

from engine.civ.catalog import CATALOG, MAPS
from engine.civ.definitions import Balance
from tests.civ.opponents import drawn_on
from tools.civ_npc_games import LEAST, balance, drawn, entry, games_of, rare


def line(wins: int, fair: float) -> Balance:
    return Balance(map="6p", nation="babylon", games=60, wins=wins, fair=fair)


@pytest.mark.parametrize(("wins", "told"), [(0, True), (3, True), (4, False), (10, False)])
def test_a_nation_is_rare_that_wins_less_than_a_third_of_its_fair_share(wins: int, told: bool) -> None:
    assert line(wins, 12.0).rare is told
    assert len(rare([line(wins, 12.0)])) == told


def test_every_nation_of_every_board_for_four_and_more_has_been_counted_often() -> None:
    boards = [board for board in MAPS.values() if max(board.players) >= LEAST]
    assert list(CATALOG.balance) == [(board.id, nation) for board in boards for nation in board.nations]
    assert all(0 <= one.wins <= one.games and one.games >= 30 for one in CATALOG.balance.values())
    assert all(one.games / 8 - 0.1 <= one.fair <= one.games / LEAST + 0.1 for one in CATALOG.balance.values())


def test_wins_are_set_beside_what_chance_would_give() -> None:
    cast = ["asia", "assyria", "babylon", "egypt"]
    lines = balance([("4p-east", cast, ["asia"]), ("4p-east", cast[::-1], ["asia", "egypt"])])
    assert games_of(lines) == "2"
    assert [(one.nation, one.games, one.wins, one.fair) for one in lines] == [
        ("asia", 2, 2, 0.5),
        ("assyria", 2, 0, 0.5),
        ("babylon", 2, 0, 0.5),
        ("egypt", 2, 1, 0.5),
    ]
    written = tomllib.loads("".join(map(entry, lines)))["balance"]
    assert written[3] == {"map": "4p-east", "nation": "egypt", "games": 2, "wins": 1, "fair": 0.5}


def test_a_game_that_is_counted_is_played_alike_again_by_nations_drawn_by_lot() -> None:
    board, cast, winners = drawn(("full-main", 0))
    assert drawn(("full-main", 0)) == (board, cast, winners)
    assert len(cast) == LEAST
    assert set(winners) < set(cast) < set(MAPS[board].nations)
    assert list(drawn_on(board, 5, LEAST).state.nations) != cast
