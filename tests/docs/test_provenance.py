"""What is our reconstruction is listed, marked where it is looked up, and can be told better by who owns the game."""

from __future__ import annotations

import pytest

from bot.ui.lookup.rules import copy_form, topic_screen
from bot.ui.parts import Row
from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES
from tools import provenance

SURE = provenance.SURE


def test_the_page_is_up_to_date() -> None:
    assert provenance.PAGE.read_text(encoding="utf-8") == provenance.page()


def test_everything_that_is_marked_is_on_the_page() -> None:
    told = provenance.page()
    assert [c.name for c in CARDS.values() if c.known not in SURE and f" {c.name} |" not in told] == []
    assert [d.name for d in DEITIES.values() if d.known not in SURE and f"| {d.name} |" not in told] == []
    assert [a.name for c in CIVS.values() for a in c.abilities if a.known not in SURE and a.name not in told] == []
    assert len(provenance.names()) == 17
    assert list(provenance.numbers())


def labels(topic: str) -> list[str]:
    """The buttons below an entry of the rules."""
    screen = topic_screen(topic)
    assert screen is not None
    return [button.label for row in screen.parts if isinstance(row, Row) for button in row.buttons]


@pytest.mark.parametrize(
    ("topic", "ours"),
    [("area:kedar", True), ("area:bactria", True), ("area:memphis", False), ("card:3", True), ("card:1", False)],
)
def test_an_entry_with_something_reconstructed_has_a_button_to_say_otherwise(topic: str, ours: bool) -> None:
    assert ("My copy says otherwise" in labels(topic)) is ours


def test_each_marked_thing_has_the_button_and_a_form() -> None:
    cards = [f"card:{n}" for n, c in CARDS.items() if c.known not in SURE]
    areas = [f"area:{a.id}" for a in AREAS.values() if not {a.name_known, a.borders_known} <= set(SURE)]
    assert len(areas) > 17
    assert [topic for topic in (*cards, *areas) if "My copy says otherwise" not in labels(topic)] == []
    assert max(len(copy_form(topic).title) for topic in (*cards, *areas)) <= 45
