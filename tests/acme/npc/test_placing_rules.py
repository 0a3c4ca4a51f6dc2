"""The general rules of placing, cards that place, set-up, and what is told (Playbook, NPC Disk Placement)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.effects.plans import DONE, plan_places
from engine.acme.npc.decision import NpcPick, decide
from engine.acme.state import State
from engine.core.ask import Ask, request
from engine.core.toml import write
from tests.acme.growing import growing
from tests.acme.npc.deploying import CALM, NPC, Placed, deploy, deployed, position, thinking
from tests.acme.opening import WEST, stacks
from tests.acme.story import Story

ENEMY = {"enemies": ["egypt"]}
JUDAH = {"judah": "israelites 3", "tyre": "israelites 3", "emar": "hittites 2"}


def on(number: int, area: str, n: int = 1) -> Placed:
    return [(number, area)] * n


def judah(areas: dict[str, str], hand: int, **facts: Any) -> Placed:
    """The Israelites with two Cities, enemies of Egypt."""
    order = "israelites egypt hittites"
    return deployed(JUDAH | areas, hand, "israelites", order=order, israelites={**ENEMY, **facts})


def test_plc_01_the_cap_holds() -> None:
    """SOL-PLC-01: no area grows beyond 4 in Land, 2 in Desert and Sea, whatever there is to place."""
    s = position(CALM | {"thebes": "egypt 3"}, hittites=ENEMY)
    deploy(s, "hittites", 40)
    assert all(n <= (4 if area not in SMALL else 2) for area, here in s.disks.items() for n in here.values())


SMALL = {"caucasus_sea", "pontus_euxinus", "marmaran_sea", "icarian_sea", "rhodian_sea", "cilician_strait", "sinai_sea"}
SMALL |= {"levantine_sea", "egyptian_sea", "reed_sea", "red_sea", "sinai", "nabatea", "midian"}
SMALL |= {"eastern_desert", "western_desert"}


def test_plc_02_nothing_is_retired_resettled_or_traded() -> None:
    """SOL-PLC-02, RUL-142: a poor Camp and a City of 4 stay, and no mina comes from a Granary."""
    egypt = {**NPC, "deity": "sky_god"}
    t = growing({"thebes": "egypt 4", "midian": "egypt 1", "hattusha": "hittites 3"}, egypt=egypt, hittites={"vp": 0})
    assert t.asked()[1] == "hittites"
    assert (t.disks("egypt", "midian"), t.disks("egypt", "thebes"), t.civ("egypt").mina) == (1, 4, 1)


def test_plc_03_matching_or_nothing() -> None:
    """SOL-PLC-03: a City of 3 and a Settlement of Barbarians in Petra, and an NPC with two disks."""
    assert all(area != "petra" for _, area in judah({"petra": "egypt 3 barbarians 2"}, 2))
    assert judah({"petra": "egypt 3 barbarians 2"}, 3) == on(15, "petra", 3)


def test_plc_04_exceeding_by_one() -> None:
    """SOL-PLC-04: three disks go to Petra against a Settlement; two match it."""
    assert judah({"petra": "egypt 2"}, 3) == on(18, "petra", 3)
    assert judah({"petra": "egypt 2"}, 2) == on(18, "petra", 2)
    assert judah({"petra": "egypt 2"}, 4)[:3] == on(18, "petra", 3)


def test_plc_05_no_fight_with_a_neutral_civ() -> None:
    """SOL-PLC-05, SOL-PLACE-GEN-02: two Camps stay two Camps, and a neutral Settlement is not entered."""
    for stack in ("hittites 1 egypt 1", "egypt 2"):
        assert all(area != "kaska" for _, area in deployed(CALM | {"kaska": stack}, 12))


def test_plc_05_a_fight_that_is_on_already_goes_on() -> None:
    """RUL-154: nothing becomes Contested that was so before; in its Home Area it wants a City."""
    areas = {"hattusha": "hittites 1 egypt 2", "karahuyuk": "hittites 3"}
    assert deployed(areas, 2) == on(5, "hattusha", 2)


def test_plc_06_a_horde_is_shunned_but_not_at_home() -> None:
    """SOL-PLC-06, SOL-PLACE-GEN-04: four Barbarians beside an enemy Camp."""
    assert all(area != "lukka" for _, area in deployed(CALM | {"lukka": "egypt 1 barbarians 4"}, 6, hittites=ENEMY))
    home = {"hattusha": "egypt 1 barbarians 4", "karahuyuk": "hittites 3"}
    assert deployed(home, 4, hittites=ENEMY) == on(1, "hattusha", 4)


@pytest.mark.parametrize("facts", [{}, ENEMY])
def test_plc_06_a_horde_is_shunned_where_no_civilization_stands_too(facts: dict[str, Any]) -> None:
    """SOL-PLC-06, SOL-PLACE-26 (N-174): Barbarians are enemies, so a Fertile area with four alone is left to them."""
    areas = CALM | {"kumannis": "hittites 3", "carchemish": "barbarians 4"}
    assert all(area != "carchemish" for _, area in deployed(areas, 9, hittites=facts))
    assert on(4, "carchemish", 4)[0] in deployed(areas | {"carchemish": "barbarians 3"}, 9, hittites=facts)


def test_plc_06_a_card_brings_nobody_into_a_horde_either() -> None:
    """N-174: placing by a card obeys the same rule."""
    s = position({"thebes": "egypt 3", "amarna": "barbarians 4", "hattusha": "hittites 1"}, "egypt")
    assert by_card(s, 4, ["amarna"]) == ["done"]


def test_plc_06_own_disks_in_a_horde_are_helped_and_the_home_area_is_won_back() -> None:
    """SOL-PLC-06: where it has disks, and at home, four Barbarians do not keep it out."""
    assert deployed(CALM | {"kumannis": "hittites 3 barbarians 4"}, 1) == on(3, "kumannis")
    assert deployed({"hattusha": "barbarians 4", "karahuyuk": "hittites 3"}, 4) == on(1, "hattusha", 4)


def test_plc_07_a_reason_for_each_disk() -> None:
    """SOL-PLC-07: the number of the priority and the area, in the order of placing."""
    _, told = deploy(position({"hattusha": "hittites 1"}), "hittites", 3)
    lines = [line for line in told.splitlines() if "(priority " in line]
    assert [line[-13:] for line in lines] == ["(priority 5).", "(priority 5).", "(priority 7)."]
    assert "{area:hattusha}" in lines[0]


def test_it_plans_to_stop_where_disks_will_be_left_over() -> None:
    """RUL-142: one disk makes its home a City; nothing asks for the other two, which go to Supply."""
    areas = {"rhodes": "greeks 2", "icarian_sea": "egypt 2", "rhodian_sea": "egypt 2"}
    s = position(areas, "greeks", greeks={"home": "rhodes"})
    question = request("growth.deploy", [Ask("greeks", ("icarian_sea", "rhodes", "rhodian_sea", DONE))], left=3)
    found = decide(s, question, question.asks[0])
    assert (found.picks, [pick.token for pick in found.then]) == (("rhodes",), [DONE])


def test_what_no_priority_wants_goes_to_supply() -> None:
    """Playbook, priority 28; RUL-142: with a reason."""
    areas = {"rhodes": "greeks 4", "icarian_sea": "egypt 2", "rhodian_sea": "egypt 2"}
    s = position(areas, "greeks", greeks={"home": "rhodes"})
    before = s.civs["greeks"].supply
    placed, told = deploy(s, "greeks", 3)
    assert (placed, s.civs["greeks"].supply) == ([], before)
    assert "No priority applied" in told


def test_gen_03_at_least_equal_and_one_more_if_possible() -> None:
    """SOL-PLACE-GEN-03: against 3 nothing with two disks, with four all of them."""
    assert all(area != "petra" for _, area in judah({"petra": "egypt 3"}, 2))
    assert judah({"petra": "egypt 3"}, 4) == on(15, "petra", 4)


def test_an_npc_without_a_disk_begins_at_home() -> None:
    """ACME §6.5, RUL-041: its first disk has no choice; the rest follows the priorities."""
    assert deployed({"thebes": "egypt 2"}, 3) == on(5, "hattusha", 2)


def test_a_persons_civ_played_for_a_while_follows_the_same_priorities_in_silence() -> None:
    """Playbook, NPC Disk Placement: no reasons are told for a civ that is no NPC of the game."""
    s = position({"hattusha": "hittites 1"}, hittites={"npc": False})
    told = deploy(s, "hittites", 3)[1]
    assert s.disks["hattusha"] == {"hittites": 3}
    assert "(priority " not in told


def test_grain_storehouses_are_emptied() -> None:
    """SOL-PLC, Card Play Clarifications: all disks of card 60 are brought out."""
    egypt = {**NPC, "investments": {"60": 3}}
    t = growing({"thebes": "egypt 3", "hattusha": "hittites 3"}, egypt=egypt)
    assert t.civ("egypt").investments == {}
    assert "Grain Storehouses" in t.told()


def by_card(s: State, n: int, areas: list[str], **terms: int) -> list[str]:
    """What an NPC Egypt answers when Golden Age lets it place so many disks in these areas."""
    given = thinking(s, "egypt", lambda s: plan_places(s, "egypt", 65, n, areas, **terms))
    return [picks[0] for picks in given]


def test_card_place_each_disk_is_asked_for() -> None:
    """Playbook, Cards that Place Disks: home first, then one for a Desert; only areas of the card."""
    s = position({"thebes": "egypt 2", "amarna": "egypt 3", "hattusha": "hittites 1"}, "egypt")
    assert by_card(s, 2, ["thebes", "amarna", "eastern_desert"]) == ["thebes", "eastern_desert"]
    assert [e.text.rpartition(" (")[2] for e in s.told] == ["priority 5).", "priority 24)."]


def test_card_place_what_no_priority_wants_goes_where_the_land_is_best() -> None:
    """Playbook, NPC Card Play: nothing of a card is given away; still no fight without an enemy is begun."""
    s = position({"thebes": "egypt 3", "eastern_desert": "egypt 1", "sinai": "hittites 2"}, "egypt")
    assert by_card(s, 2, ["eastern_desert", "sinai", "thebes"]) == ["thebes", "eastern_desert"]
    assert by_card(s, 1, ["sinai"]) == ["done"]
    assert "the best land" in s.told[0].text


def test_card_place_what_must_be_placed_is_placed() -> None:
    """RUL-011: where the card leaves no choice to stop."""
    s = position({"thebes": "egypt 3", "amarna": "egypt 3", "sinai": "hittites 2", "midian": "hittites 2"}, "egypt")
    assert by_card(s, 1, ["midian", "sinai"], least=1) == ["midian"]


def test_card_place_disks_that_belong_together() -> None:
    """RUL-153: against an enemy Settlement in the card's only area nothing with one disk, both with two."""
    for n, answers in ((1, ["done"]), (2, ["sinai", "sinai"])):
        s = position(EGYPT_AT_WAR, "egypt", egypt={"enemies": ["hittites"]})
        assert by_card(s, n, ["sinai"]) == answers


EGYPT_AT_WAR = {"thebes": "egypt 3", "amarna": "egypt 3", "sinai": "hittites 2"}


TWO_OPEN = CALM | dict.fromkeys(("kumannis", "pala", "lydia", "lukka", "tarsus"), "hittites 2")
TWO_OPEN |= dict.fromkeys(("caucasus_sea", "pontus_euxinus", "icarian_sea", "rhodian_sea"), "hittites 1")
TWO_OPEN |= {"marmaran_sea": "egypt 1", "cilician_strait": "egypt 1"}
TWO_OPEN |= dict.fromkeys(("carchemish", "mittani", "emar", "ilium", "zab", "ugarit", "aleppo"), "egypt 2")
TWO_OPEN |= dict.fromkeys(("rhodes", "alashiya", "thrace"), "egypt 2")
"""Kaska and Arzawa are empty, and nothing else."""


@pytest.mark.parametrize(("card", "area"), [(2, "arzawa"), (3, "kaska")])
def test_method_b_lets_cards_decide(card: int, area: str) -> None:
    """RUL-134, SOL-EQ: of two by an even or odd number; disks that belong together ask for no second card."""
    placed, told = deploy(position(TWO_OPEN, deck=[card], options={"npc_method": "b"}), "hittites", 2)
    assert placed == on(24, area, 2)
    assert told.count("turned up") == 1


def test_method_b_of_several_the_highest_card() -> None:
    """RUL-134: Kaska, Pala and Arzawa are equal; the second card is the highest."""
    areas = {area: stack for area, stack in TWO_OPEN.items() if area != "pala"}
    first = deploy(position(areas), "hittites", 1)[0][0][1]
    placed, told = deploy(position(areas, deck=[7, 60, 30], options={"npc_method": "b"}), "hittites", 2)
    assert placed[0] == placed[1]
    assert placed[0][1] != first
    assert told.count("turned up") == 3


def entering(*order: str) -> Story:
    """Egypt as an NPC and the Sea Peoples, who have a choice, about to place their first disks."""
    homes = {"egypt": "thebes", "sea_peoples": "alashiya"}
    civs = {civ: {"home": homes[civ], **(NPC if civ == "egypt" else {})} for civ in order}
    top = {"map": WEST, "phase": "setup", "step": "setup.deploy", "seed": "first", "order": list(order)}
    return Story(write({**top, "civs": civs, "areas": {}}))


def test_craft_13_first_disks_of_egypt() -> None:
    """CRAFT-13, RUL-152: 2 at home, 2 in each Fertile neighbour, 1 in each Desert, the rest by terrain."""
    t = entering("egypt", "sea_peoples")
    found = stacks(t, "egypt")
    assert found["thebes"] == found["amarna"] == found["abydos"] == 2
    assert found["eastern_desert"] == found["western_desert"] == 1
    assert (found["memphis"], found["nile_delta"]) == (2, 2)
    assert "the best Land or Sea within reach" in t.told()


def test_rul_152_a_land_people_by_terrain() -> None:
    """RUL-152: what is free to choose goes into Fertile Land first, then Mountains."""
    civs = {"israelites": {"home": "judah", **NPC}, "sea_peoples": {"home": "alashiya"}}
    top = {"map": WEST, "phase": "setup", "step": "setup.deploy", "seed": "first", "order": list(civs)}
    found = stacks(Story(write({**top, "civs": civs, "areas": {}})), "israelites")
    assert found["emar"] == 2
    assert sum(found.values()) == 12


def test_setup_an_npc_without_a_civilization_settles_near_the_person() -> None:
    """RUL-152, RUL-134: the civilization with the Home Area nearest to the leading person's."""
    civs = {"egypt": {"home": "thebes"}, "seat_2": {**NPC, "home": ""}}
    top = {"map": WEST, "phase": "setup", "step": "setup.civ", "seed": "first", "order": list(civs)}
    t = Story(write({**top, "civs": civs, "areas": {}}))
    assert set(t.state.civs) == {"egypt", "sea_peoples"}


def test_gen_01_what_a_scenario_forbids_is_not_planned() -> None:
    """SOL-PLACE-GEN-01: only areas that are offered are thought of, for the disks that follow too."""
    s = position(CALM)
    asked = request("growth.deploy", [Ask("hittites", ("pala", "kaska", DONE))], left=3)
    found = decide(s, asked, asked.asks[0])
    assert [pick.token for pick in (NpcPick(found.picks[0], found.why), *found.then)] == [
        "kaska",
        "kaska",
        "caucasus_sea",
    ]
    nowhere = request("growth.deploy", [Ask("hittites", ("hattusha", DONE))], left=3)
    assert decide(s, nowhere, nowhere.asks[0]).picks == (DONE,)
