"""Sea Peoples (Playbook, Historical Situation Scenarios; ACME-HIST-SEAP)."""

from __future__ import annotations

import pytest

from engine.acme.npc.gilgamesh import begin_anew
from engine.acme.questions.board import on_map
from engine.core.game import SeatPlan
from tests.acme.history.casts import begun, laid_out
from tests.acme.history.situations import PLAIN, enemies, opened, reason, reckoned

SEAP = "sea_peoples"
THREE = {"egypt": "ann", "hittites": "ben", "sea_peoples": "cleo"}
CIVS = {"egypt": {"home": "thebes"}, "hittites": {}, "sea_peoples": {}}
AREAS = {"thebes": "egypt 3", "hattusha": "hittites 3", "alashiya": "sea_peoples 3"}


def test_hist_seap_01_map_and_sides() -> None:
    """ACME-HIST-SEAP-01."""
    s = begun(SEAP, **THREE)
    assert (s.map, set(s.civs)) == ("abbreviated_western", set(THREE))


@pytest.mark.parametrize("seed", "abcdefgh")
def test_hist_seap_02_twelve_disks_each(seed: str) -> None:
    """ACME-HIST-SEAP-02: all on the map, by the usual procedure."""
    s = begun(SEAP, seed, **THREE)
    assert [on_map(s, civ) for civ in s.civs] == [12, 12, 12]


def test_hist_seap_03_the_sea_peoples_are_third() -> None:
    """ACME-HIST-SEAP-03: whatever the draw; the order of the others is drawn."""
    orders = [begun(SEAP, str(n), **THREE).order for n in range(20)]
    assert {order[2] for order in orders} == {"sea_peoples"}
    assert {order[0] for order in orders} == {"egypt", "hittites"}


def test_hist_seap_04_epochs_ii_and_iii() -> None:
    """ACME-HIST-SEAP-04: from turn 1 of Epoch II to the end of Epoch III."""
    s = begun(SEAP, **THREE)
    assert (s.epoch, s.turn) == (2, 1)
    assert reason(reckoned(SEAP, CIVS, AREAS, epoch=3, turn=4, turns=8)) == "epochs"
    t = reckoned(SEAP, CIVS, AREAS, epoch=2, turn=4, turns=4, deck=[66, *PLAIN[:-1]])
    assert (reason(t), t.state.epoch) == ("", 3)


def test_hist_seap_05_with_two_persons_they_are_the_npc_unless_somebody_wants_them() -> None:
    """ACME-HIST-SEAP-05: at the table only Egypt and the Hittites are offered."""
    table = opened(SEAP, ":ann :ben")
    ask = table.ask_of(table.waiting()[0])
    assert ask is not None
    assert set(ask.options) == {"egypt", "hittites"}
    s = laid_out(SEAP, [SeatPlan(player="ann"), SeatPlan(player="ben")])
    assert enemies(s) == {"sea_peoples": {"egypt", "hittites"}}


def test_hist_seap_05_they_are_hostile_to_both_for_good() -> None:
    """ACME-HIST-SEAP-05: always; even if they come back as another people."""
    s = begun(SEAP, **{**THREE, "sea_peoples": "npc"})
    begin_anew(s, "sea_peoples", "")
    assert enemies(s) == {"sea_peoples": {"egypt", "hittites"}}


def test_hist_seap_05_another_npc_is_hostile_to_the_persons() -> None:
    """ACME-HIST-GEN-03: where two persons want it otherwise the default holds."""
    assert enemies(begun(SEAP, **{**THREE, "egypt": "npc"})) == {"egypt": {"hittites", "sea_peoples"}}


@pytest.mark.parametrize("own", THREE)
def test_hist_seap_06_alone_against_two_who_are_enemies_too(own: str) -> None:
    """ACME-HIST-SEAP-06: any of the three; each NPC is hostile to both others."""
    s = begun(SEAP, **{civ: "ann" if civ == own else "npc" for civ in THREE})
    assert enemies(s) == {civ: set(THREE) - {civ} for civ in THREE if civ != own}
