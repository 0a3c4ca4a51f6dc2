"""What advances change in a purchase: credits of choice, discounts, free cards, better payment (CIV §18.4, §20)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.catalog import ADVANCES
from engine.civ.credits import price
from engine.civ.payment import means
from tests.civ.story import Phase

MEGA = ADVANCES["mega"]
FIFTIES = ["moon_ore_50a", "moon_ore_50b", "moon_ore_50c", "moon_ore_50d"]
SIXTY = "moon_ore_60a"


def buying(*held: str, scenario: str = "basic", **one: Any) -> Phase:
    options = one.pop("options", {})
    nations: dict[str, dict[str, Any]] = {"egypt": {"advances": list(held), **one}, "babylon": {}}
    return Phase("advances", scenario=scenario, nations=nations, options=options)


def held(phase: Phase) -> list[str]:
    return phase.s.nations["egypt"].advances


def offers(phase: Phase) -> list[tuple[str, ...]]:
    return [options for key, _, options in phase.asked if key == "advance.buy"]


def test_written_record_brings_ten_credits_in_any_colours() -> None:
    """CIV-196, CIV-RUL-035, mega:written_record: for good, from the next turn on."""
    phase = buying(hand=[SIXTY]).run(egypt=["written_record", ("arts:1", "religion:1")])
    assert phase.s.nations["egypt"].credits == {"arts": 5, "religion": 5}
    assert price(phase.s, "egypt", MEGA["sculpture"]) == 50 - 5
    assert price(phase.s, "egypt", MEGA["coinage"]) == 90 - MEGA["written_record"].gives["sciences"]
    assert "chose credits: {colour:arts} 5 and {colour:religion} 5" in phase.log()


def test_credits_of_choice_do_not_help_in_the_same_purchase() -> None:
    """CIV-191, CIV-196: of 110 the Sculpture of 50 takes all that is left."""
    phase = buying(hand=[SIXTY, FIFTIES[0]]).run(egypt=["written_record", "sculpture", "arts:2"])
    assert phase.s.nations["egypt"].hand == []
    assert phase.s.nations["egypt"].credits == {"arts": 10}


def test_monument_brings_twenty_in_steps_of_five() -> None:
    """CIV-196, CIV-RUL-035, mega:monument: 5, 5 and 10, but not 3 and 17; silence takes the lowest."""
    silent = buying(hand=FIFTIES, credits={"crafts": 10}).run(egypt=["monument"])
    assert silent.s.nations["egypt"].credits == {"crafts": 10, "sciences": 20}
    split = buying(hand=FIFTIES).run(egypt=["monument", ("crafts:1", "arts:1", "sciences:2")])
    assert split.s.nations["egypt"].credits == {"crafts": 5, "arts": 5, "sciences": 10}
    with pytest.raises(AssertionError, match="gets 1 to 4"):
        buying(hand=FIFTIES).run(egypt=["monument", ("crafts:3", "arts:17")])


def test_library_takes_40_off_one_other_card() -> None:
    """CIV-196, CIV-RUL-082, CIV-N-14, mega:library: 220 + 90 + 50 - 40 are 320, off the card that gains most."""
    phase = buying(hand=[*FIFTIES, SIXTY], treasury=40, credits={"arts": 20})
    phase.run(egypt=["library", "coinage", "sculpture"])
    assert held(phase) == ["library", "coinage", "sculpture"]
    assert (phase.s.nations["egypt"].hand, phase.treasury("egypt")) == ([], 0)


def test_a_card_of_30_costs_nothing_beside_the_library() -> None:
    """CIV-RUL-082: 40 off, and never below nothing."""
    phase = buying(hand=FIFTIES, treasury=20, credits={"crafts": 30}).run(egypt=["library", "pottery"])
    assert phase.treasury("egypt") == 0
    assert held(phase) == ["library", "pottery"]


def test_the_library_of_an_earlier_turn_takes_nothing_off() -> None:
    """CIV-196."""
    assert "pottery" not in buying("library", treasury=54).run().options("advance.buy")
    assert "sculpture" in buying("library", treasury=50).run().options("advance.buy")


def test_anatomy_brings_a_card_of_the_sciences_below_100() -> None:
    """CIV-196, CIV-RUL-082, mega:anatomy: silence the dearest; its credits wait."""
    money: dict[str, Any] = {"hand": [*FIFTIES, SIXTY], "treasury": 10}
    phase = buying(**money).run(egypt=["anatomy"])
    assert phase.options("advance.free") == ("coinage", "astronavigation", "empiricism", "written_record")
    assert held(phase) == ["anatomy", "coinage"]
    assert (phase.s.nations["egypt"].hand, phase.treasury("egypt")) == ([], 0)
    assert "{civ:egypt} got {advance:coinage} for free" in phase.log()


def test_credits_of_the_card_that_anatomy_brings_wait_for_the_next_turn() -> None:
    """CIV-191, CIV-196, mega:anatomy: 270 and 50, though Coinage gives 5 towards the civic Urbanism."""
    hand = [*FIFTIES, SIXTY, "moon_ore_45a", "ore_5a"]
    phase = buying(hand=hand, treasury=10).run(egypt=["anatomy", "coinage", "urbanism"])
    assert held(phase) == ["anatomy", "urbanism", "coinage"]
    assert (phase.s.nations["egypt"].hand, phase.treasury("egypt")) == ([], 0)
    assert MEGA["coinage"].gives["civics"] == 5


def test_a_card_already_chosen_may_be_the_one_that_anatomy_brings() -> None:
    """CIV-196, CIV-N-15: then it is not paid, and Written Record brings its credits all the same."""
    money: dict[str, Any] = {"hand": [*FIFTIES, SIXTY], "treasury": 30}
    phase = buying(**money, credits={"sciences": 40}).run(egypt=["written_record", "anatomy", "written_record"])
    assert held(phase) == ["anatomy", "written_record"]
    assert phase.s.nations["egypt"].credits["crafts"] == 10


def test_anatomy_brings_nothing_where_all_are_held() -> None:
    """CIV-196."""
    money: dict[str, Any] = {"hand": [*FIFTIES, SIXTY], "treasury": 10}
    phase = buying("coinage", "astronavigation", "empiricism", "written_record", **money).run(egypt=["anatomy"])
    assert "advance.free" not in phase.questions()
    assert held(phase)[-1] == "anatomy"


def test_with_mining_treasury_counts_double_in_a_purchase() -> None:
    """CIV-196, CIV-RUL-082, mega:mining: 25 tokens pay 50; of an odd price a half is lost."""
    phase = buying("mining", treasury=25)
    assert means(phase.s, "egypt") == 50
    assert phase.run(egypt=["sculpture"]).treasury("egypt") == 0
    odd = buying("mining", treasury=25, hand=["ore_1a"]).run(egypt=["sculpture", "ore_1a"])
    assert odd.treasury("egypt") == 0
    assert means(buying("mining", scenario="no_trading", treasury=25).s, "egypt") == 25


def test_with_trade_empire_one_card_counts_as_the_highest_of_its_pile() -> None:
    """CIV-196, CIV-RUL-082, CIV-N-14, mega:trade_empire: Moon Ore of 40 counts 60, once."""
    phase = buying("trade_empire", hand=["moon_ore_40a", "moon_ore_45a"])
    assert means(phase.s, "egypt") == 60 + 45
    one = buying("trade_empire", hand=["moon_ore_40a"]).run(egypt=["pottery"])
    assert held(one) == ["trade_empire", "pottery"]
    assert buying("trade_empire", hand=["water_4a"]).s.nations["egypt"].treasury == 0
    assert means(buying("trade_empire", hand=["water_4a"]).s, "egypt") == 10


def test_auto_pays_with_the_card_that_counts_for_more() -> None:
    """CIV-192, CIV-RUL-082: 60 by Moon Ore of 40 alone, not by 45 and Titanium."""
    hand = ["moon_ore_40a", "moon_ore_45a", "titanium_10a"]
    phase = buying("trade_empire", hand=hand).run(egypt=["pottery", "done", "auto"])
    assert phase.s.spent == ["moon_ore_40a"]


MINES = {"mining_bonus": True}


def test_by_option_mining_of_the_classic_deck_raises_one_card_of_four_piles() -> None:
    """CIV-248, classic:mining: Moon Ore of 40 counts 60, once a turn; Water does not; off by default."""
    hand = ["moon_ore_40a", "moon_ore_45a", "water_4a"]
    on = buying("engineering", "mining", scenario="no_trading", options=MINES, hand=hand)
    assert means(on.s, "egypt") == 60 + 45 + 4
    assert means(buying("mining", scenario="no_trading", hand=hand).s, "egypt") == 40 + 45 + 4
    assert means(buying(scenario="no_trading", options=MINES, hand=hand).s, "egypt") == 40 + 45 + 4
    waters = buying("mining", scenario="no_trading", options=MINES, hand=["water_4a"])
    assert means(waters.s, "egypt") == 4
    four = [("ore_1a", 5), ("titanium_7a", 13), ("ring_ore_30a", 50), ("moon_ore_40a", 60)]
    for card, value in four:
        assert means(buying("mining", scenario="no_trading", options=MINES, hand=[card]).s, "egypt") == value
