"""Lines of orders: which word of a wrong one is named, and what would have been understood there."""

from __future__ import annotations

import pytest

from engine.acme.game import GAME
from engine.core.order_lines import WrongOrder, kinds_named, read_order, read_orders

ORDERS = GAME.orders


@pytest.mark.parametrize(
    ("line", "reason", "word", "known"),
    [
        ("lunch: noon", "kind", "lunch", "pass"),
        ("negate: rarely", "way", "rarely", "cheapest"),
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
        ("losses: mina this turn", "word", "this turn", "up to 1-999"),
        ("pass: always this", "word", "this", "this turn"),
        ("pass: this evening", "way", "this", "always"),
        ("draw: keep 9", "thing", "9", "mina1"),
        ("peace: mina", "way", "mina", "none"),
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


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (
            "fight: pay 2 mina, until share; lose white, cube, disk",
            "removal: pay mina2, until share, give white, cube, disk, rest lose",
        ),
        ("fight: lose white, disk; else mina", "removal: give white, disk, rest mina"),
        ("fight: lose", "removal: lose"),
        ("fight: pay 0", "removal: lose"),
        (
            "loss: save home, deity, cities; pay mina, spare; keep mina 1; else lose",
            "loss: save home, deity, cities, pay mina, cards, keep mina1, rest lose",
        ),
        ("loss: save area judah; pay mina; else ask", "loss: save judah, pay mina, rest ask"),
        (
            "loss: save all; pay any card, investment; ask if > 3",
            "loss: save all, pay cards, investments, up to 3, rest lose",
        ),
        ("loss: save none", "loss: lose"),
        ("losses: save none", "losses: lose"),
        ("loss: mina ask if > 4", "loss: mina up to 4"),
        ("draw: buy 1 while mina >= 2", "buy: 1 when holding 2"),
        ("draw: buy 0", "buy: 0"),
        ("draw: keep 2", "buy: keep mina2, rest full"),
        ("draw: keep 1 mina; else 2", "buy: keep mina1, rest 2"),
        ("pass: this turn", "pass: always this turn"),
        ("pass: always this turn", "pass: always this turn"),
        ("pass: this turn up to 2 unless home", "pass: always this turn up to 2 unless home"),
        ("peace: offer to Sumer while war", "peace: offer sumer, rest none"),
        ("before: nothing", "before: none"),
        ("commit: nothing", "commit: none"),
        ("commit: judah: siege master", "commit: in judah, put 16, rest none"),
        (
            "commit: judah, kaska: siege master, white; only if others commit",
            "commit: in judah, kaska, put 16, white, if others, rest none",
        ),
        ("discard: spare", "discard: least"),
        ("negate: any cheapest when lose >= 3 or deity", "negate: cheapest when lose 3 or deity"),
        ("negate: never", "negate: pass"),
        ("late: orders, then npc once", "late: npc"),
        ("late: npc until back", "late: back"),
    ],
)
def test_one_thing_may_be_typed_in_several_words(line: str, kept: str) -> None:
    """What is kept is read as the same order."""
    order = read_order(ORDERS, line)
    assert order.line == kept
    assert read_order(ORDERS, kept) == order


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


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("peace: mina 1 to sumer while war", ["peace: offer sumer, rest none", "peace-gift: mina"]),
        ("peace: 1 mina to Sumer, akkad while war", ["peace: offer sumer, akkad, rest none", "peace-gift: mina"]),
        ("peace: offer sumer", ["peace: offer sumer, rest none"]),
        ("peace: none", ["peace: none"]),
        ("before-growth: none", ["retire: none", "resettle: none", "granary: no", "storehouse: 0"]),
    ],
)
def test_one_line_may_give_several_orders(line: str, kept: list[str]) -> None:
    """ACME-HOST-03, HOST-05: to whom peace is offered and what is given with it are asked one after the other."""
    assert [order.line for order in read_orders(ORDERS, line)] == kept


def test_what_is_named_in_a_line_that_gives_several_orders_has_to_be_known() -> None:
    with pytest.raises(WrongOrder) as refused:
        read_orders(ORDERS, "peace: mina 1 to atlantis while war")
    assert (refused.value.kind, refused.value.why.values["word"]) == ("peace", "1 to atlantis while war")
    assert "sumer" in refused.value.known


def test_what_several_orders_are_given_by_is_ended_kind_by_kind_where_it_is_one_itself() -> None:
    assert kinds_named(ORDERS, "peace") == ("peace",)
    assert kinds_named(ORDERS, "before-growth") == ("retire", "resettle", "granary", "storehouse")
