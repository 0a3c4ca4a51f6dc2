"""Invaders: their guaranteed growth and bonus card, and what a table makes of them (Playbook, Invader Scenarios).

ACME-SOL-KNOB-04 to 06, RUL-159, with the Turanians of Rostam.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.acme.history.facts import HISTORICAL
from engine.acme.phases.draw_step import base_cards
from engine.acme.questions.board import cities
from engine.acme.setup.handicaps import growth_due
from engine.core.game import SetupError
from engine.core.table import Table
from tests.acme.history.persia import PERSIANS, SOLO, TURANIANS, TWO, position, still
from tests.acme.history.playing import begun
from tests.acme.story import Story

INVADER = {"invader": True}
SO_MANY = {
    "normal": (8, 1),
    "stronger": (10, 2),
    "strongest": (12, 2),
    "weaker": (6, 0),
    "weakest": (4, 0),
}


def knobs(of: str) -> dict[str, int]:
    """The options behind a preset."""
    s = begun("rostam", SOLO, {"invaders": of}).state
    return {"invader_growth": s.options.invader_growth, "invader_cards": s.options.invader_cards}


def acquired(t: Story) -> int:
    """How many growth disks the Turanians have acquired first."""
    found = re.search(r"\{civ:scythians\} acquired (\d+) growth disk", t.told())
    assert found is not None
    return int(found[1])


def grown(areas: dict[str, str], **options: Any) -> int:
    """What the Turanians acquire at that position."""
    t = position(areas, "growth", turan=INVADER, options=options)
    return acquired(t.run_until("growth.retire", "growth.deploy"))


def drawn(**options: Any) -> int:
    """How many cards the Turanians hold after a Draw Step that they began without any."""
    t = position({}, "reckoning", step="draw.begin", turan=INVADER, options=options)
    return len(t.civ(TURANIANS).hand)


def test_sol_knob_04_the_turanians_are_sure_of_eight_disks() -> None:
    assert grown({}) == 8


def test_sol_knob_04_a_greater_income_counts_as_it_is() -> None:
    assert growth_due(still({}, turan=INVADER), TURANIANS, 11) == 11


def test_sol_knob_04_an_invader_has_a_bonus_card() -> None:
    s = still({}, turan=INVADER)
    assert (len(cities(s, TURANIANS)), base_cards(s, TURANIANS), base_cards(s, PERSIANS)) == (1, 4, 3)
    assert drawn() == 4


@pytest.mark.parametrize("of", SO_MANY)
def test_sol_knob_05_and_06_presets(of: str) -> None:
    """KNOB-05: stronger Invaders are sure of 10 or 12 disks and draw two cards more; KNOB-06: weaker ones none."""
    least, bonus = SO_MANY[of]
    options = knobs(of)
    assert (grown({}, **options), drawn(**options)) == (least, 3 + bonus)


@pytest.mark.parametrize(("of", "given"), [("weaker", 7), ("weakest", 5), ("stronger", 10), ("strongest", 12)])
def test_sol_knob_06_disks_are_cut_after_all_is_reckoned(of: str, given: int) -> None:
    """KNOB-06: of nine computed disks seven or five are left; KNOB-05 raises the minimum alone."""
    s = still({}, turan=INVADER, options=knobs(of))
    assert growth_due(s, TURANIANS, 9) == given
    assert growth_due(s, TURANIANS, 14) == {"weaker": 12, "weakest": 10}.get(of, 14)


def test_sol_knob_05_the_options_can_be_set_one_by_one() -> None:
    s = begun("rostam", SOLO, {"invader_growth": 4, "invader_cards": 0}).state
    assert (growth_due(s, TURANIANS, 3), base_cards(s, TURANIANS)) == (12, 3)


def test_knobs_of_invaders_do_not_touch_others() -> None:
    """RUL-159: nor a person who plays the Turanians, who keeps the minimum of the scenario."""
    s = begun("rostam", TWO, {"invaders": "strongest"}).state
    assert not any(c.invader for c in s.civs.values())
    assert (growth_due(s, TURANIANS, 3), growth_due(s, PERSIANS, 2)) == (8, 3)
    assert base_cards(s, TURANIANS) == 3


def test_rul_159_who_is_an_invader() -> None:
    """The Turanians; Scythians and Cimmerians in the three scenarios of the east; nobody else."""
    found = {h.id: {side.civ for side in h.side if side.invader} for h in HISTORICAL.values()}
    assert {name: civs for name, civs in found.items() if civs} == {
        "rostam": {"scythians"},
        "fire_in_the_east": {"scythians"},
        "fire_on_the_steppes": {"scythians", "cimmerians"},
        "empires_on_horseback": {"scythians", "cimmerians"},
    }


def test_options_of_invaders_are_offered_where_there_are_some() -> None:
    game = begun("rostam", SOLO).game
    offered = {name for name, s in game.scenarios.items() if any(c.name == "invaders" for c in s.options)}
    assert {"rostam", "fire_in_the_east"} <= offered
    assert "sargon" not in offered
    with pytest.raises(SetupError):
        Table.new(game, "rostam", SOLO, {"invaders": "mighty"}, "x")
