"""What is counted about the seats of the historical scenarios, and what the lobby says of it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.acme.history import balance
from engine.acme.history.balance import BALANCE, Balance, problems
from engine.acme.history.facts import HISTORICAL
from engine.acme.presentation.scenarios import about, brief, cast, civ_names, hardness
from engine.core.game import SeatPlan
from tools.scenario_games import played, rows, ways


def line(wins: int = 4, games: int = 40, at_once: int = 0, **other: object) -> Balance:
    """Sumer alone."""
    filled = {"scenario": "sargon", "persons": 1, "civs": ("sumer",), "turns": 4, **other}
    return Balance(games=games, wins=wins, at_once=at_once, **filled)  # type: ignore[arg-type]


def test_every_way_to_fill_a_cast_has_been_counted_in_forty_games() -> None:
    counted = {(name, len({p for p in way.values() if p}), held) for name, way in ways() for held in holdings(way)}
    assert set(BALANCE) == counted
    assert {entry.scenario for entry in BALANCE.values()} == set(HISTORICAL)
    assert all(entry.games >= 40 for entry in BALANCE.values())


def holdings(way: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The civs of each person."""
    people = dict.fromkeys(player for player in way.values() if player)
    return [tuple(civ for civ, player in way.items() if player == one) for one in people]


@pytest.mark.parametrize(("wins", "told"), [(0, "hard"), (4, "hard"), (5, "even"), (23, "even"), (24, "easy")])
def test_a_seat_that_almost_never_wins_is_hard(wins: int, told: str) -> None:
    assert line(wins).hardness == told


def test_a_quarter_of_the_games_over_in_turn_one_is_short() -> None:
    assert not line(at_once=9).short
    assert line(at_once=10).short


def test_a_line_that_fits_no_scenario_is_refused() -> None:
    assert not [*problems([line()])]
    assert [*problems([line(civs=("egypt",))])]
    assert [*problems([line(wins=41)])]
    assert [*problems([line(scenario="nowhere")])]


def test_the_lobby_tells_how_often_computers_won_from_the_seats_of_so_many_persons() -> None:
    told = " ".join(cast("sargon", [SeatPlan(player="Ann")]))
    assert "How often computers win when they play your seat" in told
    assert all(f"{name} {round(100 * BALANCE['sargon', 1, (civ,)].share)}%" in told for civ, name in SARGON.items())
    assert hardness("standard", 1) == []


SARGON = {"sumer": "Sumer", "akkad": "Akkad"}


def test_sargon_alone_is_said_to_be_often_over_at_once_with_the_way_to_begin_again() -> None:
    short = [entry for entry in balance.of("sargon", 1) if entry.short]
    assert short
    (told,) = [part for part in hardness("sargon", 1) if "turn 1" in part and "Rematch" in part]
    assert all(f"{civ_names(line)} {line.at_once} of {line.games} games" in told for line in short)


@pytest.mark.parametrize(
    ("scenario", "persons", "hard"),
    [("agamemnon", 1, "mixed"), ("rostam", 1, "even"), ("darius", 1, "hard"), ("standard", 1, "")],
)
def test_a_scenario_is_as_hard_as_its_seats_are_together(scenario: str, persons: int, hard: str) -> None:
    assert balance.overall(scenario, persons) == hard


def test_a_scenario_says_how_many_turns_it_usually_has() -> None:
    assert all(f"{balance.usual_turns(name)} turns" in brief(name).split(" · ") for name in HISTORICAL)
    assert balance.usual_turns("standard") == 0


def test_the_story_of_a_scenario_begins_with_a_capital() -> None:
    """`about 1200–900 BC. While raiders …` began a line of the lobby."""
    assert all(
        about(name)[0].lstrip("*")[0].isupper() or about(name)[0].lstrip("*")[0].isdigit() for name in HISTORICAL
    )


@pytest.mark.soak
def test_the_games_are_played_alike_again() -> None:
    name, way = ways()[-1]
    first, again = played(name, way, "alike"), played(name, way, "alike")
    assert first == again
    assert sum(row.games for row in rows([first])) == len(first.holdings)
