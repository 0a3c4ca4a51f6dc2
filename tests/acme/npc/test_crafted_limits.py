"""How crafted games end, and what a person may do about an NPC's choice (Playbook, Sudden Death; RUL-029, RUL-030)."""

from __future__ import annotations

import re

import pytest

from engine.acme.game import GAME
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.acme.npc.positions import story

NPCS = 3
TESTED = "Sudden End test: {card:"


def test_craft_end_03_no_sudden_end_is_tested_in_the_last_epoch() -> None:
    """ACME-CRAFT-END-03: two Epochs: tests on turns 2 and 3 of the first, none in the second."""
    halves = [told.partition("Epoch II") for told in map(two_epochs, range(6))]
    assert sum(TESTED in first for first, _, _ in halves) > 3
    assert not any(TESTED in second for _, _, second in halves)


def two_epochs(number: int) -> str:
    """All that is told in a game of NPCs over two Epochs."""
    seats = [SeatPlan(by="npc") for _ in range(NPCS)]
    table = Table.new(GAME, "standard", seats, {"epochs": 2}, f"two epochs {number}")
    return "\n".join(e.text for e in table.events)


@pytest.mark.parametrize("target", [25, 50, 75, 100])
def test_craft_end_04_a_vp_target_ends_the_game_with_its_turn(target: int) -> None:
    """ACME-CRAFT-END-04: short, average, long, epic: the game is over with the turn in which a civ has so many."""
    seats = [SeatPlan(by="npc") for _ in range(NPCS)]
    table = Table.new(GAME, "standard", seats, {"vp_target": target}, f"target {target}")
    end = table.outcome()
    assert end is not None
    assert max(end.scores.values()) >= target or table.state.epoch == 4
    assert re.search(rf"\b{target}\b", end.reason) or table.state.epoch == 4


def test_sol_place_21b_a_person_may_choose_for_an_npc_and_hand_it_back() -> None:
    """ACME-SOL-PLACE-21b: the list is kept strictly unless somebody takes the seat over for a decision."""
    areas = {"thebes": "egypt 3", "hattusha": "hittites 3"}
    t = story(areas, phase="growth", order="hittites egypt", hittites={"by": "human", "npc": True})
    t.run_until("growth.deploy")
    area = t.options("hittites")[-2]
    before = t.disks("hittites", area)
    t.answer("hittites", area)
    t.table.control("hittites", "npc")
    assert t.disks("hittites", area) > before
    assert t.table.ask_of("hittites") is None
