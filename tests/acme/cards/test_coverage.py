"""Every card of the Card Phase has stories, and a reason why it cannot be played."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from engine.acme.cards import __all__ as kinds
from engine.acme.effects.card_registry import EFFECTS, REQUIREMENTS, always
from engine.acme.facts.catalog import CARDS
from engine.core.text import catalogue


@cache
def told_of() -> frozenset[int]:
    """The cards named by the stories of this folder: `test_card_<number>_..._<sentence>`."""
    stories = "\n".join(f.read_text() for f in sorted(Path(__file__).parent.glob("test_*.py")))
    found = re.findall(r"def test_card_((?:\d+_)+)", stories)
    return frozenset(int(n) for numbers in found for n in numbers.strip("_").split("_"))


def test_every_card_of_the_card_phase_is_registered() -> None:
    """All but pure Competition, Negate and Event cards; the Prophet is an action too."""
    assert sorted(kinds) == list(kinds)
    other = {n for n, c in CARDS.items() if set(c.classes) <= {"C", "N", "E", "R"} and set(c.classes) & {"C", "N", "E"}}
    assert set(EFFECTS) == set(CARDS) - other | {9}


@pytest.mark.parametrize("card", sorted(EFFECTS))
def test_every_card_has_a_story(card: int) -> None:
    """Named after the card."""
    assert card in told_of()


@pytest.mark.parametrize("card", sorted(EFFECTS))
def test_every_card_with_a_requirement_says_why_not(card: int) -> None:
    """And a card without one never needs to."""
    assert (f"why_not.card.{card}" in catalogue()) is (REQUIREMENTS[card] is not always)
