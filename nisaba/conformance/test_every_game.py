"""Every game is tested here by being installed, in every scenario: `--game` names one."""

from __future__ import annotations

from nisaba.conformance import checks
from nisaba.conformance.cases import Case


def test_a_restart_between_any_two_answers_changes_nothing(case: Case) -> None:
    assert checks.restarts(case)


def test_undo_gives_the_same_bytes_and_the_same_question_back(case: Case) -> None:
    checks.undoes(case)  # a game of chance after every answer has nothing to undo


def test_the_notation_of_any_position_reads_back_to_the_same_text(case: Case) -> None:
    assert checks.notes(case)


def test_a_dry_run_changes_nothing_and_tells_what_the_answer_will_do(case: Case) -> None:
    checks.tries(case)  # a game may ask all seats at once, always


def test_all_that_is_offered_is_described_and_views_come_back_from_their_json(case: Case) -> None:
    assert checks.describes(case)


def test_a_view_shares_nothing_with_the_state(case: Case) -> None:
    assert checks.views_stay(case)


def test_a_seat_sees_nothing_that_a_dealt_position_may_change(case: Case) -> None:
    checks.deals(case)  # a game need not deal any


def test_what_a_game_declares_for_people_can_tell_every_position(case: Case) -> None:
    assert checks.tells(case)


def test_random_play_ends_without_a_problem(case: Case) -> None:
    assert checks.ends(case)


def test_computers_play_to_the_end_and_decide_the_same_again(case: Case) -> None:
    assert checks.computers(case)
