"""How Alexander the Great begins (Playbook, Alexander the Great: Setup, Initial Card Hands)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.facts.catalog import CARDS, playable
from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.questions.board import controls, on_map, vacant
from engine.acme.setup.options import EVENTS
from engine.acme.state import State
from tests.acme.history.alexandrine import (
    EMPIRE,
    HEARTLAND,
    LEVANT,
    MACEDON,
    NILE,
    PEOPLES,
    PERSONS,
    TWO,
    WEST,
    gold,
    mustered,
    towns,
)
from tests.acme.history.situations import accepted, enemies, laid_out, opened, stacks, totals

ALONE, EMPEROR = PERSONS
MEDIAN_GOLD = {"persis", "assur", "babylon", "ctesiphon", "susa", "parthia", "bactria", "parachania"}
MEDIAN_FORTS = {"armenia", "van", "cadush", "northern_zagros", "southern_zagros"}
LEVANTINE_GOLD = {"tyre", "petra", "byblos", "ugarit", "judah", "aleppo"}
HARBOURS = {"rhodes", "alashiya"}
FLEET = {"icarian_sea", "rhodian_sea", "cilician_strait", "levantine_sea", "sinai_sea", "egyptian_sea"}


@pytest.fixture(scope="module")
def start() -> State:
    """Macedon, played by a person, against the Empire."""
    return laid_out("alexander", ALONE)


@pytest.mark.parametrize("spelled", [*PERSONS, TWO])
def test_alex_01_either_side_or_both_are_played_by_persons(spelled: str) -> None:
    assert accepted("alexander", spelled)


@pytest.mark.parametrize("spelled", ["hittites:Bob", "hittites:Bob sea_peoples:Cid", f"{ALONE} hittites:Bob"])
def test_alex_01_the_empire_has_one_player(spelled: str) -> None:
    assert not accepted("alexander", spelled)


def test_alex_02_the_full_map(start: State) -> None:
    assert playable(start.map) == playable("full")


def test_alex_03_without_deities_nobody_has_or_builds_one() -> None:
    t = mustered(phase="card", greeks={"mina": 9, "hand": [16]}, order=[MACEDON, *EMPIRE])
    assert t.key == "card.play"
    assert "deity" not in t.options(MACEDON)
    assert not any(c.deity for c in laid_out("alexander", ALONE).civs.values())


def test_alex_03_macedon_chooses_its_deity_then_the_heartland() -> None:
    table = opened("alexander", TWO, initial_deities=True)
    chosen = []
    while table.pending is not None and table.pending.key == "deity.choose":
        seat = table.waiting()[0]
        ask = table.ask_of(seat)
        assert ask is not None
        chosen.append((seat, ask.options[0]))
        table.submit(seat, ask.options[0])
    assert [seat for seat, _ in chosen] == [MACEDON, HEARTLAND]
    assert [table.state.civs[seat].deity for seat, _ in chosen] == [deity for _, deity in chosen]
    assert not any(table.state.civs[civ].deity for civ in (WEST, LEVANT, NILE))


@pytest.mark.parametrize(("spelled", "asked"), [(ALONE, MACEDON), (EMPEROR, HEARTLAND)])
def test_alex_03_an_npc_draws_its_deity(spelled: str, asked: str) -> None:
    table = opened("alexander", spelled, initial_deities=True)
    assert table.pending is not None
    assert (table.pending.key, *table.waiting()) == ("deity.choose", asked)
    s = laid_out("alexander", spelled, initial_deities=True)
    assert s.civs[MACEDON].deity
    assert s.civs[HEARTLAND].deity
    assert s.civs[MACEDON].deity != s.civs[HEARTLAND].deity


def test_alex_03_the_satrapies_build_no_deity_and_the_others_may() -> None:
    rich: dict[str, Any] = {civ: {"mina": 9, "hand": [n]} for civ, n in zip(PEOPLES, (16, 17, 22, 23, 32), strict=True)}
    t = mustered(phase="card", options={"initial_deities": True}, **rich)
    offered = {}
    for civ in PEOPLES:
        offered[civ] = "deity" in t.options(civ)
        t.answer(civ, "pass")
    assert [civ for civ in PEOPLES if offered[civ]] == [MACEDON, HEARTLAND]


def test_alex_03_npc_satrapies_get_no_free_deity() -> None:
    npcs: dict[str, Any] = {civ: {"by": "npc", "npc": True, "enemies": [MACEDON]} for civ in EMPIRE}
    t = mustered(phase="card", greeks={"hand": [16]}, options={"initial_deities": True}, **npcs)
    t.answer(MACEDON, "pass").run_until("growth.retire")
    assert [civ for civ in EMPIRE if t.civ(civ).deity] == [HEARTLAND]


def test_alex_04_macedon_and_four_parts_of_the_empire(start: State) -> None:
    assert set(start.civs) == set(PEOPLES)
    assert start.civs[MACEDON].displays == [MACEDON]
    assert start.civs[MACEDON].name == "Macedon"


def test_alex_05_the_empire_is_hostile_to_macedon_for_good(start: State) -> None:
    assert enemies(start) == {civ: {MACEDON} for civ in EMPIRE}
    assert {start.civs[civ].primary for civ in EMPIRE} == {MACEDON}
    assert not start.options.hostility


def test_alex_05_macedon_is_hostile_to_the_whole_empire() -> None:
    assert enemies(laid_out("alexander", EMPEROR)) == {MACEDON: set(EMPIRE)}


def test_alex_07_macedon_has_98_disks_of_two_colours(start: State) -> None:
    c = start.civs[MACEDON]
    assert (c.colour, c.second_colour, c.disks, c.supply) == ("blue", "green", 98, 93)


def test_alex_08_the_first_turn_order(start: State) -> None:
    assert start.order == list(PEOPLES)


def test_alex_09_macedon_begins_in_thrace(start: State) -> None:
    assert stacks(start, MACEDON) == {"thrace": 3, "marmaran_sea": 1, "ilium": 1}
    assert gold(start, MACEDON) == {"thrace"}
    assert start.civs[MACEDON].home == "thrace"


def test_alex_10_the_colours_of_the_empire(start: State) -> None:
    assert [start.civs[civ].colour for civ in EMPIRE] == ["orange", "red", "yellow", "purple"]


def test_alex_11_the_western_satrapies(start: State) -> None:
    rich = {"lukka", "lydia", "arzawa", "karahuyuk", "kumannis"}
    assert stacks(start, WEST) == {**dict.fromkeys(rich, 3), "ilium": 1, "tarsus": 2}
    assert gold(start, WEST) == towns(start, WEST) == rich
    assert start.cubes["tarsus"] == WEST
    assert (start.civs[WEST].home, totals(start)[WEST]) == ("lukka", 18)


def test_alex_12_the_levantine_satrapies(start: State) -> None:
    assert stacks(start, LEVANT) == {**dict.fromkeys(LEVANTINE_GOLD, 3), **dict.fromkeys(HARBOURS | FLEET, 1)}
    assert gold(start, LEVANT) == LEVANTINE_GOLD
    assert (start.civs[LEVANT].home, totals(start)[LEVANT]) == ("tyre", 26)


def test_alex_13_the_egyptian_satrapy(start: State) -> None:
    assert stacks(start, NILE) == dict.fromkeys(("nile_delta", "memphis", "amarna", "abydos"), 1)
    assert gold(start, NILE) == {"nile_delta", "memphis"}
    assert start.civs[NILE].home == "memphis"


def test_alex_14_the_heartland(start: State) -> None:
    assert stacks(start, HEARTLAND) == {**dict.fromkeys(MEDIAN_GOLD, 3), **dict.fromkeys(MEDIAN_FORTS, 1)}
    assert gold(start, HEARTLAND) == MEDIAN_GOLD
    assert {area for area, owner in start.cubes.items() if owner == HEARTLAND} == MEDIAN_FORTS | {"bactria"}
    assert (start.civs[HEARTLAND].home, on_map(start, HEARTLAND)) == ("persis", 29)


@pytest.mark.parametrize("spelled", [*PERSONS, TWO])
def test_alex_15_22_gold_whoever_plays(spelled: str) -> None:
    s = laid_out("alexander", spelled)
    assert [len(gold(s, civ)) for civ in PEOPLES] == [1, 5, 6, 2, 8]


def test_alex_16_empty_areas_belong_to_nobody(start: State) -> None:
    assert vacant(start, "kizzuwatna") or vacant(start, "emar")
    t = mustered({"emar": "greeks 2"}, greeks={"growth_box": 0}, step="growth.civ")
    t.run_until("growth.deploy")
    area = next(a for a in t.options(MACEDON) if a in playable("full") and vacant(t.state, a))
    t.answer(MACEDON, area)
    assert controls(t.state, MACEDON, area)


def test_alex_17_the_army_of_alexander(start: State) -> None:
    assert {20, 21, 31} <= set(start.civs[MACEDON].hand)
    assert start.civs[MACEDON].safe == [20, 21, 31]


def test_alex_18_memnon(start: State) -> None:
    assert 14 in start.civs[HEARTLAND].hand


def test_alex_19_the_eagles_of_the_sea(start: State) -> None:
    assert 41 in start.civs[LEVANT].hand


def test_alex_20_the_deal_is_without_events(start: State) -> None:
    assert [len(start.civs[civ].hand) for civ in PEOPLES] == [6, 1, 2, 1, 2]
    assert not any(CARDS[n].is_event for c in start.civs.values() for n in c.hand)
    assert {n for n in start.deck if CARDS[n].is_event} == set(EVENTS)


def test_alex_31_there_is_no_gilgamesh(start: State) -> None:
    names = {choice.name for choice in GAME.scenarios["alexander"].options}
    assert "gilgamesh_returns" not in names
    assert start.options.gilgamesh_returns == 0
    t = mustered(step="reckoning.tally").run_until("gilgamesh.invoke", "draw.buy", "growth.retire")
    assert t.key != "gilgamesh.invoke"


def test_alex_43_four_parts_with_hands_and_displays_of_their_own(start: State) -> None:
    shown = GAME.view(start, MACEDON, [])
    assert [shown.civs[civ].displays for civ in EMPIRE] == [(civ,) for civ in EMPIRE]
    assert {team.name: set(team.civs) for team in shown.players}["Persian Empire"] == set(EMPIRE)
    assert all(HISTORICAL["alexander"].sides[civ].empire == "Persian Empire" for civ in EMPIRE)
