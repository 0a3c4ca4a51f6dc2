"""The Deities of an NPC (Playbook, Free Deity Card and Deity Priorities; RUL-141, RUL-146)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.npc.hands import asked, bare, hand, picked, table

LOST: dict[str, Any] = {"deity": "god_of_war", "deity_state": "lost"}
STOUT = {"hattusha": "hittites 3"}


def test_sol_dei_01_a_helpful_card_restores_the_deity() -> None:
    """ACME-SOL-DEI-01: Gold Smith before anything else, though cards that gain cards rank higher."""
    t = table(STOUT, hittites=hand(1, 2, mina=2, **LOST)).windows()
    c = t.civ("hittites")
    assert (c.hand, c.deity_lost, c.mina) == ([1], False, 2)


def test_sol_dei_01_without_such_a_card_mina_first_then_disks() -> None:
    """ACME-SOL-DEI-01: with 1 mina it pays that and one disk; the disk comes from a plain Camp."""
    t = table({**STOUT, "kaska": "hittites 1"}, hittites=hand(1, mina=1, **LOST))
    c = t.civ("hittites")
    assert (c.deity_lost, c.mina, t.disks("hittites", "kaska"), t.disks("hittites", "hattusha")) == (False, 0, 0, 3)


def test_sol_dei_01_two_mina_are_enough() -> None:
    """ACME-SOL-DEI-01: with 2 mina no disk is given up."""
    t = table({**STOUT, "kaska": "hittites 1"}, hittites=hand(mina=2, **LOST))
    assert (t.civ("hittites").deity_lost, t.civ("hittites").mina, t.disks("hittites", "kaska")) == (False, 0, 1)


@pytest.mark.parametrize(
    ("areas", "kept", "paid"),
    [
        ({"hattusha": "hittites 4", "kaska": "hittites 1"}, "kaska", "hattusha"),
        ({"mittani": "hittites 2", "aleppo": "hittites 1"}, "aleppo", "mittani"),
        ({"hattusha": "hittites 3", "aleppo": "hittites 2", "kaska": "hittites 1"}, "aleppo", "kaska"),
        ({"hattusha": "hittites 3", "aleppo": "hittites 3", "kaska": "hittites 1"}, "aleppo", "kaska"),
        ({"hattusha": "hittites 2", "kaska": "hittites 1"}, "hattusha", "kaska"),
    ],
)
def test_sol_dei_02_the_most_expendable_disk_is_paid(areas: dict[str, str], kept: str, paid: str) -> None:
    """ACME-SOL-DEI-02, N-178: one too many before the last of an area, and that before one that brings growth."""
    before = {area: int(stack.split()[1]) for area, stack in areas.items()}
    t = table({"hattusha": "hittites 3", **areas}, hittites=hand(mina=1, **LOST))
    assert not t.civ("hittites").deity_lost
    assert (t.disks("hittites", kept), t.disks("hittites", paid)) == (before[kept], before[paid] - 1)


def test_sol_dei_02_no_disk_of_a_city_or_of_an_area_that_brings_something() -> None:
    """ACME-SOL-DEI-02: Cities, Strongholds, Fertile and cube areas keep what they bring; so the Deity stays Lost."""
    areas = {
        **STOUT,
        "mittani": "hittites 1",
        "tarsus": "hittites 1 stronghold",
        "nabatea": "hittites 1 oasis",
        "icarian_sea": "hittites 1 fishing_grounds",
    }
    t = table(areas, hittites=hand(58, **LOST)).windows()
    assert (t.civ("hittites").deity_lost, t.hand("hittites")) == (True, [])
    richer = {**areas, "mittani": "hittites 2", "hattusha": "hittites 4"}
    t = table(richer, hittites=hand(58, **LOST))
    assert (t.civ("hittites").deity_lost, t.disks("hittites", "mittani"), t.disks("hittites", "hattusha")) == (
        False,
        1,
        3,
    )


def test_sol_dei_02_seas_are_dear_to_the_sea_peoples() -> None:
    """ACME-SOL-DEI-02: the Sea Peoples give up no Sea, others do."""
    areas = {"alashiya": "sea_peoples 3", "icarian_sea": "sea_peoples 1", "egyptian_sea": "sea_peoples 1"}
    t = table(areas, order="sea_peoples egypt", sea_peoples=hand(**LOST))
    assert t.civ("sea_peoples").deity_lost
    t = table({**STOUT, "icarian_sea": "hittites 1", "egyptian_sea": "hittites 1"}, hittites=hand(**LOST))
    assert not t.civ("hittites").deity_lost


def test_sol_dei_03_never_a_card_and_it_is_the_action() -> None:
    """ACME-SOL-DEI-03: the hand is whole, and the round is over."""
    t = table({**STOUT, "kaska": "hittites 2"}, hittites=hand(1, 58, **LOST))
    assert (t.hand("hittites"), t.civ("hittites").deity_lost, t.disks("hittites", "kaska")) == ([1, 58], False, 0)
    assert t.asked()[:2] == ("card.play", "egypt")


def test_rul_141_never_five_resources_for_a_deity() -> None:
    """RUL-141: an NPC without a Deity that has acted before buys none."""
    t = table({**STOUT, "kaska": "hittites 4"}, hittites=hand(58, mina=5, deity="", acted=True)).windows()
    assert (t.civ("hittites").deity, t.hand("hittites")) == ("", [])


def test_card_2_gold_smith_for_a_new_deity() -> None:
    """Card 2: establishing is worth a mina and disks that can be spared, but no City."""
    t = table({**STOUT, "kaska": "hittites 2"}, hittites=hand(2, mina=1, deity="", acted=True)).windows()
    c = t.civ("hittites")
    assert c.deity
    assert (c.mina, t.disks("hittites", "kaska"), t.disks("hittites", "hattusha")) == (0, 0, 3)
    t = table({**STOUT, "kaska": "hittites 1"}, hittites=hand(2, mina=1, deity="", acted=True)).windows()
    assert (t.civ("hittites").deity, t.hand("hittites")) == ("", [2])


def test_sol_neg_04_prophet_is_played_when_the_deity_does_not_work() -> None:
    """ACME-SOL-NEG-04: captured, it is exchanged for an Available one at random; working, the card stays in hand."""
    t = table(
        STOUT,
        hittites=hand(9, deity="god_of_war", deity_state="captured"),
        egypt={"captured": {"god_of_war": "hittites"}},
    )
    t.windows()
    assert t.civ("hittites").deity not in {"", "god_of_war"}
    assert t.hand("hittites") == []
    assert table(STOUT, hittites=hand(9)).hand("hittites") == [9]


def test_sol_neg_04_prophet_for_a_dormant_deity() -> None:
    """RUL-146: a Dormant one is exchanged too."""
    t = table({"hattusha": "egypt 1", "kaska": "hittites 1"}, hittites=hand(9, deity="god_of_war")).windows()
    assert t.civ("hittites").deity not in {"", "god_of_war"}


def test_rul_146_which_deity_is_left_to_chance() -> None:
    """RUL-146: seeds differ in what they bring, and a seed always brings the same."""

    def brought(seed: str) -> str:
        return table(STOUT, seed=seed, hittites=hand(deity="")).civ("hittites").deity

    found = {brought(f"seed {i}") for i in range(12)}
    assert len(found) > 2
    assert brought("seed 1") == brought("seed 1")


def test_deity_6_strikes_the_disk_of_best_rank() -> None:
    """Deity 6: target by the order of targets and the ranks for removing disks."""
    areas = {"zab": "hittites 3 egypt 1", "memphis": "egypt 3", "tyre": "israelites 1"}
    s = bare(areas, order="hittites egypt israelites", hittites={"enemies": ["egypt"]}, israelites={"vp": 9})
    found = asked(s, "deity.power", "memphis:egypt", "tyre:israelites", "zab:egypt", "none")
    assert found.picks == ("zab:egypt",)
    s = bare(areas, order="hittites egypt israelites", israelites={"vp": 9})
    assert picked(s, "deity.power", "memphis:egypt", "tyre:israelites", "zab:egypt", "none") == "tyre:israelites"
    t = table(areas, order="hittites egypt israelites", hittites={"deity": "sky_god", "enemies": ["egypt"]})
    t.windows().play("egypt", "lose")
    assert t.disks("egypt", "zab") == 0
