"""What NPCs pay in the rounds, and what they give up (Playbook, Solitaire Competition, NPC Mina; RUL-163)."""

from __future__ import annotations

import pytest

from engine.acme.npc.cards.worth import given_up_first
from engine.acme.npc.fights.means import is_all_in, worth_mina
from tests.acme.npc.fighting import arena, ended, fought, over
from tests.acme.npc.positions import HUMAN, state

PLAIN, HALF = "zab", "memphis"


def test_sol_mina_02_mina_are_paid_for_a_city() -> None:
    """Its own City against Barbarians: 3 against 3 would be shared, and one mina wins with 1 disk ... two with 2."""
    assert ended("hittites 3 barbarians 3", area="aleppo", hittites={"mina": 1, "displays": ["mittani"]}) != ""
    told = fought("hittites 3 barbarians 4", area="aleppo", hittites={"mina": 1})
    assert "{civ:hittites} paid with 1 mina." in told


def test_sol_mina_02_not_for_a_camp_on_the_plains() -> None:
    """2 against 4 with Chariots: a mina would tie, but these disks are not worth it."""
    told = fought("hittites 2 barbarians 4", area="aleppo", hittites={"mina": 2})
    assert "paid with" not in told


def test_sol_comp_12_no_mina_in_a_hopeless_fight() -> None:
    """Chariots and a mina make 3 units of 1 disk, against 4: neither is used."""
    told = fought("hittites 1 egypt 4", area="aleppo", hittites={"mina": 1})
    assert "paid with" not in told
    assert "Chariots" not in told


def test_sol_comp_11_mina_before_cards() -> None:
    """All-in: mina first, then cards, as long as they help."""
    t = over(arena("egypt 4 hittites 2", area="aleppo", hittites={"mina": 1, "hand": [44, 46]}))
    told = t.told()
    assert told.index("paid with 1 mina") < told.index("paid with {card:")
    assert "{area:aleppo} after the Competition: {civ:hittites}" in told


def test_sol_comp_11_cards_are_paid_in_all_in_areas_only() -> None:
    """The own City against Barbarians is worth mina, but no cards."""
    t = over(arena("hittites 3 barbarians 4", area="aleppo", hittites={"hand": [44, 46]}))
    assert "paid with" not in t.told()


def test_master_armorer_in_play_comes_first() -> None:
    """Its disks are given before mina."""
    told = fought("hittites 3 barbarians 4", area="aleppo", hittites={"mina": 2, "investments": {"20": 1}})
    assert told.index("paid with {card:20}") < (told.index("1 mina") if "paid with 1 mina" in told else len(told))


def test_rul_144_which_cards_are_paid_first() -> None:
    """Competition cards, others, Negates; in each the worst play rank and the highest number first."""
    assert given_up_first([25, 1, 21, 79, 14]) == [21, 14, 79, 1, 25]


def test_the_stronghold_stands_for_a_disk() -> None:
    """White disks first, then the cube, then disks."""
    assert ended("hittites 3 stronghold egypt 2", area="hattusha") == "{civ:hittites} 3"


def test_the_stronghold_is_kept_where_disks_would_be_too_many() -> None:
    """4 disks and the cube against 2: the fourth disk could not stay, so it goes in place of the cube."""
    assert ended("hittites 4 stronghold egypt 2", area="hattusha") == "{civ:hittites} 3 and a Stronghold"


@pytest.mark.parametrize(
    ("stacks", "facts"),
    [
        ("egypt 3 hittites 1", {}),
        ("egypt 1 gold hittites 2", {}),
        ("egypt 0 gold hittites 2 barbarians 1", {}),
        ("egypt 1 hittites 2", {"home": "aleppo", "deity": "sky_god"}),
    ],
)
def test_sol_comp_11_what_is_an_all_in_area(stacks: str, facts: dict[str, str]) -> None:
    """A person's Gold, Deity or City."""
    s = state({"aleppo": stacks}, egypt=facts)
    assert is_all_in(s, "hittites", "aleppo")


@pytest.mark.parametrize("stacks", ["egypt 2 hittites 3 gold", "mittani 3 hittites 2", "barbarians 4 hittites 2"])
def test_sol_comp_11_what_is_none(stacks: str) -> None:
    """What belongs to NPCs and Barbarians does not count."""
    s = state({"aleppo": stacks}, order="egypt hittites mittani")
    assert not is_all_in(s, "hittites", "aleppo")


@pytest.mark.parametrize(
    ("area", "stacks", "worth"),
    [
        ("aleppo", "hittites 2 barbarians 2", False),
        ("aleppo", "hittites 3 barbarians 2", True),
        ("aleppo", "hittites 2 gold barbarians 2", True),
        ("carchemish", "hittites 1 barbarians 2", True),
        ("hattusha", "hittites 2 stronghold barbarians 2", True),
        ("tarsus", "hittites 2 barbarians 2", True),
        ("icarian_sea", "hittites 2 barbarians 2", False),
        ("icarian_sea", "hittites 2 barbarians 2 fishing_grounds", True),
        ("nabatea", "hittites 2 barbarians 2 oasis", True),
        ("nabatea", "hittites 2 barbarians 2", False),
    ],
)
def test_sol_mina_02_where_disks_are_worth_mina(area: str, stacks: str, worth: bool) -> None:
    """City, Gold and Deity; Mountains and Fertile land in general, a bonus cube (RUL-143, N-94)."""
    s = state({area: stacks}, hittites={"home": "hattusha"})
    assert worth_mina(s, "hittites", area) == worth


@pytest.mark.parametrize("display", ["sea_peoples", "cimmerians"])
def test_sol_mina_02_a_sea_is_worth_mina_to_those_who_live_on_it(display: str) -> None:
    """N-94: to them it yields something, as when they give up disks for a Deity."""
    s = state({"icarian_sea": "hittites 2 barbarians 2"}, hittites={"home": "hattusha", "displays": [display]})
    assert worth_mina(s, "hittites", "icarian_sea")


def test_a_stand_in_pays_by_the_same_rules() -> None:
    """The other person's City is all-in for it too."""
    s = state({"aleppo": "egypt 3 hittites 1"}, hittites={**HUMAN, "by": "npc"})
    assert is_all_in(s, "hittites", "aleppo")
