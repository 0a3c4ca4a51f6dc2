"""What the computer buys: money cards that are worth more than they cost, and advances unless it saves for another."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from engine.civ.npc.decision import Decision, decide
from engine.civ.purchases import offered_prices, plan
from engine.civ.state import State
from engine.core.ask import Request
from tests.civ.story import Phase
from tests.civ.test_money import NINE, drawing, wish

DONE = "done"


def answer(s: State, request: Request, level: str = "") -> tuple[str, str]:
    """What the computer answers for Egypt, and the name of its reason."""
    return reasoned(answers(s, request, level)["egypt"])


def answers(s: State, request: Request, level: str = "") -> dict[str, Decision]:
    """What the computer answers for each seat that is asked."""
    found = dict[str, Decision]()
    for seat in [ask.seat for ask in request.asks]:
        [ask] = request.to(seat).asks
        found[seat] = decide(s, request.to(seat), ask, level)
        assert ask.refusal(found[seat].picks) is None
    return found


def reasoned(made: Decision) -> tuple[str, str]:
    """The picks of an answer, and the name of its reason."""
    return " ".join(made.picks), made.why.key.removeprefix("why.civilization.")


def decided(phase: Phase, level: str = "") -> list[tuple[str, str]]:
    """All that the computer answers for Egypt in the present step, one after another, with its reasons."""
    flow, found = phase.flow(), list[tuple[str, str]]()
    with suppress(StopIteration):
        request = flow.send(None)
        while True:
            made = answers(phase.s, request, level)
            found += [reasoned(one) for seat, one in made.items() if seat == "egypt"]
            request = flow.send({seat: one.picks for seat, one in made.items()})
    return found


def purchase(scenario: str, *, options: dict[str, Any] | None = None, **egypt: Any) -> list[tuple[str, str]]:
    """What the computer answers when Egypt, which has one city, buys advances."""
    areas = {"thebes": "egypt city", "upper_egypt": "egypt 4"}
    nations: dict[str, dict[str, Any]] = {"egypt": egypt, "babylon": {}}
    return decided(Phase("advances", scenario=scenario, nations=nations, areas=areas, options=options or {}))


def bought(scenario: str, **egypt: Any) -> list[str]:
    """The advances that it buys then, in the order in which it chooses them."""
    return [picked for picked, why in purchase(scenario, **egypt) if why in {"advance", "demand"}]


def card_bought(phase: Phase) -> tuple[str, str]:
    """The pile of which it buys a card after its draw, and why."""
    return answer(phase.s, phase.flow().send(None))


@pytest.mark.parametrize(
    ("n", "bought"),
    [
        (1, (DONE, "no_card")),
        (2, (DONE, "no_card")),
        (5, (DONE, "no_card")),
        (6, ("6", "card")),
        (7, ("7", "card")),
        (9, ("9", "card")),
    ],
)
def test_the_computer_pays_eighteen_for_a_card_of_the_sixth_pile_or_a_higher_one(
    n: int, bought: tuple[str, str]
) -> None:
    """CIV-130, CIV-223: cards of pile 5 are worth 17 on average, those of pile 6 are worth 20."""
    assert card_bought(drawing(n, treasury=18, wishes=wish(n, later=True))) == bought


@pytest.mark.parametrize(("stock", "bought"), [(9, ("1", "card")), (10, (DONE, "no_card"))])
def test_with_less_than_ten_in_stock_the_computer_buys_any_card(stock: int, bought: tuple[str, str]) -> None:
    """CIV-130, CIV-223: what it pays comes back to stock, and is wanted there for taxes and growth."""
    areas = {"thebes": "egypt city", "nubia": f"egypt {37 - stock}"}
    nations: dict[str, dict[str, Any]] = {"egypt": {"treasury": 18}, "babylon": {}}
    phase = Phase("cards", order=["egypt"], nations=nations, areas=areas, wishes=wish(1, later=True))
    assert phase.stock("egypt") == stock
    assert card_bought(phase) == bought


@pytest.mark.parametrize(
    ("n", "advance", "bought"),
    [
        (5, "cartography", ("2", "card")),
        (4, "rhetoric", (DONE, "no_card")),
        (7, "cartography", ("7", "card")),
        (8, "mining", ("8", "card")),
    ],
)
def test_of_several_piles_the_computer_buys_where_it_gains_most(n: int, advance: str, bought: tuple[str, str]) -> None:
    """CIV-135, CIV-223: Water for 5 is worth 7, Titanium for 9 is worth 10, which is not enough for a card."""
    phase = drawing(n, treasury=18, advances=advance, scenario="basic", wishes=wish(n, later=True))
    assert card_bought(phase) == bought


@pytest.mark.parametrize(
    ("cities", "means", "chosen"),
    [
        (1, 99, ("drama_and_poetry", "advance")),
        (1, 100, (DONE, "save")),
        (2, 81, ("drama_and_poetry", "advance")),
        (2, 82, (DONE, "save")),
        (1, 109, (DONE, "save")),
        (1, 110, ("literacy", "advance")),
    ],
)
def test_the_computer_saves_for_what_its_track_asks_if_two_turns_bring_it(
    cities: int, means: int, chosen: tuple[str, str]
) -> None:
    """CIV-223: Literacy, the cheapest advance of 100 and more, costs 110; a city brings 2 of taxes and an Ore of 3 on
    average each turn, a second city 2 and a Water of 7.
    """
    egypt: dict[str, Any] = {"treasury": means - 60, "hand": ["moon_ore_60a"], "space": 10}
    areas = {**dict.fromkeys(NINE[:cities], "egypt city"), "upper_egypt": "egypt 4"}
    s = Phase("advances", scenario="basic", nations={"egypt": egypt, "babylon": {}}, areas=areas).s
    assert answer(s, plan(s, "egypt", offered_prices(s, "egypt")).send(None)) == chosen


FOUR_COLOURS = (
    *("pottery", "cloth_making", "metalworking", "agriculture", "astronomy", "coinage"),
    *("mysticism", "deism", "drama_and_poetry"),
)


@pytest.mark.parametrize("cities", [3, 4])
@pytest.mark.parametrize(
    ("treasury", "chosen"),
    [(24, ("done", "save")), (25, ("literacy", "demand")), (35, ("literacy", "demand"))],
)
def test_the_colour_that_its_track_asks_comes_first_and_is_saved_for(
    cities: int, treasury: int, chosen: tuple[str, str]
) -> None:
    """CIV §19.2, CIV-223: Early Iron asks nine advances, all five colours and four cities; Literacy, the cheapest
    with the fifth, costs 85. Engineering for 60 is worth more otherwise, and so are Music and it together.
    """
    areas = {**dict.fromkeys(NINE[:cities], "egypt city"), "upper_egypt": "egypt 9"}
    egypt = {"advances": [*FOUR_COLOURS], "space": 9, "hand": ["moon_ore_60a"], "treasury": treasury}
    assert decided(Phase("advances", nations={"egypt": egypt, "babylon": {}}, areas=areas))[0] == chosen


def test_what_the_marker_needs_together_is_bought_together() -> None:
    """CIV §19.2, CIV-223: the eighth and ninth advance, one of them with the fifth colour."""
    areas = {**dict.fromkeys(NINE[:4], "egypt city"), "upper_egypt": "egypt 9"}
    hand = ["moon_ore_60a", "moon_ore_55a", "titanium_10a"]
    egypt = {"advances": [*FOUR_COLOURS[:7], "drama_and_poetry"], "space": 9, "hand": hand, "treasury": 10}
    made = decided(Phase("advances", nations={"egypt": egypt, "babylon": {}}, areas=areas))
    assert [picked for picked, why in made if why == "demand"] == ["literacy"]


def test_while_it_saves_the_computer_takes_what_costs_it_nothing() -> None:
    """CIV-190, CIV-223: 50 of credits pay for Mysticism; Fundamentalism costs 100 then, one more than it has."""
    egypt: dict[str, Any] = {"treasury": 39, "hand": ["moon_ore_60a"], "space": 10, "credits": {"religion": 50}}
    assert bought("basic", **egypt) == ["mysticism"]


def test_the_computer_takes_a_great_advance_that_meets_a_demand_alone_and_a_small_one_for_the_rest() -> None:
    """CIV-223, demand:expert: Middle Bronze asks five points, and Democracy is worth six; 50 are left."""
    hand = ["moon_ore_55a", "moon_ore_55b", "moon_ore_55c", "moon_ore_60a"]
    assert bought("expert", hand=hand, treasury=45, space=4) == ["democracy", "cloth_making"]


@pytest.mark.parametrize(
    ("rule", "chosen"),
    [("below_100", ["pottery", "cloth_making", "mysticism"]), ("at_least_100", ["agriculture"])],
)
def test_the_computer_buys_the_advances_that_the_iron_age_of_experts_counts(rule: str, chosen: list[str]) -> None:
    """CIV-206, CIV-223: many below 100, or at this table the cheapest of 100; its great ones have the points."""
    great = ["theology", "monotheism", "philosophy", "democracy"]
    egypt: dict[str, Any] = {"advances": great, "hand": ["moon_ore_60a", "moon_ore_55a"], "treasury": 25, "space": 13}
    assert bought("expert", options={"deck": "classic", "expert_cost_rule": rule}, **egypt) == chosen


@pytest.mark.parametrize(
    ("stock", "hand", "treasury"), [(10, ["titanium_10a"], 0), (15, ["titanium_10a"], 0), (16, [], 10)]
)
def test_the_computer_pays_out_of_treasury_where_stock_is_short_for_taxes(
    stock: int, hand: list[str], treasury: int
) -> None:
    """CIV-192, CIV-223: with more than three in stock for each of five cities it hands in Titanium instead."""
    areas = {**dict.fromkeys(NINE[:5], "egypt city"), "upper_egypt": f"egypt {45 - stock}"}
    egypt: dict[str, Any] = {"hand": ["moon_ore_50a", "titanium_10a"], "treasury": 10}
    phase = Phase("advances", nations={"egypt": egypt, "babylon": {}}, areas=areas)
    assert (phase.stock("egypt"), decided(phase)[0]) == (stock, ("music", "advance"))
    assert (phase.s.nations["egypt"].hand, phase.treasury("egypt")) == (hand, treasury)


def test_democracy_printed_at_200_meets_the_demand_for_advances_of_200() -> None:
    """CIV-223, CIV-247, demand:basic: three of 200 for Late Iron; Agriculture and two others would cost as much."""
    held = ["law", "cloth_making", "engineering", "music", "literacy"]
    egypt = {"advances": held, "hand": ["moon_ore_60a", "moon_ore_50a", "moon_ore_50b"], "treasury": 10, "space": 13}
    assert bought("basic", options={"deck": "classic"}, **egypt) == ["democracy", "pottery"]


def test_of_the_sciences_below_100_that_anatomy_brings_the_computer_takes_the_dearest() -> None:
    """CIV §18.4, CIV-223: Coinage of 90."""
    hand = ["moon_ore_60a", "moon_ore_50a", "moon_ore_50b"]
    chosen = purchase("basic", credits={"sciences": 160}, advances=["medicine", "library"], hand=hand)
    assert chosen[chosen.index(("anatomy", "advance")) + 1] == ("coinage", "free")


def test_credits_of_choice_go_where_most_is_still_to_be_bought() -> None:
    """CIV-RUL-035, CIV-223: in crafts; of the civics, which are the least to pay for, Egypt has Democracy already."""
    chosen = purchase("basic", advances=["democracy"], hand=["moon_ore_60a", "moon_ore_50a"])
    assert ("written_record", "advance") in chosen
    assert ("crafts:2", "credits") in chosen
