"""Cards at their edges: whom they are played against, and questions that would tell what is hidden."""

from __future__ import annotations

import msgspec
import pytest

from engine.acme.facts.catalog import RULES
from engine.acme.questions import board, income
from tests.acme.story import Story


def test_river_barges_into_a_shared_area_are_played_against_who_is_there() -> None:
    """The area named as the goal holds his disks, so Giver of Laws may answer (card 19, RUL-057)."""
    t = Story("""
map = "abbreviated_western"
phase = "card"
order = ["egypt", "hittites"]
[civs.egypt]
home = "thebes"
hand = [59]
[civs.hittites]
home = "hattusha"
investments = { 19 = 2 }
[areas]
thebes = "egypt 3"
amarna = "egypt 1 hittites 1"
hattusha = "hittites 2"
""")
    t.answer("egypt", "59").play("egypt", "thebes", "amarna", "done")
    assert t.asked() == ("card.negate", "hittites", ("investment:19", "pass"))
    t.answer("hittites", "investment:19")
    assert t.disks("egypt", "amarna") == 1
    assert t.civ("hittites").investments == {}


def test_grand_astrologer_is_asked_though_breath_of_god_took_one_of_his_three_cards() -> None:
    """Of 42, 43 and 44 two are kept; that one has gone at random is nobody else's business (card 5, RUL-050)."""
    asked = set()
    for seed in range(12):
        t = Story(f"""
map = "abbreviated_western"
phase = "card"
order = ["egypt", "hittites"]
seed = {seed}
deck = [103, 42, 43, 44]
[civs.egypt]
home = "thebes"
hand = [5, 58]
[civs.hittites]
home = "hattusha"
hand = [45]
[areas]
thebes = "egypt 3"
hattusha = "hittites 2"
""")
        t.answer("egypt", "5").play("egypt", "draw").windows()
        assert t.key == "card.look"
        asked.add(len(t.options("egypt")))
        t.answer("egypt", *t.options("egypt")[:2])
        assert len([n for n in t.hand("egypt") if n in {42, 43, 44}]) == 2
    assert asked == {2, 3}


def test_what_counts_for_commerce_changes_neither_merchant_prince_nor_royal_marriage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The constant is Commerce's own; the cards name sharing an area in so many words (cards 6, 63)."""
    changed = msgspec.structs.replace(RULES, commerce_same_area_counts=False)
    monkeypatch.setattr(income, "RULES", changed)
    monkeypatch.setattr(board, "RULES", changed)
    t = Story("""
map = "abbreviated_western"
phase = "card"
order = ["egypt", "hittites", "israelites"]
[civs.egypt]
home = "thebes"
hand = [6, 63]
[civs.hittites]
home = "hattusha"
[civs.israelites]
home = "judah"
[areas]
thebes = "egypt 1 hittites 1 israelites 1"
""")
    assert income.commerce(t.state, "egypt") == 0
    assert {"6", "63"} <= set(t.options("egypt"))
    t.answer("egypt", "6")
    assert t.civ("egypt").mina == 3
