"""Phases 2 and 3 (CIV §6)."""

from __future__ import annotations

import pytest

from tests.civ.story import Phase


def test_one_token_grows_by_one_and_more_by_two() -> None:
    """CIV-051, CIV-054: limits may be exceeded."""
    phase = Phase("growth", areas={"nubia": "egypt 1", "thebes": "egypt 2", "memphis": "egypt 5"}).run()
    assert [phase.at(a) for a in ("nubia", "thebes", "memphis")] == ["egypt 2", "egypt 4", "egypt 7"]


def test_nothing_grows_where_a_city_is_but_for_the_token_of_public_works() -> None:
    """CIV-052, CIV-053, mega:public_works."""
    nations = {"egypt": {"advances": ["public_works"]}, "babylon": {}}
    areas = {"memphis": "egypt 1 egypt city", "babylon": "babylon city", "ur": "neutral city"}
    phase = Phase("growth", scenario="basic", nations=nations, areas=areas).run()
    assert phase.at("memphis") == "egypt 2 egypt city"
    assert phase.at("babylon") == "babylon city"


def test_barbarians_do_not_grow() -> None:
    """CIV-058."""
    assert Phase("growth", areas={"nubia": "neutral 2"}).run().at("nubia") == "neutral 2"


def test_growth_is_compulsory() -> None:
    """CIV-055: nothing is asked as long as stock suffices."""
    assert Phase("growth", areas={"nubia": "egypt 2"}).run().asked == []


SHORT = {"nubia": "egypt 30", "thebes": "egypt 20", "memphis": "egypt 2"}


def test_short_stock_is_divided_by_its_owner() -> None:
    """CIV-056: all three are placed, at most the increment in each area."""
    phase = Phase("growth", areas=SHORT).run(egypt=[("nubia:1", "thebes:2")])
    assert (phase.at("nubia"), phase.at("thebes"), phase.stock("egypt")) == ("egypt 31", "egypt 22", 0)


def test_silence_grows_by_the_list() -> None:
    """CIV-057, CIV-RUL-008: two to the area with a free site, one to the next."""
    phase = Phase("growth", areas=SHORT).run()
    assert (phase.at("memphis"), phase.at("nubia"), phase.at("thebes")) == ("egypt 4", "egypt 30", "egypt 21")


def test_the_census_counts_tokens_alone_before_ships() -> None:
    """CIV-059, CIV-071, CIV-RUL-058: cities and ships count nothing."""
    areas = {"nubia": "egypt 2", "memphis": "egypt city", "susa": "babylon 3"}
    phase = Phase("census", areas=areas, ships={"egypt": ["tanis"]}).run()
    assert (phase.s.census, phase.s.order) == ({"egypt": 2, "babylon": 3}, ["babylon", "egypt"])


def test_equal_numbers_go_by_the_order_of_the_track() -> None:
    """CIV-028."""
    nations: dict[str, dict[str, str]] = {"egypt": {}, "africa": {}}
    phase = Phase("census", nations=nations, areas={"nubia": "egypt 2", "sahara": "africa 2"}).run()
    assert phase.s.order == ["africa", "egypt"]


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_military_comes_after_all_others_and_among_itself_by_census(scenario: str) -> None:
    """CIV-060, CIV-061, classic:military, mega:military."""
    nations: dict[str, dict[str, list[str]]] = {
        "egypt": {"advances": ["military"]},
        "babylon": {},
        "crete": {"advances": ["military"]},
    }
    areas = {"nubia": "egypt 2", "susa": "babylon 1", "knossos": "crete 5"}
    phase = Phase("census", scenario=scenario, nations=nations, areas=areas).run()
    assert phase.s.order == [
        "babylon",
        "crete",
        "egypt",
    ]


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_military_builds_ships_and_moves_after_who_lacks_it(scenario: str) -> None:
    """CIV-060, CIV §6.3, classic:military, mega:military: Egypt has the most tokens."""
    nations = {"egypt": {"advances": ["military"], "treasury": 2}, "babylon": {"treasury": 2}}
    land = {"tanis": "egypt 5", "charax": "babylon 1"}
    phase = Phase("census", scenario=scenario, nations=nations, areas=land).run()
    phase.run(egypt="tanis:0", babylon="charax:0")
    built = [line.partition("}")[0] for line in phase.told if "has 1 ship" in line]
    assert built == ["{civ:babylon", "{civ:egypt"]
    movers = [phase.run().asked[0][1] for _ in range(2)]
    assert movers == ["babylon", "egypt"]
