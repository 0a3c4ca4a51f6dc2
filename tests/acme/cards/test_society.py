"""Society: cards 62 to 68."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import CARDS
from tests.acme.cards.tables import SPARE, duel, holds, offered, table


def test_card_62_turns_up_to_four_camps_into_settlements() -> None:
    """Card 62: Camps Controlled in Land that is no Desert."""
    camps = ("memphis", "amarna", "abydos", "nile_delta", "tyre")
    areas = {**dict.fromkeys(camps, "egypt 1"), "sinai": "egypt 1", "red_sea": "egypt 1", "judah": "egypt 1 hittites 1"}
    t = duel(areas, egypt=holds(62)).play("egypt", "62")
    assert t.options() == tuple(sorted(camps))
    t.play("egypt", *camps[:4])
    assert [t.disks("egypt", a) for a in camps] == [2, 2, 2, 2, 1]


def test_card_62_needs_a_camp() -> None:
    """Card 62."""
    assert not offered(duel(egypt=holds(62)), 62)
    assert not offered(duel({"sinai": "egypt 1"}, egypt=holds(62)), 62)


def test_card_63_draws_two_and_gives_the_other_civ_one() -> None:
    """Card 63: a civ sharing an area or adjacent."""
    t = duel({"amarna": "hittites 1"}, egypt=holds(63), deck=[58, 43, 44]).play("egypt", "63")
    assert (t.hand("egypt"), t.hand("hittites")) == ([SPARE, 43, 58], [44])


def test_card_63_needs_a_civ_met_and_a_card_to_draw() -> None:
    """Card 63, RUL-010."""
    assert not offered(duel(egypt=holds(63)), 63)
    assert not offered(duel({"amarna": "barbarians 1"}, egypt=holds(63)), 63)
    gone = [n for n in CARDS if n not in {63, SPARE}]
    assert not offered(duel({"amarna": "hittites 1"}, egypt=holds(63), removed=gone), 63)


def test_card_64_moves_disks_to_vacant_land_anywhere() -> None:
    """Card 64: from one Land area, 2 in each at most, in a Desert 1, in no other civ's Home Area."""
    t = table(
        {"thebes": "egypt 4", "amarna": "egypt 1", "hattusha": "hittites 2"},
        order="egypt hittites mittani",
        egypt=holds(64),
    ).play("egypt", "64")
    assert not {"amarna", "mittani", "red_sea", "hattusha"} & set(t.options())
    t.play("egypt", "sinai")
    assert "sinai" not in t.options()
    t.play("egypt", "lydia", "lydia")
    assert "lydia" not in t.options()
    t.play("egypt", "done")
    assert [t.disks("egypt", a) for a in ("thebes", "sinai", "lydia")] == [1, 1, 2]


def test_card_64_may_leave_an_area_altogether() -> None:
    """Card 64: up to four of the disks there, also all of them."""
    t = duel(egypt=holds(64)).play("egypt", "64", "lydia", "lukka")
    assert (t.disks("egypt", "thebes"), t.disks("egypt", "lydia"), t.disks("egypt", "lukka")) == (0, 1, 1)


def test_card_64_needs_two_disks_in_a_land_area() -> None:
    """Card 64: Seas do not count."""
    assert not offered(table({"thebes": "egypt 1", "red_sea": "egypt 2"}, egypt=holds(64)), 64)


def test_card_65_places_two_disks_in_or_next_to_areas_held() -> None:
    """Card 65, RUL-080: the reach is that before the first disk; both disks are compulsory; 1 mina."""
    t = table({"thebes": "egypt 2", "hattusha": "hittites 2"}, egypt=holds(65)).play("egypt", "65")
    assert t.options() == ("abydos", "amarna", "eastern_desert", "thebes", "western_desert")
    t.play("egypt", "amarna")
    assert t.options() == ("abydos", "amarna", "eastern_desert", "thebes", "western_desert")
    t.play("egypt", "amarna")
    assert (t.disks("egypt", "amarna"), t.civ("egypt").mina) == (2, 1)


def test_card_65_without_supply_still_gives_its_mina() -> None:
    """Card 65, RUL-010, RUL-011; a civ without a disk on the map cannot play it."""
    assert duel(egypt=holds(65, growth_box=46)).play("egypt", "65").civ("egypt").mina == 1
    assert not offered(table({"hattusha": "hittites 2"}, egypt=holds(65)), 65)


def test_card_66_places_in_two_neighbouring_land_areas() -> None:
    """Card 66: both held; Seas do not count; 1 mina."""
    areas = {"amarna": "egypt 1", "abydos": "egypt 1 hittites 1", "tyre": "egypt 1", "sinai_sea": "egypt 1"}
    t = duel(areas, egypt=holds(66)).play("egypt", "66")
    assert t.options() == ("abydos", "amarna", "thebes")
    t.play("egypt", "abydos", "thebes")
    assert (t.disks("egypt", "abydos"), t.disks("egypt", "thebes"), t.civ("egypt").mina) == (2, 3, 1)


def test_card_66_needs_two_neighbours_held() -> None:
    """Card 66; without Supply its mina still comes (RUL-011)."""
    assert not offered(duel({"sinai_sea": "egypt 1", "tyre": "egypt 1"}, egypt=holds(66)), 66)
    t = duel({"amarna": "egypt 1"}, egypt=holds(66, growth_box=45)).play("egypt", "66")
    assert (t.key, t.civ("egypt").mina) == ("card.play", 1)


def test_card_67_boxes_three_disks_or_gives_mina_and_vp() -> None:
    """Card 67: one or the other; without Supply only the second."""
    t = duel(egypt=holds(67, growth_box=1)).play("egypt", "67", "growth")
    assert (t.civ("egypt").box, t.civ("egypt").supply) == (4, 42)
    t = duel(egypt=holds(67)).play("egypt", "67", "vp")
    assert (t.civ("egypt").vp, t.civ("egypt").mina) == (1, 1)
    t = duel(egypt=holds(67, growth_box=46)).play("egypt", "67")
    assert (t.civ("egypt").vp, t.civ("egypt").mina) == (1, 1)


def test_card_68_places_next_to_controlled_fertile_areas() -> None:
    """Card 68, RUL-080: vacant areas, Land or Sea, in no other civ's Home Area."""
    areas = {"memphis": "egypt 1", "carchemish": "egypt 1", "hattusha": "hittites 2", "nile_delta": "hittites 1"}
    t = table(areas, order="egypt hittites mittani", egypt=holds(68)).play("egypt", "68")
    around = {"amarna", "eastern_desert", "reed_sea", "sinai", "western_desert"}
    assert set(t.options()) == around | {"aleppo", "kumannis", "tarsus", "zab"}
    t.play("egypt", "amarna")
    assert "thebes" not in t.options()
    t.play("egypt", "reed_sea", "zab")
    assert [t.disks("egypt", a) for a in ("amarna", "reed_sea", "zab")] == [1, 1, 1]


@pytest.mark.parametrize("stack", ["egypt 1 hittites 1", "egypt 1"])
def test_card_68_needs_control_of_a_fertile_area(stack: str) -> None:
    """Card 68: Shared Thebes is not Controlled; Plains do not help."""
    area = "thebes" if "hittites" in stack else "tyre"
    assert not offered(table({area: stack, "hattusha": "hittites 2"}, egypt=holds(68)), 68)


def test_card_65_reaches_land_and_sea_and_may_split() -> None:
    """Card 65: one disk where its player stands, one in a Sea next to it."""
    t = table({"memphis": "egypt 1", "hattusha": "hittites 2"}, egypt=holds(65)).play("egypt", "65")
    assert {"memphis", "reed_sea", "sinai"} <= set(t.options())
    assert "red_sea" not in t.options()
    t.play("egypt", "memphis", "reed_sea")
    assert (t.disks("egypt", "memphis"), t.disks("egypt", "reed_sea"), t.civ("egypt").mina) == (2, 1, 1)
