"""Every card, ability and Deity has a story, and the table that says so is up to date."""

from __future__ import annotations

import pytest

from tools.coverage import PAGE, ROOT, cards_named, page, rulings_cited, stories, untold
from tools.rows import contents, open_rows, rows_cited, stems

GILGAMESH = {"SOL-GIL-1", "SOL-GIL-2", "SOL-GIL-3"}


@pytest.mark.soak
def test_nothing_is_without_a_story() -> None:
    assert untold(stories()) == []


@pytest.mark.soak
def test_the_table_is_up_to_date() -> None:
    """Else: `python -m tools.coverage`."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.soak
def test_every_row_of_what_is_asked_for_has_a_story_that_names_it() -> None:
    assert open_rows(stories(ROOT / "tests")) == []


def test_the_contents_of_the_playbook_have_all_rows_and_no_others() -> None:
    assert {stem for chapter in contents() for stem in chapter.stems} == set(stems())


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


@pytest.mark.parametrize(
    ("name", "doc", "found"),
    [
        ("test_acme_set_02_every_scenario", "", {"SET-2"}),
        ("test_sbx_chart_01_to_03_a_civ", "", {"SBX-CHART-1", "SBX-CHART-2", "SBX-CHART-3"}),
        ("test_sbx_02_and_05_freeform", "", {"SBX-2", "SBX-5"}),
        ("test_anything", "ACME-CRAFT-02, CRAFT-08 (Playbook)", {"CRAFT-2", "CRAFT-8"}),
        ("test_anything", "SOL-GIL-01 to SOL-GIL-03 and EXPL-07, 09", {*GILGAMESH, "EXPL-7", "EXPL-9"}),
        ("test_anything", "CORE-100 and ACME §3.2, PB:120", set()),
    ],
)
def test_rows_are_read_from_names_and_docstrings(name: str, doc: str, found: set[str]) -> None:
    assert rows_cited(name, doc) == found
