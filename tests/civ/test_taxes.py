"""Phase 1 (CIV §5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.civ.story import Phase

THREE: dict[str, dict[str, Any]] = {"egypt": {}, "babylon": {}, "crete": {}}


def towns(owner: str, *areas: str) -> dict[str, str]:
    return dict.fromkeys(areas, f"{owner} city")


EGYPT = ("alexandria", "memphis", "tanis", "gaza", "jerusalem", "tyre", "sidon", "damascus", "petra")


BABYLON = ("babylon", "susa", "ur", "charax", "nineveh", "aleppo", "ankara", "sinope", "sardes")


def short(
    stock: int, cities: int, *, treasury: int = 0, areas: dict[str, str] | None = None, **fields: object
) -> dict[str, Any]:
    """Three nations; Egypt has so many cities, and so much in stock: the rest of its 47 tokens stand in Nubia."""
    own = {**towns("egypt", *EGYPT[:cities]), "nubia": f"egypt {47 - treasury - stock}"}
    return {"nations": {**THREE, "egypt": {"treasury": treasury, **fields}}, "areas": {**own, **(areas or {})}}


def test_every_city_pays_two_tokens_from_stock_to_treasury() -> None:
    """CIV-034."""
    phase = Phase("tax", areas=towns("egypt", *EGYPT[:3])).run()
    assert (phase.stock("egypt"), phase.treasury("egypt")) == (55 - 6, 6)
    assert phase.asked == []


def test_everybody_is_told_how_much_tax_was_paid() -> None:
    """CIV-034: two tokens for each of three cities."""
    phase = Phase("tax", areas=towns("egypt", *EGYPT[:3])).run()
    assert phase.told == ["{civ:egypt} paid 6 in taxes for its cities (3)."]


def test_without_a_city_there_is_no_tax() -> None:
    """CIV-035."""
    phase = Phase("tax", areas={"nubia": "egypt 3"}).run()
    assert phase.treasury("egypt") == 0


@pytest.mark.parametrize(
    ("scenario", "advances", "rates"),
    [
        ("no_trading", ["coinage"], {"1", "2", "3"}),
        ("basic", ["coinage"], {"1", "2", "3"}),
        ("basic", ["monarchy"], {"2", "3"}),
        ("basic", ["coinage", "monarchy"], {"1", "2", "3", "4"}),
        ("no_trading", [], set()),
    ],
)
def test_coinage_and_monarchy_open_other_rates(scenario: str, advances: list[str], rates: set[str]) -> None:
    """CIV-036, CIV-037, classic:coinage, mega:coinage, mega:monarchy."""
    nations = {"egypt": {"advances": advances}, "babylon": {}}
    phase = Phase("tax", scenario=scenario, nations=nations, areas=towns("egypt", "memphis")).run()
    assert set(phase.options("tax.rate")) == rates


def test_silence_keeps_the_rate_of_last_turn() -> None:
    """CIV-038."""
    nations = {"egypt": {"advances": ["coinage"], "rate": 3}, "babylon": {}}
    phase = Phase("tax", nations=nations, areas=towns("egypt", "memphis", "tanis")).run()
    assert phase.treasury("egypt") == 6
    again = Phase("tax", nations=nations, areas=towns("egypt", "memphis", "tanis")).run(egypt="1")
    assert (again.treasury("egypt"), again.s.nations["egypt"].rate) == (2, 1)


def test_a_rate_that_cannot_be_paid_is_allowed() -> None:
    """CIV-039: rate 3, stock 4, two cities: one revolts."""
    phase = Phase("tax", **short(4, 2, advances=["coinage"])).run(egypt="3")
    assert phase.s.unpaid == {"egypt": 1}
    assert (phase.stock("egypt"), phase.treasury("egypt")) == (1, 3)


def test_only_full_payments_are_made_and_the_rest_stays_in_stock() -> None:
    """CIV-040, CIV-RUL-006: 5 cities, 7 in stock: 6 paid, 1 left, two cities revolt."""
    phase = Phase("tax", **short(7, 5)).run()
    assert (phase.treasury("egypt"), phase.stock("egypt"), phase.s.unpaid) == (6, 1, {"egypt": 2})


def test_revolts_come_after_all_payments() -> None:
    """CIV-041: 37 tokens and 8 cities are more than 31 and 9, but no longer once the beneficiary has paid its tax."""
    phase = Phase("tax", **short(0, 1, areas={"babylon": "babylon city", "susa": "babylon 10", "knossos": "crete 16"}))
    assert phase.run().stock("babylon") == 35
    assert phase.run().at("alexandria") == "crete city"


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_with_democracy_cities_never_revolt(scenario: str) -> None:
    """CIV-042, classic:democracy, mega:democracy: the shortage remains."""
    phase = Phase("tax", scenario=scenario, **short(1, 2, advances=["democracy"])).run()
    assert phase.s.unpaid == {}
    assert phase.stock("egypt") == 1
    assert phase.run().s.phase == "growth"


def test_the_beneficiary_has_the_most_unit_points_in_stock() -> None:
    """CIV-043: 20 tokens and 1 city are 25, 14 tokens and 2 cities 24."""
    babylon = towns("babylon", "babylon", "susa", "ur", "charax", "nineveh", "aleppo", "ankara", "sinope")
    crete = towns("crete", "knossos", "phaestos", "sparta", "corinth", "athens", "argos", "chalcis")
    board = {**babylon, **crete, "parthia": "babylon 27", "thera": "crete 33"}
    phase = Phase("revolt", unpaid={"egypt": 1}, **short(0, 1, areas=board))
    assert (phase.stock("babylon"), phase.stock("crete")) == (20, 14)
    assert phase.run().at("alexandria") == "babylon city"


def test_a_beneficiary_needs_a_city_in_stock() -> None:
    """CIV-044: nine cities on the board: the next one."""
    board = {**towns("babylon", *BABYLON), "thera": "crete 40"}
    phase = Phase("revolt", unpaid={"egypt": 1}, **short(0, 1, areas=board)).run()
    assert phase.at("alexandria") == "crete city"


def test_a_victim_of_a_revolt_profits_from_none() -> None:
    """CIV-045, CIV-RUL-007: two victims, the third takes all."""
    board = {"babylon": "babylon city", "thera": "crete 40"}
    phase = Phase("revolt", unpaid={"egypt": 1, "babylon": 1}, **short(0, 1, areas=board)).run().run()
    assert phase.cities("crete") == ["alexandria", "babylon"]


def test_the_beneficiary_picks_among_all_cities_of_the_victim() -> None:
    """CIV-046, CIV-RUL-065."""
    phase = Phase("revolt", unpaid={"egypt": 1}, **short(0, 3)).run(crete="tanis")
    assert set(phase.options("revolt.cities", "crete")) == {"alexandria", "memphis", "tanis"}
    assert phase.at("tanis") == "crete city"
    assert phase.cities("egypt") == ["alexandria", "memphis"]


def test_who_is_out_of_cities_is_followed_by_the_next() -> None:
    """CIV-047, CIV-RUL-065: 47 tokens and a city are 52, 2 tokens and 9 cities 47; then it is counted anew."""
    board = {**towns("babylon", *BABYLON[:8]), "thera": "crete 45"}
    phase = Phase("revolt", unpaid={"egypt": 2}, **short(0, 2, areas=board)).run(babylon="memphis")
    assert phase.at("memphis") == "babylon city"
    assert phase.run().at("alexandria") == "crete city"


def test_if_nobody_can_take_them_over_cities_are_lost() -> None:
    """CIV-048: all at nine: the city goes to stock, of the owner's choice."""
    areas = {**towns("babylon", *BABYLON), **towns("egypt", "memphis", "tanis"), "nubia": "egypt 55"}
    phase = Phase("revolt", unpaid={"egypt": 1}, areas=areas).run(egypt="tanis")
    assert phase.at("tanis") == ""
    assert phase.cities("egypt") == ["memphis"]


def test_a_city_gained_pays_no_tax_and_brings_neither_card_nor_pillage() -> None:
    """CIV-049, CIV-109."""
    phase = Phase("tax", **short(0, 1, hand=["ore_3a"])).run().run()
    heir = phase.s.cities["alexandria"]
    assert heir == "crete"
    assert (phase.treasury(heir), phase.s.nations[heir].hand) == (0, [])
    assert phase.s.nations["egypt"].hand == ["ore_3a"]


def test_a_token_of_public_works_is_lost_with_a_city_that_revolts() -> None:
    """CIV-046, CIV-RUL-059, mega:public_works."""
    table = short(0, 1, advances=["public_works"], areas={"alexandria": "egypt 1 egypt city", "nubia": "egypt 46"})
    phase = Phase("revolt", scenario="basic", unpaid={"egypt": 1}, **table).run()
    assert phase.at("alexandria") in {"babylon city", "crete city"}


def test_a_city_gained_counts_as_acquired() -> None:
    """CIV-050: short of support in phase 8 it goes before the old ones."""
    board = {"babylon": "babylon city", "susa": "babylon 3", "thera": "crete 20"}
    phase = Phase("revolt", unpaid={"egypt": 1}, **short(44, 1, areas=board)).run()
    assert phase.cities("babylon") == ["alexandria", "babylon"]
    phase.s.phase = "surplus"
    assert phase.run().run().cities("babylon") == ["babylon"]
