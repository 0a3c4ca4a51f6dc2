"""The course of Alexander the Great: turns, Gold, conquests, ends and scores (Playbook, Alexander 1, 2 and 10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.npc.relations import primary
from engine.acme.phases.game_end import score
from engine.acme.questions.board import on_map
from engine.acme.questions.players import sides
from tests.acme.history.alexandrine import (
    EMPIRE,
    FALLEN,
    HEARTLAND,
    LEVANT,
    MACEDON,
    NILE,
    NPC,
    OF_EMPIRE,
    PERSONS,
    TWO,
    WEST,
    finish,
    fought,
    gold,
    mustered,
)
from tests.acme.history.situations import EVEN, ODD, PLAIN, laid_out, opened, played, reason
from tests.acme.story import Story

WON_GOLD = {"tyre": "greeks 3 gold", "rhodes": "sea_peoples 3", "levantine_sea": "sea_peoples 1"}


def winners(t: Story) -> tuple[str, ...]:
    """Who has won."""
    outcome = GAME.outcome(t.state)
    assert outcome is not None
    return outcome.winners


def test_alex_06_macedon_turns_against_one_after_the_other() -> None:
    """The West, the Levant, Egypt, the Heartland, as each falls."""
    hostile = {**NPC, "enemies": list(EMPIRE), "primary": WEST}
    t = mustered({"lukka": "greeks 3 gold", "tarsus": "hittites 1"}, greeks=hostile).run_until("growth.retire")
    assert (t.civ(WEST).out, t.civ(MACEDON).primary) == (True, LEVANT)
    fallen: dict[str, Any] = dict.fromkeys((WEST, LEVANT, NILE), FALLEN)
    t = mustered({"lukka": "", "tyre": ""}, greeks={**NPC, "enemies": [HEARTLAND]}, **fallen)
    assert primary(t.state, MACEDON) == HEARTLAND


@pytest.mark.parametrize("turn", [4, 7])
def test_alex_21_one_epoch_of_more_than_four_turns(turn: int) -> None:
    t = mustered(turn=turn, step="reckoning.tally").run_until("growth.retire")
    assert (t.state.turn, t.state.epoch) == (turn + 1, 4)
    assert "Epoch" not in t.told()


@pytest.mark.parametrize("turn", [8, 9])
def test_alex_22_alexander_lives_on_by_an_even_card(turn: int) -> None:
    t = mustered(turn=turn, step="reckoning.tally", deck=[EVEN, *PLAIN]).run_until("growth.retire")
    assert t.state.turn == turn + 1


@pytest.mark.parametrize("turn", [8, 9])
def test_alex_22_alexander_dies_by_an_odd_card(turn: int) -> None:
    t = mustered(turn=turn, step="reckoning.tally", deck=[ODD, *PLAIN]).run_until("growth.retire")
    assert (reason(t), t.state.turn) == ("alexander_died", turn)


def test_alex_22_nothing_is_drawn_after_turn_10() -> None:
    t = mustered(turn=10, step="reckoning.tally", deck=[EVEN, *PLAIN]).run_until("growth.retire")
    assert (reason(t), t.state.deck[0]) == ("no_more_turns", EVEN)


def test_alex_23_the_last_disk_of_macedon_in_a_competition() -> None:
    t = fought({"thrace": "greeks 1 gold hittites 4"})
    assert (reason(t), t.state.phase, on_map(t.state, MACEDON)) == ("macedon_routed", "over", 0)


def test_alex_23_the_last_disk_of_macedon_in_the_card_phase() -> None:
    """The Epic Poet replaces it; what is left of the phase is not played."""
    t = mustered({"thrace": "", "ilium": "greeks 1 hittites 2"}, phase="card", hittites={"hand": [7, 43]})
    t.play(WEST, "7")
    assert reason(t) == "macedon_routed"
    assert t.civ(WEST).scored["epochs"] == 2


def test_alex_23_the_last_part_of_the_empire() -> None:
    fallen: dict[str, Any] = dict.fromkeys((WEST, LEVANT, NILE), FALLEN)
    areas = {
        "lukka": "",
        "tyre": "",
        "memphis": "",
        "nile_delta": "",
        "persis": "greeks 3 gold",
        "susa": "medes_persians 1",
    }
    t = mustered(areas, **fallen)
    assert (reason(t), winners(t)) == ("heartland_lost", (MACEDON,))


def test_alex_24_no_event_of_the_epoch_but_its_vp() -> None:
    t = mustered({"susa": "medes_persians 3"}, turn=10, step="reckoning.tally").run_until("growth.retire")
    assert t.civ(HEARTLAND).scored["epochs"] == 2
    assert t.state.phase == "over"
    assert t.state.deck[: len(PLAIN)] == PLAIN


@pytest.mark.parametrize("turn", [2, 3])
def test_alex_25_no_card_ends_turns_2_and_3(turn: int) -> None:
    t = mustered(turn=turn, step="reckoning.tally", greeks={"mina": 1}).run_until("draw.buy")
    assert t.state.deck[: len(PLAIN)] == PLAIN


@pytest.mark.parametrize(("card", "over"), [(ODD, True), (EVEN, False)])
def test_alex_26_greece_may_fall_with_its_gold(card: int, over: bool) -> None:
    areas = {"thrace": "greeks 0 gold hittites 3", "marmaran_sea": "greeks 1"}
    t = fought(areas, deck=[card, *PLAIN])
    assert t.state.gold["thrace"] == WEST
    assert (reason(t) == "greece_lost") is over
    if over:
        assert set(winners(t)) == set(EMPIRE)


def test_alex_26_time_marches_on_is_replaced_here_too() -> None:
    areas = {"thrace": "greeks 0 gold hittites 3", "marmaran_sea": "greeks 1"}
    t = fought(areas, deck=[97, EVEN, *PLAIN])
    assert (reason(t), t.state.removed) == ("", [97])


def test_alex_26_barbarians_destroy_the_gold_of_thrace_and_do_not_loot_it() -> None:
    """Playbook, Gold City Sacking (N-141): it is gone for good, and no card is turned up for Greece."""
    t = fought({"thrace": "greeks 0 gold barbarians 2", "marmaran_sea": "greeks 1"}, deck=[ODD, *PLAIN])
    assert (reason(t), "thrace" in t.state.gold) == ("", False)
    assert "{civ:greeks}" in next(line for line in t.told().splitlines() if "Gold" in line)


@pytest.mark.parametrize("npc", [{}, OF_EMPIRE])
def test_barbarians_who_control_an_area_with_gold_destroy_it_whoever_plays_its_owner(npc: dict[str, Any]) -> None:
    """Playbook, Gold City Sacking, which is in effect here (N-141); shared Gold stays."""
    areas = {"lydia": "hittites 0 gold barbarians 2", "arzawa": "hittites 2 gold barbarians 1"}
    t = mustered({**areas, "lukka": "hittites 3 gold"}, phase="competition", hittites=npc)
    finish(t)
    assert gold(t.state, WEST) == {"arzawa", "lukka"}
    assert "lydia" not in t.state.gold
    assert set(t.civ(MACEDON).scored) == {"cities"}


def test_a_satrapy_whose_last_gold_barbarians_have_destroyed_falls() -> None:
    """Playbook, Alexander 2c: no Gold beneath its disks."""
    t = mustered({"lukka": "hittites 0 gold barbarians 2", "tarsus": "hittites 2"}, phase="competition")
    t.run_until("growth.retire")
    assert t.civ(WEST).out


def test_amb_48_gold_changes_its_owner_for_no_vp() -> None:
    """Neither VP nor mina, and it stays on the map."""
    t = fought({"lydia": "greeks 2 hittites 0 gold"})
    assert gold(t.state, MACEDON) == {"thrace", "lydia"}
    assert "The Gold of {civ:hittites} in {area:lydia} now belongs to {civ:greeks}." in t.told()
    assert set(t.civ(MACEDON).scored) == {"cities"}


def test_alex_27_the_levant_falls_with_its_fleet() -> None:
    levant = {"vp": 7, "mina": 3, "hand": [51], "safe": [41], "aside": [41], "growth_box": 2, "investments": {"24": 2}}
    t = mustered(WON_GOLD, sea_peoples=levant, greeks={"mina": 1})
    c = t.civ(LEVANT)
    assert (c.out, c.hand, c.mina, c.displays, c.box, c.investments) == (True, [], 0, [], 0, {})
    assert t.state.order == [MACEDON, WEST, NILE, HEARTLAND]
    assert (t.disks(LEVANT, "levantine_sea"), t.disks(LEVANT, "rhodes")) == (0, 3)
    assert {51, 41, 24} <= set(t.state.discard)
    t.run_until("draw.buy")
    assert (c.vp, t.disks(LEVANT, "rhodes")) == (7, 3)


def test_alex_27_gold_that_is_shared_still_counts() -> None:
    t = mustered({"tyre": "sea_peoples 1 gold greeks 3"})
    assert not t.civ(LEVANT).out


def test_alex_28_the_west_falls() -> None:
    t = mustered(
        {"lukka": "greeks 3 gold", "tarsus": "hittites 2 stronghold"},
        hittites={"vp": 5, "mina": 2, "hand": [51]},
        greeks={"mina": 1},
    )
    c = t.civ(WEST)
    assert (c.out, c.hand, c.mina, c.home) == (True, [], 0, "")
    assert t.disks(WEST, "tarsus") == 2
    t.run_until("draw.buy")
    assert (c.vp, t.disks(WEST, "tarsus"), t.state.cubes["tarsus"]) == (5, 2, WEST)


def test_alex_29_egypt_falls_at_the_start_of_a_turn() -> None:
    areas = {"memphis": "greeks 1 gold", "nile_delta": "greeks 1 gold", "amarna": "egypt 1"}
    t = mustered(areas, egypt={"vp": 4, "mina": 1, "hand": [51]})
    c = t.civ(NILE)
    assert (c.out, c.vp, c.hand, c.mina, t.disks(NILE, "amarna")) == (True, 4, [], 0, 1)


def test_amb_70_one_of_its_two_gold_keeps_egypt_alive() -> None:
    assert not mustered({"memphis": "greeks 1 gold"}).civ(NILE).out


def test_amb_72_conquest_is_judged_before_each_growth_too() -> None:
    """At the step of the second civ in Turn Order, whose turn it stays."""
    t = mustered({"lukka": "greeks 3 gold", "tarsus": "hittites 1"}, step="growth.civ", active=2)
    assert t.civ(WEST).out
    assert (t.state.order[t.state.active], t.asked()[1]) == (LEVANT, LEVANT)


def test_alex_30_without_gold_of_the_heartland_macedon_wins_whatever_the_vp() -> None:
    areas = {"persis": "greeks 3 gold", "susa": "medes_persians 3"}
    t = mustered(areas, medes_persians={"vp": 90}, greeks={"vp": 1})
    assert (reason(t), winners(t)) == ("heartland_lost", (MACEDON,))


def test_alex_50_no_gold_under_persian_control_after_a_competition_phase() -> None:
    areas = {
        "lukka": "hittites 1 gold greeks 1",
        "tyre": "greeks 2 sea_peoples 0 gold",
        "memphis": "greeks 1 egypt 0 gold",
        "nile_delta": "egypt 1 gold greeks 1",
        "persis": "medes_persians 1 gold greeks 1",
    }
    t = fought(areas, medes_persians={"vp": 90})
    assert (reason(t), winners(t)) == ("empire_conquered", (MACEDON,))


def test_alex_50_one_controlled_area_with_gold_is_enough() -> None:
    areas = {
        "lukka": "",
        "tyre": "",
        "memphis": "egypt 1 gold",
        "nile_delta": "",
        "persis": "medes_persians 1 gold greeks 1",
    }
    assert reason(fought(areas)) == ""


def test_alex_51_the_score_of_the_empire() -> None:
    """5 + 4 + 3 + 8, nine areas with Gold, and the Macedonian home."""
    rich = dict.fromkeys(("assur", "babylon", "ctesiphon"), "medes_persians 3 gold")
    areas = {**rich, "thrace": "hittites 3 gold", "ilium": "greeks 1"}
    vp: dict[str, int] = {WEST: 5, LEVANT: 4, NILE: 3, HEARTLAND: 8}
    t = mustered(areas, phase="card", greeks={"hand": [16]}, **{civ: {"vp": n} for civ, n in vp.items()})
    empire = next(own for own in sides(t.state) if HEARTLAND in own)
    assert set(empire) == set(EMPIRE)
    assert score(t.state, empire) == 20 + 9 + 5


def test_alex_51_what_the_fallen_have_won_counts() -> None:
    t = mustered({"lukka": ""}, hittites={**FALLEN, "vp": 6}, egypt={"vp": 1}, phase="card", greeks={"hand": [16]})
    empire = next(own for own in sides(t.state) if HEARTLAND in own)
    assert score(t.state, empire) == 7 + 4


def test_alex_52_the_score_of_macedon() -> None:
    """12 VP, six areas with Gold, the homes of the West and of Egypt."""
    won = ("lukka", "memphis", "nile_delta", "lydia", "arzawa")
    areas = dict.fromkeys(won, "greeks 3 gold")
    t = mustered({**areas, "tarsus": "hittites 1"}, greeks={"vp": 12, "hand": [16]}, phase="card")
    assert score(t.state, [MACEDON]) == 12 + 12 + 2 + 6


def test_alex_52_all_four_capitals() -> None:
    areas = dict.fromkeys(("lukka", "tyre", "memphis", "persis"), "greeks 3")
    t = mustered(
        {**areas, "thrace": "greeks 1 gold", "susa": "medes_persians 1 gold"}, phase="card", greeks={"hand": [16]}
    )
    assert score(t.state, [MACEDON]) == 2 + 2 + 4 + 6 + 10


def test_alex_52_both_scores_are_told_in_the_end() -> None:
    t = mustered(turn=10, step="reckoning.tally", greeks={"vp": 90}).run_until("growth.retire")
    assert winners(t) == (MACEDON,)
    assert "In the end: {civ:greeks} " in t.told()
    assert t.view().players[1].score != "0"


def test_alex_52_the_points_of_the_outcome_are_those_that_decide() -> None:
    """With Gold and homes, and the same for every people of the Empire."""
    t = mustered(turn=10, step="reckoning.tally", greeks={"vp": 90}).run_until("growth.retire")
    outcome = GAME.outcome(t.state)
    assert outcome is not None
    assert outcome.scores[MACEDON] == score(t.state, [MACEDON]) > t.state.civs[MACEDON].vp
    empire = next(own for own in sides(t.state) if HEARTLAND in own)
    assert {outcome.scores[civ] for civ in EMPIRE} == {score(t.state, empire)}


def test_sol_comp_01_alone_the_npcs_homes_come_first() -> None:
    """RUL-164: historical scenarios with one person against NPCs."""
    assert laid_out("alexander", PERSONS[0]).by_category
    assert not laid_out("alexander", TWO).by_category


@pytest.mark.sample(1)
@pytest.mark.parametrize("spelled", [*PERSONS, TWO])
@pytest.mark.parametrize("number", range(3))
def test_random_games_of_every_cast_end(spelled: str, number: int) -> None:
    table = played("alexander", spelled, number)
    assert table.outcome() is not None
    assert table.state.turn <= HISTORICAL["alexander"].turns


@pytest.mark.soak
def test_npcs_play_both_sides() -> None:
    """Macedon handed over to the NPC, the game goes on to its end without anybody."""
    table = opened("alexander", PERSONS[0], "npcs")
    table.control(MACEDON, "npc")
    while table.is_unfinished:
        table.go_on()
    assert table.problems() == []
    assert table.state.phase == "over"
