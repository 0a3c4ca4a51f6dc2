"""Phase 12: prices, payment, hands (CIV §18)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.catalog import ADVANCES
from engine.civ.credits import price
from engine.civ.describe import advance_option
from engine.civ.game import GAME
from engine.civ.view import MoneyView
from tests.civ.story import Phase

CLASSIC, MEGA = ADVANCES["classic"], ADVANCES["mega"]


def buying(scenario: str = "no_trading", **one: Any) -> Phase:
    nations: dict[str, dict[str, Any]] = {"egypt": one, "babylon": {}}
    return Phase("advances", scenario=scenario, nations=nations)


def cost(card: str, *held: str, scenario: str = "no_trading", **one: Any) -> int:
    phase = buying(scenario, advances=list(held), **one)
    return price(phase.s, "egypt", (MEGA if scenario == "basic" else CLASSIC)[card])


@pytest.mark.parametrize("card", CLASSIC.values(), ids=lambda card: str(card.id))
def test_classic_credits_are_those_of_the_cards_held(card: Any) -> None:
    """CIV-190, CIV-193."""
    phase = buying(advances=[card.id])
    for other in CLASSIC.values():
        assert price(phase.s, "egypt", other) == max(0, other.price - card.gives.get(other.id, 0))


def test_credits_add_up_and_never_bring_a_price_below_nothing() -> None:
    """CIV-190."""
    assert cost("pottery", "cloth_making", "metalworking") == 45 - 20
    others = [c for c in CLASSIC if c not in {"drama_and_poetry", "literacy"}]
    assert cost("drama_and_poetry", *others) == 60 - 20
    assert cost("mysticism", *[c for c in MEGA if c != "mysticism"], scenario="basic") == 0


def test_mega_credits_are_the_higher_colour_and_the_chain() -> None:
    """CIV-194: Agriculture after Pottery and Masonry."""
    assert cost("agriculture", "pottery", "masonry", scenario="basic") == 120 - 20 - 10
    credit = {"crafts": 10}
    assert cost("agriculture", "pottery", "masonry", scenario="basic", credits=credit) == 80
    assert cost("engineering", "masonry", scenario="basic") == 160 - max(10, 5) - 10


PAIRS = [(card.id, need) for card in CLASSIC.values() for need in card.needs]


@pytest.mark.parametrize(("card", "need"), PAIRS)
def test_a_prerequisite_must_be_held_from_an_earlier_turn(card: str, need: str) -> None:
    """CIV-195."""
    values = ("50a", "50b", "50c", "50d", "55a", "55b", "55c", "60a")
    rich: dict[str, Any] = {"treasury": 55, "hand": [f"moon_ore_{value}" for value in values]}
    without = buying(**rich).run(egypt=[need, "done"])
    assert all(card not in options for key, _, options in without.asked if key == "advance.buy")
    held = buying(advances=[need], **rich).run()
    assert card in held.options("advance.buy")


def test_credits_of_this_turn_wait() -> None:
    """CIV-191: Pottery and Cloth Making together are 45 each."""
    phase = buying(hand=["moon_ore_45a", "moon_ore_45b"]).run(egypt=["pottery", "cloth_making"])
    assert phase.s.nations["egypt"].hand == []
    assert phase.s.nations["egypt"].advances == ["pottery", "cloth_making"]


def test_there_is_no_change_and_no_more_treasury_than_is_due() -> None:
    """CIV-192."""
    phase = buying(hand=["moon_ore_50a", "ore_3a"], treasury=9)
    phase.run(egypt=["pottery", "moon_ore_50a"])
    assert (phase.s.nations["egypt"].hand, phase.treasury("egypt")) == (["ore_3a"], 9)
    mixed = buying(hand=["moon_ore_40a", "ore_3a"], treasury=9).run(egypt=["pottery", "moon_ore_40a", "treasury"])
    assert (mixed.s.nations["egypt"].hand, mixed.treasury("egypt")) == (["ore_3a"], 4)


def test_treasury_pays_only_if_it_is_enough_for_the_rest() -> None:
    """CIV-192."""
    phase = buying(hand=["moon_ore_40a", "ore_3a"], treasury=2).run(egypt=["pottery", "moon_ore_40a"])
    options = [o for key, _, o in phase.asked if key == "advance.pay"]
    assert "treasury" not in options[0]
    assert phase.treasury("egypt") == 0


def test_auto_wastes_least() -> None:
    """CIV-192: 45 by 40 and 5, not by 50."""
    phase = buying(hand=["moon_ore_50a", "moon_ore_40a", "ore_5a"]).run(egypt=["pottery", "done", "auto"])
    assert phase.s.nations["egypt"].hand == ["moon_ore_50a"]


def test_silence_buys_nothing() -> None:
    """CIV-212."""
    phase = buying(hand=["moon_ore_50a"]).run()
    assert phase.s.nations["egypt"].advances == []


def test_a_locked_card_does_not_pay() -> None:
    """CIV-160, CIV-RUL-051."""
    phase = buying(hand=["moon_ore_50a"], locked=["moon_ore_50a"]).run()
    assert phase.asked == []


def test_what_is_spent_is_told_with_its_value() -> None:
    """CIV-031, CIV-RUL-011."""
    phase = buying(hand=["moon_ore_45a"]).run(egypt=["pottery"])
    assert "{money:moon_ore_45a}" in phase.log()
    assert GAME.view(phase.s, "babylon", []).spent == (MoneyView("moon_ore_45a", pile=9, value=45),)


NINE = [f"titanium_10{letter}" for letter in "abcdefghi"]


def test_eight_money_cards_stay() -> None:
    """CIV-197, NTV-27: of nine one goes, of the player's choice."""
    phase = buying(hand=NINE).run(egypt=["done", "titanium_10e"])
    assert phase.s.nations["egypt"].hand == [card for card in NINE if card != "titanium_10e"]
    assert phase.s.spent == ["titanium_10e"]


def test_with_roadbuilding_nine_stay() -> None:
    """CIV-197, mega:roadbuilding."""
    assert "hand.discard" not in buying("basic", hand=NINE, advances=["roadbuilding"]).run().questions()


def test_locked_cards_count_at_the_limit_and_may_be_discarded() -> None:
    """CIV-RUL-051: nine, two of them locked: one of any."""
    phase = buying(hand=NINE, locked=NINE[:2]).run(egypt=["done", NINE[0]])
    assert set(phase.options("hand.discard")) == set(NINE)
    assert phase.s.nations["egypt"].locked == [NINE[1]]


def test_all_buy_at_once_and_effects_come_in_the_order_of_the_track() -> None:
    """CIV-027, CIV-033, CIV-RUL-005, CIV-RUL-034."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"hand": ["moon_ore_45a"]}, "babylon": {"hand": ["moon_ore_45b"]}}
    phase = Phase("advances", nations=nations).run(egypt=["pottery"], babylon=["pottery"])
    lines = [line for line in phase.told if "bought" in line]
    assert [line.startswith("{civ:babylon}") for line in lines] == [True, False]


@pytest.mark.parametrize(
    ("one", "told"),
    [({"treasury": 45}, "with 45 from treasury."), ({"hand": ["moon_ore_45a"]}, "with {money:moon_ore_45a}.")],
)
def test_what_did_not_pay_is_not_told(one: dict[str, Any], told: str) -> None:
    """CIV §18.5: it was told that 0 of treasury paid."""
    lines = [line for line in buying(**one).run(egypt=["pottery"]).told if "bought" in line]
    assert lines == [f"{{civ:egypt}} bought {{advance:pottery}} {told}"]


def test_a_price_that_is_the_printed_one_is_said_once() -> None:
    """It said `45 now, printed 45`."""
    assert advance_option(buying().s, "egypt", "pottery")[1] == "45, as printed"
    held = buying(advances=["cloth_making"])
    assert advance_option(held.s, "egypt", "pottery")[1] == "35 now (printed 45)"
