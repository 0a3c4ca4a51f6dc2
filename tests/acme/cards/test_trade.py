"""Trade: cards 42 to 51."""

from __future__ import annotations

import pytest

from tests.acme.cards.tables import SPARE, duel, holds, offered, table


def test_card_42_places_in_up_to_three_seas_that_hang_together() -> None:
    """Card 42, RUL-079: anywhere on the map, near own disks or not, empty or not."""
    t = duel({"icarian_sea": "hittites 2"}, egypt=holds(42)).play("egypt", "42", "icarian_sea")
    assert t.options() == ("marmaran_sea", "rhodian_sea", "done")
    t.play("egypt", "marmaran_sea")
    assert t.options() == ("pontus_euxinus", "rhodian_sea", "done")
    t.play("egypt", "rhodian_sea")
    assert [t.disks("egypt", a) for a in ("icarian_sea", "marmaran_sea", "rhodian_sea")] == [1, 1, 1]


def test_card_42_needs_room_and_supply() -> None:
    """Card 42, RUL-010, RUL-013: a Sea with two own disks takes no more."""
    t = duel({"red_sea": "egypt 2"}, egypt=holds(42)).play("egypt", "42")
    assert "red_sea" not in t.options()
    assert not offered(duel(egypt=holds(42, growth_box=46)), 42)
    t = duel(egypt=holds(42, growth_box=45)).play("egypt", "42", "red_sea")
    assert (t.key, t.disks("egypt", "red_sea")) == ("card.play", 1)


SITES = {
    43: ("egyptian_sea", "sinai_sea"),
    44: ("byblos", "tyre", "ugarit"),
    45: ("nabatea", "midian", "petra"),
    46: ("sogdiana", "bactria", "parthia"),
    47: ("lower_gulf", "upper_gulf", "erythraean_sea"),
}
EACH = [(card, site) for card, sites in SITES.items() for site in sites]


@pytest.mark.parametrize(("card", "site"), EACH)
def test_card_43_44_45_46_47_give_two_mina_and_one_to_all_at_the_sites(card: int, site: str) -> None:
    """Cards 43 to 47: every civ with a disk in a site, once, its player too; Barbarians gain nothing."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", site: "hittites 1 barbarians 1"}
    t = table(areas, board="full", egypt=holds(card)).play("egypt", str(card))
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (2, 1)
    t = table({**areas, site: "egypt 2"}, board="full", egypt=holds(card)).play("egypt", str(card))
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (3, 0)


def test_card_44_pays_once_for_several_sites() -> None:
    """Card 44: a disk in one or more of the areas brings 1 mina."""
    t = duel({"tyre": "egypt 1", "byblos": "egypt 1"}, egypt=holds(44)).play("egypt", "44")
    assert t.civ("egypt").mina == 3


def test_card_47_skips_a_site_out_of_play() -> None:
    """Card 47, RUL-006: on the Western map Lower Gulf is no area, and so has no Seas next to it."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "upper_gulf": "egypt 1"}
    t = table(areas, board="western", egypt=holds(47)).play("egypt", "47")
    assert t.civ("egypt").mina == 2


def test_card_48_lays_a_chain_of_three_areas() -> None:
    """Card 48, RUL-080: each next to the one before, vacant or the civ's alone; the reach is measured step by step."""
    t = duel({"memphis": "egypt 1", "sinai": "hittites 1"}, egypt=holds(48)).play("egypt", "48")
    assert {"nile_delta", "amarna", "eastern_desert"} <= set(t.options())
    assert not {"sinai", "tyre"} & set(t.options())
    t.play("egypt", "nile_delta")
    assert t.options() == ("western_desert", "done")
    t.play("egypt", "western_desert", "abydos")
    assert [t.disks("egypt", a) for a in ("nile_delta", "western_desert", "abydos")] == [1, 1, 1]
    assert t.civ("egypt").mina == 1


def test_card_48_does_not_come_back_to_where_it_began() -> None:
    """Card 48: three further Land areas; its start is not one of them."""
    t = table({"thebes": "egypt 2", "hattusha": "hittites 2"}, egypt=holds(48)).play("egypt", "48", "amarna")
    assert "thebes" not in t.options()


def test_card_48_may_place_nothing_for_its_mina() -> None:
    """Card 48, RUL-011; without a Land area held it is not offered."""
    t = duel(egypt=holds(48)).play("egypt", "48", "done")
    assert (t.civ("egypt").mina, t.disks("egypt", "thebes")) == (1, 2)
    assert not offered(table({"red_sea": "egypt 1", "hattusha": "hittites 2"}, egypt=holds(48)), 48)


def test_card_48_ends_when_supply_is_used_up() -> None:
    """Card 48: no disk, no further area."""
    t = duel(egypt=holds(48, growth_box=45)).play("egypt", "48", "amarna")
    assert (t.key, t.disks("egypt", "amarna")) == ("card.play", 1)


@pytest.mark.parametrize(("cities", "mina"), [(2, 1), (3, 1), (4, 2), (6, 3), (8, 3)])
def test_card_49_gives_a_mina_for_two_controlled_cities(cities: int, mina: int) -> None:
    """Card 49: 3 mina at most."""
    places = ["thebes", "memphis", "amarna", "abydos", "nile_delta", "tyre", "judah", "byblos"][:cities]
    t = table({"hattusha": "hittites 2", **dict.fromkeys(places, "egypt 3")}, egypt=holds(49)).play("egypt", "49")
    assert t.civ("egypt").mina == mina


def test_card_49_needs_two_controlled_cities() -> None:
    """Card 49: a City in a Contested area does not count."""
    assert not offered(table({"thebes": "egypt 3", "memphis": "egypt 3 hittites 1"}, egypt=holds(49)), 49)


@pytest.mark.parametrize(
    ("mina", "hand", "left", "cards"), [(3, [58], 1, 1), (1, [58, 42], 0, 1), (0, [58, 42, 43], 0, 1)]
)
def test_card_50_takes_two_mina_or_random_cards(mina: int, hand: list[int], left: int, cards: int) -> None:
    """Card 50: a card at random for each mina that is missing; nothing of it can be bought off (RUL-062)."""
    t = duel(egypt=holds(50), hittites={"mina": mina, "hand": hand}).play("egypt", "50").windows()
    assert (t.civ("hittites").mina, len(t.hand("hittites"))) == (left, cards)
    assert t.civ("egypt").mina == 0


@pytest.mark.parametrize("card", [50, 51, 80])
def test_card_50_51_80_need_another_civ_with_mina_or_card(card: int) -> None:
    """Cards 50, 51, 80, RUL-010: a victim must have something to lose."""
    assert not offered(duel(egypt=holds(card)), card)
    assert offered(duel(egypt=holds(card), hittites={"mina": 1}), card)
    assert offered(duel(egypt=holds(card), hittites={"hand": [58]}), card)


def test_card_51_takes_a_mina_or_a_card_from_one_or_two_civs() -> None:
    """Card 51: without a mina a random card goes to the player, seen by the two owners only."""
    t = table(
        {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 2"},
        order="egypt hittites mittani",
        egypt=holds(51),
        hittites={"mina": 1},
        mittani={"hand": [58]},
    ).play("egypt", "51", "mittani", "hittites")
    t.windows()
    assert (t.civ("egypt").mina, t.hand("egypt")) == (1, [SPARE, 58])
    assert "card:58" not in t.told()


def test_card_51_may_stop_at_one_victim() -> None:
    """Card 51."""
    t = table(
        {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 2"},
        order="egypt hittites mittani",
        egypt=holds(51),
        hittites={"mina": 1},
        mittani={"mina": 1},
    ).play("egypt", "51", "mittani", "done")
    assert (t.civ("egypt").mina, t.civ("mittani").mina, t.civ("hittites").mina) == (1, 0, 1)
