"""Lines of orders: which word of a wrong one is named, and what would have been understood there."""

from __future__ import annotations

import pytest

from engine.acme.game import GAME
from engine.core.order_lines import WrongOrder, read_order

ORDERS = GAME.orders


@pytest.mark.parametrize(
    ("line", "reason", "word", "known"),
    [
        ("lunch: noon", "kind", "lunch", "pass"),
        ("negate: never ever", "way", "never", "cheapest"),
        ("negate: any when sunny or home", "condition", "sunny", "lose 1-24"),
        ("negate: any when home or hits atlantis", "thing", "atlantis", "hits hattusha"),
        ("negate: any when leader mina", "thing", "mina", "leader vp"),
        ("negate: any when home; else dance", "way", "dance", "pass"),
        ("negate: any at once", "word", "at once", "when …"),
        ("losses: save home, atlantis", "thing", "atlantis", "last"),
        ("losses: save home, pay loot", "thing", "loot", "investments"),
        ("losses: save home, rest win", "way", "win", "ask"),
        ("losses: sve home", "way", "sve", "save …"),
        ("losses: mina when home", "word", "when", "up to 1-999"),
        ("losses: save", "thing", "save", "home"),
        ("losses: save home,,", "thing", "save", "cities"),
        ("gilgamesh: stay else pass", "word", "else", ""),
        ("loot: captives when disks 4", "thing", "4", "disks < 1-60"),
    ],
)
def test_the_word_that_is_not_understood_is_named_with_those_that_are(
    line: str, reason: str, word: str, known: str
) -> None:
    with pytest.raises(WrongOrder) as refused:
        read_order(ORDERS, line)
    assert (refused.value.why.key, refused.value.why.values["word"]) == (f"order.wrong.{reason}", word)
    assert known in refused.value.known if known else not refused.value.known


def test_of_a_long_word_only_its_beginning_is_shown() -> None:
    with pytest.raises(WrongOrder) as refused:
        read_order(ORDERS, "losses: save " + "x" * 300)
    assert len(str(refused.value.why.values["word"])) <= 60


@pytest.mark.parametrize(("line", "most"), [("losses: save " + "{}, " * 13, 12), ("negate: any when {}", 6)])
def test_who_names_too_much_is_told_how_much_can_be_named(line: str, most: int) -> None:
    areas = ["home", "deity", "cities", "last", "fertile", "bonus", "kaska", "pala", "zab", "lydia", "tyre", "judah"]
    typed = (
        line.format(*areas, "sinai") if "save" in line else line.format(" or ".join(f"lose {n}" for n in range(1, 8)))
    )
    with pytest.raises(WrongOrder) as refused:
        read_order(ORDERS, typed.rstrip(", "))
    assert (refused.value.why.key, refused.value.why.values["n"]) == ("order.wrong.many", most)
