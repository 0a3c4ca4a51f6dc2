"""Superstition and Civil Disorder (CIV §15, §16.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.civ.calamity import Struck

TOWNS = ("thebes", "buhen", "tanis", "jerusalem", "damascus")


def struck(card: str, *advances: str, cities: int = 5, scenario: str = "no_trading", **more: Any) -> Struck:
    nations: dict[str, dict[str, Any]] = {"egypt": {"advances": list(advances)}, "babylon": {}}
    areas = dict.fromkeys(TOWNS[:cities], "egypt city")
    return Struck(card, scenario=scenario, nations=nations, areas=areas, **more)


CLASSIC = [([], 3), (["mysticism"], 2), (["mysticism", "deism"], 1), (["mysticism", "enlightenment"], 0)]


@pytest.mark.parametrize(("advances", "n"), CLASSIC)
def test_superstition_reduces_three_cities_less_by_the_best_card(advances: list[str], n: int) -> None:
    """CIV-161."""
    assert len(struck("superstition", *advances).run().cities("egypt")) == 5 - n


def test_superstition_takes_old_cities_as_well_as_new_ones() -> None:
    """CIV-235, CIV-RUL-070."""
    phase = struck("superstition", acquired=["tanis", "buhen", "thebes"]).run(
        egypt=[("jerusalem", "damascus", "tanis")]
    )
    assert phase.cities("egypt") == ["buhen", "thebes"]
    assert phase.at("jerusalem") == "egypt 2"


MEGA = [([], 3), (["mysticism", "deism"], 1), (["universal_doctrine"], 4), (["mysticism", "deism", "enlightenment"], 0)]


@pytest.mark.parametrize(("advances", "n"), MEGA)
def test_mega_superstition_is_changed_by_every_card(advances: list[str], n: int) -> None:
    """CIV-179."""
    assert len(struck("superstition", *advances, scenario="basic").run().cities("egypt")) == 5 - n


DISORDER = [
    ([], 3, "no_trading"),
    (["music", "law"], 5, "no_trading"),
    (["military"], 2, "no_trading"),
    (["road_building", "military", "democracy"], 2, "no_trading"),
    (["naval_warfare", "advanced_military"], 1, "basic"),
    (["music", "drama_and_poetry", "naval_warfare"], 4, "basic"),
]


@pytest.mark.parametrize(("advances", "kept", "scenario"), DISORDER)
def test_civil_disorder_reduces_all_but_three(advances: list[str], kept: int, scenario: str) -> None:
    """CIV-168, CIV-179."""
    assert len(struck("civil_disorder", *advances, scenario=scenario).run().cities("egypt")) == kept


def test_who_has_fewer_cities_loses_none_by_civil_disorder() -> None:
    """CIV-168, CIV-RUL-029."""
    assert len(struck("civil_disorder", cities=2).run().cities("egypt")) == 2


def test_a_city_among_more_tokens_than_the_limit_brings_none_when_reduced() -> None:
    """CIV-007, CIV-122: stock stays as it is."""
    phase = Struck("superstition", nations={"egypt": {}, "babylon": {}}, areas={"gaza": "egypt 3 egypt city"})
    before = phase.stock("egypt")
    assert (phase.run().at("gaza"), phase.stock("egypt")) == ("egypt 3", before)
