"""A position that play cannot reach is told from one that it can, by what is wrong with it (CIV §23)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.game import GAME
from engine.civ.state import State
from engine.core import notation
from tests.civ.story import Phase, position

NINE = ("alexandria", "memphis", "tanis", "gaza", "jerusalem", "tyre", "sidon", "damascus", "petra")
UNITS = {"thebes": "egypt 3", "tanis": "egypt city", "susa": "babylon 2"}


def sound(phase: str = "tax", areas: dict[str, str] | None = None, **tables: Any) -> State:
    """A position in which all is as it should be, to be broken."""
    s = Phase(phase, areas=areas or UNITS, **tables).s
    assert GAME.problems(s) == []
    return s


def test_a_token_too_many_is_named() -> None:
    """CIV §23.1."""
    s = sound()
    s.nations["egypt"].stock += 1
    assert GAME.problems(s) == ["egypt has 56 tokens, 53 in stock, 0 in treasury"]


@pytest.mark.parametrize(("stock", "treasury"), [(-1, 53), (53, -1)])
def test_neither_stock_nor_treasury_is_below_nothing(stock: int, treasury: int) -> None:
    """CIV §23.1: the sum of all tokens may be right all the same."""
    s = sound()
    s.nations["egypt"].stock, s.nations["egypt"].treasury = stock, treasury
    assert GAME.problems(s) == [f"egypt has 55 tokens, {stock} in stock, {treasury} in treasury"]


def test_those_aboard_a_ship_are_not_missing() -> None:
    """CIV §8.4, §23.1: of three tokens two are at sea."""
    units = {"tanis": "egypt 3", "susa": "babylon 2"}
    table = notation.load(
        GAME, position("movement", order=["egypt", "babylon"], areas=units, ships={"egypt": ["tanis"]})
    )
    table.submit("egypt", "tanis~gaza+2")
    assert table.state.tokens == {"tanis": {"egypt": 1}, "susa": {"babylon": 2}}
    assert table.problems() == []


def test_a_tenth_city_is_named() -> None:
    """CIV §23.1: nine are on the board."""
    s = sound(areas=dict.fromkeys(NINE, "egypt city"))
    s.cities["thebes"] = "egypt"
    assert GAME.problems(s) == ["egypt has 10 cities and 0 ships"]


def test_a_fifth_ship_is_named() -> None:
    """CIV §23.1: four are on the board."""
    s = sound(ships={"egypt": ["tanis"] * 4})
    s.nations["egypt"].ships.append("tanis")
    assert GAME.problems(s) == ["egypt has 1 cities and 5 ships"]


@pytest.mark.parametrize("where", ["londinium", "atlantis"])
def test_nothing_stands_outside_the_map_in_play(where: str) -> None:
    """CIV §3.1: Londinium lies on the Western Extension."""
    s = sound()
    s.tokens[where], s.cities[where] = {"neutral": 1}, "neutral"
    assert GAME.problems(s) == [f"{where} holds {{'neutral': 1}}", f"a city of neutral stands in {where}"]


def test_only_those_who_play_and_the_neutral_owner_have_units() -> None:
    """CIV §2.4: Crete is not at the table."""
    s = sound(areas={**UNITS, "knossos": "neutral 1", "rome": "neutral city"})
    s.tokens["sparta"], s.cities["athens"] = {"crete": 1}, "crete"
    assert GAME.problems(s) == ["sparta holds {'crete': 1}", "a city of crete stands in athens"]


@pytest.mark.parametrize("here", [{}, {"egypt": 0}, {"babylon": 0, "egypt": 1}])
def test_who_has_no_tokens_in_an_area_is_not_noted_there(here: dict[str, int]) -> None:
    s = sound()
    s.tokens["memphis"] = here
    s.nations["egypt"].stock -= sum(here.values())
    assert GAME.problems(s) == [f"memphis holds {here}"]


@pytest.mark.parametrize("harbour", ["thebes", "delphi", "londinium"])
def test_a_ship_lies_in_a_harbour_of_the_map_in_play(harbour: str) -> None:
    """CIV §7.1, §7.2: not inland, and in Delphi at one of its coasts."""
    s = sound(ships={"babylon": ["delphi/east"]})
    s.nations["babylon"].ships.append(harbour)
    assert GAME.problems(s) == [f"a ship of babylon lies at {harbour}"]


def test_what_was_acquired_this_turn_is_a_city() -> None:
    """CIV §11.4."""
    s = sound(acquired=["tanis"])
    s.acquired.append("thebes")
    assert GAME.problems(s) == ["['tanis', 'thebes'] have been acquired, and there is no city"]


def test_a_money_card_is_somewhere_and_only_once() -> None:
    """CIV §23.1: one of the nine piles has lost a card, which then lies in two hands."""
    s = sound()
    card = s.piles[0].pop()
    assert GAME.problems(s) == ["money cards are missing or there twice"]
    s.nations["egypt"].hand.append(card)
    assert GAME.problems(s) == []
    s.nations["babylon"].hand.append(card)
    assert GAME.problems(s) == ["money cards are missing or there twice"]


def test_a_money_card_lies_in_the_pile_of_its_type() -> None:
    """CIV §23.1, §18.6."""
    s = sound()
    s.piles[1].append(s.piles[0].pop())
    assert GAME.problems(s) == ["a money card lies in a pile of another type"]


def test_a_calamity_is_in_the_pile_or_open_and_only_once() -> None:
    """CIV §13.6, §23.1: drawn, it lies open until after the next turn."""
    s = sound()
    card = s.calamities.pop()
    assert GAME.problems(s) == ["calamities are missing or there twice"]
    for place in (s.open, s.shown):
        place.append(card)
        assert GAME.problems(s) == []
        place.remove(card)
    s.calamities += [card, card]
    assert GAME.problems(s) == ["calamities are missing or there twice"]


@pytest.mark.parametrize("space", [-1, 17])
def test_a_marker_stands_on_a_space_of_its_track(space: int) -> None:
    """CIV §23.3: from 0 to the finish of the classic track, 16."""
    s = sound(nations={"egypt": {"space": 16}, "babylon": {"space": 0}})
    s.nations["egypt"].space = space
    assert GAME.problems(s) == [f"the marker of egypt stands on {space}"]


@pytest.mark.parametrize("advance", ["pottery", "diaspora"])
def test_no_advance_is_held_twice_or_comes_from_another_deck(advance: str) -> None:
    """CIV §23.4: the classic deck has no Diaspora."""
    s = sound(nations={"egypt": {"advances": ["pottery"]}, "babylon": {"advances": ["pottery"]}})
    s.nations["egypt"].advances.append(advance)
    assert GAME.problems(s) == [f"egypt holds ['pottery', '{advance}']"]


def test_a_locked_card_is_one_that_is_held() -> None:
    """CIV §18.5."""
    s = sound(nations={"egypt": {"hand": ["ore_3a"]}, "babylon": {}})
    s.nations["egypt"].locked = ["ore_3a"]
    assert GAME.problems(s) == []
    s.nations["egypt"].locked.append("water_7a")
    assert GAME.problems(s) == ["egypt has locked ['ore_3a', 'water_7a'], which it does not hold"]


@pytest.mark.parametrize(
    ("phase", "scenario", "wrong"),
    [
        ("surplus", "no_trading", False),
        ("support", "no_trading", True),
        ("cards.order", "no_trading", True),
        ("advances", "no_trading", False),
        ("advances", "basic", True),
        ("calamity", "basic", False),
    ],
)
def test_no_area_holds_too_many_after_the_surplus(phase: str, scenario: str, wrong: bool) -> None:
    """CIV §23.2, CIV-127: nor with the mega deck after the abilities; Memphis supports three."""
    assert sound(phase, {"memphis": "egypt 3"}, scenario=scenario).phase == phase
    s = Phase(phase, scenario=scenario, areas={"memphis": "egypt 4"}).s
    assert GAME.problems(s) == (["memphis holds {'egypt': 4}"] if wrong else [])


@pytest.mark.parametrize(
    ("phase", "wrong"), [("support", False), ("cards.order", True), ("advances", True), ("calamity", False)]
)
def test_every_city_is_supported_after_the_support(phase: str, wrong: bool) -> None:
    """CIV §23.2, CIV-127."""
    s = Phase(phase, areas={"tanis": "egypt city", "memphis": "egypt 1"}).s
    assert GAME.problems(s) == (["the cities of egypt are not supported"] if wrong else [])


def test_an_inert_seat_supports_no_cities() -> None:
    """CIV §22.1."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"inert": True}, "babylon": {}}
    assert GAME.problems(Phase("cards.order", nations=nations, areas={"tanis": "egypt city"}).s) == []
