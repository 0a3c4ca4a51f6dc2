"""Whom and where a card strikes is its player's choice, among all that it can strike."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.cards.tables import holds, table

ORDER = "egypt hittites mittani sea_peoples"
FAITH: dict[str, Any] = {"deity": "sky_god", "used": {"sky_god": 1}}
THERE = {"thebes": "egypt 2", "hattusha": "hittites 2", "emar": "hittites 1", "mittani": "mittani 2"}
VICTIMS = [11, 12, 13, 23, 50, 77, 79, 80, 81, 87, 90, 92]


@pytest.mark.parametrize("card", VICTIMS)
def test_card_11_12_13_23_50_77_79_80_81_87_90_92_let_their_player_choose_the_civ(card: int) -> None:
    """Two civs have cards, mina, VP, a Deity and Fertile Land; the Sea Peoples have nothing to lose."""
    rich = {"hand": [58, 42], "mina": 3, "vp": 2}
    t = table(
        {**THERE, "alashiya": "sea_peoples 2"},
        order=ORDER,
        egypt=holds(card, mina=1, **FAITH),
        hittites={**rich, "deity": "god_of_war"},
        mittani={**rich, "hand": [43, 44], "deity": "mother_goddess"},
    ).play("egypt", str(card))
    assert t.asked() == ("card.victim", "egypt", ("hittites", "mittani"))


def test_card_63_lets_its_player_choose_among_civs_met() -> None:
    """Card 63: one shares an area, one is next to another; the Sea Peoples are far away."""
    areas = {**THERE, "thebes": "egypt 2 hittites 1", "amarna": "mittani 1", "alashiya": "sea_peoples 2"}
    t = table(areas, order=ORDER, egypt=holds(63)).play("egypt", "63")
    assert t.asked() == ("card.victim", "egypt", ("hittites", "mittani"))


@pytest.mark.parametrize(
    ("card", "areas", "choice"),
    [
        (7, {"lydia": "egypt 1", "zab": "egypt 1 barbarians 1", "lukka": "hittites 1"}, ("lydia", "zab")),
        (73, {"zab": "hittites 3", "tyre": "hittites 3", "lydia": "hittites 2"}, ("tyre", "zab")),
        (74, {"tarsus": "hittites 1", "pala": "egypt 1", "tyre": "hittites 1"}, ("hattusha", "tarsus")),
        (78, {"zab": "hittites 1", "red_sea": "hittites 1", "judah": "barbarians 1"}, ("hattusha", "zab")),
        (86, {"tyre": "egypt 1", "sinai_sea": "egypt 1"}, ("thebes", "tyre")),
        (89, {"zab": "hittites 3", "tyre": "hittites 3", "lydia": "hittites 2"}, ("tyre", "zab")),
    ],
)
def test_card_7_73_74_78_86_89_let_their_player_choose_the_area(
    card: int, areas: dict[str, str], choice: tuple[str, ...]
) -> None:
    """Seas, own areas without an opponent and areas where nothing is to be had are not among them."""
    there = {"thebes": "egypt 2", "hattusha": "hittites 2", **areas}
    t = table(there, egypt=holds(card, **FAITH)).play("egypt", str(card))
    assert t.asked() == ("card.area", "egypt", choice)


def test_card_79_takes_the_disk_from_land_of_its_players_choice() -> None:
    """Card 79: Seas are not among it."""
    areas = {"thebes": "egypt 2", "zab": "hittites 1", "tyre": "hittites 2", "red_sea": "hittites 1"}
    t = table(areas, egypt=holds(79), hittites={"mina": 4}).play("egypt", "79")
    assert t.asked() == ("card.area", "egypt", ("tyre", "zab"))
    t.play("egypt", "tyre").play("hittites", "lose")
    assert (t.civ("hittites").mina, t.state.disks["tyre"]) == (2, {"hittites": 1, "barbarians": 1})


@pytest.mark.parametrize(
    ("card", "area", "stack", "choice"),
    [
        (76, "zab", "hittites 2 barbarians 2", ("hittites", "barbarians")),
        (78, "zab", "hittites 2 mittani 1 barbarians 1", ("hittites", "mittani")),
        (82, "red_sea", "hittites 1 mittani 1 barbarians 1", ("hittites", "mittani")),
    ],
)
def test_card_76_78_82_let_their_player_choose_the_faction(
    card: int, area: str, stack: str, choice: tuple[str, ...]
) -> None:
    """Cards 78 and 82 strike civs, card 76 Barbarians too."""
    t = table({"thebes": "egypt 2", area: stack}, order="egypt hittites mittani", egypt=holds(card))
    t.play("egypt", str(card))
    assert t.asked() == ("card.faction", "egypt", choice)
