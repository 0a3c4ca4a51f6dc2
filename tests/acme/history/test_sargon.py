"""Sargon I (Playbook, Historical Situation Scenarios; ACME-HIST-SARGON, AMB-17 to 19, ACME-SOL-COMP, RUL-164)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.history.sargon import may_gird
from engine.acme.npc.gilgamesh import begin_anew
from engine.acme.npc.relations import end_enmity
from engine.acme.phases.growth import deployment_step
from engine.acme.questions.board import is_city, on_map
from engine.acme.state import State
from engine.core import notation
from engine.core.toml import write
from tests.acme.history.casts import begun
from tests.acme.history.situations import EVEN, ODD, PLAIN, position, reason, reckoned
from tests.acme.npc.deploying import thinking
from tests.acme.npc.fighting import over
from tests.acme.story import Story

SARGON = "sargon"
NPC: dict[str, Any] = {"by": "npc", "npc": True}
ACTIVE = {"sumer": {"deity": "god_of_war"}, "akkad": {"deity": "sky_god"}}
AREAS = {"sumer": "sumer 3", "ur": "sumer 2", "akkad": "akkad 3", "assur": "akkad 2"}


def test_hist_sargon_01_map_and_sides() -> None:
    """ACME-HIST-SARGON-01: Sumer and Akkad on the map of the Fertile Crescent, from turn 1 of Epoch I."""
    s = begun(SARGON, sumer="ann", akkad="ben")
    assert s.map == "fertile_crescent"
    assert {civ: c.home for civ, c in s.civs.items()} == {"sumer": "sumer", "akkad": "akkad"}
    assert (s.epoch, s.turn) == (1, 1)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_hist_sargon_02_a_city_at_home_and_nine_disks_more(seed: str) -> None:
    """ACME-HIST-SARGON-02, AMB-17: 3 disks at home, the other nine by the usual procedure."""
    s = begun(SARGON, seed, sumer="ann", akkad="ben")
    assert {"sumer", "akkad"} <= set(s.civs)
    for civ in s.civs:
        assert s.disks[civ][civ] == 3
        assert is_city(s, civ, civ)
        assert on_map(s, civ) == 12


def test_hist_sargon_03_it_ends_with_epoch_ii() -> None:
    """ACME-HIST-SARGON-03: two Epochs."""
    t = reckoned(SARGON, ACTIVE, AREAS, epoch=2, turn=4, turns=8)
    assert (reason(t), t.state.epoch) == ("epochs", 2)


CONQUERED = {"sumer": "sumer 3", "akkad": "sumer 2", "assur": "akkad 3"}
AHEAD = {"sumer": {"vp": 1}, "akkad": {"vp": 9}}


def test_hist_sargon_04_both_homes_win_the_game_at_the_end_of_a_competition_phase() -> None:
    """ACME-HIST-SARGON-04: at once, whatever the VP, before the Reckoning."""
    t = position(SARGON, AHEAD, CONQUERED, phase="competition")
    assert (reason(t), t.state.victors, t.civ("sumer").vp) == ("conquest", ["sumer"], 1)
    outcome = t.table.outcome()
    assert outcome is not None
    assert outcome.winners == ("sumer",)
    assert "Home Areas were conquered." in t.told()


@pytest.mark.parametrize("home", ["sumer 3 akkad 1", "akkad 1 sumer 1", "barbarians 3"])
def test_hist_sargon_04_control_of_both_is_needed(home: str) -> None:
    """ACME-HIST-SARGON-04: a shared or lost own Home Area is not Controlled."""
    t = position(SARGON, AHEAD, {**CONQUERED, "sumer": home, "ur": "sumer 2"}, step="competition.close")
    assert reason(t) == ""


def test_hist_sargon_04_it_is_judged_in_no_other_phase() -> None:
    """ACME-HIST-SARGON-04: both homes held while growing do not end it, and the Reckoning does not either."""
    t = position(SARGON, AHEAD, CONQUERED, phase="growth")
    assert reason(t) == ""
    assert reason(reckoned(SARGON, AHEAD, CONQUERED)) == ""


def test_hist_sargon_05_otherwise_vp_decide() -> None:
    """ACME-HIST-SARGON-05: the basic rules of victory after Epoch II."""
    t = reckoned(SARGON, AHEAD, AREAS, epoch=2, turn=4, turns=8)
    outcome = t.table.outcome()
    assert outcome is not None
    assert (outcome.winners, t.state.victors) == (("akkad",), [])


def test_hist_sargon_06_three_cards() -> None:
    """ACME-HIST-SARGON-06."""
    s = begun(SARGON, sumer="ann", akkad="npc")
    assert [len(c.hand) for c in s.civs.values()] == [3, 3]


@pytest.mark.parametrize("turn", [1, 2])
def test_hist_sargon_07_no_events_in_turns_1_and_2(turn: int) -> None:
    """ACME-HIST-SARGON-07: the Event is without effect, lies in the discard pile and is replaced."""
    deck = [98, 42, 44, 46, 48, 50, 52, 54, 56]
    t = position(SARGON, ACTIVE, AREAS, step="draw.begin", turn=turn, turns=turn, deck=deck)
    t.run_until("growth.retire")
    assert t.state.disks.keys() == AREAS.keys()
    assert 98 in t.state.discard
    assert "This scenario ignores {card:98} now" in t.told()
    assert len(t.civ("akkad").hand) == 3


def test_hist_sargon_07_from_turn_3_on_events_happen() -> None:
    """ACME-HIST-SARGON-07, AMB-18: only the first two turns are quiet."""
    deck = [98, 42, 44, 46, 48, 50, 52, 54, 56]
    t = position(SARGON, ACTIVE, AREAS, step="draw.begin", turn=3, turns=3, deck=deck)
    t.run_until("event.entry")
    assert t.key == "event.entry"


@pytest.mark.parametrize("turn", [2, 3])
def test_hist_sargon_08_epoch_i_never_ends_suddenly(turn: int) -> None:
    """ACME-HIST-SARGON-08: no card is drawn for it on turns 2 and 3."""
    t = reckoned(SARGON, ACTIVE, AREAS, step="reckoning.sudden", turn=turn, turns=turn, deck=[ODD, *PLAIN])
    assert (t.state.epoch, t.state.turn) == (1, turn + 1)
    assert "Sudden End" not in t.told()


def test_hist_sargon_08_epoch_ii_may() -> None:
    """AMB-18, RUL-030: Epoch II plays normally, and a historical scenario makes the test in its last Epoch too."""
    later = {"epoch": 2, "turn": 2, "turns": 6, "step": "reckoning.sudden"}
    assert reason(reckoned(SARGON, ACTIVE, AREAS, **later, deck=[ODD, *PLAIN])) == "epochs"
    assert reason(reckoned(SARGON, ACTIVE, AREAS, **later, deck=[EVEN, *PLAIN])) == ""


def girding(akkad: int, sumer: int, npc: str = "") -> Story:
    """Between the Epochs, with so many VP each; one of them may be an NPC."""
    civs: dict[str, dict[str, Any]] = {"sumer": {"vp": sumer}, "akkad": {"vp": akkad}}
    if npc:
        civs[npc] |= {**NPC, "enemies": [civ for civ in civs if civ != npc]}
    return position(SARGON, civs, AREAS, step="epoch.gird", epoch=2, turn=1, turns=5)


def test_hist_sargon_09_the_question_comes_when_epoch_i_is_over() -> None:
    """ACME-HIST-SARGON-09: after all of the End of Epoch Phase, before the first turn of Epoch II, and only then."""
    civs = {civ: {"vp": 9} for civ in ACTIVE}
    t = position(SARGON, civs, AREAS, step="reckoning.tally", turn=4, turns=4).run_until("epoch.gird")
    assert (t.key, t.state.epoch, t.state.turn) == ("epoch.gird", 2, 1)
    assert t.asked()[1:] == ("akkad", ("yes", "no"))
    assert notation.dump(notation.load(GAME, text := notation.dump(t.table))) == text
    t.run_until("growth.retire")
    assert t.state.phase == "growth"


def test_hist_sargon_09_akkad_girds_with_assyria() -> None:
    """ACME-HIST-SARGON-09: 5 VP less, and the Display of Assyria beside its own."""
    t = girding(8, 8).answer("akkad", "yes")
    assert (t.civ("akkad").vp, t.civ("akkad").displays) == (3, ["akkad", "assyria"])
    assert t.view().civs["akkad"].displays == ("akkad", "assyria")
    assert "{civ:akkad} girded for battle, paid 5 VP" in t.told()


def test_hist_sargon_09_both_sets_of_attributes_work() -> None:
    """ACME-HIST-SARGON-09, RUL-129: Assyria's Standing Army and its captives are Akkad's as well."""
    areas = {"sumer": "sumer 1", "akkad": "akkad 3", "samarra": "akkad 3 sumer 2"}
    armed = {"sumer": {}, "akkad": {"displays": ["akkad", "assyria"]}}
    t = position(SARGON, armed, areas, phase="competition", epoch=2, turns=5).windows()
    assert "white:standing_army" in t.options("akkad")
    bare = position(SARGON, {"sumer": {}, "akkad": {}}, areas, phase="competition", epoch=2, turns=5).windows()
    assert bare.table.ask_of("akkad") is None or "white:standing_army" not in bare.options("akkad")


def test_hist_sargon_10_sumer_girds_with_elam() -> None:
    """ACME-HIST-SARGON-10: 5 VP, whatever Akkad has done before."""
    t = girding(8, 8).play("akkad", "yes").play("sumer", "yes")
    assert (t.civ("sumer").vp, t.civ("sumer").displays) == (3, ["sumer", "elam"])
    assert (t.civ("akkad").vp, t.state.phase) == (3, "growth")


def test_hist_sargon_11_who_answers_pays_six() -> None:
    """ACME-HIST-SARGON-11: Akkad declines, Sumer girds, Akkad may gird after all."""
    t = girding(8, 8).play("akkad", "no").play("sumer", "yes")
    assert t.asked() == ("epoch.gird", "akkad", ("yes", "no"))
    assert "Pay 6 VP" in t.table.pending.prompt if t.table.pending else False
    t.answer("akkad", "yes")
    assert (t.civ("akkad").vp, t.civ("sumer").vp) == (2, 3)
    assert t.civ("akkad").displays == ["akkad", "assyria"]


def test_hist_sargon_11_nobody_answers_where_sumer_declines_too() -> None:
    """ACME-HIST-SARGON-11: the turn begins, and nothing is paid."""
    t = girding(8, 8).play("akkad", "no").play("sumer", "no")
    assert (t.state.phase, t.civ("akkad").vp, t.civ("sumer").vp) == ("growth", 8, 8)


def test_hist_sargon_11_the_price_must_be_owned() -> None:
    """AMB-19: with 4 VP there is no choice, with 5 no answer at 6."""
    assert girding(4, 4).state.phase == "growth"
    t = girding(5, 5).play("akkad", "no").play("sumer", "yes")
    assert (t.state.phase, t.civ("akkad").vp) == ("growth", 5)


def test_hist_sargon_11_a_display_that_is_in_use_cannot_be_had() -> None:
    """Who has come back as Assyria keeps its Display to himself, and a people that is gone girds no more."""
    civs: dict[str, dict[str, Any]] = {"assyria": {"home": "assur", "vp": 9}, "akkad": {"vp": 9}}
    s = GAME.load(notated(civs, {"assur": "assyria 1", "akkad": "akkad 1"}))[0]
    assert not may_gird(s, "akkad", 5)
    assert not may_gird(s, "sumer", 5)


def test_hist_sargon_12_gold_in_both_homes_against_an_npc_only() -> None:
    """ACME-HIST-SARGON-12, SOL-GOLD-01: the yellow disks are for the solitaire game."""
    assert begun(SARGON, sumer="ann", akkad="npc").gold == {"sumer": "sumer", "akkad": "akkad"}
    assert begun(SARGON, sumer="ann", akkad="ben").gold == {}
    assert begun(SARGON, sumer="ann", akkad="ann").gold == {}


@pytest.mark.parametrize(("npc", "person"), [("akkad", "sumer"), ("sumer", "akkad")])
def test_hist_sargon_13_the_npc_is_hostile_for_good(npc: str, person: str) -> None:
    """ACME-HIST-SARGON-13, RUL-124: from the start; neither peace nor another people of the NPC changes that."""
    s = begun(SARGON, **{npc: "npc", person: "ann"})
    assert (s.civs[npc].enemies, s.civs[npc].sworn, s.options.hostility) == ([person], [person], False)
    assert not end_enmity(s, npc, person)
    begin_anew(s, npc, "")
    assert s.civs[npc].enemies == [person]


@pytest.mark.parametrize(
    ("npc", "person", "own", "theirs", "answer", "girds"),
    [
        ("sumer", "akkad", 6, 8, "no", True),
        ("sumer", "akkad", 8, 8, "no", False),
        ("sumer", "akkad", 9, 6, "yes", True),
        ("akkad", "sumer", 6, 8, "no", True),
        ("akkad", "sumer", 8, 8, "no", False),
        ("akkad", "sumer", 8, 8, "yes", True),
    ],
)
def test_hist_sargon_14_when_the_npc_girds(
    npc: str, person: str, own: int, theirs: int, answer: str, girds: bool
) -> None:
    """ACME-HIST-SARGON-14: if the person does, or if it has fewer VP; Akkad answers for 6."""
    t = girding(*((own, theirs) if npc == "akkad" else (theirs, own)), npc)
    t.play(person, answer)
    assert (len(t.civ(npc).displays) > 1) == girds
    paid = 6 if npc == "akkad" and answer == "yes" else 5
    assert t.civ(npc).vp == own - paid * girds


def guarding(areas: dict[str, str], hand: int, scenario: str = SARGON) -> tuple[list[str], str]:
    """What Akkad as an NPC places of so many growth disks, and all that is told of it."""
    civs = {"sumer": {}, "akkad": {**NPC, "vp": 9, "enemies": ["sumer"]}}
    s = GAME.load(notated(civs, {"sumer": "sumer 1", **areas}, scenario))[0]
    c = s.civs["akkad"]
    c.box, c.supply = hand, c.supply - hand
    given = thinking(s, "akkad", lambda s: deployment_step(s, "akkad"))
    return [picks[0] for picks in given if picks != ("done",)], "\n".join(e.text for e in s.told)


def notated(civs: dict[str, dict[str, Any]], areas: dict[str, str], scenario: str = SARGON) -> str:
    """A position of the scenario in the Growth Phase."""
    tables = {civ: {"home": civ, **facts} for civ, facts in civs.items()}
    top = {"scenario": scenario, "map": "fertile_crescent", "phase": "growth", "order": list(civs)}
    return write({**top, "civs": tables, "areas": areas})


def test_hist_sargon_15_its_home_comes_first() -> None:
    """ACME-HIST-SARGON-15, SOL-GEN-03: with 2 at home the first two growth disks go there, before its list."""
    placed, told = guarding({"akkad": "akkad 2", "assur": "akkad 2 sumer 2"}, 2)
    assert placed == ["akkad", "akkad"]
    assert "Its Home Area, {area:akkad}, had fewer than 4 disks" in told


def test_hist_sargon_15_then_it_outnumbers_what_stands_beside_it() -> None:
    """ACME-HIST-SARGON-15: beside 2 enemies the next 3 go there."""
    placed, told = guarding({"akkad": "akkad 2", "samarra": "sumer 2"}, 5)
    assert placed == ["akkad", "akkad", "samarra", "samarra", "samarra"]
    assert "Others were adjacent to its Home Area, in {area:samarra}" in told


def test_hist_sargon_15_all_others_there_count_up_to_the_limit() -> None:
    """ACME-HIST-SARGON-15: against 2 of Sumer and 3 black disks 4 are all that the area takes."""
    placed, _ = guarding({"akkad": "akkad 4", "samarra": "sumer 2 barbarians 3"}, 6)
    assert placed[:4] == ["samarra"] * 4
    assert placed.count("samarra") == 4


def test_sol_gen_03_priorities_of_a_scenario_come_before_the_list() -> None:
    """ACME-SOL-GEN-03: elsewhere the same NPC begins with its list; Sumer's City there is no matter of its base."""
    areas = {"akkad": "akkad 3", "assur": "akkad 3 sumer 3", "nineveh": "akkad 3"}
    assert guarding(areas, 1)[0] == ["akkad"]
    assert guarding(areas, 1, scenario="standard")[0] == ["assur"]


def test_hist_sargon_15_then_the_list_goes_on() -> None:
    """ACME-HIST-SARGON-15: with its base safe it places as any NPC."""
    placed, told = guarding({"akkad": "akkad 4", "samarra": "akkad 3 sumer 2"}, 1)
    assert len(placed) == 1
    assert "(priority " in told


def solo(areas: dict[str, str]) -> Story:
    """A real table of one person as Sumer against Akkad, at the start of a Competition Phase with these areas."""
    s = begun(SARGON, sumer="ann", akkad="npc")
    kept = GAME.dump(without_cards(s), "competition.begin")
    return Story(write({**tomllib.loads(kept), "areas": areas}))


def without_cards(s: State) -> State:
    """The same game with empty hands."""
    for c in s.civs.values():
        s.deck += c.hand
        c.hand = []
    return s


FOUGHT = {
    "akkad": "sumer 2 akkad 3 gold",
    "assur": "sumer 2 akkad 3",
    "sumer": "sumer 3 gold akkad 2",
    "ur": "sumer 3 akkad 2",
    "susa": "sumer 2 akkad 1",
    "dur_kur": "sumer 2 akkad 1",
    "caspians": "sumer 2 akkad 2",
}


def test_sol_comp_01_to_08_the_competitions_of_a_solitaire_game() -> None:
    """ACME-SOL-COMP-01 to 08, RUL-164: homes, Gold and Cities of the NPC, then of its enemy, then what is next to them.

    By the map alone the Caspian area would be fought for first, for it lies in the far north-east.
    """
    t = solo({**FOUGHT, "borsippa": "sumer 3"})
    assert t.state.by_category
    told = over(t).told()
    ends = [told.index(f"{{area:{area}}} after the Competition") for area in FOUGHT]
    assert ends == sorted(ends)


def test_sol_comp_01_by_north_east_where_two_persons_play() -> None:
    """ACME-SOL-COMP-01: without an NPC the usual order holds."""
    areas = {area: stacks.replace(" gold", "") for area, stacks in FOUGHT.items()}
    t = position(SARGON, {"sumer": {}, "akkad": {}}, areas, phase="competition")
    told = over(t).told()
    assert told.index("{area:caspians} after the Competition") < told.index("{area:akkad} after the Competition")
