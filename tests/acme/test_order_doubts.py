"""What somebody who gives an order is told: what of it cannot come about as things stand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.doubting import DOUBT
from engine.acme.game import GAME
from engine.core.order_lines import read_order, read_orders
from engine.core.said import NOTHING, Said
from engine.core.text import catalogue, languages, sentence, speaking
from tests.acme.cards.tables import duel
from tests.translated import speaks

ORDERS = GAME.orders


def seen(**changed: Any) -> dict[str, Any]:
    """What Egypt sees: it holds Siege Master and has an Investment; the Hittites are a person's, no NPC plays."""
    story = duel({"thebes": "egypt 3"}, egypt={"hand": [16], "investments": {"18": 1}}, hittites={"hand": [28]})
    view: dict[str, Any] = story.table.view("egypt")
    return {**view, **changed}


def doubted(line: str, view: dict[str, Any]) -> list[str]:
    """Which doubts there are about the orders of that line, with what they are about."""
    found = [one for order in read_orders(ORDERS, line) for one in ORDERS.doubts(order, view, "egypt")]
    named = (one.values.get("what", NOTHING) for one in found)
    said = [sentence(what) if isinstance(what, Said) else "" for what in named]
    return [f"{one.key.removeprefix(f'{DOUBT}.')} {what}".strip() for one, what in zip(found, said, strict=True)]


@pytest.mark.parametrize(
    ("line", "doubts"),
    [
        ("losses: save thebes, home, rest lose", []),
        ("losses: save thebes, parthia, aria, rest lose", ["areas {area:parthia} and {area:aria}"]),
        ("negate: any when hits parthia or home", ["areas {area:parthia}"]),
        ("negate: any when by hittites or by enemy", []),
        ("negate: any when by sumer", ["civs {civ:sumer}"]),
        ("commit: put 16; in thebes; against hittites, leader, barbarians", []),
        ("commit: put 32; against sumer", ["civs {civ:sumer}", "cards {card:32}"]),
        ("negate: 28 when home", ["cards {card:28}"]),
        ("negate: any when home else 27", ["cards {card:27}"]),
        ("negate: pass up to 3", []),
        ("buy: 2", []),
        ("storehouse: 1", []),
        ("negate-keep: 2", []),
        ("discard: throw 16, competition; keep negates; rest least", []),
        ("discard: throw 18, keep 73", ["cards {card:73}"]),
        ("loot-deity: return sky god; rest none", ["deities {deity:sky_god}"]),
        ("gilgamesh: stay", []),
        ("peace: none", ["peace"]),
        ("peace: mina 1 to hittites while war", ["persons {civ:hittites}", "peace", "peace"]),
        ("pass: this turn", []),
    ],
)
def test_whoever_names_what_is_not_there_is_told_so(line: str, doubts: list[str]) -> None:
    view = seen()
    assert "parthia" not in view["areas"]
    assert doubted(line, view) == doubts


def test_peace_can_be_offered_where_an_npc_plays() -> None:
    """Playbook, NPC Hostility; a historical scenario settles the relations of its NPCs itself."""
    view = seen()
    view["civs"]["hittites"]["npc"] = True
    assert doubted("peace: offer hittites", view) == []
    assert doubted("peace: offer hittites", {**view, "scenario": "sargon"}) == ["peace"]


def test_a_captured_deity_can_be_returned() -> None:
    view = seen()
    view["civs"]["egypt"]["captured"] = {"sky_god": "hittites"}
    assert doubted("loot-deity: return sky god; rest none", view) == []


@pytest.mark.parametrize(("scenario", "doubts"), [("standard", []), ("sargon", []), ("alexander", ["gilgamesh"])])
def test_where_nobody_returns_nothing_is_ordered_for_gilgamesh(scenario: str, doubts: list[str]) -> None:
    """RUL-123: an order to stay answers what is never asked there."""
    assert doubted("gilgamesh: stay", seen(scenario=scenario)) == doubts


@pytest.mark.parametrize(
    ("changed", "doubts"),
    [({"passed": ["egypt"]}, ["passed"]), ({"passed": ["hittites"]}, []), ({"phase": "reckoning"}, ["passed"])],
)
def test_who_has_passed_orders_nothing_for_this_turn(changed: dict[str, Any], doubts: list[str]) -> None:
    """RUL-044: a pass is final for the phase."""
    assert doubted("pass: this turn", seen(**changed)) == doubts
    assert doubted("pass: always", seen(**changed)) == []


@pytest.mark.parametrize("language", [one for one in languages() if speaks(one, "acme")])
def test_doubts_have_words_in_every_language(language: str) -> None:
    kinds = ("areas", "civs", "persons", "cards", "deities", "peace", "gilgamesh", "passed")
    assert {f"{DOUBT}.{kind}" for kind in kinds} <= catalogue(language).keys()
    with speaking(language):
        (said,) = ORDERS.doubts(read_order(ORDERS, "negate: any when by sumer"), seen(), "egypt")
        assert "sumer" in sentence(said)
