"""What somebody who gives an order in Advanced Civilization is told: what of it cannot come about as things stand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.doubting import DOUBT
from engine.civ.game import GAME
from engine.civ.orders import KINDS
from engine.core import notation
from engine.core.order_lines import read_order
from engine.core.said import NOTHING, Said
from engine.core.text import catalogue, languages, sentence, speaking
from tests.civ.story import position
from tests.translated import speaks

ORDERS = GAME.orders
ALONE = {"fayum": "egypt 4", "memphis": "egypt city", "cyrene": "babylon 3"}
BESIDE = {"fayum": "egypt 4 babylon 1", "memphis": "egypt city", "cyrene": "babylon 3", "rome": "egypt 1 neutral 1"}


def seen(deck: str = "mega", **egypt: Any) -> dict[str, Any]:
    """What Egypt sees in its movement."""
    areas, nations = egypt.pop("areas", ALONE), {"egypt": egypt, "babylon": {}}
    options = {"deck": deck, "track": "basic" if deck == "mega" else "classic"}
    told = position("movement", turn=3, areas=areas, order=["egypt", "babylon"], nations=nations, options=options)
    view: dict[str, Any] = notation.load(GAME, told).view("egypt")
    return view


def doubted(line: str, view: dict[str, Any]) -> list[str]:
    """Which doubts there are about that order, with what they are about."""
    found = []
    for one in ORDERS.doubts(read_order(ORDERS, line), view, "egypt"):
        what = one.values.get("what", NOTHING)
        numbers = [str(value) for value in one.values.values() if isinstance(value, int)]
        said = sentence(what) if isinstance(what, Said) else ""
        found.append(" ".join([one.key.removeprefix(f"{DOUBT}."), *numbers, *([said] if said else [])]))
    return found


@pytest.mark.parametrize(
    ("line", "advances", "doubts"),
    [
        ("tax: last", [], ["tax 2"]),
        ("tax: 3", [], ["tax 2"]),
        ("tax: last", ["monarchy"], []),
        ("tax: 1", ["monarchy"], ["rates 2 3"]),
        ("tax: 3", ["monarchy"], []),
        ("tax: 4", ["coinage"], ["rates 1 3"]),
        ("tax: 1", ["coinage"], []),
        ("tax: 4", ["coinage", "monarchy"], []),
    ],
)
def test_a_tax_rate_that_cannot_be_named_is_doubted(line: str, advances: list[str], doubts: list[str]) -> None:
    """CIV §5.2: 2; Coinage 1 to 3, Monarchy 2 or 3, both 1 to 4."""
    assert doubted(line, seen(advances=advances)) == doubts


@pytest.mark.parametrize("way", ["roll", "aside"])
@pytest.mark.parametrize(("space", "doubts"), [(1, ["stand"]), (5, [])])
def test_who_is_not_exempt_cannot_choose_whether_to_roll(way: str, space: int, doubts: list[str]) -> None:
    """CIV §13.2: the fifth space is followed by one that asks for more cities than one."""
    view = seen(space=space)
    assert view["nations"]["egypt"]["exempt"] is not bool(doubts)
    assert doubted(f"stand: {way}", view) == doubts
    assert doubted(f"stand: {way}", {**view, "turn": 0}) == []


@pytest.mark.parametrize(
    ("deck", "advances", "doubts"),
    [
        ("mega", ["monarchy"], ["abilities"]),
        ("mega", ["monarchy", "diaspora"], []),
        ("mega", ["monotheism"], []),
        ("classic", ["monotheism"], []),
        ("classic", ["coinage"], ["abilities"]),
    ],
)
def test_who_has_no_ability_is_never_asked_for_one(deck: str, advances: list[str], doubts: list[str]) -> None:
    """CIV §17."""
    assert doubted("abilities: none", seen(deck, advances=advances)) == doubts


def test_who_is_to_stay_is_asked_where_others_stand() -> None:
    """CIV-213: an order to hold does nothing where others have come; Barbarians are others, and the own city is not."""
    assert doubted("move: hold", seen()) == []
    assert doubted("move: hold", seen(areas=BESIDE)) == ["move {area:fayum} and {area:rome}"]


@pytest.mark.parametrize("name", sorted(KINDS.keys() - {"tax", "stand", "abilities", "move"}))
def test_nothing_else_is_doubted(name: str) -> None:
    assert [doubted(f"{name}: {way}", seen(areas=BESIDE)) for way in KINDS[name].ways] == [[] for _ in KINDS[name].ways]


@pytest.mark.parametrize("language", [one for one in languages() if speaks(one, "civ")])
def test_doubts_have_words_in_every_language(language: str) -> None:
    kinds = ("tax", "rates", "stand", "abilities", "move")
    assert {f"{DOUBT}.{kind}" for kind in kinds} <= catalogue(language).keys()
    with speaking(language):
        (said,) = ORDERS.doubts(read_order(ORDERS, "move: hold"), seen(areas=BESIDE), "egypt")
        assert "{area:rome}" in sentence(said)
