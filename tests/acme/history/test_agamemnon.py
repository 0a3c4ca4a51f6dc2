"""Agamemnon (Playbook, Historical Situation Scenarios; ACME-HIST-AGAM, AMB-23 to AMB-25)."""

from __future__ import annotations

import pytest

from engine.acme.effects.announce import Cause
from engine.acme.effects.losses import Hit, most_losses
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.fight.harm import most_lost
from engine.acme.game import GAME
from engine.acme.questions.board import factions, room
from engine.acme.state import State
from engine.acme.view import UnitsView
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.core.toml import write
from tests.acme.history.playing import begun, played_out
from tests.acme.story import Story, lie

HOMES = {"greeks": "thrace", "hittites": "hattusha", "egypt": "thebes", "assyria": "assur"}
PERSONS = [SeatPlan(player=name) for name in ("ana", "ben", "cleo", "dido")]
SOLO = [SeatPlan(civ="greeks", player="ana")]


def position(areas: dict[str, str], phase: str = "card", **more: object) -> Story:
    """Troy and the four civs; keywords that name a civ are its facts, all others keys of the position."""
    civs = {name: {"home": home, "hand": [], **dict(more.pop(name, {}))} for name, home in HOMES.items()}  # type: ignore[call-overload]
    top = {"game": "acme", "scenario": "agamemnon", "map": "western", "epoch": 2, "phase": phase, "seed": "troy"}
    troy = {"neutrals": {"troy": {"colour": "red", "letter": "T", "disks": 50}}}
    return Story(write({**top, "order": list(HOMES), **more, "civs": civs, **troy, "areas": areas}))


def solo() -> Table[State]:
    return begun("agamemnon", SOLO)


def test_hist_agam_01_the_western_map_four_civs_and_troy() -> None:
    s = begun("agamemnon", PERSONS).state
    assert (s.map, sorted(s.civs), list(s.neutrals)) == ("western", sorted(HOMES), ["troy"])


def test_hist_agam_02_four_trojan_disks_and_the_fifth_place() -> None:
    """Troy comes after the four civs wherever Turn Order counts; the disk that would mark it has no other use."""
    s = begun("agamemnon", PERSONS).state
    assert s.disks["ilium"] == {"troy": 4}
    assert s.neutrals["troy"].colour not in {c.colour for c in s.civs.values()}
    assert GAME.view(s, None, ()).neutrals["troy"].in_order is True
    lie(s, "ilium", {"barbarians": 1, "troy": 1, **dict.fromkeys(s.order, 1)})
    assert factions(s, "ilium")[4] == "troy"


def test_hist_agam_03_the_greeks_deploy_last_and_act_first() -> None:
    t = begun("agamemnon", PERSONS)
    assert t.state.order[0] == "greeks"
    told = [e.text for e in t.events if "placed" in e.text]
    assert [line.startswith("{civ:greeks}") for line in told[-4:]] == [False, False, False, True]


def test_hist_agam_04_all_four_turns_of_epoch_two_and_no_more() -> None:
    """Neither a Sudden End nor Event 97 cuts the Epoch short."""
    t = position({"thrace": "greeks 2", "ilium": "troy 3"}, "reckoning", turn=2, deck=[1, 97, 3, 5])
    t.run_until("growth.deploy")
    assert (t.state.turn, t.state.ending) == (3, False)
    assert "97" in t.told() or "Time Marches On" in t.told()
    done = played_out("agamemnon", PERSONS, 3)
    assert (done.state.epoch, done.state.turn) == (2, 4)


def test_hist_agam_05_troy_has_no_display() -> None:
    t = begun("agamemnon", PERSONS)
    assert "troy" not in t.view(None).civs
    assert "troy" not in t.game.seats(t.state)


def test_hist_agam_06_troy_stays_last() -> None:
    t = position({"ilium": "troy 3", "thrace": "greeks 1", "thebes": "egypt 3"}, "reckoning").run_until("growth.deploy")
    assert t.state.order[0] == "egypt"
    assert "troy" not in t.state.order
    lie(t.state, "ilium", {"troy": 1, "greeks": 1, "barbarians": 1})
    assert factions(t.state, "ilium") == ["greeks", "troy", BARBARIANS]


@pytest.mark.parametrize(("before", "after"), [("troy 1", 4), ("greeks 1 troy 2", 4), ("greeks 1", 0)])
def test_hist_agam_07_the_garrison_fills_up_after_all_others(before: str, after: int) -> None:
    t = position({"ilium": before, "thrace": "greeks 2"}, "growth")
    t.run_until("card.play", "competition.before", "competition.commit")
    assert t.disks("troy", "ilium") == after


def test_hist_agam_08_trojans_are_placed_in_ilium_only() -> None:
    s = position({"ilium": "troy 3", "thrace": "greeks 2"}).state
    assert [a for a in ("ilium", "arzawa", "lydia", "icarian_sea", "hattusha") if room(s, "troy", a)] == ["ilium"]


def test_hist_agam_09_troy_draws_no_cards() -> None:
    t = position({"ilium": "troy 3", "thrace": "greeks 2"}, "reckoning").run_until("growth.deploy")
    assert [civ for civ in (*HOMES, "troy") if f"{{civ:{civ}}} drew 3 cards." in t.told()] == list(HOMES)
    assert sum(len(c.hand) for c in t.state.civs.values()) == 3 * len(HOMES)


@pytest.mark.parametrize("card", [72, 73])
def test_hist_agam_10_a_card_takes_one_disk_of_ilium(card: int) -> None:
    t = position(
        {"ilium": "troy 4", "thebes": "egypt 2"},
        order=["egypt", "greeks", "hittites", "assyria"],
        egypt={"hand": [card, 16]},
    )
    t.play("egypt", str(card))
    t.run_until("card.play")
    assert t.disks("troy", "ilium") == 3


def test_hist_agam_10_in_competition_too() -> None:
    """One disk a card, the walls apart; another card may take the next one."""
    t = position({"ilium": "greeks 4 troy 4", "thrace": "greeks 2"}, "competition", greeks={"hand": [16]}).windows()
    s = t.state
    assert [most_lost(s, "greeks", card, "troy") for card in (16, 22)] == [2 + 1, 2 + 4]
    cause = Cause("card", "greeks", 16)
    assert [most_losses(s, cause, Hit(faction, "ilium", 2)) for faction in ("troy", "greeks")] == [1, 0]
    t.play("greeks", "card:16", "done").run_until("competition.removal")
    assert t.disks("troy", "ilium") == 3


TRAITOR = {"ilium": "greeks 1 troy 4", "thrace": "greeks 2", "thebes": "egypt 2"}


def test_hist_agam_11_the_trojan_horse_clears_the_city() -> None:
    t = position(TRAITOR, "competition", greeks={"hand": [22]})
    t.answer("greeks", "22:ilium:troy").run_until("loot.choose")
    assert t.disks("troy", "ilium") == 0
    t.answer("greeks", "mina")
    assert "troy" not in t.state.neutrals


def test_hist_agam_11_the_trojan_horse_may_be_negated() -> None:
    t = position(TRAITOR, "competition", greeks={"hand": [22]}, egypt={"hand": [25]})
    t.answer("greeks", "22:ilium:troy")
    if t.key == "competition.before":
        t.silence()
    t.answer("egypt", "25").windows()
    assert t.disks("troy", "ilium") > 0


def test_hist_agam_12_no_barbarian_enters_ilium() -> None:
    s = position({"ilium": "troy 1", "thrace": "greeks 2"}).state
    assert room(s, BARBARIANS, "ilium") == 0
    lie(s, "ilium", {"greeks": 1})
    assert room(s, BARBARIANS, "ilium") == 4


def test_hist_agam_13_only_greeks_enter_ilium() -> None:
    areas = {"ilium": "troy 4", "arzawa": "hittites 2 greeks 1", "thrace": "greeks 2"}
    t = position(areas, "growth", hittites={"growth_box": 3}, order=["hittites", "greeks", "egypt", "assyria"])
    t.run_until("growth.deploy")
    assert t.ask().seat == "hittites"
    assert "ilium" not in t.options()
    assert "arzawa" in t.options()
    t.run_until("card.begin", "growth.retire") if t.ask().seat == "greeks" else None
    while t.key != "growth.deploy" or t.ask().seat != "greeks":
        stop = [o for o in ("done", "no") if o in t.options()]
        t.answer(t.ask().seat, *stop[:1])
    assert "ilium" in t.options()


def test_hist_agam_14_the_walls_are_two_white_disks() -> None:
    """AMB-23: at the start of the Competition, and gone after it."""
    t = position({"ilium": "greeks 3 troy 4", "thrace": "greeks 2"}, "competition", greeks={"hand": [35]}).windows()
    assert t.key == "competition.commit"
    assert t.competition("greeks").units["troy"] == UnitsView(4, 2, cube=False)
    t.run_until("growth.deploy")
    assert t.state.fight is None


SIEGE = {"ilium": "greeks 8 troy 3", "thrace": "greeks 2"}


def test_hist_agam_15_the_greeks_gain_two_mina_and_two_vp_more() -> None:
    """AMB-24: 1 VP and 1 mina as always, and 2 of each."""
    t = position(SIEGE, "competition").run_until("loot.choose")
    assert t.civ("greeks").scored == {"sacks": 1}
    t.answer("greeks", "mina")
    assert (t.civ("greeks").scored["sacks"], t.civ("greeks").mina) == (3, 3)


def test_hist_agam_15_with_captives_two_mina() -> None:
    t = position(SIEGE, "competition").run_until("loot.choose").answer("greeks", "captives")
    assert (t.civ("greeks").scored["sacks"], t.civ("greeks").mina, t.civ("greeks").box) == (3, 2, 2)


def test_hist_agam_16_a_sacked_troy_is_no_more() -> None:
    t = position(SIEGE, "competition").run_until("loot.choose").answer("greeks", "mina")
    s = t.state
    assert "troy" not in s.neutrals
    assert room(s, "hittites", "ilium")
    assert room(s, BARBARIANS, "ilium")
    assert "Troy has fallen" in t.told()


def test_hist_agam_16_without_a_sack_troy_is_gone_as_well() -> None:
    """AMB-25: with its last disk; nobody is rewarded."""
    t = position({"ilium": "greeks 6 troy 2", "thrace": "greeks 2"}, "competition")
    t.run_until("growth.deploy")
    t.run_until("card.play", "competition.before", "loot.choose")
    assert "troy" not in t.state.neutrals
    assert t.civ("greeks").scored.get("sacks", 0) == 0


NPC = {"by": "npc", "npc": True}


def test_hist_agam_17_npc_greeks_want_troy_alone() -> None:
    t = begun("agamemnon", [SeatPlan(civ=civ, player=civ) for civ in ("egypt", "hittites", "assyria")])
    greeks = t.view(None).civs["greeks"]
    assert (greeks.enemies, greeks.primary) == (("troy", BARBARIANS), "troy")


def test_hist_agam_17_troy_is_the_primary_enemy_while_it_stands() -> None:
    areas = {"ilium": "troy 3", "thrace": "greeks 2 egypt 2"}
    t = position(areas, "growth", greeks={**NPC, "enemies": ["egypt", "troy"]}, egypt={"vp": 20})
    t.run_until("growth.deploy")
    assert t.view(None).civs["greeks"].primary == "troy"
    greeks = {**NPC, "enemies": ["egypt", "troy"]}
    stay = {"gilgamesh_returns": "off"}
    t = position({"ilium": "greeks 8 troy 3", "thrace": "greeks 2"}, "competition", greeks=greeks, options=stay)
    t.run_until("growth.deploy")
    assert t.view(None).civs["greeks"].enemies == ("egypt", BARBARIANS)
    assert t.view(None).civs["greeks"].primary == "egypt"


def test_hist_agam_17_npc_greeks_march_on_troy() -> None:
    areas = {"ilium": "troy 1", "thrace": "greeks 3", "icarian_sea": "greeks 2", "hattusha": "hittites 3"}
    t = position(areas, "growth", greeks={**NPC, "enemies": ["troy"], "growth_box": 8})
    t.run_until("growth.deploy", "growth.retire")
    assert t.disks("greeks", "ilium") >= 1


def test_hist_agam_18_solo_the_hittites_and_egypt_hate_each_other_for_ever() -> None:
    s = solo().state
    assert s.civs["hittites"].enemies == ["egypt"] == s.civs["hittites"].sworn
    assert s.civs["egypt"].enemies == ["hittites"] == s.civs["egypt"].sworn
    assert s.civs["assyria"].enemies == []


def test_hist_agam_18_who_may_be_played_alone() -> None:
    for civ in ("egypt", "hittites", "greeks"):
        begun("agamemnon", [SeatPlan(civ=civ, player="ana")])
    with pytest.raises(SetupError, match="Greeks, Egypt or the Hittites"):
        Table.new(GAME, "agamemnon", [SeatPlan(civ="assyria", player="ana")], {}, "troy")


@pytest.mark.soak
@pytest.mark.parametrize("persons", [1, 2, 3, 4])
def test_every_cast_of_agamemnon_is_played_to_its_end(persons: int) -> None:
    for seed in range(3):
        assert played_out("agamemnon", PERSONS[:persons], seed).outcome() is not None
