"""Dividing a sum among options: one notation, one place that says what is legal, and answers for whoever asks."""

from __future__ import annotations

import random

import pytest

from engine.core.ask import Ask, Request, divide
from engine.core.reading import read
from tests.core.policy import legal
from tests.facts import fact

pytestmark = pytest.mark.usefixtures("fair_texts")
SEVEN = Ask("a", ("tyre", "area:judah", "zab"), 1, 3, caps=(4, 3, 2), total=7)


@pytest.mark.parametrize(
    "picks",
    [
        ("tyre:4", "area:judah:3"),
        ("area:judah:3", "tyre:4"),
        ("tyre:2", "area:judah:3", "zab:2"),
        ("zab:2", "tyre:4", "area:judah:1"),
    ],
)
def test_the_parts_are_named_in_any_order_and_add_up(picks: tuple[str, ...]) -> None:
    assert SEVEN.refusal(picks) is None
    assert sum(SEVEN.parts(picks).values()) == 7
    assert list(SEVEN.parts(picks)) == [o for o in SEVEN.options if o in SEVEN.parts(picks)]


@pytest.mark.parametrize(
    ("picks", "why"),
    [
        ((), "7 are to be divided, not 0"),
        (("tyre:4",), "7 are to be divided, not 4"),
        (("tyre:4", "area:judah:3", "zab:1"), "7 are to be divided, not 8"),
        (("tyre:5", "zab:2"), "'tyre' gets 1 to 4"),
        (("tyre:4", "area:judah:3", "zab:0"), "'zab' gets 1 to 2"),
        (("tyre:4", "area:judah:3", "zab:-1"), "'zab' gets 1 to 2"),
        (("tyre:2", "tyre:2", "area:judah:3"), "named twice"),
        (("tyre:4", "susa:3"), "'susa' is not one of the options"),
        (("tyre", "area:judah:3"), "'tyre'"),
        (("tyre:04", "area:judah:3"), "'tyre' gets 1 to 4"),
        (("tyre:٤", "area:judah:3"), "'tyre' gets 1 to 4"),
        (("tyre:" + "9" * 5000,), "'tyre' gets 1 to 4"),
        ((":7",), "not one of the options"),
    ],
)
def test_what_is_no_division_is_refused_with_a_reason(picks: tuple[str, ...], why: str) -> None:
    assert why in str(SEVEN.refusal(picks))


@pytest.mark.parametrize("seed", range(40))
def test_whoever_deals_out_one_by_one_makes_a_legal_answer(seed: int) -> None:
    rng = random.Random(seed)
    caps = tuple(rng.randint(1, 5) for _ in range(rng.randint(1, 8)))
    ask = Ask("a", tuple(f"o{i}" for i in range(len(caps))), 1, len(caps), caps=caps, total=rng.randint(1, sum(caps)))
    assert ask.refusal(ask.deal_out(rng.choice)) is None
    assert ask.refusal(legal(Request("k", fact("?"), (ask,)), ask, str(seed))) is None


@pytest.mark.parametrize("said", ["tyre 4", "4 tyre", "Tyre 4", "tyre:4", "tyre=4", " 4  Tyre "])
def test_a_part_may_be_spelled_otherwise(said: str) -> None:
    assert read(SEVEN, [said, "judah 3"]) == ("tyre:4", "area:judah:3")


def test_what_is_no_part_is_left_as_it_is() -> None:
    assert read(SEVEN, ["tyre", "4", "2 tyre 4", "tyre 0"]) == ("tyre", "4", "2 tyre 4", "tyre 0")


def asked(most: dict[str, int], total: int, *, always: bool = False) -> Request | dict[str, int]:
    """The question put, or what comes of it unasked."""
    flow = divide("a", "fair.coins", most, total, always=always)
    try:
        found = flow.send(None)
    except StopIteration as end:
        return dict(end.value)
    flow.close()
    assert isinstance(found, Request)
    return found


@pytest.mark.parametrize(
    ("most", "total", "comes"),
    [
        ({}, 3, {}),
        ({"x": 0}, 3, {}),
        ({"x": 5}, 3, {"x": 3}),
        ({"x": 1, "y": 2}, 9, {"x": 1, "y": 2}),
        ({"x": 1, "y": 2}, 0, {}),
    ],
)
def test_what_leaves_no_choice_is_not_asked(most: dict[str, int], total: int, comes: dict[str, int]) -> None:
    assert asked(most, total) == comes


def test_the_question_says_how_much_and_how_much_each() -> None:
    found = asked({"x": 9, "y": 2, "z": 0}, 4)
    assert isinstance(found, Request)
    assert (found.prompt, found.asks) == (
        "Divide 4 coins among the stalls.",
        (Ask("a", ("x", "y"), 1, 2, caps=(4, 2), total=4),),
    )


def test_where_asking_keeps_a_secret_one_option_is_asked_about_too() -> None:
    found = asked({"x": 9}, 4, always=True)
    assert isinstance(found, Request)
    assert found.asks[0].refusal(("x:4",)) is None
    none = asked({"x": 9}, 0, always=True)
    assert isinstance(none, Request)
    assert none.asks[0].refusal(()) is None
