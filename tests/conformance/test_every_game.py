"""What the bot relies on holds for every game, scenario and number of seats: restarts, undo, notation, dry runs, views.

A game that is registered is tested here by that alone. What only one game has stands in a file of its own.
"""

from __future__ import annotations

import json

import pytest

from engine.core.protocol import Session
from engine.games import GAMES
from nisaba.conformance import checks
from tests.conformance.every_game import SCENARIOS, SERIES, Case

CASES = (*SCENARIOS, *SERIES)
every = pytest.mark.parametrize("case", CASES, ids=str)


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_of_every_game_is_played_here(game: str) -> None:
    there = {case.name.rpartition("-")[0] for case in SCENARIOS}
    assert {f"{game}-{scenario}" for scenario in GAMES[game].scenarios} <= there


def test_every_game_is_listed_with_its_options_in_words() -> None:
    listed = json.loads(json.dumps(Session(GAMES).reply('{"cmd": "games"}')))["games"]
    assert [game["name"] for game in listed] == [*GAMES]
    options = [option for game in listed for scenario in game["scenarios"] for option in scenario["options"]]
    assert {option["name"] for option in options} >= {"rounds", "epochs", "deck", "variant"}
    assert [option for option in options if not option["text"].endswith(".")] == []


@pytest.mark.sample(4)
@every
def test_a_restart_between_any_two_answers_changes_nothing(case: Case) -> None:
    assert checks.restarts(case)


@pytest.mark.sample(4)
@every
def test_undo_gives_the_same_bytes_and_the_same_question_back(case: Case) -> None:
    assert checks.undoes(case)


@pytest.mark.sample(4)
@every
def test_the_notation_of_any_position_reads_back_to_the_same_text(case: Case) -> None:
    assert checks.notes(case)


@pytest.mark.sample(4)
@every
def test_a_dry_run_changes_nothing_and_tells_what_the_answer_will_do(case: Case) -> None:
    assert checks.tries(case)


@pytest.mark.sample(4)
@every
def test_all_that_is_offered_is_described_and_views_come_back_from_their_json(case: Case) -> None:
    assert checks.describes(case)


@pytest.mark.sample(4)
@every
def test_a_view_shares_nothing_with_the_state(case: Case) -> None:
    assert checks.views_stay(case)


@pytest.mark.sample(4)
@every
def test_what_a_game_declares_for_people_can_tell_every_position(case: Case) -> None:
    assert checks.tells(case)
