"""Every card, ability and Deity has a story, and the table that says so is up to date."""

from __future__ import annotations

import pytest

from docs.coverage import PAGE, cards_named, page, rulings_cited, stories, untold


def test_nothing_is_without_a_story() -> None:
    assert untold(stories()) == []


def test_the_table_is_up_to_date() -> None:
    """Else: `python -m docs.coverage`."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_card_7_does", {7}),
        ("test_card_18_19_20_are", {18, 19, 20}),
        ("test_card_86_to_89_96_need", {86, 87, 88, 89, 96}),
        ("test_card_negated_changes_nothing", set()),
        ("test_card_20_to_the_display", {20}),
    ],
)
def test_numbers_are_read_from_names(name: str, numbers: set[int]) -> None:
    assert cards_named(name) == numbers


def test_ranges_of_rulings_are_read_from_docstrings() -> None:
    assert rulings_cited("As RUL-022 to RUL-024 and RUL-007 say") == {"7", "22", "23", "24"}
