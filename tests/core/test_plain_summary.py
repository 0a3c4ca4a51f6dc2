"""A game that declares nothing may call its fields what it likes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.core.summary import PlainSummary

NAMES = ("turn", "phase", "order", "hand", "civs", "areas", "deck_count", "discard")
VALUES: tuple[Any, ...] = (
    None,
    7,
    "word",
    [1, 2],
    [[1], None],
    {"a": 1},
    {"seat_1": [3]},
    {"seat_1": {"hand": 4}},
    1.5,
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_field_of_any_name_may_hold_anything(name: str, value: Any) -> None:
    view, told = {name: value}, PlainSummary()
    assert told.moment(view)
    assert isinstance(told.turn_number(view), int)
    assert all(isinstance(seat, str) for seat in told.order(view))
    assert told.piles(view) == ""
    assert [*told.areas(view), *told.peoples(view), *told.discard(view)] == []
    cards = told.cards(view, "seat_1")
    assert cards is None or all(isinstance(card, str) for card in cards)
    assert msgspec.json.encode(told.visible(view, "seat_1"))


def test_what_fits_is_used() -> None:
    view = {"turn": 3, "phase": "bidding", "order": ["b", "a"], "civs": {"a": {"hand": [7], "points": 2}}}
    told = PlainSummary()
    assert (told.moment(view), told.order(view), told.cards(view, "a")) == ("Turn 3 · Bidding", ("b", "a"), ("7",))
    assert told.visible(view, "a") == {"points": 2}
    assert told.moment({"turn": 3}) == "Turn 3"
