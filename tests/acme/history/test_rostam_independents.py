"""The Independents of Rostam: friends of the Persians, in one stack with them (ACME-ROST-18 to 22, AMB-81 to 86)."""

from __future__ import annotations

import pytest

from engine.acme.history.rostam import withdraws
from engine.acme.npc.relations import is_enemy
from engine.acme.phases.reckoning import excess
from engine.acme.questions.board import contested_areas, controls, is_contested, room
from engine.acme.questions.income import commerce
from tests.acme.competition.arena import finish
from tests.acme.history.persia import PERSIANS, TURANIANS, position, still


def test_rost_18_independents_take_no_part_in_growth_cards_or_vp() -> None:
    areas = {"elam": "subject_peoples 3", "susa": "medes_persians 2"}
    t = position(areas, "growth", npc=False).run_until("growth.deploy")
    assert commerce(t.state, PERSIANS) == 0
    t.run_until("card.play")
    t.run_until("growth.deploy")
    assert (t.disks("subject_peoples", "elam"), set(t.view(None).civs)) == (3, {PERSIANS, TURANIANS})
    assert t.view(None).neutrals["subject_peoples"].disks == 3


def test_rost_18_beside_independents_nothing_is_controlled() -> None:
    """Neither they nor the land they stand on bring the Persians anything."""
    s = still({"elam": "subject_peoples 1 medes_persians 3"})
    assert not controls(s, PERSIANS, "elam")
    assert not is_contested(s, "elam")


def test_rost_19_no_entering_where_only_independents_are() -> None:
    s = still({"elam": "subject_peoples 1", "susa": "medes_persians 2"})
    assert (room(s, PERSIANS, "elam"), room(s, TURANIANS, "elam")) == (0, 4)
    deployed = position({"elam": "subject_peoples 1", "susa": "medes_persians 2"}, "growth", npc=False)
    deployed.run_until("growth.deploy")
    while deployed.ask().seat != PERSIANS:
        deployed.answer(TURANIANS, "done").run_until("growth.deploy")
    assert "elam" not in deployed.options(PERSIANS)


def test_rost_19_nor_by_card() -> None:
    """Golden Age goes into areas held and next to them."""
    t = position({"elam": "subject_peoples 1", "susa": "medes_persians 2"}, npc=False, persia={"hand": [65]})
    t.run_until("card.play")
    while t.ask().seat != PERSIANS:
        t.answer(TURANIANS, "pass")
    t.answer(PERSIANS, "65")
    assert "susa" in t.options(PERSIANS)
    assert "elam" not in t.options(PERSIANS)


def test_rost_20_persians_come_to_the_help_of_independents() -> None:
    """Example: three Barbarians and one Independent in Elam leave room for three Persians."""
    areas = {"elam": "subject_peoples 1 barbarians 3", "susa": "medes_persians 2"}
    t = position(areas, "growth", npc=False, persia={"growth_box": 2}).run_until("growth.deploy")
    while t.ask().seat != PERSIANS:
        t.answer(TURANIANS, "done").run_until("growth.deploy")
    t.play(PERSIANS, "elam", "elam", "elam")
    assert (t.disks(PERSIANS, "elam"), t.disks("subject_peoples", "elam")) == (3, 1)
    assert "susa" in t.options(PERSIANS)
    assert "elam" not in t.options(PERSIANS)


def test_rost_20_one_stack_of_both_fights_as_one() -> None:
    """Two Persians and one Independent are three units against two Barbarians: the Persians stay with one disk."""
    t = finish(position({"elam": "subject_peoples 1 medes_persians 2 barbarians 2"}, "competition"))
    assert t.state.disks["elam"] == {PERSIANS: 1, "subject_peoples": 1}
    assert "elam" not in contested_areas(t.state)


def test_rost_20_one_stack_is_trimmed_as_one() -> None:
    """Three Persians on one Independent are one too many when stacks are checked."""
    s = still({"elam": "subject_peoples 1 medes_persians 3"})
    assert excess(s) == [(PERSIANS, "elam", 1)]


def test_rost_21_a_card_removes_persians_first() -> None:
    """Two disks of a Mountain area go: both are Persian."""
    areas = {"van": "armenians 1 stronghold medes_persians 2 barbarians 1"}
    t = position({**areas}, npc=False, turan={"hand": [74]})
    t.answer(TURANIANS, "74")
    t.answer(TURANIANS, "van").windows()
    assert t.state.disks["van"] == {"armenians": 1}


def test_rost_21_what_the_persians_cannot_bear_falls_on_independents() -> None:
    """Earthquake takes two disks of the stack, of which one is Persian."""
    areas = {"elam": "subject_peoples 2 medes_persians 1 barbarians 1"}
    t = position(areas, npc=False, turan={"hand": [76]})
    t.play(TURANIANS, "76", "elam")
    assert PERSIANS in t.options(TURANIANS)
    assert "subject_peoples" not in t.options(TURANIANS)
    t.answer(TURANIANS, PERSIANS)
    t.windows()
    assert t.state.disks["elam"] == {"subject_peoples": 1, "barbarians": 1}


@pytest.mark.parametrize("persians", [1, 2, 3])
def test_rost_21_a_card_is_announced_with_what_the_stack_will_lose(persians: int) -> None:
    """Earthquake takes two disks, and says so, whether the Persians bear them alone or an Independent does."""
    areas = {"elam": f"subject_peoples 2 medes_persians {persians} barbarians 1"}
    t = position(areas, npc=False, turan={"hand": [76]}, persia={"hand": [16]})
    t.play(TURANIANS, "76", "elam", PERSIANS).windows().run_until("card.play")
    assert "played {card:76}: {civ:medes_persians} ({area:elam} 2)." in t.told()
    assert sum(t.state.disks["elam"].values()) == persians + 2 + 1 - 2


def test_rost_21_in_competition_too() -> None:
    """Three units against three Barbarians: with one left of each side the Independent stands alone."""
    t = finish(position({"elam": "subject_peoples 1 medes_persians 2 barbarians 3"}, "competition"))
    assert t.state.disks["elam"] == {"subject_peoples": 1, "barbarians": 1}


def test_rost_21_a_competition_card_as_well() -> None:
    """Composite Bow takes two units of the stack: the Persian, then one of the Independents."""
    areas = {"elam": "subject_peoples 2 medes_persians 1 scythians 2"}
    t = position(areas, "competition", npc=False, turan={"hand": [35]})
    t.windows()
    t.play(TURANIANS, "card:35", "done")
    t.run_until("competition.removal", "growth.deploy")
    assert "{civ:medes_persians} lost 1 disk" in t.told()
    assert "{civ:subject_peoples} lost 1 disk" in t.told()
    assert t.state.disks["elam"] == {TURANIANS: 2}


def test_rost_22_the_persians_withdraw_when_they_resettle() -> None:
    areas = {"elam": "subject_peoples 1 medes_persians 3", "susa": "medes_persians 2"}
    t = position(areas, "growth", npc=False)
    supply = t.civ(PERSIANS).supply
    t.run_until("growth.deploy")
    while t.ask().seat != PERSIANS:
        t.answer(TURANIANS, "done").run_until("growth.deploy")
    acquired = supply - t.civ(PERSIANS).supply
    assert t.civ(PERSIANS).box == acquired + 3
    assert t.state.disks["elam"] == {"subject_peoples": 1}
    assert withdraws(t.state, PERSIANS) == []


def test_independents_of_an_enemy_are_enemies_of_an_npc() -> None:
    """Turan attacks those whom Persia protects; they are never asked and pay for nothing."""
    s = still({})
    assert is_enemy(s, TURANIANS, "armenians")
    assert s.civs[TURANIANS].enemies == [PERSIANS]


def test_a_stronghold_of_independents_goes_before_their_disks() -> None:
    """A Barbarian attack on Armenia: two disks and a Stronghold against three."""
    t = finish(position({"armenia": "armenians 2 stronghold barbarians 2"}, "competition"))
    assert t.state.disks["armenia"].get("armenians", 0) >= 1
    assert t.disks("barbarians", "armenia") == 0
