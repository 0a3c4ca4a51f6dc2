"""Home defence: priorities 1 to 10 of the placement list (Playbook, Home Defense NPC Disk Placement)."""

from __future__ import annotations

import pytest

from tests.acme.npc.deploying import CALM, Placed, deployed

ENEMY = {"enemies": ["egypt"]}


def on(number: int, area: str, n: int = 1) -> Placed:
    return [(number, area)] * n


def test_place_01_an_enemy_at_home_comes_first() -> None:
    """SOL-PLACE-01, RUL-155: until its stack is one above the enemy's; then the Gold is looked at."""
    areas = {"hattusha": "hittites 1 egypt 2", "kaska": "hittites 1 gold egypt 1"}
    assert deployed(areas, 4, hittites=ENEMY) == on(1, "hattusha", 2) + on(2, "kaska") + on(6, "kaska")


def test_place_01_barbarians_at_home_are_enemies() -> None:
    """RUL-155: without any other enemy too; 4 is the most that a disk can bring."""
    areas = {"hattusha": "hittites 1 barbarians 4", "karahuyuk": "hittites 3"}
    assert deployed(areas, 3) == on(1, "hattusha", 3)
    assert on(1, "hattusha")[0] not in deployed(areas, 2)


def test_place_01_a_home_that_holds_more_than_its_enemy_is_left_alone() -> None:
    """RUL-155: 3 against 2 exceed by one."""
    areas = CALM | {"hattusha": "hittites 3 egypt 2", "kaska": "hittites 1 gold egypt 1"}
    assert deployed(areas, 1, hittites=ENEMY) == on(2, "kaska")


def test_place_02_an_enemy_at_its_gold_comes_before_one_at_its_city() -> None:
    """SOL-PLACE-02."""
    areas = {"hattusha": "hittites 3", "karahuyuk": "hittites 3 egypt 3", "kaska": "hittites 2 gold egypt 2"}
    assert deployed(areas, 2, hittites=ENEMY) == on(2, "kaska") + on(3, "karahuyuk")


def test_place_03_an_enemy_at_its_city_comes_before_one_in_a_special_area() -> None:
    """SOL-PLACE-03: the stack grows to one above the enemy's."""
    areas = {"hattusha": "hittites 3", "karahuyuk": "hittites 3 egypt 3", "tarsus": "hittites 1 stronghold egypt 1"}
    assert deployed(areas, 2, hittites=ENEMY) == on(3, "karahuyuk") + on(4, "tarsus")


def test_place_03_a_neutral_civ_beside_its_city_is_no_reason() -> None:
    """SOL-PLACE-03: without enmity the disk goes elsewhere."""
    areas = {"hattusha": "hittites 3", "karahuyuk": "hittites 3 egypt 1"}
    assert all(number > 10 for number, _ in deployed(areas, 2))


def test_place_04_stronghold_fertile_and_bonus_sites_in_that_order() -> None:
    """SOL-PLACE-04: own special areas with an enemy."""
    sites = {"hattusha": "hittites 3", "karahuyuk": "hittites 3", "carchemish": "hittites 1 egypt 1"}
    sites |= {"tarsus": "hittites 1 stronghold egypt 1", "kaska": "hittites 1 egypt 1 oasis"}
    sites |= {"icarian_sea": "hittites 1 egypt 1 fishing_grounds", "lydia": "hittites 1 egypt 1 mountain_of_gold"}
    order = ["tarsus", "carchemish", "kaska", "icarian_sea", "lydia"]
    assert deployed(sites, 5, hittites=ENEMY) == [(4, area) for area in order]


def test_place_04_then_special_areas_next_to_its_disks_are_filled() -> None:
    """SOL-PLACE-04, RUL-155, AMB-46: vacant or with an enemy, to the cap; what it has already is not filled up."""
    areas = CALM | {"kumannis": "hittites 1", "carchemish": "barbarians 1"}
    assert deployed(areas, 4) == on(4, "carchemish", 4)
    assert all(area != "carchemish" for _, area in deployed(CALM | {"carchemish": "hittites 1"}, 1))


def test_place_04_a_mountain_without_a_cube_is_not_special() -> None:
    """RUL-155: an enemy's cube makes it so."""
    tarsus = CALM | {"tarsus": "egypt 1"}
    assert deployed(tarsus, 1, hittites=ENEMY) == on(19, "tarsus")
    cube = {"tarsus": "egypt 1 stronghold"}
    assert deployed(tarsus | cube, 4, hittites=ENEMY) == on(4, "tarsus", 4)


def test_place_05_a_city_at_home_comes_before_one_with_gold() -> None:
    """SOL-PLACE-05, RUL-156: as far as disks go."""
    areas = {"hattusha": "hittites 1", "kaska": "hittites 2 gold", "pala": "hittites 1"}
    assert deployed(areas, 3) == on(5, "hattusha", 2) + on(6, "kaska")
    assert deployed(areas, 1) == on(5, "hattusha")


def test_place_06_a_city_with_gold_comes_before_one_next_to_home() -> None:
    """SOL-PLACE-06."""
    areas = {"hattusha": "hittites 3", "lukka": "hittites 2 gold"}
    assert deployed(areas, 2) == on(6, "lukka") + on(7, "kaska")


def test_place_07_the_neighbour_farthest_from_the_persons() -> None:
    """SOL-PLACE-07: from the Egyptian disk in Lydia Kaska is three steps away, the others two at most."""
    areas = {"hattusha": "hittites 3", "lydia": "egypt 1"}
    assert deployed(areas, 2) == on(7, "kaska", 2)


def test_place_07_other_npcs_do_not_count() -> None:
    """SOL-PLACE-07: their disks are no person's, so the neighbours are equal for the priority."""
    areas = {"hattusha": "hittites 3", "lydia": "greeks 1", "zab": "egypt 1"}
    npc = {"npc": True, "by": "npc"}
    assert deployed(areas, 2, order="hittites egypt greeks", greeks=npc) == on(7, "arzawa", 2)


def test_place_07_a_city_next_to_home_is_enough() -> None:
    """SOL-PLACE-07, SOL-PLACE-08: with one of them the next priority is asked."""
    assert deployed(CALM | {"kaska": "hittites 2"}, 1, egypt={"vp": 10}) == on(8, "kaska")


def test_place_08_a_city_as_near_home_as_can_be() -> None:
    """SOL-PLACE-08, RUL-156: with two disks in Kaska, with one in Lukka; with fewest VP until nothing fits."""
    areas = CALM | {"kaska": "hittites 1", "lukka": "hittites 2"}
    assert deployed(areas, 2, egypt={"vp": 10}) == on(8, "kaska", 2)
    assert deployed(areas, 1, egypt={"vp": 10}) == on(8, "lukka")
    assert deployed(areas, 3, egypt={"vp": 10}) == on(8, "kaska", 2) + on(8, "lukka")


def test_place_08_until_it_has_as_many_cities() -> None:
    """SOL-PLACE-08: 2 Cities against 3; with as many it goes on to the next list."""
    egypt = {"thebes": "egypt 3", "abydos": "egypt 3", "memphis": "egypt 3"}
    areas = CALM | egypt | {"kaska": "hittites 2", "lukka": "hittites 2"}
    placed = deployed(areas, 2)
    assert placed[0] == (8, "kaska")
    assert placed[1][0] > 20


FLEET = {"alashiya": "sea_peoples 3", "levantine_sea": "sea_peoples 1", "cilician_strait": "sea_peoples 1"}


def test_place_09_the_sea_peoples_fill_four_seas_then_eight() -> None:
    """SOL-PLACE-09: two, then four more, and the last disk moves on."""
    placed = deployed(FLEET, 7, "sea_peoples")
    assert [number for number, _ in placed[:6]] == [9] * 6
    assert len({area for _, area in placed[:6]} | set(FLEET)) == 9
    assert placed[6][0] > 20


def test_place_09_three_disks_begin_no_new_four() -> None:
    """SOL-PLACE-09: of five disks two make four Seas, three are fewer than four."""
    assert [number == 9 for number, _ in deployed(FLEET, 5, "sea_peoples")] == [True, True, False, False, False]


def test_place_09_not_where_two_rival_disks_are() -> None:
    """SOL-PLACE-09: Seas with one rival disk are shared."""
    rivals = {"rhodian_sea": "egypt 2", "sinai_sea": "egypt 1"}
    assert ("sinai_sea" in dict.fromkeys(area for _, area in deployed(FLEET | rivals, 2, "sea_peoples"))) is True
    assert (9, "rhodian_sea") not in deployed(FLEET | rivals, 9, "sea_peoples")


def test_place_09_is_for_the_sea_peoples_alone() -> None:
    """SOL-PLACE-09."""
    areas = {"alashiya": "greeks 3", "levantine_sea": "greeks 1"}
    assert all(number != 9 for number, _ in deployed(areas, 6, "greeks", greeks={"home": "alashiya"}))


NORTH = {
    "north_caucasus": "cimmerians 3",
    "colchis": "cimmerians 3",
    **dict.fromkeys(("nw_caspian", "w_caspian", "ne_caspian", "caucasus_sea"), "cimmerians 1"),
}


@pytest.mark.parametrize(("stack", "enters"), [("barbarians 2", False), ("barbarians 1", True), ("egypt 1", True)])
def test_place_10_a_last_disk_goes_where_it_matches_what_is_there(stack: str, *, enters: bool) -> None:
    """SOL-PLACE-10, RUL-153: in all other Seas of their Display the Cimmerians are already."""
    seas = dict.fromkeys(("e_caspian", "se_caspian"), "cimmerians 1")
    placed = deployed(NORTH | seas | {"sw_caspian": stack}, 1, "cimmerians", board="full")
    assert (placed == [(10, "sw_caspian")]) is enters


def test_place_10_the_cimmerians_enter_all_their_seas() -> None:
    """SOL-PLACE-10: two disks where only Barbarians are, one elsewhere."""
    placed = deployed(NORTH | {"sw_caspian": "barbarians 2"}, 5, "cimmerians", board="full")
    assert sorted(placed[:4]) == [(10, "e_caspian"), (10, "se_caspian"), (10, "sw_caspian"), (10, "sw_caspian")]
    assert placed[4][0] > 20


@pytest.mark.parametrize("stack", ["egypt 2", "egypt 2 barbarians 1"])
def test_place_10_not_where_two_disks_of_a_civ_are(stack: str) -> None:
    """SOL-PLACE-10."""
    placed = deployed(NORTH | {"sw_caspian": stack}, 6, "cimmerians", board="full")
    assert (10, "sw_caspian") not in placed
    assert {(10, "e_caspian"), (10, "se_caspian")} < set(placed)


def test_place_10_only_seas_of_the_map() -> None:
    """RUL-157: in the West there is the Caucasus Sea alone."""
    areas = {"kaska": "cimmerians 3", "pala": "cimmerians 3"}
    placed = deployed(areas, 2, "cimmerians", cimmerians={"home": "kaska"})
    assert [number for number, _ in placed] == [10, 23]


def test_hd_11_there_is_no_going_back() -> None:
    """SOL-PLACE-HD-11: Carchemish, vacant and Fertile, comes within reach too late for priority 4."""
    placed = deployed(CALM, 4)
    assert [number for number, _ in placed[:2]] == [24, 24]
    assert (24, "carchemish") in placed
    assert all(number != 4 for number, _ in placed)


def test_hd_12_which_list_follows() -> None:
    """SOL-PLACE-HD-12: with an enemy the hostile list, without one the other."""
    areas = CALM | {"thebes": "egypt 3"}
    assert {number for number, _ in deployed(areas, 3, hittites=ENEMY)} <= set(range(11, 22))
    assert {number for number, _ in deployed(areas, 3)} <= set(range(22, 29))
