"""How long a game of Exploration lasts (Playbook, Sudden Death)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.setup.scenarios import STARTS
from engine.core.game import SeatPlan
from engine.core.table import Table

EGYPT = SeatPlan("egypt", home="memphis")


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        ({}, (4, 0, 0)),
        ({"turns": 0, "vp_target": 0}, (4, 0, 0)),
        ({"epochs": 2}, (2, 0, 0)),
        ({"vp_target": 25}, (0, 25, 0)),
        ({"turns": 6}, (0, 0, 6)),
    ],
)
@pytest.mark.parametrize("scenario", ["exploration", "standard"])
def test_craft_end_01_a_game_with_npcs_has_four_epochs_unless_a_limit_is_set(
    scenario: str, options: dict[str, Any], limits: tuple[int, int, int]
) -> None:
    """ACME-CRAFT-END-01, CRAFT-END-02: in both kinds of crafted games."""
    seats = [EGYPT] if scenario == "exploration" else [EGYPT, SeatPlan("hittites", by="npc")]
    found = Table.new(GAME, scenario, seats, options, "limits").state.options
    assert (found.epochs, found.vp_target, found.turns) == limits


def test_craft_end_01_the_lobby_shows_what_is_played_by_default() -> None:
    """ACME-CRAFT-END-01: four Epochs stand there as the default of the option."""
    choices = {choice.name: choice for choice in STARTS["exploration"].scenario.options}
    assert choices["epochs"].default == 4
