"""Lion of Judah (Playbook, Historical Situation Scenarios; ACME-HIST-LION, AMB-20, AMB-21)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.questions.board import is_active, on_map
from engine.acme.state import State
from engine.core import notation
from engine.core.game import SetupError
from tests.acme.history.casts import begun
from tests.acme.history.situations import ODD, PLAIN, enemies, position, reason, reckoned
from tests.acme.story import Story

LION = "lion_of_judah"
THREE = {"israelites": "ann", "babylon": "ben", "sea_peoples": "cleo"}
TWO = {**THREE, "sea_peoples": "npc"}
SOLO = {**TWO, "babylon": "npc"}
NPC: dict[str, Any] = {"by": "npc", "npc": True}
HOSTILE = {**NPC, "enemies": ["babylon"], "sworn": ["babylon"]}
AREAS = {
    "judah": "israelites 3",
    "byblos": "israelites 1",
    "ugarit": "sea_peoples 1",
    "aleppo": "sea_peoples 1",
    "babylon": "babylon 3",
}


def test_hist_lion_01_map_and_sides() -> None:
    """ACME-HIST-LION-01: the Philistines play with the Display of the Sea Peoples."""
    s = begun(LION, **THREE)
    assert s.map == "fertile_crescent"
    assert list(GAME.view(s, None, ()).civs) == ["israelites", "babylon", "sea_peoples"]
    assert (s.civs["sea_peoples"].name, s.civs["sea_peoples"].displays) == ("Philistines", ["sea_peoples"])


def test_hist_lion_02_home_areas() -> None:
    """ACME-HIST-LION-02: Judah, Babylon and Ugarit, and nobody is asked."""
    s = begun(LION, **THREE)
    assert {civ: c.home for civ, c in s.civs.items()} == {
        "israelites": "judah",
        "babylon": "babylon",
        "sea_peoples": "ugarit",
    }


@pytest.mark.parametrize("seed", "abcdef")
def test_hist_lion_03_six_disks_twelve_for_babylon(seed: str) -> None:
    """ACME-HIST-LION-03."""
    s = begun(LION, seed, **THREE)
    assert {civ: on_map(s, civ) for civ in s.civs} == {"israelites": 6, "babylon": 12, "sea_peoples": 6}


@pytest.mark.parametrize("seed", "abc")
def test_hist_lion_04_everybody_begins_with_a_deity(seed: str) -> None:
    """ACME-HIST-LION-04: Monotheism, whose card is nowhere else, and two random ones; all Active."""
    s = begun(LION, seed, **THREE)
    assert s.civs["israelites"].deity == "monotheism"
    assert {s.civs[civ].deity for civ in ("babylon", "sea_peoples")}.isdisjoint({"", "monotheism", *s.available})
    assert all(is_active(s, civ) for civ in s.civs)
    assert 95 not in (*s.deck, *s.discard, *(n for c in s.civs.values() for n in c.hand))


def test_hist_lion_04_the_deities_are_random() -> None:
    """ACME-HIST-LION-04: not always the same."""
    drawn = {begun(LION, str(n), **THREE).civs["babylon"].deity for n in range(12)}
    assert len(drawn) > 2


def test_hist_lion_05_one_epoch_of_four_turns() -> None:
    """ACME-HIST-LION-05: from turn 1 of Epoch III; a card that would end it early is not even drawn."""
    s = begun(LION, **THREE)
    assert (s.epoch, s.turn, s.turns) == (3, 1, 1)
    for turn in (2, 3):
        t = reckoned(LION, {civ: {} for civ in THREE}, AREAS, turn=turn, turns=turn, deck=[ODD, *PLAIN])
        assert (t.state.epoch, t.state.turn) == (3, turn + 1)
        assert "Sudden End" not in t.told()
    assert reason(reckoned(LION, {civ: {} for civ in THREE}, AREAS, turn=4, turns=4)) == "epochs"


def drawing(card: int, turn: int, key: str = "growth.retire") -> Story:
    """The Draw Step of that turn with the card on top of the deck."""
    deck = [card, 42, 44, 46, 48, 50, 52, 54, 56, 58, 62, 64, 66, 68]
    civs: dict[str, dict[str, Any]] = {civ: {} for civ in THREE}
    return position(LION, civs, AREAS, step="draw.begin", turn=turn, turns=turn, deck=deck).run_until(key)


def test_hist_lion_06_time_marches_on_is_replaced() -> None:
    """ACME-HIST-LION-06: even when other Events happen."""
    t = drawing(97, 3)
    assert (t.state.turn, t.state.ending) == (4, False)
    assert 97 in t.state.discard
    assert "This scenario ignores {card:97} now" in t.told()
    assert sum(len(c.hand) for c in t.state.civs.values()) == 9


def test_hist_lion_07_three_cards() -> None:
    """ACME-HIST-LION-07, AMB-20: Monotheism is none of them."""
    assert [len(c.hand) for c in begun(LION, **THREE).civs.values()] == [3, 3, 3]


@pytest.mark.parametrize("turn", [1, 2])
def test_hist_lion_08_no_events_for_two_turns(turn: int) -> None:
    """ACME-HIST-LION-08: drawn in the first two turns they are ignored and replaced."""
    t = drawing(99, turn)
    assert t.disks("barbarians", "caspians") == 0
    assert "This scenario ignores {card:99} now" in t.told()
    assert sum(len(c.hand) for c in t.state.civs.values()) == 9


def test_hist_lion_08_later_they_happen() -> None:
    """ACME-HIST-LION-08: the draw of turn 3 may bring one."""
    assert drawing(99, 3, "event.entry").key == "event.entry"


def test_hist_lion_09_nobody_is_forced_to_fight() -> None:
    """ACME-HIST-LION-09: persons have no enemies, and Babylon has twice the disks."""
    assert enemies(begun(LION, **THREE)) == {}
    assert all(not c.enemies for c in begun(LION, **THREE).civs.values())


def test_hist_lion_10_two_persons_are_judah_and_babylon() -> None:
    """ACME-HIST-LION-10: the Philistines are the NPC, hostile to Babylon for good."""
    s = begun(LION, **TWO)
    assert enemies(s) == {"sea_peoples": {"babylon"}}
    assert s.civs["sea_peoples"].sworn == ["babylon"]
    with pytest.raises(SetupError, match="One player has the Israelites, the other Babylon"):
        begun(LION, israelites="npc", babylon="ben", sea_peoples="cleo")


def growing(picks: list[str], **philistines: Any) -> Story:
    """The Israelites deploy into these areas, with the Philistines as an NPC beside two persons."""
    civs = {"israelites": {"growth_box": 4}, "babylon": {}, "sea_peoples": {**HOSTILE, **philistines}}
    t = position(LION, civs, AREAS, phase="growth").run_until("growth.deploy")
    for area in picks:
        t.answer("israelites", area)
    return t


def relations(s: State) -> tuple[list[str], str]:
    """The Philistines' enemies, and their Primary one."""
    return s.civs["sea_peoples"].enemies, s.civs["sea_peoples"].primary


def test_hist_lion_11_a_disk_in_ugarit_provokes_the_philistines() -> None:
    """ACME-HIST-LION-11: one disk beside one, of which no Competition comes."""
    t = growing(["ugarit"])
    assert relations(t.state) == (["babylon", "israelites"], "israelites")
    assert t.civ("sea_peoples").sworn == ["babylon", "israelites"]
    assert "{civ:sea_peoples} (NPC) became an enemy of {civ:israelites}." in t.told()


def test_hist_lion_11_so_does_a_competition_begun_elsewhere() -> None:
    """ACME-HIST-LION-11: with the second disk in Aleppo, not with the first one."""
    t = growing(["aleppo"])
    assert relations(t.state) == (["babylon"], "")
    t.answer("israelites", "aleppo")
    assert relations(t.state) == (["babylon", "israelites"], "israelites")


def test_hist_lion_11_whoever_is_an_enemy_already_becomes_the_primary_one() -> None:
    """ACME-HIST-LION-11: after a card has made the Israelites enemies, Babylon is the Primary one of that turn."""
    t = growing(["ugarit"], enemies=["babylon", "israelites"], primary="babylon")
    assert relations(t.state) == (["babylon", "israelites"], "israelites")


def test_hist_lion_11_they_remain_the_primary_enemy() -> None:
    """ACME-HIST-LION-11: next turn too, though Babylon has more VP and stands in their City; the notation keeps it."""
    civs = {
        "israelites": {},
        "babylon": {"vp": 9},
        "sea_peoples": {**HOSTILE, "enemies": ["babylon", "israelites"], "sworn": ["babylon", "israelites"]},
    }
    t = position(LION, civs, {**AREAS, "ugarit": "sea_peoples 3 babylon 2"}, phase="growth", turn=2, turns=2)
    assert relations(t.state)[1] == "israelites"
    assert relations(notation.load(GAME, notation.dump(t.table)).state) == relations(t.state)


def test_hist_lion_11_a_card_alone_makes_an_enemy_and_no_primary_one() -> None:
    """RUL-135 holds as in every game; the Philistines' first enemy is found by the usual test then."""
    civs = {"israelites": {"hand": [73]}, "babylon": {}, "sea_peoples": HOSTILE}
    areas = {**AREAS, "ugarit": "sea_peoples 3"}
    t = position(LION, civs, areas, phase="card").play("israelites", "73", "ugarit").windows()
    assert t.civ("sea_peoples").enemies == ["babylon", "israelites"]
    assert t.civ("sea_peoples").sworn == ["babylon"]


def test_hist_lion_11_babylon_provokes_nobody() -> None:
    """ACME-HIST-LION-11: Babylon is an enemy in any case; the Israelites are none by its deeds."""
    civs = {"babylon": {"growth_box": 2}, "israelites": {}, "sea_peoples": HOSTILE}
    areas = {**AREAS, "byblos": "babylon 2"}
    t = position(LION, civs, areas, phase="growth").run_until("growth.deploy").answer("babylon", "ugarit")
    assert relations(t.state) == (["babylon"], "")


def test_hist_lion_11_persons_who_play_the_philistines_decide_themselves() -> None:
    """ACME-HIST-LION-11: it is a rule for the NPC."""
    civs = {"israelites": {"growth_box": 2}, "babylon": {}, "sea_peoples": {}}
    t = position(LION, civs, AREAS, phase="growth").run_until("growth.deploy").answer("israelites", "ugarit")
    assert t.civ("sea_peoples").enemies == []


def test_hist_lion_12_alone_as_judah() -> None:
    """ACME-HIST-LION-12, AMB-21: Babylon against both, the Philistines against Babylon."""
    s = begun(LION, **SOLO)
    assert enemies(s) == {"babylon": {"sea_peoples", "israelites"}, "sea_peoples": {"babylon"}}
    assert sorted(s.civs["babylon"].sworn) == ["israelites", "sea_peoples"]
    with pytest.raises(SetupError, match="Play the Israelites"):
        begun(LION, israelites="npc", babylon="ann", sea_peoples="npc")


def test_hist_lion_12_the_philistines_are_babylons_primary_enemy_in_the_first_turn() -> None:
    """AMB-21: whatever the criteria say; from turn 2 on these decide."""
    both = {**NPC, "enemies": ["sea_peoples", "israelites"], "sworn": ["sea_peoples", "israelites"]}
    civs = {"babylon": both, "israelites": {"vp": 9}, "sea_peoples": HOSTILE}
    for turn, primary in ((1, "sea_peoples"), (2, "israelites")):
        t = position(LION, civs, AREAS, phase="growth", turn=turn, turns=turn)
        assert t.asked()[:2] == ("growth.retire", "israelites")
        assert t.civ("babylon").primary == primary
