"""Losses and what saves them (ACME §7, RUL-059 to RUL-062, RUL-071)."""

from __future__ import annotations

import pytest

from tests.acme.cards.tables import duel, holds, table


def test_the_victim_chooses_disk_by_disk_and_knows_the_total() -> None:
    """RUL-059, RUL-062: lose or pay, in any mix, even to keep a worthless disk."""
    t = table({"thebes": "egypt 2", "zab": "hittites 3"}, egypt=holds(72), hittites={"mina": 1, "hand": [58, 42]})
    t.play("egypt", "72").windows()
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina", "card:42", "card:58"))
    t.answer("hittites", "card:42")
    assert t.options() == ("lose", "mina", "card:58")
    t.answer("hittites", "lose")
    assert (t.disks("hittites", "zab"), t.civ("hittites").mina, t.hand("hittites")) == (2, 1, [58])


def test_a_victim_without_means_is_not_asked() -> None:
    """ACME §7.2: a loss nobody can pay for."""
    t = table({"thebes": "egypt 2", "zab": "hittites 3"}, egypt=holds(72)).play("egypt", "72")
    assert (t.key, t.disks("hittites", "zab")) == ("card.play", 1)


def test_several_victims_lose_in_turn_order() -> None:
    """RUL-008: each finishes all its decisions before the next."""
    t = table(
        {"tarsus": "mittani 1 hittites 1", "lukka": "hittites 1 mittani 1"},
        order="egypt hittites mittani",
        egypt=holds(74),
        hittites={"mina": 2},
        mittani={"mina": 2},
    ).play("egypt", "74")
    asked = []
    while t.key == "loss.buy_off":
        asked.append(t.asked()[1])
        t.answer(asked[-1], "mina")
    assert asked == ["hittites", "hittites", "mittani", "mittani"]
    assert t.state.disks["lukka"] == {"hittites": 1, "mittani": 1}


def test_the_home_of_the_hittites_loses_one_disk_a_card_and_never_the_last() -> None:
    """RUL-061: nothing is paid for what is protected."""
    t = table({"thebes": "egypt 2", "hattusha": "hittites 3"}, egypt=holds(72), hittites={"mina": 5}).play(
        "egypt", "72"
    )
    t.answer("hittites", "lose")
    assert (t.key, t.disks("hittites", "hattusha"), t.civ("hittites").mina) == ("card.play", 2, 5)
    t = table({"thebes": "egypt 2", "hattusha": "hittites 1", "zab": "hittites 3"}, egypt=holds(89, deity="god_of_war"))
    assert t.play("egypt", "89").disks("hittites", "hattusha") == 1


def test_the_walls_stand_wherever_the_home_is() -> None:
    """RUL-061: the Home Area, not Hattusha, is protected."""
    t = table({"thebes": "egypt 2", "zab": "hittites 3"}, egypt=holds(72), hittites={"home": "zab"}).play("egypt", "72")
    assert t.disks("hittites", "zab") == 2


def test_father_of_the_gods_saves_two_disks_a_turn() -> None:
    """RUL-059, Deity 1: for nothing, against Fate cards of the Card Phase."""
    t = table(
        {"thebes": "egypt 2", "hattusha": "hittites 2", "zab": "hittites 4"},
        egypt=holds(78),
        hittites={"deity": "father_of_the_gods"},
    )
    t.play("egypt", "78", "zab", "3")
    assert t.options() == ("lose", "power")
    t.play("hittites", "power", "power").windows()
    assert (t.key, t.state.disks["zab"]) == ("card.play", {"hittites": 3, "barbarians": 1})


def test_card_26_makes_father_of_the_gods_useless_and_the_victim_chooses_anew() -> None:
    """RUL-073: the use announced is spent and the power blocked; other means remain."""
    t = table(
        {"thebes": "egypt 2", "hattusha": "hittites 2", "zab": "hittites 3"},
        egypt=holds(89, 26, deity="god_of_war"),
        hittites={"deity": "father_of_the_gods", "mina": 1},
    ).play("egypt", "89")
    t.answer("hittites", "power").answer("egypt", "26").windows()
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina"))
    t.answer("hittites", "mina")
    assert (t.disks("hittites", "zab"), t.view().civs["hittites"].power_blocked) == (3, True)


def test_a_dormant_father_saves_nobody() -> None:
    """RUL-116: without a disk at home the power sleeps."""
    t = table({"thebes": "egypt 2", "zab": "hittites 3"}, egypt=holds(72), hittites={"deity": "father_of_the_gods"})
    assert t.play("egypt", "72").disks("hittites", "zab") == 1


def test_a_stronghold_of_urartu_goes_in_place_of_a_disk() -> None:
    """RUL-059, Rock Castles: the cube of that very area."""
    t = table(
        {"thebes": "egypt 2", "van": "urartu 3 stronghold"},
        order="egypt urartu",
        board="full",
        egypt=holds(89, deity="god_of_war"),
    ).play("egypt", "89")
    assert t.options() == ("lose", "cube")
    t.answer("urartu", "cube")
    assert (t.disks("urartu", "van"), t.state.cubes) == (3, {})


def test_an_investment_use_that_is_negated_saves_nothing() -> None:
    """RUL-053, RUL-070: Assassin takes card and disks; the victim chooses anew."""
    t = table(
        {"thebes": "egypt 2", "zab": "hittites 3"},
        egypt=holds(89, 25, deity="god_of_war"),
        hittites={"investments": {"19": 4}, "mina": 1},
    ).play("egypt", "89")
    t.windows().answer("hittites", "investment:19").answer("egypt", "25").windows()
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina"))
    assert (t.civ("hittites").investments, 19 in t.state.discard) == ({}, True)


def test_the_sky_gods_stroke_is_bought_off_like_a_card_but_not_absorbed() -> None:
    """RUL-060, RUL-119: mina and cards help, Investments and Deity 1 do not."""
    t = table(
        {"thebes": "egypt 2", "hattusha": "hittites 2", "zab": "hittites 1"},
        egypt=holds(deity="sky_god"),
        hittites={"investments": {"19": 4, "24": 3}, "mina": 1, "deity": "father_of_the_gods"},
    ).play("egypt", "zab:hittites")
    assert t.windows().options() == ("lose", "mina")


@pytest.mark.parametrize(("supply", "there"), [(1, {"hittites": 1, "egypt": 1}), (0, {"hittites": 2})])
def test_what_finds_no_disk_in_supply_is_not_replaced(supply: int, there: dict[str, int]) -> None:
    """RUL-012: a Religious Zeal that has used up Supply only removes."""
    t = table(
        {"thebes": "egypt 4", "karahuyuk": "egypt 1", "lydia": "hittites 2"},
        egypt=holds(86, deity="god_of_war", growth_box=43 - 1 - supply),
    ).play("egypt", "86", "lydia")
    expected = there if supply else {"hittites": 1}
    assert t.state.disks["lydia"] == expected


def test_losses_of_mina_cards_and_vp_are_not_bought_off() -> None:
    """RUL-062: Corruption, Nepotism and Trade Embargo ask nobody to pay."""
    for card in (80, 81, 50):
        t = duel(egypt=holds(card), hittites={"mina": 5, "vp": 2, "investments": {"24": 3}}).play("egypt", str(card))
        assert t.windows().key == "card.play"
