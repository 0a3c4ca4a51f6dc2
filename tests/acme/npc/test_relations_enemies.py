"""Whom NPCs are hostile to, and by which deeds they become so (Playbook, NPC Enemies; RUL-133, RUL-135)."""

from __future__ import annotations

import pytest

from engine.acme.effects.announce import Cause, blame
from engine.acme.fight.stack import lose_disk, open_competition
from engine.acme.npc.relations import enemies, human_leader, is_enemy, leader, target, targets
from engine.acme.state import State
from engine.acme.verbs.basic import deploy, move, place
from engine.core.game import SetupError
from tests.acme.npc.positions import HUMAN, NPC, notated, state, story
from tests.acme.opening import WEST, begin, seats
from tests.acme.story import Story, lie

SPARE = 16
AREAS = {"thebes": "egypt 2", "hattusha": "hittites 2", "kaska": "hittites 3"}


def hostile(t: Story, npc: str = "hittites") -> list[str]:
    """Whom the NPC is enemy to."""
    return t.civ(npc).enemies


def test_sol_ene_02_a_crafted_game_begins_with_no_enemy_but_the_barbarians() -> None:
    """ACME-SOL-ENE-02; Playbook, NPC Enemies."""
    t = begin(*seats("egypt@thebes", "greeks"), map=WEST)
    t.state.civs["greeks"].npc = True
    assert t.view().civs["greeks"].enemies == ("barbarians",)
    assert enemies(t.state, "greeks") == []


def test_sol_ene_03_a_card_that_takes_a_disk_makes_its_player_an_enemy_at_once() -> None:
    """ACME-SOL-ENE-03: in the same round, and the view shows it (SOL-ENE-05)."""
    t = story(AREAS, egypt={"hand": [73, SPARE]})
    t.play("egypt", "73").windows()
    assert t.disks("hittites", "kaska") < 3
    assert hostile(t) == ["egypt"]
    assert t.view().civs["hittites"].enemies == ("egypt", "barbarians")
    assert t.view().civs["hittites"].primary == "egypt"
    assert "{civ:hittites} (NPC) became an enemy of {civ:egypt}." in t.told()


def test_sol_ene_03_paying_for_a_disk_is_a_loss_too() -> None:
    """RUL-135: the NPC paid a mina through the card."""
    t = story({**AREAS, "kaska": "hittites 3"}, egypt={"hand": [73, SPARE]}, hittites={"mina": 1})
    t.play("egypt", "73").windows()
    lost = t.disks("hittites", "kaska") == 2 or t.civ("hittites").mina == 0
    assert lost
    assert hostile(t) == ["egypt"]


@pytest.mark.parametrize(("card", "facts"), [(80, {"mina": 1, "hand": [42]}), (12, {"hand": [42]}), (61, {"mina": 1})])
def test_sol_ene_03_so_does_one_that_takes_a_mina_or_a_card(card: int, facts: dict[str, object]) -> None:
    """ACME-SOL-ENE-03: Corruption, Eyes of the King and Tribute of Vassals."""
    areas = {"thebes": "egypt 3", "hattusha": "hittites 1"}
    t = story(areas, egypt={"hand": [card, SPARE]}, hittites=facts).play("egypt", str(card)).windows()
    assert hostile(t) == ["egypt"]
    assert (t.civ("hittites").mina, t.hand("hittites")) == (0, [])


def test_rul_135_vp_and_deities_are_harm_but_no_cause_of_enmity() -> None:
    """Playbook: disks, cards or minas; what takes VP is remembered for the war test only (HOST-17)."""
    t = story(AREAS, egypt={"hand": [81, SPARE]}, hittites={"vp": 3})
    t.play("egypt", "81").windows()
    assert t.civ("hittites").vp == 2
    assert hostile(t) == []
    assert t.civ("hittites").harmed_by == ["egypt"]


def test_rul_135_a_negated_card_makes_no_enemy() -> None:
    """The NPC loses nothing through it."""
    t = Story(notated(AREAS, order="egypt hittites", egypt={"hand": [73, SPARE]}, hittites={"hand": [27, 42], **HUMAN}))
    t.state.civs["hittites"].npc = True
    t.play("egypt", "73")
    t.answer("hittites", "27")
    t.windows()
    assert t.disks("hittites", "kaska") == 3
    assert hostile(t) == []


def test_rul_135_a_person_s_civ_makes_no_enemies_while_the_npc_plays_it() -> None:
    """It is no NPC of the game."""
    t = story(AREAS, egypt={"hand": [73, SPARE]}, hittites={"by": "npc", "npc": False})
    t.play("egypt", "73").windows()
    assert hostile(t) == []
    assert not t.view().civs["hittites"].enemies


def test_rul_135_what_an_event_takes_is_nobody_s_doing() -> None:
    """Breath of God comes up while Egypt draws for card 63: every hand loses, and Egypt is not blamed."""
    areas = {**AREAS, "petra": "egypt 1", "judah": "hittites 1"}
    t = story(areas, egypt={"hand": [63, SPARE]}, hittites={"hand": [44, 46]}, deck=[103, 48, 50, 52])
    t.answer("egypt", "63").windows()
    assert "{card:103}" in t.told()
    assert len(t.hand("hittites")) < 3
    assert hostile(t) == []


def entered(s: State, civ: str, area: str, n: int) -> None:
    """So many disks of the Growth Box into the area."""
    s.civs[civ].box, s.civs[civ].supply = n, s.civs[civ].supply - n
    for _ in range(n):
        deploy(s, civ, area)


def test_sol_ene_04_whoever_makes_its_area_contested_becomes_its_enemy() -> None:
    """ACME-SOL-ENE-04: the second disk beside one of the NPC, not the first."""
    s = state({**AREAS, "petra": "hittites 1"}, phase="growth")
    entered(s, "egypt", "petra", 1)
    assert s.civs["hittites"].enemies == []
    entered(s, "egypt", "petra", 1)
    assert s.civs["hittites"].enemies == ["egypt"]


def test_sol_ene_04_who_is_its_enemy_already_is_not_told_of_again() -> None:
    """ACME-SOL-ENE-04: a second area made Contested changes nothing."""
    s = state({**AREAS, "petra": "hittites 2", "judah": "hittites 2"}, phase="growth")
    for area in ("petra", "judah"):
        entered(s, "egypt", area, 2)
    assert [event.said.key for event in s.told].count("event.npc.enemy") == 1


def test_sol_ene_04_by_a_card_or_by_another_npc_too() -> None:
    """RUL-135: by Growth or card, by anybody; the relation is one-way."""
    areas = {**AREAS, "petra": "hittites 2", "judah": "israelites 2"}
    s = state(areas, order="egypt hittites israelites")
    place(s, "israelites", "petra", 1)
    assert s.civs["hittites"].enemies == ["israelites"]
    assert s.civs["israelites"].enemies == []
    move(s, "egypt", "thebes", "judah")
    assert s.civs["israelites"].enemies == ["egypt"]


def test_sol_ene_04_what_is_contested_already_is_no_new_offence() -> None:
    """The placing must make the area Contested."""
    s = state({**AREAS, "petra": "hittites 2 barbarians 1"}, phase="growth")
    entered(s, "egypt", "petra", 1)
    assert s.civs["hittites"].enemies == []


def test_rul_135_barbarians_make_nobody_an_enemy() -> None:
    """Whose disks they are counts."""
    s = state(AREAS)
    place(s, "barbarians", "kaska", 4)
    assert s.civs["hittites"].enemies == []


def test_rul_135_an_npc_that_makes_an_area_contested_is_not_enemy_by_it() -> None:
    """It is the other one that minds, if it is an NPC."""
    s = state({**AREAS, "petra": "egypt 1"}, phase="growth")
    entered(s, "hittites", "petra", 2)
    assert s.civs["hittites"].enemies == []


def test_moves_that_are_only_tried_make_no_enemies() -> None:
    """Card 57 is planned on a copy of the position: nobody minds what is not done."""
    areas = {"thebes": "egypt 2", "abydos": "egypt 1 hittites 1", "hattusha": "hittites 2"}
    t = story(areas, egypt={"hand": [57, SPARE]})
    t.play("egypt", "57")
    if t.key == "card.move":
        t.answer("egypt", "thebes")
    assert hostile(t) == []


def test_sol_ene_06_the_switch_is_immediate() -> None:
    """ACME-SOL-ENE-01, SOL-ENE-06: what Egypt does first in a phase decides how the NPC acts later in it."""
    s = state({**AREAS, "petra": "hittites 1"}, phase="growth")
    assert target(s, "hittites") == "egypt"
    assert not is_enemy(s, "hittites", "egypt")
    entered(s, "egypt", "petra", 2)
    assert is_enemy(s, "hittites", "egypt")


def test_sol_ene_07_there_may_be_several_enemies() -> None:
    """ACME-SOL-ENE-07: and the Barbarians always."""
    areas = {**AREAS, "judah": "israelites 2", "petra": "hittites 1", "tyre": "hittites 1"}
    s = state(areas, order="egypt hittites israelites", phase="growth")
    entered(s, "egypt", "petra", 2)
    entered(s, "israelites", "tyre", 2)
    assert s.civs["hittites"].enemies == ["egypt", "israelites"]
    assert is_enemy(s, "hittites", "barbarians")


FOUR = {"thebes": "egypt 2", "hattusha": "hittites 2", "judah": "israelites 2", "thrace": "greeks 2"}
LINE = "egypt hittites israelites greeks"


def test_sol_pri_01_harm_goes_to_the_primary_then_enemies_then_barbarians_then_others() -> None:
    """ACME-SOL-PRI-01, RUL-137: an enemy with more VP comes after the Primary."""
    facts = {"enemies": ["egypt", "israelites"], "primary": "israelites"}
    s = state(FOUR, order=LINE, hittites=facts, egypt={"vp": 9}, greeks={"vp": 12})
    assert targets(s, "hittites") == ["israelites", "egypt", "barbarians", "greeks"]
    assert target(s, "hittites") == "israelites"
    s.civs["hittites"].enemies, s.civs["hittites"].primary = ["egypt"], ""
    assert targets(s, "hittites") == ["egypt", "barbarians", "greeks", "israelites"]


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"israelites": {"vp": 4}, "greeks": {"vp": 5}, "egypt": {"vp": 3}}, "greeks"),
        ({"israelites": {"vp": 5}, "greeks": {"vp": 5}, "egypt": {"vp": 3}}, "israelites"),
        ({"israelites": {"vp": 5}, "greeks": {"vp": 5}, "egypt": {"vp": 5}}, "egypt"),
    ],
)
def test_rul_136_without_an_enemy_the_leader_is_meant(facts: dict[str, dict[str, int]], found: str) -> None:
    """ACME-SOL-CLAR-04: most VP, then most Cities, then earlier in Turn Order."""
    s = state(FOUR, order=LINE, **facts)
    assert leader(s, "hittites") == target(s, "hittites") == targets(s, "hittites")[0] == found
    assert targets(s, "hittites")[1] == "barbarians"


def test_rul_136_cities_come_before_turn_order() -> None:
    """ACME-SOL-CLAR-04."""
    s = state({**FOUR, "judah": "israelites 3"}, order=LINE)
    assert leader(s, "hittites") == "israelites"


def test_rul_134_the_victim_of_method_a_is_the_person_who_leads() -> None:
    """ACME-SOL-EQ-01: NPCs do not count; most VP, then most Cities."""
    s = state({**FOUR, "thrace": "greeks 3"}, order=LINE, greeks=HUMAN, hittites={"vp": 9})
    assert human_leader(s) == "greeks"
    s.civs["egypt"].vp = 1
    assert human_leader(s) == "egypt"


def test_relations_are_kept_by_the_notation() -> None:
    """A position says whom NPCs are enemy to, and refuses what cannot be."""
    facts = {
        **NPC,
        "enemies": ["egypt", "israelites"],
        "primary": "egypt",
        "former": ["greeks"],
        "harmed_by": ["egypt"],
    }
    t = story(FOUR, order=LINE, hittites=facts, egypt={"hand": [SPARE, 42]})
    again = Story(t.table.game.dump(t.state, "card.action"))
    assert again.state.civs == t.state.civs


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"enemies": ["sumer"]}, r"civs\.hittites\.enemies: 'sumer'"),
        ({"enemies": ["hittites"]}, r"civs\.hittites\.enemies"),
        ({"enemies": ["egypt"], "primary": "greeks"}, r"civs\.hittites\.primary: 'greeks'"),
        ({"enemies": ["egypt"], **HUMAN}, r"civs\.hittites\.enemies"),
    ],
)
def test_relations_that_cannot_be_are_refused(facts: dict[str, object], reason: str) -> None:
    """Positions come from people."""
    with pytest.raises(SetupError, match=reason):
        state(FOUR, order=LINE, hittites=facts)


def test_an_npc_is_one_of_the_game_unless_the_position_says_otherwise() -> None:
    """`by = "npc"` alone names an NPC of the game."""
    text = notated(FOUR, order=LINE).replace("npc = true\n", "")
    assert Story(text).civ("hittites").npc


# Deeds of other kinds


def test_a_blow_of_the_sky_god_is_a_deed_too() -> None:
    """The power of a Deity card, used by its owner, takes a disk of the NPC."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "kaska": "hittites 2"}
    t = story(areas, egypt={"deity": "sky_god", "hand": [SPARE]})
    t.answer("egypt", "kaska:hittites").windows()
    assert t.disks("hittites", "kaska") == 1
    assert hostile(t) == ["egypt"]
    assert t.civ("hittites").driven_by == {"egypt": 1}


def test_the_traitor_is_a_deed() -> None:
    """Card 22 takes all disks of the NPC from an area."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "petra": "egypt 3 hittites 2"}
    t = story(areas, phase="competition", egypt={"hand": [22, SPARE]})
    t.answer("egypt", "22:petra:hittites").run_until("growth.deploy", "card.play", "peace.offer")
    assert "{civ:hittites} (NPC) became an enemy of {civ:egypt}." in t.told()


def test_the_rounds_of_a_competition_make_no_enemies_but_are_remembered() -> None:
    """RUL-135 speaks of cards; RUL-166 counts the opponents in Competitions as well."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "petra": "egypt 3 hittites 3 barbarians 1"}
    s = state(areas, phase="competition")
    open_competition(s, "petra", ["hittites"])
    lose_disk(s, "hittites")
    lose_disk(s, "hittites")
    assert s.civs["hittites"].driven_by == {"egypt": 2}
    assert (s.civs["hittites"].enemies, s.civs["hittites"].harmed_by) == ([], [])


def test_a_competition_card_that_takes_a_disk_is_a_deed() -> None:
    """Ambush in the Pass costs the NPC two disks (card 39)."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2", "pala": "egypt 3 hittites 2"}
    t = story(areas, phase="competition", egypt={"hand": [39, SPARE]})
    t.play("egypt", "card:39", "done").run_until("growth.deploy", "card.play", "peace.offer", "draw.buy")
    assert "{civ:hittites} (NPC) became an enemy of {civ:egypt}." in t.told()


def test_rul_135_whoever_cancels_an_investment_of_an_npc_takes_its_disks() -> None:
    """Physician is used by the NPC and cancelled: its disks go, by the card of the third civ (RUL-070)."""
    s = state({**FOUR, "kaska": "hittites 3"}, order=LINE, hittites={"investments": {"24": 2}})
    blame(s, "greeks", Cause("investment", "hittites", 24))
    assert s.civs["hittites"].enemies == ["greeks"]
    blame(s, "egypt", Cause("card", "hittites", 73))
    assert s.civs["hittites"].enemies == ["greeks"]


def test_the_npc_that_stands_in_for_a_person_fights_back() -> None:
    """N-104: its enemies are the NPCs hostile to the civ, and the civs that share a Contested area with it."""
    areas = {"hattusha": "hittites 3", "thebes": "egypt 3", "tyre": "egypt 1 greeks 2", "thrace": "greeks 2"}
    s = state(areas, order="egypt hittites greeks", egypt={"by": "npc"}, hittites={"enemies": ["egypt"]})
    assert set(enemies(s, "egypt")) == {"hittites", "greeks"}
    assert is_enemy(s, "egypt", "barbarians")
    lie(s, "tyre", {"egypt": 1})
    assert enemies(s, "egypt") == ["hittites"]
