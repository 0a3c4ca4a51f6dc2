"""Rostam (Playbook, Rostam; ACME-ROST-01 to 24, AMB-79 to 86)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.facts.catalog import AREAS, CARDS, playable
from engine.acme.npc.cards.spots import best_spots
from engine.acme.npc.placing.course import next_groups
from engine.acme.npc.placing.prospect import prospect
from engine.acme.questions.board import on_map
from engine.acme.setup.handicaps import base_draw, growth_due, more_cards
from engine.acme.state import State
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from tests.acme.competition.arena import finish
from tests.acme.history.persia import PERSIANS, PLAIN, SOLO, TURANIANS, TWO, position, still
from tests.acme.history.playing import begun, played_out
from tests.acme.story import Story

GOLD = ("parthia", "persis", "medes", "ctesiphon")
FERTILE = ("akkad", "assur", "babylon", "borsippa", "dur_kur", "elam", "nineveh", "samarra", "sumer", "ur")


def stacks(s: State, faction: str) -> dict[str, int]:
    """Where the Faction's disks lie."""
    return {area: here[faction] for area, here in s.disks.items() if faction in here}


@pytest.fixture(scope="module")
def solo() -> Table[State]:
    return begun("rostam", SOLO)


def test_rost_01_one_person_or_two() -> None:
    assert begun("rostam", SOLO).state.civs[TURANIANS].npc
    assert not begun("rostam", TWO).state.civs[TURANIANS].npc
    with pytest.raises(SetupError, match="Play the Persians"):
        Table.new(begun("rostam", SOLO).game, "rostam", [SeatPlan(civ=TURANIANS, player="ana")], {}, "x")


def test_rost_02_the_deities_are_given(solo: Table[State]) -> None:
    s = solo.state
    assert [(c.deity, c.home) for c in (s.civs[PERSIANS], s.civs[TURANIANS])] == [
        ("god_of_war", "parthia"),
        ("god_of_the_forge", "sacans"),
    ]
    assert {"god_of_war", "god_of_the_forge"}.isdisjoint(s.available)


def test_rost_03_the_sides_and_their_enmity(solo: Table[State]) -> None:
    s = solo.state
    assert (s.civs[PERSIANS].home, s.civs[TURANIANS].home) == ("parthia", "sacans")
    assert s.civs[TURANIANS].enemies == [PERSIANS]
    assert not s.options.hostility
    assert (solo.view(None).civs[PERSIANS].name, solo.view(None).civs[TURANIANS].name) == (
        "Persians",
        "Turanians",
    )


def test_rost_04_the_persian_setup(solo: Table[State]) -> None:
    s = solo.state
    settled = ("elburz", "northern_zagros", "southern_zagros", "susa", "paraetaceni", "sargatians", "utiana")
    assert stacks(s, PERSIANS) == {**dict.fromkeys(GOLD, 3), **dict.fromkeys(settled, 2)}
    assert (on_map(s, PERSIANS), s.civs[PERSIANS].colour, s.order.index(PERSIANS)) == (26, "purple", 1)
    assert s.gold == dict.fromkeys(GOLD, PERSIANS)
    cubes = {area for area, owner in s.cubes.items() if owner == PERSIANS}
    assert cubes == {"medes", "elburz", "northern_zagros", "southern_zagros", "paraetaceni"}


def test_rost_05_the_turanian_setup(solo: Table[State]) -> None:
    s = solo.state
    settled = ("massagetans", "north_sakans", "south_sakans", "kharesmeians", "sogdiana", "bactria")
    assert stacks(s, TURANIANS) == {"sacans": 3, **dict.fromkeys(settled, 2)}
    assert (on_map(s, TURANIANS), s.civs[TURANIANS].colour, s.order.index(TURANIANS)) == (15, "green", 0)
    assert [area for area, owner in s.cubes.items() if owner == TURANIANS] == ["bactria"]


def test_rost_06_the_armenians(solo: Table[State]) -> None:
    s = solo.state
    settled = ("colchis", "iberia", "caspians", "van", "jarwan")
    assert stacks(s, "armenians") == {"armenia": 3, **dict.fromkeys(settled, 2)}
    assert (on_map(s, "armenians"), s.neutrals["armenians"].colour) == (13, "blue")
    assert {area for area, owner in s.cubes.items() if owner == "armenians"} == {"armenia", "van"}


def test_rost_07_the_steppe_tribes(solo: Table[State]) -> None:
    s = solo.state
    held = stacks(s, "steppe_tribes")
    assert set(held.values()) == {2}
    assert {a for a in held if AREAS[a].is_land} == {"north_caucasus", "south_caucasus", "chorasmia"}
    assert len([a for a in held if AREAS[a].is_sea and a.endswith("caspian")]) == 6
    assert (on_map(s, "steppe_tribes"), s.neutrals["steppe_tribes"].colour) == (18, "orange")
    assert {area for area, owner in s.cubes.items() if owner == "steppe_tribes"} == {"north_caucasus", "south_caucasus"}


def test_rost_08_the_subject_peoples_hold_all_fertile_land(solo: Table[State]) -> None:
    s = solo.state
    assert {a for a in playable("rostam") if AREAS[a].terrain == "fertile"} == set(FERTILE)
    assert stacks(s, "subject_peoples") == dict.fromkeys(sorted(FERTILE), 3) | dict.fromkeys(FERTILE, 3)
    assert (on_map(s, "subject_peoples"), s.neutrals["subject_peoples"].colour) == (30, "red")
    assert all(len(s.disks[area]) == 1 for area in FERTILE)


def test_rost_09_five_cards_each_and_no_event(solo: Table[State]) -> None:
    for civ in (PERSIANS, TURANIANS):
        assert len(solo.state.civs[civ].hand) == 5
        assert not any(CARDS[n].is_event for n in solo.state.civs[civ].hand)


@pytest.mark.parametrize("seed", range(6))
def test_rost_10_the_seven_events_are_among_the_first_37_cards(seed: int) -> None:
    deck = begun("rostam", SOLO, seed=f"stacked {seed}").state.deck
    places = [i for i, n in enumerate(deck) if CARDS[n].is_event]
    assert (len(places), len(deck)) == (7, len(CARDS) - 10)
    assert max(places) < 37


def test_rost_11_epoch_three_lasts_four_turns() -> None:
    """No test in its turns 2 and 3, and Event 97 is ignored; Epoch IV is tested, and both end it."""
    for turn in (2, 3):
        t = position({}, "reckoning", turn=turn, turns=turn, deck=[1, 97, 3, 5, 7, *PLAIN]).run_until("growth.deploy")
        assert (t.state.epoch, t.state.turn, t.state.ending) == (3, turn + 1, False)
        assert "{card:97}" in t.told()
    t = position({}, "reckoning", epoch=4, turn=2, turns=6, deck=[1, *PLAIN]).run_until("growth.deploy")
    assert (t.state.phase, t.state.reason) == ("over", "epochs")
    t = position({}, "reckoning", epoch=4, turn=1, turns=5, deck=[97, 2, 4, *PLAIN]).run_until("growth.deploy")
    assert (t.state.phase, t.state.turn) == ("over", 1)


def test_rost_11_the_fourth_turn_ends_epoch_three() -> None:
    t = position({}, "reckoning", turn=4, turns=4).run_until("growth.deploy")
    assert (t.state.epoch, t.state.turn) == (4, 1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seats", [SOLO, TWO], ids=["solo", "two"])
@pytest.mark.parametrize("seed", range(3))
def test_rost_11_games_last_six_to_eight_turns(seats: list[SeatPlan], seed: int) -> None:
    """Unless the last Gold is lost before; whole games are sound, the same from notation and after a restart."""
    s = played_out("rostam", seats, seed).state
    assert s.phase == "over"
    if s.reason != "no_gold":
        assert s.epoch == 4
        assert 5 <= s.turns <= 8


def test_rost_12_without_any_gold_area_the_persians_have_lost() -> None:
    """Whatever the VP: judged when the Competitions are over, as in Alexander."""
    lost = dict.fromkeys(GOLD, "scythians 1 medes_persians 0 gold")
    t = finish(position(lost, "competition", npc=False, persia={"vp": 30}))
    assert (t.state.phase, t.state.reason, t.state.victors) == ("over", "no_gold", [TURANIANS])
    outcome = t.table.outcome()
    assert outcome is not None
    assert outcome.winners == (TURANIANS,)


def test_rost_12_one_gold_area_is_enough() -> None:
    lost = dict.fromkeys(GOLD[1:], "scythians 1 medes_persians 0 gold")
    assert finish(position(lost, "competition", npc=False)).state.phase != "over"


def test_rost_12_an_area_whose_gold_is_sacked_counts_no_more() -> None:
    """An NPC takes the last Gold away for good; Persian disks elsewhere do not help."""
    t = finish(position({"parthia": "scythians 2 medes_persians 0 gold", "persis": "medes_persians 3"}, "competition"))
    assert (t.state.gold, t.state.reason) == ({}, "no_gold")


def test_rost_13_nobody_comes_back_as_gilgamesh(solo: Table[State]) -> None:
    assert solo.state.options.gilgamesh_returns == 0
    t = position({}, "reckoning", persia={"vp": 0}, turan={"vp": 20})
    t.run_until("gilgamesh.invoke", "growth.deploy")
    assert t.key == "growth.deploy"
    with pytest.raises(SetupError):
        Table.new(solo.game, "rostam", SOLO, {"gilgamesh_returns": "once"}, "x")


@pytest.mark.parametrize(("income", "supply", "given"), [(3, 40, 8), (11, 40, 11), (3, 5, 5)])
def test_rost_14_the_turanian_hordes(income: int, supply: int, given: int) -> None:
    """KNOB-04: the minimum of the scenario."""
    assert min(supply, growth_due(still({}), TURANIANS, income)) == given


@pytest.mark.parametrize("npc", [True, False], ids=["npc", "person"])
def test_rost_14_acquisition_gives_eight_disks_at_least(npc: bool) -> None:
    """ACME-SET-07."""
    t = position({"massagetans": "scythians 2"}, "growth", npc=npc)
    t.run_until("growth.retire" if npc else "growth.deploy")
    assert "{civ:scythians} acquired 8 growth disks" in t.told()


def test_rost_14_no_more_than_there_are() -> None:
    areas = dict.fromkeys(("massagetans", "north_sakans", "south_sakans", "sogdiana"), "scythians 2")
    t = position(areas, "growth", turan={"disks": 16}).run_until("growth.retire")
    assert "{civ:scythians} acquired 5 growth disks" in t.told()


def test_rost_15_of_equal_areas_the_one_nearer_to_gold() -> None:
    """A City next to its home: a Persian disk is as near to North Sakans as to South Sakans, Gold is not."""
    both = {"north_sakans": "scythians 1", "south_sakans": "scythians 1", "sogdiana": "medes_persians 1"}
    for gold, nearer in (("massagetans", "north_sakans"), ("bactria", "south_sakans")):
        s = still({**both, gold: "medes_persians 0 gold"}, "growth")
        found = next_groups(prospect(s, TURANIANS, 2))
        assert [(g.number, g.area) for g in found] == [(7, nearer)]


def test_rost_15_by_card_play_too() -> None:
    """Two vacant areas of which no priority prefers one: the nearer to hostile Gold comes first."""
    s = still({})
    for gold, nearer in (("ctesiphon", "der"), ("mohenjo_daro", "gandhara")):
        s.gold = {gold: PERSIANS}
        assert best_spots(s, TURANIANS, ["gandhara", "der"])[0].area == nearer


def captured(**more: Any) -> Story:
    """Turanians alone in Parthia as the Competition Phase closes."""
    areas = {"parthia": "scythians 3 medes_persians 0 gold", "persis": "medes_persians 3 gold"}
    return position({**areas, "medes": "medes_persians 3 gold"}, "competition", **more)


def test_rost_16_the_captured_hero_waits_on_the_persian_display() -> None:
    """The captor is rewarded at once, but holds nothing."""
    t = finish(captured())
    assert t.view(None).civs[PERSIANS].deity_state == "away"
    assert (t.civ(TURANIANS).captured, t.civ(PERSIANS).deity) == ({}, "god_of_war")
    assert t.civ(TURANIANS).scored["captured"] > 0


def test_rost_16_barbarians_drive_him_out_too() -> None:
    t = finish(position({"parthia": "barbarians 2", "persis": "medes_persians 3 gold"}, "competition"))
    assert t.view(None).civs[PERSIANS].deity_state == "away"


def test_rost_16_he_comes_back_after_the_next_turns_competitions() -> None:
    t = captured(npc=False).run_until("deity.back")
    assert t.state.turns == 2
    assert set(t.options(PERSIANS)) == {"persis", "medes", "none"}
    t.answer(PERSIANS, "persis")
    shown = t.view(None).civs[PERSIANS]
    assert (shown.deity_state, shown.temple, shown.home) == ("active", "persis", "parthia")


def test_rost_16_where_he_stands_he_can_be_driven_out_again() -> None:
    areas = {"persis": "scythians 2 medes_persians 0 gold", "medes": "medes_persians 3 gold"}
    t = finish(position(areas, "competition", persia={"temple": "persis"}))
    assert t.view(None).civs[PERSIANS].deity_state == "away"


def test_rost_16_he_may_wait_and_come_later() -> None:
    away = {"deity_away": 2}
    areas = {"persis": "medes_persians 3 gold"}
    t = position(areas, "competition", turn=3, turns=3, persia=away).run_until("deity.back")
    t.answer(PERSIANS, "none")
    t.run_until("deity.back")
    assert t.state.turns == 4


def test_rost_17_the_hero_cancels_a_great_person_in_the_card_phase() -> None:
    """And then brings no white disks in this turn's Competitions."""
    areas = {"parthia": "medes_persians 3 scythians 2 gold"}
    t = position(areas, npc=False, turan={"hand": [6, 21]}, persia={"hand": [33]})
    t.answer(TURANIANS, "6")
    assert "power" in t.options(PERSIANS)
    t.answer(PERSIANS, "power").windows()
    assert "with the power of {deity:god_of_war}" in t.told()
    assert t.civ(TURANIANS).mina == 0
    t.run_until("competition.commit").play(TURANIANS, "card:21", "done")
    assert set(t.options(PERSIANS)) == {"card:33", "white:cavalry", "done"}
    t.answer(PERSIANS, "done")
    assert (t.key, t.options(PERSIANS)) == ("competition.negate", ("pass",))
    assert t.civ(PERSIANS).used["god_of_war"] == 2


def test_rost_17_he_brings_two_white_disks_or_cancels_but_not_both() -> None:
    areas = {"parthia": "medes_persians 3 scythians 2 gold"}
    t = position(areas, "competition", npc=False, turan={"hand": [21]})
    t.windows()
    t.play(TURANIANS, "card:21", "done")
    t.play(PERSIANS, "war", "done")
    assert t.key != "competition.negate"
    assert "added 1 white disk with {deity:god_of_war}" in t.told()


def test_rost_17_he_cancels_a_great_person_of_a_competition() -> None:
    areas = {"parthia": "medes_persians 3 scythians 2 gold"}
    t = position(areas, "competition", npc=False, turan={"hand": [21]})
    t.windows()
    t.play(TURANIANS, "card:21", "done")
    t.play(PERSIANS, "done")
    assert t.key == "competition.negate"
    assert t.options(PERSIANS) == (f"power:21:{TURANIANS}", "pass")
    t.answer(PERSIANS, f"power:21:{TURANIANS}")
    finish(t)
    assert "with the power of {deity:god_of_war}" in t.told()


@pytest.mark.parametrize("card", [43, 57])
def test_rost_17_only_great_persons(card: int) -> None:
    t = position({}, npc=False, turan={"hand": [card]})
    t.answer(TURANIANS, str(card))
    assert not t.is_window()


def test_rost_23_a_person_of_turan_goes_where_he_likes() -> None:
    t = position({"massagetans": "scythians 2"}, "growth", npc=False).run_until("growth.deploy")
    assert t.ask().seat == TURANIANS
    assert "north_sakans" in t.options(TURANIANS)
    t.answer(TURANIANS, "north_sakans")
    s = begun("rostam", TWO).state
    assert (s.civs[TURANIANS].invader, s.civs[TURANIANS].least_growth) == (False, 8)


def test_rost_24_gold_protects_against_cards() -> None:
    """Famine takes one disk of a Gold City, not two."""
    t = position({}, npc=False, turan={"hand": [72]})
    t.answer(TURANIANS, "72").windows()
    t.run_until("competition.begin", "growth.deploy")
    assert t.disks(PERSIANS, "parthia") == 2


def test_knob_04_invaders_are_npcs_only() -> None:
    """RUL-159: as an NPC Turan is an Invader, with a bonus card."""
    s = begun("rostam", SOLO).state
    assert (s.civs[TURANIANS].invader, more_cards(s, TURANIANS), base_draw(s, TURANIANS)) == (True, 1, 3)


def test_everybody_has_a_letter_of_their_own(solo: Table[State]) -> None:
    """The Turanians go by theirs, not by that of the Scythians."""
    view = solo.view(None)
    letters = [one.letter for one in (*view.civs.values(), *view.neutrals.values())]
    assert sorted(letters) == ["A", "J", "P", "S", "T"]
