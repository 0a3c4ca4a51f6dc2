"""Growing without an enemy: priorities 22 to 28 of the placement list (Playbook, Non-Hostile NPC Disk Placement)."""

from __future__ import annotations

from engine.acme.facts.catalog import AREAS, playable
from engine.acme.npc.placing.course import DEFENCE, course
from engine.acme.npc.placing.prospect import prospect
from tests.acme.npc.deploying import CALM, Placed, deployed, position


def on(number: int, area: str, n: int = 1) -> Placed:
    return [(number, area)] * n


def grown(areas: dict[str, str], hand: int, vp: int = 9, egypt: int = 0) -> Placed:
    """What the Hittites place when home defence is over already."""
    p = prospect(position(CALM | areas, hittites={"vp": vp}, egypt={"vp": egypt}), "hittites", hand)
    p.passed = len(DEFENCE)
    return [(group.number, group.area) for group in course(p) for _ in range(group.n)]


WESTERN = playable("abbreviated_western")
FULL = dict.fromkeys(("arzawa", "kaska", "kumannis", "pala", "lydia", "lukka", "tarsus"), "hittites 2")
"""All Land next to the two Cities is settled."""
SEAS = dict.fromkeys(("caucasus_sea", "pontus_euxinus", "marmaran_sea", "icarian_sea", "rhodian_sea"), "hittites 1")
SEAS |= {"cilician_strait": "hittites 1"}


def test_nh_00_fertile_mountain_plains_desert() -> None:
    """SOL-PLACE-NH-00: of empty Land in this order; one disk is enough for Fertile and Desert, two for the rest."""
    areas = {"memphis": "hittites 2", "reed_sea": "egypt 1"}
    found = []
    for _ in range(4):
        number, area = grown(areas, 1)[0]
        found.append((number, AREAS[area].terrain))
        areas |= {
            a.id: "egypt 1"
            for a in AREAS.values()
            if a.terrain == AREAS[area].terrain and a.id in WESTERN - {*areas, *CALM}
        }
    assert found == [(24, "fertile"), (24, "mountain"), (24, "plains"), (24, "desert")]


def test_nh_00_a_sea_is_the_better_the_nearer_the_better_land() -> None:
    """SOL-PLACE-NH-00: from Petra and Tyre; the Sinai Sea touches Fertile Land, the Levantine Sea does not."""
    areas = CALM | {"tyre": "hittites 2"}
    assert grown(areas, 2) == on(23, "sinai_sea") + on(23, "levantine_sea")


def test_place_22_a_camp_becomes_a_settlement() -> None:
    """SOL-PLACE-22: in Plains, not where one disk Controls Fertile Land or a Desert; before the Seas."""
    areas = {"kaska": "hittites 1", "carchemish": "hittites 1"}
    assert grown(areas, 2) == on(22, "kaska") + on(23, "caucasus_sea")


def test_place_22_a_mountain_before_plains() -> None:
    """SOL-PLACE-22, SOL-PLACE-NH-00."""
    assert grown({"kaska": "hittites 1", "tarsus": "hittites 1"}, 1) == on(22, "tarsus")


def test_place_22_a_camp_beside_a_neutral_one_is_left_alone() -> None:
    """SOL-PLC-05: 1 and 1 stay 1 and 1; against Barbarians it goes to two."""
    assert (22, "kaska") not in grown({"kaska": "hittites 1 egypt 1"}, 6)
    assert grown({"kaska": "hittites 1 barbarians 1"}, 1) == on(22, "kaska")


def test_place_23_an_empty_sea_before_empty_land() -> None:
    """SOL-PLACE-23, SOL-PLACE-24: next to Land that it occupies."""
    areas = FULL | SEAS | {"caucasus_sea": "egypt 1"}
    del areas["marmaran_sea"]
    assert grown(areas, 2) == on(23, "marmaran_sea") + on(24, "carchemish")


def test_place_23_a_sea_next_to_a_sea_will_not_do() -> None:
    """SOL-PLACE-23: the Egyptian Sea touches no Land of the Hittites."""
    areas = FULL | SEAS | {"levantine_sea": "hittites 1"}
    assert all(number == 24 for number, _ in grown(areas, 1))


def test_place_24_two_disks_in_plains_one_in_fertile_land() -> None:
    """SOL-PLACE-24: Fertile Land first, and with a single disk left Plains get one."""
    areas = FULL | SEAS | {"carchemish": "hittites 1"}
    assert grown(areas, 2) == on(24, "mittani") + on(24, "emar")
    areas |= {"mittani": "hittites 1", "emar": "hittites 1", "thrace": "hittites 2"}
    assert grown(areas, 3) == on(24, "zab", 2) + on(24, "ilium")


def test_gen_05_each_disk_is_judged_anew() -> None:
    """SOL-PLACE-GEN-05, AMB-44: Land taken by 24 opens a Sea for 23."""
    assert grown({}, 3) == on(24, "tarsus", 2) + on(23, "cilician_strait")


OUTSIDE = dict.fromkeys(
    ("carchemish", "mittani", "emar", "ilium", "zab", "ugarit", "aleppo", "rhodes", "alashiya"), "egypt 2"
)
"""What is next to those areas."""


def test_place_25_behind_in_vp_the_nearest_becomes_a_city() -> None:
    """SOL-PLACE-25: Settlements next to home before others; a Mountain is no nearer. A leader skips it."""
    areas = FULL | SEAS | OUTSIDE | {"thrace": "hittites 2"}
    assert grown(areas, 1, vp=3, egypt=5)[0] == (25, "kumannis")
    assert grown(areas, 1, vp=5, egypt=5) == []


def test_place_25_a_city_that_the_disks_in_hand_can_make() -> None:
    """RUL-160: Fertile Land with one disk takes two."""
    areas = dict.fromkeys(FULL, "hittites 3") | SEAS | OUTSIDE
    areas |= {"carchemish": "hittites 1", "mittani": "egypt 1", "zab": "hittites 2"}
    areas |= {"thrace": "egypt 2", "tel_birak": "egypt 2"}
    assert grown(areas, 1, vp=3, egypt=5) == on(25, "zab")
    assert grown(areas, 2, vp=3, egypt=5) == on(25, "carchemish", 2)


def wall(**areas: str) -> dict[str, str]:
    """Rhodes full of Greeks, beside what is named."""
    return {"rhodes": "greeks 4", **areas}


def islanders(areas: dict[str, str], hand: int) -> Placed:
    return deployed(areas, hand, "greeks", greeks={"home": "rhodes"})


def test_place_26_barbarians_in_land_where_they_are_fewest() -> None:
    """SOL-PLACE-26: two disks against one, four against three, none against four."""
    areas = FULL | SEAS | {"kaska": "barbarians 3", "pala": "barbarians 1", "kumannis": "barbarians 4"}
    areas |= OUTSIDE | {"thrace": "egypt 2"}
    assert grown(areas, 8) == on(26, "pala", 2) + on(26, "kaska", 4)


def test_place_26_too_few_disks_may_match() -> None:
    """SOL-PLACE-26, AMB-45: three against three; two are too few."""
    areas = FULL | SEAS | {"kaska": "barbarians 3"}
    areas |= OUTSIDE | {"thrace": "egypt 2"}
    assert grown(areas, 3) == on(26, "kaska", 3)
    assert grown(areas, 2) == []


def test_place_26_land_before_sea() -> None:
    """SOL-PLACE-26, SOL-PLACE-27."""
    areas = wall(icarian_sea="greeks 1", rhodian_sea="barbarians 1", thrace="barbarians 1")
    areas |= dict.fromkeys(("ilium", "lukka", "lydia", "marmaran_sea"), "egypt 2")
    assert islanders(areas, 2) == on(26, "thrace", 2)


def test_place_27_barbarians_at_sea_where_they_are_fewest() -> None:
    """SOL-PLACE-27 (N-173): two disks against one; two are matched, for more than two may not stand in a Sea."""
    assert islanders(wall(icarian_sea="barbarians 2", rhodian_sea="barbarians 1"), 2) == on(27, "rhodian_sea", 2)
    assert islanders(wall(icarian_sea="barbarians 2", rhodian_sea="egypt 2"), 2) == on(27, "icarian_sea", 2)


def test_place_27_one_disk_is_too_few_against_two_barbarians() -> None:
    """SOL-PLC-03: less than the largest stack is not placed."""
    assert islanders(wall(icarian_sea="barbarians 2", rhodian_sea="egypt 2"), 1) == []


def test_place_26_two_barbarians_in_a_desert_are_matched() -> None:
    """SOL-PLACE-26 (N-173): a Desert takes no more than two disks, either."""
    areas = {"judah": "israelites 4", "nabatea": "barbarians 2"}
    areas |= dict.fromkeys(("aleppo", "byblos", "emar", "petra", "tyre"), "egypt 2")
    assert deployed(areas, 2, "israelites") == on(26, "nabatea", 2)
    assert deployed(areas, 1, "israelites") == []


def test_place_28_beside_a_single_disk_at_sea() -> None:
    """SOL-PLACE-28, AMB-47: 1 and 1, if its owner is in an area next to it, and else not at all."""
    assert islanders(wall(icarian_sea="egypt 1", rhodian_sea="egypt 2", lydia="egypt 1"), 1) == on(28, "icarian_sea")
    assert islanders(wall(icarian_sea="egypt 1", rhodian_sea="barbarians 2"), 1) == []


def test_place_28_barbarians_before_it() -> None:
    """SOL-PLACE-27, SOL-PLACE-28."""
    areas = wall(icarian_sea="egypt 1", rhodian_sea="barbarians 1", lydia="egypt 1")
    assert islanders(areas, 2) == on(27, "rhodian_sea", 2)
