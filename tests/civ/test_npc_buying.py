"""What the computer buys: money cards that are worth more than they cost, and advances unless it saves for another."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.npc.decision import decide
from engine.civ.purchases import offered, plan
from engine.civ.state import State
from engine.core.ask import Request
from tests.civ.story import Phase
from tests.civ.test_money import NINE, drawing, wish

DONE = "done"


def answer(s: State, request: Request) -> tuple[str, str]:
    """What the computer answers for Egypt, and the name of its reason."""
    [ask] = request.to("egypt").asks
    made = decide(s, request, ask)
    return made.picks[0], made.why.key.removeprefix("why.civilization.")


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
    assert answer(s, plan(s, "egypt", offered(s, "egypt")).send(None)) == chosen
