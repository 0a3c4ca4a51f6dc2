"""How far areas are, what they are worth, and Method A (RUL-007, RUL-134, RUL-138)."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import AREAS
from engine.acme.npc.distances import (
    FAR,
    from_disks,
    from_home,
    from_people,
    from_terrains,
    nearest,
    steps,
)
from engine.acme.npc.ranks import BEYOND, best_first, land_first, removal_rank, special_areas, special_kind, victim
from engine.acme.state import State
from tests.acme.npc.deploying import position

WAR = {"enemies": ["egypt"]}
FRONT = {
    "hattusha": "hittites 3",
    "kaska": "hittites 1 gold",
    "karahuyuk": "hittites 3",
    "tarsus": "hittites 1 stronghold",
    "emar": "hittites 1",
    "thebes": "egypt 3",
    "memphis": "egypt 1 gold",
    "judah": "egypt 3",
    "thrace": "egypt 2",
    "rhodes": "egypt 1",
}


def front(**egypt: object) -> State:
    return position(FRONT, hittites=WAR, egypt={"deity": "sky_god", **egypt})


@pytest.mark.parametrize(
    ("area", "rank"),
    [
        ("hattusha", 1),
        ("kaska", 2),
        ("karahuyuk", 3),
        ("tarsus", 4),
        ("emar", 4),
        ("thebes", 11),
        ("memphis", 12),
        ("sinai", 13),
        ("abydos", 14),
        ("judah", 15),
        ("petra", 17),
        ("thrace", 18),
        ("rhodes", 19),
        ("lydia", BEYOND + 2),
    ],
)
def test_rul_138_the_first_number_that_fits(area: str, rank: int) -> None:
    """RUL-138, SOL-CLAR: own Home, Gold, City, special area; the enemy's Deity, Gold, what is next to them, City."""
    assert removal_rank(front(), "hittites", area) == rank


def test_rul_138_without_enemies_only_its_own_areas_stand_out() -> None:
    """RUL-138: the rest by distance from its Home Area."""
    s = position(FRONT)
    assert removal_rank(s, "hittites", "thebes") == BEYOND + from_home(s, "hittites", "thebes")
    assert removal_rank(s, "hittites", "kaska") == 2


def test_rul_155_special_areas_in_order() -> None:
    """RUL-155: cube, Fertile, Oasis, Fishing Grounds, Mountain of Gold; of cubes only its own."""
    areas = {"lydia": "hittites 1 mountain_of_gold", "icarian_sea": "hittites 1 fishing_grounds"}
    areas |= {"midian": "hittites 1 oasis", "emar": "hittites 1", "tarsus": "hittites 1 stronghold"}
    areas |= {"hattusha": "hittites 1 egypt 1 stronghold", "carchemish": "egypt 1"}
    s = position(areas)
    assert special_areas(s, "hittites") == ["tarsus", "emar", "midian", "icarian_sea", "lydia"]
    assert special_kind(s, "hattusha") == 0
    assert special_kind(s, "kaska") is None


def test_rul_007_distances() -> None:
    """RUL-007: over Land and Sea alike; an area out of play, or no area at all, is far away."""
    s = front()
    assert steps(s, "hattusha", "hattusha") == 0
    assert steps(s, "karahuyuk", "thebes") == 5
    assert steps(s, "hattusha", "persis") == FAR
    assert steps(s, "persis", "hattusha") == FAR
    assert nearest(s, "hattusha", []) == FAR
    assert from_disks(s, "egypt", "tyre") == 1
    assert from_people(s, "hittites", "tyre") == 1


def test_persons_are_not_npcs() -> None:
    """SOL-PLACE-07: only their disks are kept away from."""
    s = position(FRONT, egypt={"npc": True, "by": "npc"})
    assert from_people(s, "hittites", "tyre") == FAR
    assert victim(s, "hittites") == ""


def test_rul_134_method_a() -> None:
    """RUL-134: disks of the leading person in the area, then next to it, then terrain, distance, order."""
    s = position({"hattusha": "hittites 1", "lukka": "egypt 2", "ilium": "egypt 1", "zab": "greeks 2"}, order=THREE)
    assert best_first(s, "hittites", ["arzawa", "lukka", "lydia", "ilium"]) == ["lukka", "ilium", "lydia", "arzawa"]
    assert best_first(s, "hittites", ["kaska", "memphis", "pala", "sinai"]) == ["memphis", "kaska", "pala", "sinai"]


THREE = "hittites egypt greeks"


def test_rul_134_the_leader_among_persons() -> None:
    """RUL-134: most VP, then Cities, then Turn Order; an NPC is none, however many VP it has."""
    areas = {"thebes": "egypt 3", "thrace": "greeks 2"}
    assert victim(position(areas, order=THREE), "hittites") == "egypt"
    assert victim(position(areas, order=THREE, greeks={"vp": 1}), "hittites") == "greeks"
    assert victim(position(areas, order=THREE, egypt={"vp": 8, "npc": True}), "hittites") == "greeks"


def test_nh_00_terrain_first() -> None:
    """SOL-PLACE-NH-00, RUL-134: in 22 to 28 and at set-up before Method A; Seas by the Land that is near."""
    s = position({"hattusha": "hittites 1", "ilium": "egypt 1"})
    areas = ["arzawa", "sinai", "tarsus", "memphis", "sinai_sea", "levantine_sea"]
    ordered = ["memphis", "tarsus", "arzawa", "sinai", "sinai_sea", "levantine_sea"]
    assert sorted(areas, key=lambda area: land_first(s, "hittites", area)) == ordered


def test_from_terrains_counts_to_the_nearest_of_each() -> None:
    """Playbook, Terrain Note: Fertile, Mountain, Plains, Desert."""
    found = from_terrains("abbreviated_western", "sinai_sea")
    assert found == (1, 3, 1, 1)
    assert AREAS["nile_delta"].terrain == "fertile"
