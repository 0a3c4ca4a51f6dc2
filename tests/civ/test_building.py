"""Phases 7 and 8 (CIV §10, §11)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.civ.building import sites
from engine.civ.catalog import AREAS
from tests.civ.story import Phase

BASE = {"upper_egypt": "egypt 20"}


def building_up(areas: dict[str, str], *, scenario: str = "no_trading", treasury: int = 0, advances: str = "") -> Phase:
    nations: dict[str, dict[str, Any]] = {"egypt": {"treasury": treasury, "advances": advances.split()}, "babylon": {}}
    return Phase("cities", scenario=scenario, nations=nations, areas=areas)


def offered(phase: Phase) -> set[str]:
    return {site.token for site in sites(phase.s, "egypt", [])}


def test_six_tokens_build_on_a_site_and_twelve_in_a_wilderness() -> None:
    """CIV-112."""
    assert offered(building_up({"memphis": "egypt 6", "tanis": "egypt 5"})) == {"memphis"}
    assert offered(building_up({"gaza": "egypt 12", "sinai": "egypt 11"})) == {"gaza"}


def test_all_tokens_of_the_area_go_to_stock() -> None:
    """CIV-113."""
    phase = building_up({**BASE, "memphis": "egypt 8"}).run(egypt=["memphis"])
    assert (phase.at("memphis"), phase.stock("egypt")) == ("egypt city", 55 - 20)
    assert phase.s.acquired == ["memphis"]


def test_there_are_nine_cities_and_one_in_an_area() -> None:
    """CIV-114."""
    nine = ("thebes", "buhen", "tanis", "jerusalem", "damascus", "tyre", "sidon", "cyrene", "petra")
    full = {**dict.fromkeys(nine, "egypt city"), "memphis": "egypt 6"}
    assert offered(building_up(full)) == set()
    assert offered(building_up({"memphis": "egypt 6 babylon city"})) == set()


def test_no_wilderness_city_stands_where_nobody_is_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    """CIV-115: with the mega deck; no area of this board is so."""
    phase = building_up({"gaza": "egypt 12"}, scenario="basic")
    assert offered(phase) == {"gaza"}
    barren = msgspec.structs.replace(AREAS["gaza"], limit=0)
    monkeypatch.setattr("engine.civ.building.AREAS", {**AREAS, "gaza": barren})
    assert offered(phase) == set()


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_architecture_fills_one_city_a_turn_up_to_half_from_treasury(scenario: str) -> None:
    """CIV-116, classic:architecture, mega:architecture: 3 and 3, 6 and 6; not a second time."""
    areas = {**BASE, "memphis": "egypt 3", "gaza": "egypt 6", "tanis": "egypt 2"}
    phase = building_up(areas, scenario=scenario, treasury=12, advances="architecture")
    assert offered(phase) == {"memphis:treasury", "gaza:treasury", "upper_egypt"}
    phase.run(egypt=["gaza:treasury", "done"])
    assert (phase.at("gaza"), phase.treasury("egypt")) == ("egypt city", 6)
    assert [o for o in phase.asked[1][2] if "treasury" in o] == []


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_architecture_does_not_build_beside_others(scenario: str) -> None:
    """CIV-117, classic:architecture, mega:architecture."""
    for other in ("babylon", "neutral"):
        areas = {"memphis": f"egypt 3 {other} 1"}
        assert offered(building_up(areas, scenario=scenario, treasury=9, advances="architecture")) == set()


def test_urbanism_brings_four_from_next_door_and_more_with_architecture() -> None:
    """CIV-118, mega:urbanism, mega:architecture: 8 + 4, and 2 + 4 + 6."""
    areas = {"gaza": "egypt 8", "sinai": "egypt 3", "tanis": "egypt 5"}
    phase = building_up(areas, scenario="basic", advances="urbanism")
    phase.run(egypt=["gaza:neighbours", ("sinai:1", "tanis:3")])
    assert (phase.at("gaza"), phase.at("sinai"), phase.at("tanis")) == ("egypt city", "egypt 2", "egypt 2")
    areas = {"gaza": "egypt 2", "sinai": "egypt 4"}
    both = building_up(areas, scenario="basic", treasury=6, advances="urbanism architecture")
    assert offered(both) == {"gaza:both", "sinai:both"}
    both.run(egypt=["gaza:both"])
    assert (both.at("gaza"), both.treasury("egypt"), both.stock("egypt")) == ("egypt city", 0, 55)


def test_urbanism_builds_one_wilderness_city_a_turn_and_none_on_a_site() -> None:
    """CIV-118, mega:urbanism: four come from next door, not five."""
    areas = {"gaza": "egypt 8", "sinai": "egypt 8", "tanis": "egypt 5", "memphis": "egypt 5"}
    phase = building_up(areas, scenario="basic", advances="urbanism")
    assert offered(phase) == {"gaza:neighbours", "sinai:neighbours"}
    phase.run(egypt=["gaza:neighbours", ("tanis:4",)])
    assert (phase.cities("egypt"), phase.at("sinai"), phase.questions()) == (
        ["gaza"],
        "egypt 8",
        ["city.build", "city.settlers"],
    )
    seven = building_up({"gaza": "egypt 7", "tanis": "egypt 5"}, scenario="basic", advances="urbanism")
    assert offered(seven) == set()


def test_a_wilderness_city_takes_two_tokens_of_its_own_area_at_least() -> None:
    """CIV-118, mega:urbanism: beside four from next door and six from treasury."""
    for there, built in ((1, set[str]()), (2, {"gaza:both"})):
        areas = {"gaza": f"egypt {there}", "tanis": "egypt 5"}
        phase = building_up(areas, scenario="basic", treasury=9, advances="urbanism architecture")
        assert {token for token in offered(phase) if token.startswith("gaza")} == built


def test_with_public_works_a_token_beyond_those_needed_stays() -> None:
    """CIV-234, CIV-RUL-069, mega:public_works: of seven one stays, of six none."""
    for there, after in (("egypt 7", "egypt 1 egypt city"), ("egypt 6", "egypt city")):
        phase = building_up({**BASE, "memphis": there}, scenario="basic", advances="public_works")
        assert phase.run(egypt=["memphis"]).at("memphis") == after


def test_silence_builds_what_keeps_the_others_supported() -> None:
    """CIV-112, CIV-RUL-060."""
    assert building_up({**BASE, "memphis": "egypt 6"}).run().at("memphis") == "egypt city"
    assert building_up({"memphis": "egypt 6"}).run().at("memphis") == "egypt 6"


# Surplus and support.


def trimmed(areas: dict[str, str], *, scenario: str = "no_trading", advances: str = "") -> Phase:
    nations: dict[str, dict[str, Any]] = {"egypt": {"advances": advances.split()}, "babylon": {}}
    return Phase("surplus", scenario=scenario, nations=nations, areas=areas).run()


def test_tokens_above_the_limit_and_beside_a_city_go() -> None:
    """CIV-119."""
    phase = trimmed({"thebes": "egypt 7", "memphis": "egypt 2 egypt city", "tanis": "babylon 1 egypt city"})
    assert [phase.at(a) for a in ("thebes", "memphis", "tanis")] == ["egypt 3", "egypt city", "egypt city"]


def test_agriculture_supports_one_more_where_its_holder_is_alone() -> None:
    """CIV-120, classic:agriculture, mega:agriculture.

    Limit 5 holds 6, with the mega deck 5; limit 2 holds 3 in both, and 2 beside another.
    """
    assert trimmed({"fayum": "egypt 9"}, advances="agriculture").at("fayum") == "egypt 6"
    mega = trimmed({"fayum": "egypt 9", "damascus": "egypt 9"}, scenario="basic", advances="agriculture")
    assert (mega.at("fayum"), mega.at("damascus")) == ("egypt 5", "egypt 3")
    shared = trimmed({"damascus": "egypt 1 babylon 1"}, advances="agriculture")
    assert shared.at("damascus") == "egypt 1 babylon 1"


@pytest.mark.parametrize(("limit", "stay"), [(0, 1), (1, 2), (2, 3), (3, 3), (5, 5)])
def test_mega_agriculture_helps_where_at_most_two_are_supported(
    limit: int, stay: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CIV-120, mega:agriculture."""
    field = msgspec.structs.replace(AREAS["gaza"], limit=limit)
    monkeypatch.setattr("engine.civ.board.AREAS", {**AREAS, "gaza": field})
    assert trimmed({"gaza": "egypt 9"}, scenario="basic", advances="agriculture").at("gaza") == f"egypt {stay}"


def test_a_city_reduced_beside_a_token_of_public_works_brings_one_token_less() -> None:
    """CIV-234, CIV-RUL-069, mega:public_works: two come, and three stand in Thebes."""
    areas = {"thebes": "egypt 1 egypt city", "tanis": "egypt city"}
    phase = supported(areas, scenario="basic", advances="public_works")
    before = phase.stock("egypt")
    phase.run(egypt=["thebes"])
    assert (phase.at("thebes"), before - phase.stock("egypt")) == ("egypt 3", 2)


def test_with_public_works_one_token_stays_beside_its_city() -> None:
    """CIV-234, CIV-RUL-069: no more with Agriculture."""
    phase = trimmed({"memphis": "egypt 3 egypt city"}, scenario="basic", advances="public_works agriculture")
    assert phase.at("memphis") == "egypt 1 egypt city"


def supported(areas: dict[str, str], *, scenario: str = "no_trading", advances: str = "", **more: Any) -> Phase:
    nations: dict[str, dict[str, Any]] = {"egypt": {"advances": advances.split()}, "babylon": {}}
    return Phase("support", scenario=scenario, nations=nations, areas=areas, **more)


def towns(*areas: str) -> dict[str, str]:
    return dict.fromkeys(areas, "egypt city")


FIVE = {"fayum": "egypt 5"}


def test_a_city_needs_two_tokens_and_with_cultural_ascendancy_three() -> None:
    """CIV-121, mega:cultural_ascendancy: 3 cities and 5 tokens: one is reduced."""
    three = towns("thebes", "tanis", "gaza")
    phase = supported({**three, **FIVE}).run(egypt=["gaza"])
    assert phase.cities("egypt") == ["tanis", "thebes"]
    eight = {**three, "fayum": "egypt 5", "alexandria": "egypt 3"}
    assert supported(eight).run().asked == []
    ascendant = supported(eight, scenario="expert", advances="cultural_ascendancy").run(egypt=["gaza"])
    assert ascendant.cities("egypt") == ["tanis", "thebes"]


def test_the_wonder_needs_no_support_and_gives_none() -> None:
    """CIV-121, CIV-RUL-020, mega:wonder_of_the_world: two cities and four tokens hold with it as without."""
    for cards in ("", "wonder_of_the_world"):
        two = {**towns("thebes", "tanis"), "fayum": "egypt 4"}
        assert supported(two, scenario="basic", advances=cards).run().asked == []
        short = {**towns("thebes", "tanis"), "fayum": "egypt 3"}
        assert supported(short, scenario="basic", advances=cards).run().questions() == ["support.reduce"]


def test_a_city_reduced_leaves_as_many_tokens_as_the_area_supports() -> None:
    """CIV-122, CIV §2.7: with Agriculture one more, and not more than there are in stock."""
    assert supported(towns("thebes", "tanis")).run(egypt=["thebes"]).at("thebes") == "egypt 3"
    assert supported(towns("thebes", "tanis"), advances="agriculture").run(egypt=["thebes"]).at("thebes") == "egypt 4"
    nations: dict[str, dict[str, Any]] = {"egypt": {"treasury": 54}, "babylon": {}}
    poor = Phase("support", nations=nations, areas=towns("thebes")).run()
    assert poor.at("thebes") == "egypt 1"


def test_tokens_of_a_city_reduced_support_at_once() -> None:
    """CIV-123: of two cities without tokens the first leaves three, which support the second."""
    phase = supported(towns("thebes", "tanis")).run(egypt=["thebes"])
    assert phase.cities("egypt") == ["tanis"]
    assert len(phase.asked) == 1


def test_no_city_goes_when_each_of_the_others_has_its_two_tokens() -> None:
    """CIV-121, CIV-123: three tokens and three cities; the one in Sinai leaves a fourth token, for two cities."""
    phase = supported({**towns("sinai", "tanis", "gaza"), "fayum": "egypt 3"}).run(egypt=["sinai"])
    assert (phase.at("sinai"), phase.cities("egypt")) == ("egypt 1", ["gaza", "tanis"])
    assert phase.questions() == ["support.reduce"]


def test_where_no_tokens_can_come_the_city_is_gone() -> None:
    """CIV-124."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"treasury": 55}, "babylon": {}}
    phase = Phase("support", nations=nations, areas=towns("thebes", "tanis")).run()
    assert (phase.cities("egypt"), phase.tokens("egypt")) == ([], 0)


def test_cities_of_this_turn_go_first() -> None:
    """CIV-125, CIV-235, CIV-RUL-070."""
    phase = supported({**towns("thebes", "tanis", "gaza"), **FIVE}, acquired=["tanis", "gaza"]).run()
    assert set(phase.options("support.reduce")) == {"tanis", "gaza"}


def test_it_is_asked_only_if_there_is_a_choice() -> None:
    """CIV-125."""
    phase = supported({**towns("thebes", "tanis", "gaza"), **FIVE}, acquired=["gaza"]).run()
    assert (phase.asked, phase.at("gaza")) == ([], "egypt 1")
