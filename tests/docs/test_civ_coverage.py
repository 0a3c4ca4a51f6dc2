"""Every card, calamity, nation, map and demand of Advanced Civilization has a story; the table of it is up to date."""

from __future__ import annotations

import pytest

from tools.civ_coverage import PAGE, page, rows_cited, rulings_cited, untold


def test_nothing_of_advanced_civilization_is_without_a_story() -> None:
    """CIV-199, CIV-200."""
    assert untold() == []


def test_the_table_of_advanced_civilization_is_up_to_date() -> None:
    """Else: `python -m tools.civ_coverage`."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize(
    ("doc", "rows", "rulings"),
    [
        ("CIV-007, AST-05 to AST-07: as it is", {"CIV-007", "AST-05", "AST-06", "AST-07"}, set()),
        ("CIV-RUL-014, NTV-02", {"NTV-02"}, {"CIV-RUL-014"}),
        ("CIV-RUL-003 to CIV-RUL-005", set(), {"CIV-RUL-003", "CIV-RUL-004", "CIV-RUL-005"}),
        ("CIV §9.1", set(), set()),
    ],
)
def test_rows_and_rulings_are_read_from_docstrings(doc: str, rows: set[str], rulings: set[str]) -> None:
    assert (rows_cited(doc), rulings_cited(doc)) == (rows, rulings)
