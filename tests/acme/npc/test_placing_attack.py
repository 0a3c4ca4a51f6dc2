"""Against an enemy: priorities 11 to 21 of the placement list (Playbook, Hostile NPC Disk Placement; RUL-158)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.npc.placing import scenarios
from tests.acme.npc.deploying import CALM, Placed, deployed

ENEMY = {"enemies": ["egypt"]}


def on(number: int, area: str, n: int = 1) -> Placed:
    return [(number, area)] * n


def attack(areas: dict[str, str], hand: int, **more: Any) -> Placed:
    """The Hittites, well provided for, against Egypt."""
    more["hittites"] = {**ENEMY, **more.get("hittites", {})}
    return deployed(CALM | areas, hand, **more)


def at(home: str, **more: Any) -> dict[str, Any]:
    """Egypt with another Home Area, where it may have a Deity."""
    return {"egypt": {"home": home, **more}}


def test_place_11_the_deity_comes_before_gold() -> None:
    """SOL-PLACE-11, SOL-GOLD-10: with enough disks to match it; otherwise the Gold of Lukka."""
    areas = {"lydia": "egypt 3", "lukka": "egypt 1 gold"}
    assert attack(areas, 4, **at("lydia", deity="sky_god")) == on(11, "lydia", 4)
    assert attack(areas, 2, **at("lydia", deity="sky_god")) == on(12, "lukka", 2)


def test_place_11_a_captured_deity_is_no_longer_there() -> None:
    """SOL-PLACE-11, RUL-158: the block must lie on the temple."""
    areas = {"lydia": "egypt 3"}
    lost = at("lydia", deity="sky_god", deity_state="lost")
    assert attack(areas, 4, **lost) == on(15, "lydia", 4)


def test_place_12_gold_comes_before_what_is_next_to_it() -> None:
    """SOL-PLACE-12, SOL-PLACE-13: with too few disks for the stack, next to it."""
    areas = {"lukka": "egypt 2 gold"}
    assert attack(areas, 3) == on(12, "lukka", 3)
    assert attack(areas, 1) == on(13, "tarsus")


def test_place_13_land_next_to_gold_with_fewest_enemies() -> None:
    """SOL-PLACE-13, RUL-158: Barbarians count."""
    near = {"ilium": "egypt 4 gold", "lydia": "barbarians 1"}
    assert attack(near, 1) == on(13, "arzawa")
    near = {"ilium": "egypt 4 gold", "arzawa": "barbarians 1"}
    assert attack(near, 1) == on(13, "lydia")


def test_place_13_a_sea_if_there_is_no_land() -> None:
    """SOL-PLACE-13: Rhodes is an island."""
    areas = {"rhodes": "egypt 4 gold", "lydia": "hittites 1"}
    assert attack(areas, 1) == on(13, "icarian_sea")


def test_place_14_next_to_the_deity_only_when_no_gold_is_left() -> None:
    """SOL-PLACE-14."""
    areas = {"ilium": "egypt 4", "thrace": "egypt 4 gold", "lydia": "hittites 4", "arzawa": "hittites 1"}
    assert attack(areas, 1, **at("ilium", deity="sky_god")) == on(13, "marmaran_sea")
    areas["thrace"] = "egypt 4"
    assert attack(areas, 1, **at("ilium", deity="sky_god")) == on(14, "arzawa")


def test_place_15_a_city_that_it_can_match() -> None:
    """SOL-PLACE-15; with fewer disks it goes next to it (SOL-PLACE-17)."""
    areas = {"lukka": "egypt 3"}
    assert attack(areas, 4) == on(15, "lukka", 4)
    assert attack(areas, 2) == on(17, "tarsus", 2)


def test_place_15_next_to_a_deity_comes_before_a_city() -> None:
    """SOL-PLACE-14, SOL-PLACE-15."""
    areas = {"lukka": "egypt 3", "ilium": "egypt 4"}
    assert attack(areas, 3, **at("ilium", deity="sky_god")) == on(14, "lydia", 3)


FAR_CITY = {"tyre": "egypt 3", "thrace": "egypt 1"}


def test_place_16_an_invader_goes_for_the_treasures() -> None:
    """SOL-PLACE-16, RUL-159: nobody else does; he goes for the enemy's Home Area."""
    assert attack(FAR_CITY, 1, hittites={"invader": True}, **at("byblos")) == on(16, "tarsus")
    assert attack(FAR_CITY, 1, **at("thrace")) == on(21, "pala")


def test_place_16_equally_near_the_area_nearer_to_the_enemys_home() -> None:
    """SOL-PLACE-16: Lukka and Tarsus are both three steps from the City in Tyre; Lukka is nearer to Thrace."""
    assert attack(FAR_CITY, 1, hittites={"invader": True}, **at("thrace")) == on(16, "lukka")


def test_place_17_a_sea_next_to_a_city_without_land() -> None:
    """SOL-PLACE-17: as with Gold."""
    areas = {"rhodes": "egypt 4", "lydia": "hittites 1"}
    assert attack(areas, 1) == on(17, "icarian_sea")


def test_place_17_comes_before_a_settlement() -> None:
    """SOL-PLACE-17, SOL-PLACE-18."""
    areas = {"rhodes": "egypt 4", "lydia": "hittites 1", "lukka": "egypt 2"}
    assert attack(areas, 2)[0] == (17, "icarian_sea")


def test_place_18_a_settlement_with_two_barbarians_at_most() -> None:
    """SOL-PLACE-18: with two disks at least."""
    assert attack({"lukka": "egypt 2 barbarians 2"}, 2) == on(18, "lukka", 2)
    assert [number for number, _ in attack({"lukka": "egypt 2 barbarians 3"}, 2)] == [21, 21]
    assert [number for number, _ in attack({"lukka": "egypt 2"}, 1)] == [21]


def test_place_18_a_settlement_comes_before_a_camp() -> None:
    """SOL-PLACE-18, SOL-PLACE-19."""
    areas = {"lukka": "egypt 2", "lydia": "egypt 1"}
    assert attack(areas, 3) == on(18, "lukka", 3)
    assert attack(areas, 1) == on(19, "lydia")


def test_place_19_a_camp_with_one_barbarian_at_most() -> None:
    """SOL-PLACE-19: one disk, two if they are there."""
    assert attack({"lukka": "egypt 1 barbarians 1"}, 1) == on(19, "lukka")
    assert attack({"lukka": "egypt 1 barbarians 1"}, 2) == on(19, "lukka", 2)
    assert [number for number, _ in attack({"lukka": "egypt 1 barbarians 2"}, 2)] == [21, 21]


def test_place_19_a_camp_comes_before_its_own_settlement() -> None:
    """SOL-PLACE-19, SOL-PLACE-20."""
    areas = {"lukka": "egypt 1", "kaska": "hittites 2"}
    assert attack(areas, 3) == on(19, "lukka", 2) + on(20, "kaska")


def test_place_20_its_settlement_becomes_a_city() -> None:
    """SOL-PLACE-20: before it advances; not beside an enemy."""
    assert attack({"kaska": "hittites 2"}, 1) == on(20, "kaska")
    assert attack({"kaska": "hittites 2 barbarians 1"}, 1) == on(21, "lukka")


def test_place_20_not_in_a_desert() -> None:
    """SOL-PLACE-20: no City can stand there."""
    areas = {"judah": "israelites 3", "tyre": "israelites 3", "nabatea": "israelites 2"}
    placed = deployed(
        areas | {"emar": "hittites 1"}, 1, "israelites", israelites=ENEMY, order="israelites egypt hittites"
    )
    assert [number for number, _ in placed] == [21]


def test_place_21_towards_the_enemys_home() -> None:
    """SOL-PLACE-21, RUL-158: each disk is judged anew, so that Camps run toward Thebes."""
    assert attack({"thebes": "egypt 1"}, 3) == on(21, "lukka") + on(21, "rhodian_sea") + on(21, "egyptian_sea")


def test_place_21_then_towards_its_disks() -> None:
    """SOL-PLACE-21: Arzawa, Pala, Lydia and Lukka are all two steps from Thrace."""
    assert attack({"kaska": "egypt 1 barbarians 2"}, 1, **at("thrace")) == on(21, "pala")
    assert attack({"ugarit": "egypt 1 barbarians 2"}, 1, **at("thrace")) == on(21, "lukka")


ISLAND = {"rhodes": "greeks 4"}


def island(seas: dict[str, str], hand: int, **more: Any) -> Placed:
    """Greeks at home on Rhodes, with no area in reach but the two Seas."""
    greeks = {"home": "rhodes", "enemies": ["egypt"], **more.pop("greeks", {})}
    return deployed(ISLAND | seas, hand, "greeks", greeks=greeks, **more)


def test_place_21_when_no_area_is_quiet_the_other_list_follows() -> None:
    """SOL-PLACE-21: of two Seas with Barbarians one can be taken."""
    assert island({"icarian_sea": "barbarians 2", "rhodian_sea": "barbarians 1"}, 2) == on(27, "rhodian_sea", 2)


def test_plc_08_the_primary_enemy_first() -> None:
    """SOL-PLC-08: of two enemy Camps with disks for one."""
    seas = {"icarian_sea": "egypt 1", "rhodian_sea": "hittites 1"}
    for primary, area in (("egypt", "icarian_sea"), ("hittites", "rhodian_sea")):
        greeks = {"enemies": ["egypt", "hittites"], "primary": primary}
        assert island(seas, 2, order="greeks egypt hittites", greeks=greeks) == on(19, area, 2)


def test_rul_158_the_next_enemy_when_nothing_can_be_done_against_the_primary() -> None:
    """RUL-158: the Hittites have nothing within reach, and no area is quiet."""
    seas = {"icarian_sea": "egypt 1", "rhodian_sea": "barbarians 2"}
    greeks = {"enemies": ["egypt", "hittites"], "primary": "hittites"}
    assert island(seas, 2, order="greeks egypt hittites", greeks=greeks) == on(19, "icarian_sea", 2)


def test_plc_08_before_the_primary_is_chosen_the_strongest_comes_first() -> None:
    """RUL-158: most VP."""
    seas = {"icarian_sea": "egypt 1", "rhodian_sea": "hittites 1"}
    greeks = {"enemies": ["egypt", "hittites"]}
    placed = island(seas, 2, order="greeks egypt hittites", greeks=greeks, hittites={"vp": 3})
    assert placed == on(19, "rhodian_sea", 2)


def test_gen_01_a_scenario_may_prefer_the_nearer_gold(monkeypatch: pytest.MonkeyPatch) -> None:
    """SOL-PLACE-GEN-01, ROST-15: Arzawa and Lydia are both next to the City of Ilium."""
    areas = {"ilium": "egypt 3", "tyre": "egypt 4 gold"}
    assert attack(areas, 1) == on(17, "arzawa")
    monkeypatch.setattr(scenarios, "PREFERENCES", {"standard": scenarios.PREFERENCES["rostam"]})
    assert attack(areas, 1) == on(17, "lydia")
