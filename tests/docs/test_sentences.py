"""Each sentence of a card, advance, calamity, ability or option has a test that shows it, or says it needs none."""

from __future__ import annotations

import pytest

from tools.sentences import MARKS, Book, Thing, books, faults, names_of_tests, sentences

COMPLETE = ("civ", "culture_wars", "acme_abilities", "acme_cards")
PIRACY = {"mega.piracy": Thing("Piracy", ["civ.rules.calamity.mega.piracy"])}


@pytest.mark.parametrize("name", sorted(books()))
def test_the_lists_have_each_thing_and_each_sentence_and_name_tests_that_are_there(name: str) -> None:
    book = books()[name]
    assert faults(book, book.shown(), book.missing(), names_of_tests(tuple(book.folders))) == []


@pytest.mark.parametrize("name", COMPLETE)
def test_nothing_is_missing_any_more(name: str) -> None:
    assert books()[name].missing() == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Gain 1 mina. Then draw 1 card.", ["Gain 1 mina.", "Then draw 1 card."]),
        ("Choose one. A: 1.5 of it. B: two.", ["Choose one.", "A: 1.5 of it.", "B: two."]),
        ("Once (see 72 to 85).", ["Once (see 72 to 85)."]),
        ("The order of the A.S.T. breaks ties", ["The order of the A.S.T. breaks ties"]),
        ("", []),
    ],
)
def test_a_text_is_split_at_the_full_stops_that_end_a_sentence(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


@pytest.mark.parametrize(
    ("shown", "missing", "fault"),
    [
        ({}, [], "mega.piracy: has no list"),
        ({"mega.piracy": [["test_a"]]}, [], "mega.piracy: has 2 sentences and 1 lists"),
        ({"mega.piracy": [["test_a"], []]}, [], "mega.piracy: a sentence without a test"),
        ({"mega.piracy": [["test_a"], ["test_gone"]]}, [], "mega.piracy: 0 tests are called test_gone"),
        ({"mega.piracy": [["test_a"], ["test_twice"]]}, [], "mega.piracy: 2 tests are called test_twice"),
        ({"mega.piracy": [["test_a"], ["test_a", next(iter(MARKS))]]}, [], "mega.piracy: a mark beside tests"),
        ({"mega.piracy": [["test_a"], ["test_a"]]}, ["mega.piracy"], "mega.piracy: in the list of what is missing"),
        ({}, ["mega.piracy", "mega.pest"], "mega.pest: no such thing"),
    ],
)
def test_a_list_that_is_wrong_is_found(shown: dict[str, list[list[str]]], missing: list[str], fault: str) -> None:
    book = Book("none", PIRACY, [])
    assert faults(book, shown, missing, ["test_a", "test_twice", "test_twice"]) == [fault]


def test_a_list_that_is_right_has_no_fault() -> None:
    book = Book("none", PIRACY, [])
    assert faults(book, {"mega.piracy": [["test_a"], ["no rule"]]}, [], ["test_a"]) == []
