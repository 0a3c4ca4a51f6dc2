"""Fire on the Steppes (Playbook, Historical Situation Scenarios; ACME-HIST-FOTS, AMB-22, RUL-159)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.history.situations import (
    EVEN,
    ODD,
    PLAIN,
    accepted,
    enemies,
    holders,
    laid_out,
    played,
    reason,
    reckoned,
    totals,
)

FOTS = "fire_on_the_steppes"
PEOPLES = ("elam", "scythians", "indus_valley", "cimmerians")
ALL = "elam:Ann scythians:Bob indus_valley:Cleo cimmerians:Dan"
SETTLED, INVADERS = {"elam", "indus_valley"}, {"scythians", "cimmerians"}
CIVS: dict[str, dict[str, Any]] = {"elam": {"hand": [16]}, "indus_valley": {}, "scythians": {}, "cimmerians": {}}
AREAS = {
    "elam": "elam 3",
    "mohenjo_daro": "indus_valley 3",
    "massagetans": "scythians 3",
    "north_caucasus": "cimmerians 3",
}


def test_hist_fots_01_map_and_sides() -> None:
    """ACME-HIST-FOTS-01: Fire in the East and the Cimmerians, twelve disks each."""
    s = laid_out(FOTS, ALL)
    assert (s.map, set(s.civs)) == ("eastern", set(PEOPLES))
    assert s.civs["cimmerians"].home == "north_caucasus"
    assert set(totals(s).values()) == {12}
    assert s.civs["indus_valley"].name == "Harappans"


def test_hist_fots_02_the_invaders_are_third_and_fourth() -> None:
    """ACME-HIST-FOTS-02: Scythians, then Cimmerians."""
    orders = {tuple(laid_out(FOTS, ALL, f"order {n}").order) for n in range(12)}
    assert {order[2:] for order in orders} == {("scythians", "cimmerians")}
    assert len(orders) == 2


def test_hist_fots_03_from_turn_4_of_epoch_ii_to_the_end_of_epoch_iii() -> None:
    """ACME-HIST-FOTS-03, AMB-22: three turns if a card ends Epoch III after its turn 2."""
    s = laid_out(FOTS, ALL)
    assert (s.epoch, s.turn) == (2, 4)
    t = reckoned(FOTS, CIVS, AREAS, epoch=3, turn=2, turns=3, deck=[ODD, *PLAIN])
    assert (reason(t), t.state.turns) == ("epochs", 3)


def test_hist_fots_03_five_turns_at_most() -> None:
    """ACME-HIST-FOTS-03: after turn 3 with an even card comes turn 4, and it is the last."""
    t = reckoned(FOTS, CIVS, AREAS, epoch=3, turn=3, turns=4, deck=[EVEN, *PLAIN])
    assert (t.state.turn, t.state.turns) == (4, 5)
    t = reckoned(FOTS, CIVS, AREAS, epoch=3, turn=4, turns=5)
    assert (reason(t), t.state.turns) == ("epochs", 5)


@pytest.mark.parametrize("npc", PEOPLES)
def test_hist_fots_04_with_three_persons_any_people_may_be_the_npc(npc: str) -> None:
    """ACME-HIST-FOTS-04: the one that is left over."""
    others = [civ for civ in PEOPLES if civ != npc]
    s = laid_out(FOTS, " ".join(f"{civ}:{name}" for civ, name in zip(others, ("Ann", "Bob", "Cleo"), strict=True)))
    assert holders(s)[npc] == ""
    assert sorted(filter(None, holders(s).values())) == ["Ann", "Bob", "Cleo"]


@pytest.mark.parametrize("partner", PEOPLES[1:])
def test_hist_fots_05_two_persons_with_any_pair_each(partner: str) -> None:
    """ACME-HIST-FOTS-05: settled against invaders, or one of either kind."""
    mine = ("elam", partner)
    cast = " ".join(f"{civ}:{'Ann' if civ in mine else 'Bob'}" for civ in PEOPLES)
    assert accepted(FOTS, cast)
    assert enemies(laid_out(FOTS, cast)) == {}


def test_hist_fots_05_two_persons_with_one_people_each() -> None:
    """ACME-HIST-FOTS-05: then two are NPCs; but never one person with two and another with one."""
    s = laid_out(FOTS, ":Ann :Bob")
    assert sorted(holders(s).values()) == ["", "", "Ann", "Bob"]
    assert not accepted(FOTS, "elam:Ann scythians:Ann indus_valley:Bob")
    assert not accepted(FOTS, "elam:Ann scythians:Ann indus_valley:Ann cimmerians:Bob")


@pytest.mark.parametrize("civ", PEOPLES)
def test_hist_fots_06_alone_one_may_play_any_people(civ: str) -> None:
    """ACME-HIST-FOTS-06: the others are NPCs."""
    s = laid_out(FOTS, f"{civ}:Ann")
    assert {name for name, holder in holders(s).items() if not holder} == set(PEOPLES) - {civ}


def test_hist_fots_07_npc_invaders_are_hostile_to_the_kingdoms() -> None:
    """ACME-HIST-FOTS-07: to both of them, whoever plays those; to an invader of a person they are not."""
    found = enemies(laid_out(FOTS, "elam:Ann"))
    assert found["scythians"] == found["cimmerians"] == SETTLED
    assert enemies(laid_out(FOTS, "cimmerians:Ann"))["scythians"] == SETTLED


def test_hist_fots_08_npc_kingdoms_are_hostile_to_the_invaders() -> None:
    """ACME-HIST-FOTS-08: to both of them, and to nobody else."""
    found = enemies(laid_out(FOTS, "scythians:Ann"))
    assert found["elam"] == found["indus_valley"] == INVADERS
    assert enemies(laid_out(FOTS, "elam:Ann"))["indus_valley"] == INVADERS


def test_rul_159_npc_scythians_and_cimmerians_are_invaders() -> None:
    """RUL-159: a person's are none."""
    s = laid_out(FOTS, "scythians:Ann")
    assert [civ for civ, c in s.civs.items() if c.invader] == ["cimmerians"]
    assert {civ for civ, c in laid_out(FOTS, "elam:Ann").civs.items() if c.invader} == INVADERS


@pytest.mark.sample(1)
@pytest.mark.parametrize("cast", [":Ann", ":Ann :Bob", ":Ann :Ann :Bob :Bob", ":Ann :Bob :Cleo", ALL])
@pytest.mark.parametrize("number", [1, 2])
def test_random_games_end(cast: str, number: int) -> None:
    """Every cast: nothing broken; two to five turns."""
    table = played(FOTS, cast, number)
    assert table.state.epoch == 3
    assert 2 <= table.state.turns <= 5
