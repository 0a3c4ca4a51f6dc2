"""Balance of Power (Playbook, Historical Situation Scenarios; ACME-HIST-BOP)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.questions.board import on_map
from engine.core.game import SeatPlan, SetupError
from tests.acme.history.casts import begun, laid_out
from tests.acme.history.situations import enemies, opened, position, reason, reckoned

BOP = "balance_of_power"
THREE = {"egypt": "ann", "assyria": "ben", "hittites": "cleo"}
CIVS: dict[str, dict[str, Any]] = {"egypt": {"home": "thebes"}, "assyria": {"home": "assur"}, "hittites": {}}
AREAS = {"thebes": "egypt 3", "assur": "assyria 3", "hattusha": "hittites 3"}


def test_hist_bop_01_map_and_sides() -> None:
    """ACME-HIST-BOP-01: the western map, as in the basic game for three."""
    s = begun(BOP, **THREE)
    assert (s.map, set(s.civs)) == ("western", set(THREE))


@pytest.mark.parametrize("seed", "abcdefgh")
def test_hist_bop_02_twelve_disks_each(seed: str) -> None:
    """ACME-HIST-BOP-02: two of them at home."""
    s = begun(BOP, seed, **THREE)
    assert [on_map(s, civ) for civ in s.civs] == [12, 12, 12]
    assert [s.disks[c.home][civ] for civ, c in s.civs.items()] == [2, 2, 2]


def test_hist_bop_03_epochs_ii_and_iii() -> None:
    """ACME-HIST-BOP-03."""
    s = begun(BOP, **THREE)
    assert (s.epoch, s.turn, s.options.epochs) == (2, 1, 3)
    assert reason(reckoned(BOP, CIVS, AREAS, epoch=3, turn=4, turns=8)) == "epochs"


def test_hist_bop_04_with_two_persons_assyria_is_an_npc_without_enemies() -> None:
    """ACME-HIST-BOP-04, AMB-41: hostile to the Barbarians only; at the table the other two are offered."""
    ask = (table := opened(BOP, ":ann :ben")).ask_of(table.waiting()[0])
    assert ask is not None
    assert set(ask.options) == {"egypt", "hittites"}
    s = laid_out(BOP, [SeatPlan(player="ann"), SeatPlan(player="ben")])
    assert enemies(s) == {"assyria": set()}
    assert GAME.view(s, None, ()).civs["assyria"].enemies == ("barbarians",)


def test_hist_bop_04_somebody_may_want_assyria() -> None:
    """ACME-HIST-BOP-04: it is suggested only; another NPC is hostile to the persons (GEN-03)."""
    assert enemies(begun(BOP, **{**THREE, "egypt": "npc"})) == {"egypt": {"assyria", "hittites"}}


def test_hist_bop_04_assyria_becomes_hostile_by_deeds() -> None:
    """ACME-HIST-BOP-04: `at first`; whoever makes an area of it Contested is its enemy."""
    civs = {"hittites": {"growth_box": 2}, "egypt": CIVS["egypt"], "assyria": {**CIVS["assyria"], "by": "npc"}}
    areas = {**AREAS, "zab": "hittites 1", "tel_birak": "assyria 2", "kumannis": "hittites 2", "mittani": "hittites 2"}
    t = position(BOP, civs, areas, phase="growth").run_until("growth.deploy").answer("hittites", "tel_birak")
    assert t.civ("assyria").enemies == ["hittites"]


@pytest.mark.parametrize(("own", "rival"), [("egypt", "hittites"), ("hittites", "egypt")])
def test_hist_bop_05_alone_as_egypt_or_the_hittites(own: str, rival: str) -> None:
    """ACME-HIST-BOP-05: the other one is hostile, Assyria is not."""
    s = begun(BOP, **{**dict.fromkeys(THREE, "npc"), own: "ann"})
    assert enemies(s) == {rival: {own}, "assyria": set()}


def test_hist_bop_05_nobody_is_assyria_alone() -> None:
    """ACME-HIST-BOP-05: the choice is between the two."""
    with pytest.raises(SetupError, match="Play Egypt or the Hittites"):
        begun(BOP, egypt="npc", assyria="ann", hittites="npc")
