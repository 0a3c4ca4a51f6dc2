"""Resources: cards 52 to 59 and 61."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import AREAS, playable
from tests.acme.cards.tables import WEST, duel, holds, offered, table


@pytest.mark.parametrize("card", [52, 53], ids=["test_card_52", "test_card_53"])
def test_card_52_53_place_two_disks_in_a_controlled_land_area(card: int) -> None:
    """Cards 52, 53: neither in Contested or Shared areas nor at sea; one disk where there is room for one."""
    areas = {"memphis": "egypt 3", "amarna": "egypt 1 hittites 1", "red_sea": "egypt 1", "abydos": "egypt 4"}
    t = duel(areas, egypt=holds(card)).play("egypt", str(card))
    assert t.asked() == ("card.area", "egypt", ("memphis", "thebes"))
    t.play("egypt", "thebes")
    assert t.disks("egypt", "thebes") == 4
    t = duel(areas, egypt=holds(card)).play("egypt", str(card), "memphis")
    assert t.disks("egypt", "memphis") == 4


@pytest.mark.parametrize("card", [52, 53])
def test_card_52_53_need_room_and_supply(card: int) -> None:
    """Cards 52, 53, RUL-010."""
    assert not offered(table({"thebes": "egypt 4", "hattusha": "hittites 2"}, egypt=holds(card)), card)
    assert not offered(duel(egypt=holds(card, growth_box=46)), card)


@pytest.mark.parametrize(
    ("card", "areas"),
    [(54, ("thebes", "memphis", "amarna", "abydos")), (55, ("kaska", "pala", "zab", "lydia"))],
    ids=["test_card_54", "test_card_55"],
)
def test_card_54_55_place_in_up_to_three_areas_of_their_terrain(card: int, areas: tuple[str, ...]) -> None:
    """Cards 54 (Fertile) and 55 (Plains): 1 disk in each."""
    more = {"thebes": "egypt 1", "sinai": "egypt 1", **dict.fromkeys(areas, "egypt 1")}
    t = table({"hattusha": "hittites 2", **more}, egypt=holds(card)).play("egypt", str(card))
    assert t.options() == tuple(sorted(areas))
    t.play("egypt", *areas[:3])
    assert [t.disks("egypt", a) for a in areas] == [2, 2, 2, 1]


@pytest.mark.parametrize(("card", "foreign"), [(54, "thebes"), (55, "pala")])
def test_card_54_55_need_such_an_area_alone(card: int, foreign: str) -> None:
    """Cards 54, 55: Control is needed."""
    t = table({"sinai": "egypt 2", foreign: "egypt 1 hittites 1", "hattusha": "hittites 2"}, egypt=holds(card))
    assert not offered(t, card)


@pytest.mark.parametrize(("mountains", "mina"), [(0, 1), (1, 1), (2, 2), (5, 3), (6, 3)])
def test_card_56_gives_mina_for_mountains(mountains: int, mina: int) -> None:
    """Card 56: 1 and 1 more for every two Mountain areas Controlled, 3 at most."""
    places = [a.id for a in AREAS.values() if a.terrain == "mountain"][:mountains]
    t = table({"thebes": "egypt 1", **dict.fromkeys(places, "egypt 1")}, board="full", egypt=holds(56))
    assert t.play("egypt", "56").civ("egypt").mina == mina


def test_card_57_places_in_one_vacant_land_area_anywhere() -> None:
    """Card 57: up to 2, in a Desert 1; never in a Home Area of a civ in play, not even the own one."""
    areas = {"memphis": "egypt 1", "hattusha": "hittites 2"}
    t = table(areas, order="egypt hittites mittani", egypt=holds(57)).play("egypt", "57")
    assert not {"thebes", "memphis", "mittani", "red_sea"} & set(t.options())
    t.play("egypt", "lydia")
    assert t.asked() == ("card.amount", "egypt", ("1", "2"))
    t.play("egypt", "2")
    assert t.disks("egypt", "lydia") == 2
    t = table(areas, egypt=holds(57)).play("egypt", "57", "sinai")
    assert (t.key, t.disks("egypt", "sinai")) == ("card.play", 1)


def test_card_57_needs_supply() -> None:
    """Card 57, RUL-010."""
    assert not offered(duel(egypt=holds(57, growth_box=46)), 57)


def test_card_58_gives_two_mina() -> None:
    """Card 58."""
    assert duel(egypt=holds(58)).play("egypt", "58").civ("egypt").mina == 2


def test_card_59_moves_disks_one_after_the_other_along_own_areas() -> None:
    """Card 59, RUL-081: path and goal must be held at that moment and the goal have room."""
    areas = {"thebes": "egypt 2", "amarna": "egypt 1", "memphis": "egypt 4", "tyre": "egypt 1"}
    t = table({**areas, "hattusha": "hittites 2"}, egypt=holds(59)).play("egypt", "59")
    assert t.options() == ("amarna", "memphis", "thebes", "done")
    t.play("egypt", "memphis")
    assert t.asked() == ("card.move", "egypt", ("amarna", "thebes"))
    t.play("egypt", "thebes", "thebes", "amarna", "amarna", "thebes", "done")
    assert t.asked() == ("card.area", "egypt", ("amarna", "memphis", "thebes"))
    t.play("egypt", "amarna")
    assert [t.disks("egypt", a) for a in areas] == [3, 2, 3, 1]


def test_card_59_an_area_left_is_no_path_any_more() -> None:
    """Card 59, RUL-081: with Amarna empty, Memphis and Thebes hang together no longer."""
    areas = {"thebes": "egypt 1", "amarna": "egypt 1", "memphis": "egypt 1"}
    t = table({**areas, "hattusha": "hittites 2"}, egypt=holds(59)).play("egypt", "59", "amarna", "thebes")
    assert t.options() == ("done",) or t.key == "card.area"


def test_card_59_only_the_disk_for_a_fertile_area() -> None:
    """Card 59: no move is needed if the last sentence has effect (RUL-010, RUL-011)."""
    t = duel({"tyre": "egypt 1"}, egypt=holds(59)).play("egypt", "59")
    assert t.disks("egypt", "thebes") == 3


def test_card_59_needs_two_areas_and_something_to_do() -> None:
    """Card 59, RUL-010."""
    assert not offered(duel(egypt=holds(59)), 59)
    assert not offered(table({"tyre": "egypt 1", "lydia": "egypt 1", "hattusha": "hittites 2"}, egypt=holds(59)), 59)


def test_card_61_takes_a_mina_from_every_civ_with_fewer_cities() -> None:
    """Card 61: not from equals, nor from the poor."""
    t = table(
        {"thebes": "egypt 3", "hattusha": "hittites 2", "mittani": "mittani 3", "alashiya": "sea_peoples 1"},
        order="egypt hittites mittani sea_peoples",
        egypt=holds(61),
        hittites={"mina": 2},
        mittani={"mina": 2},
    ).play("egypt", "61")
    assert [t.civ(c).mina for c in ("egypt", "hittites", "mittani")] == [1, 1, 2]


def test_card_61_three_pay_at_most_and_the_player_chooses() -> None:
    """Card 61, RUL-087."""
    rest = ("hittites", "mittani", "sea_peoples", "babylon")
    homes = {"hattusha": "hittites 2", "mittani": "mittani 2", "alashiya": "sea_peoples 2", "babylon": "babylon 2"}
    t = table(
        {"thebes": "egypt 3", **homes},
        order=" ".join(("egypt", *rest)),
        board="full",
        egypt=holds(61),
        **{c: {"mina": 1} for c in rest},
    ).play("egypt", "61")
    assert t.asked() == ("card.victim", "egypt", rest)
    t.answer("egypt", "hittites", "babylon", "mittani")
    assert (t.civ("egypt").mina, [t.civ(c).mina for c in rest]) == (3, [0, 0, 1, 0])


def test_card_61_needs_a_payer() -> None:
    """Card 61."""
    assert not offered(duel(egypt=holds(61), hittites={"mina": 1}), 61)
    assert not offered(duel({"memphis": "egypt 3"}, egypt=holds(61)), 61)


def test_card_57_needs_vacant_land_that_is_no_home() -> None:
    """Card 57: with the home of Mittani alone left empty there is none."""
    land = [a for a in playable(WEST) if AREAS[a].is_land and a != "mittani"]
    areas = {**dict.fromkeys(land, "barbarians 1"), "thebes": "egypt 2", "hattusha": "hittites 2"}
    assert not offered(table(areas, order="egypt hittites mittani", egypt=holds(57)), 57)
    del areas["zab"]
    assert offered(table(areas, order="egypt hittites mittani", egypt=holds(57)), 57)


def test_card_59_makes_four_moves_at_most() -> None:
    """Card 59: then only the disk in a Fertile area is left to place."""
    areas = {"thebes": "egypt 3", "amarna": "egypt 1", "hattusha": "hittites 2"}
    t = table(areas, egypt=holds(59)).play("egypt", "59", "thebes", "amarna", "thebes")
    assert (t.key, t.options()) == ("card.move", ("amarna", "thebes", "done"))
    t.play("egypt", "amarna")
    assert t.asked() == ("card.area", "egypt", ("amarna", "thebes"))
