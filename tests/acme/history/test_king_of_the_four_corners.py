"""King of the Four Corners of the World (Playbook, Historical Situation Scenarios; ACME-HIST-KING4, AMB-26)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.questions.board import on_map
from engine.core import notation
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from tests.acme.history.casts import begun, laid_out
from tests.acme.history.situations import EVEN, PLAIN, enemies, position, reason, reckoned

KING = "king_of_the_four_corners"
FOUR = {"egypt": "ann", "assyria": "ben", "hittites": "cleo", "babylon": "dan"}
CIVS: dict[str, dict[str, Any]] = {"egypt": {"home": "thebes"}, "assyria": {}, "hittites": {}, "babylon": {}}
AREAS = {"thebes": "egypt 3", "nineveh": "assyria 3", "hattusha": "hittites 3", "babylon": "babylon 3"}
MEETING = {"epoch": 2, "turn": 2, "turns": 2, "step": "reckoning.sudden", "deck": [EVEN, *PLAIN]}


def test_hist_king4_01_map_and_sides() -> None:
    """ACME-HIST-KING4-01."""
    s = begun(KING, **FOUR)
    assert (s.map, set(s.civs)) == ("western", set(FOUR))


def test_hist_king4_02_assyria_is_at_home_in_nineveh() -> None:
    """ACME-HIST-KING4-02: it is not asked, and Assur is refused."""
    assert begun(KING, **FOUR).civs["assyria"].home == "nineveh"
    with pytest.raises(SetupError, match=re.escape("the Home Area of {civ:assyria} is {area:nineveh}")):
        Table.new(GAME, KING, [SeatPlan("assyria", home="assur")], {}, "assur")


@pytest.mark.parametrize("seed", "abcdefghijkl")
def test_hist_king4_03_and_04_ten_disks_each_and_the_shared_frontier(seed: str) -> None:
    """ACME-HIST-KING4-03, KING4-04: one of Assyria and one of Babylon in Akkad and in Samarra, nobody else."""
    s = begun(KING, seed, **FOUR)
    assert [on_map(s, civ) for civ in s.civs] == [10, 10, 10, 10]
    for area in ("akkad", "samarra"):
        assert s.disks[area] == {"assyria": 1, "babylon": 1}


def test_hist_king4_04_once_the_game_has_begun_they_are_open() -> None:
    """ACME-HIST-KING4-04: the limit is for setting up."""
    civs: dict[str, dict[str, Any]] = {
        "babylon": {"growth_box": 1},
        "egypt": CIVS["egypt"],
        "assyria": {},
        "hittites": {},
    }
    t = position(KING, civs, AREAS, phase="growth").run_until("growth.deploy")
    assert {"akkad", "samarra"} <= set(t.options("babylon"))


def test_hist_king4_05_epochs_ii_and_iii() -> None:
    """ACME-HIST-KING4-05."""
    s = begun(KING, **FOUR)
    assert (s.epoch, s.turn, s.options.epochs) == (2, 1, 3)
    assert reason(reckoned(KING, CIVS, AREAS, epoch=3, turn=4, turns=8)) == "epochs"


CONQUEROR = {"thebes": "egypt 3", "nineveh": "assyria 3", "hattusha": "assyria 1", "babylon": "assyria 2"}


def test_hist_king4_06_the_own_and_two_other_homes_end_the_game() -> None:
    """ACME-HIST-KING4-06, RUL-029: at the end of the turn, before anybody draws; VP say who has won."""
    civs = {**CIVS, "egypt": {"home": "thebes", "vp": 9}, "assyria": {"vp": 2}}
    t = reckoned(KING, civs, {**CONQUEROR, "mittani": "babylon 1", "kaska": "hittites 1"}, **MEETING)
    assert (reason(t), t.state.victors) == ("conquest", [])
    outcome = t.table.outcome()
    assert outcome is not None
    assert outcome.winners == ("egypt",)
    assert "drew" not in t.told()


@pytest.mark.parametrize("lost", ["nineveh", "hattusha"])
def test_hist_king4_06_two_of_three_homes_or_a_lost_own_one_do_not(lost: str) -> None:
    """ACME-HIST-KING4-06: its own Home Area and both others must be Controlled."""
    areas = {**CONQUEROR, lost: "barbarians 1", "assur": "assyria 2", "mittani": "babylon 1", "kaska": "hittites 1"}
    assert reason(reckoned(KING, CIVS, areas, **MEETING)) == ""


@pytest.mark.parametrize(("first", "second", "ends"), [(30, 10, "lead"), (29, 10, ""), (45, 30, "")])
def test_hist_king4_07_a_lead_of_twenty_ends_the_game(first: int, second: int, ends: str) -> None:
    """ACME-HIST-KING4-07: ahead of the second civ."""
    civs = {**CIVS, "assyria": {"vp": first}, "babylon": {"vp": second}}
    assert reason(reckoned(KING, civs, AREAS, **MEETING)) == ends


def test_hist_king4_07_who_is_alone_leads_nobody() -> None:
    """ACME-HIST-KING4-07: with nobody else left in play there is no second civ to be ahead of."""
    assert reason(reckoned(KING, {"assyria": {"vp": 30}}, {"nineveh": "assyria 3"}, **MEETING)) == ""


def test_hist_king4_07_civs_are_compared_and_not_their_players() -> None:
    """AMB-26: two civs of one player with 12 VP each are no lead; 25 against 5 and 24 are none either."""
    ann: dict[str, Any] = {"player": "ann"}
    ben: dict[str, Any] = {"player": "ben"}
    civs = {"egypt": {"home": "thebes", "vp": 12, **ann}, "assyria": {"vp": 12, **ann}, "hittites": ben, "babylon": ben}
    assert reason(reckoned(KING, civs, AREAS, **MEETING)) == ""
    close = {**civs, "egypt": {"home": "thebes", "vp": 25, **ann}, "assyria": {"vp": 24, **ann}}
    assert reason(reckoned(KING, close, AREAS, **MEETING)) == ""
    single = {**civs, "egypt": {"home": "thebes", "vp": 25, **ann}, "assyria": {"vp": 5, **ann}}
    assert reason(reckoned(KING, single, AREAS, **MEETING)) == "lead"


@pytest.mark.parametrize("left", FOUR)
def test_hist_king4_08_with_three_persons_the_fourth_civ_is_an_npc(left: str) -> None:
    """ACME-HIST-KING4-08: it comes in by itself."""
    plans = [SeatPlan(civ, player=who) for civ, who in FOUR.items() if civ != left]
    s = laid_out(KING, plans)
    assert [civ for civ, c in s.civs.items() if c.npc] == [left]


def test_hist_king4_09_two_persons_with_two_npcs() -> None:
    """ACME-HIST-KING4-09: one civ each, whichever."""
    s = begun(KING, egypt="ann", babylon="ben", assyria="npc", hittites="npc")
    assert set(enemies(s)) == {"assyria", "hittites"}


def test_hist_king4_09_or_two_civs_each() -> None:
    """ACME-HIST-KING4-09: nobody has both Assyria and Babylon, and nobody three."""
    s = begun(KING, assyria="ann", egypt="ann", babylon="ben", hittites="ben")
    assert enemies(s) == {}
    assert not begun(KING, assyria="ann", hittites="ann", babylon="ben", egypt="ben").options.npc_bonus_vp
    for refused in ("ann ben ann ben", "ann ann ann ben"):
        by = dict(zip(("assyria", "egypt", "babylon", "hittites"), refused.split(), strict=True))
        with pytest.raises(SetupError, match="Assyria or Babylon"):
            begun(KING, **by)


@pytest.mark.parametrize(("own", "bonus"), [("egypt", 2), ("hittites", 1), ("assyria", 0), ("babylon", 0)])
def test_hist_king4_10_the_handicap_of_one_person(own: str, bonus: int) -> None:
    """ACME-HIST-KING4-10: VP of every NPC in each Victory Tally; also if the civ is chosen at the table."""
    s = begun(KING, **{**dict.fromkeys(FOUR, "npc"), own: "ann"})
    assert s.options.npc_bonus_vp == bonus
    t = notation.load(GAME, GAME.dump(s, "reckoning.tally"))
    gained = {civ: c.scored.get("npc", 0) for civ, c in t.state.civs.items()}
    assert gained == {civ: bonus * (civ != own) for civ in FOUR}


def test_hist_king4_10_a_civ_chosen_at_the_table_counts_too() -> None:
    """ACME-HIST-KING4-10: the bonus follows from the choice."""
    for n in range(6):
        s = laid_out(KING, [SeatPlan(player="ann")], str(n))
        [own] = [civ for civ, c in s.civs.items() if not c.npc]
        assert s.options.npc_bonus_vp == {"egypt": 2, "hittites": 1}.get(own, 0)


def test_hist_king4_10_a_higher_bonus_of_the_table_stays() -> None:
    """ACME-SOL-KNOB-01 beside it: the larger of the two."""
    plans = [SeatPlan("hittites", player="ann")]
    assert laid_out(KING, plans, npc_bonus_vp=2).options.npc_bonus_vp == 2


@pytest.mark.parametrize("person", FOUR)
def test_hist_king4_11_npcs_assyria_and_babylon_are_hostile_to_each_other_and_nobody_else_is(person: str) -> None:
    """ACME-HIST-KING4-11, N-122: whoever plays the other; Egypt and the Hittites are nobody's enemies at first."""
    found = enemies(begun(KING, **{**dict.fromkeys(FOUR, "npc"), person: "ann"}))
    rivals = {"assyria": {"babylon"}, "babylon": {"assyria"}}
    assert found == {civ: rivals.get(civ, set()) for civ in FOUR if civ != person}


def test_hist_king4_11_npcs_become_enemies_of_the_person_by_deeds() -> None:
    """ACME-SOL-ENMY-02: Egypt, played by a person, makes Kaska Contested by its Growth."""
    civs: dict[str, dict[str, Any]] = {**CIVS, "hittites": {"npc": True, "by": "npc"}}
    civs["egypt"] = {"home": "thebes", "growth_box": 2}
    areas = {**AREAS, "hattusha": "hittites 3", "pala": "egypt 1", "kaska": "hittites 1"}
    t = position(KING, civs, areas, phase="growth", order=["egypt", "hittites", "assyria", "babylon"])
    assert t.civ("hittites").enemies == []
    t.run_until("growth.deploy").play("egypt", "kaska", "kaska")
    assert t.civ("hittites").enemies == ["egypt"]
