"""The Primary enemy: by which criteria, when, and for how long (Playbook, Primary Enemy; RUL-136)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.npc.relations import CRITERIA, choose_primary, end_enmity, enemies, primary, rename, threats
from engine.acme.state import State
from tests.acme.npc.positions import HUMAN, state, story

LINE = "egypt hittites israelites"
CALM = {"thebes": "egypt 2", "hattusha": "hittites 2", "judah": "israelites 2"}
BOTH: dict[str, Any] = {"enemies": ["egypt", "israelites"]}


def torn(areas: dict[str, str] | None = None, **more: Any) -> State:
    """The Hittites, enemies of both others."""
    return state({**CALM, **(areas or {})}, order=LINE, **{"hittites": BOTH, **more})


EARLIER: list[tuple[int, dict[str, str], dict[str, Any]]] = [
    (1, {"hattusha": "hittites 2 israelites 1"}, {"egypt": {"vp": 9}}),
    (2, {"petra": "hittites 2 gold israelites 1"}, {"egypt": {"vp": 9}}),
    (3, {"zab": "hittites 3 israelites 2", "kumannis": "egypt 1"}, {}),
    (4, {"kumannis": "israelites 2"}, {"egypt": {"vp": 9}}),
    (5, {"abydos": "egypt 3"}, {"israelites": {"vp": 1}}),
    (6, {"tyre": "israelites 3", "abydos": "egypt 2", "amarna": "egypt 2"}, {}),
    (7, {"tyre": "israelites 1"}, {}),
]


@pytest.mark.parametrize(("number", "areas", "facts"), EARLIER)
def test_sol_pri_03_to_09_each_criterion_decides_where_the_earlier_ones_do_not(
    number: int, areas: dict[str, str], facts: dict[str, Any]
) -> None:
    """ACME-SOL-PRI-03 to PRI-09: equal on the earlier criteria, more on this one, whatever the later ones say."""
    s = torn(areas, **facts)
    for criterion in CRITERIA[: number - 1]:
        assert criterion(s, "hittites", "egypt") == criterion(s, "hittites", "israelites")
    decisive = CRITERIA[number - 1]
    assert decisive(s, "hittites", "israelites") > decisive(s, "hittites", "egypt")
    assert threats(s, "hittites") == ["israelites"]
    choose_primary(s, "hittites")
    assert primary(s, "hittites") == "israelites"
    assert s.draws == torn(areas, **facts).draws


def test_sol_pri_10_otherwise_chance_decides() -> None:
    """ACME-SOL-PRI-10: by the seed of the game; over several seeds both come up."""
    found = set()
    for seed in ("a", "b", "c", "d", "e", "f"):
        s = torn(seed=seed)
        assert threats(s, "hittites") == ["egypt", "israelites"]
        choose_primary(s, "hittites")
        found.add(s.civs["hittites"].primary)
    assert found == {"egypt", "israelites"}


def test_rul_136_a_single_enemy_counts_as_primary_unchosen() -> None:
    """Wherever the Primary enemy is asked for."""
    s = torn(hittites={"enemies": ["israelites"]})
    choose_primary(s, "hittites")
    assert (s.civs["hittites"].primary, primary(s, "hittites")) == ("", "israelites")
    assert primary(torn(hittites={}), "hittites") == ""


def test_rul_136_before_the_choice_several_enemies_have_no_primary() -> None:
    """They come by their strength then: most VP, then Cities, then Turn Order."""
    s = torn(israelites={"vp": 2})
    assert primary(s, "hittites") == ""
    assert enemies(s, "hittites") == ["israelites", "egypt"]


@pytest.mark.parametrize("phase", ["growth", "card", "competition"])
def test_sol_pri_02_it_is_chosen_when_a_phase_begins(phase: str) -> None:
    """ACME-SOL-PRI-02: Growth of the NPC, Card Phase, Competition Phase."""
    areas = {**CALM, "kumannis": "israelites 2", "petra": "egypt 2 israelites 2"}
    facts = {"egypt": {"hand": [16]}, "israelites": {**HUMAN, "hand": [17]}}
    t = story(areas, phase=phase, order="hittites egypt israelites", hittites=BOTH, **facts)
    assert t.civ("hittites").primary == "israelites"


def test_sol_pri_02_it_stays_though_the_criteria_change_and_is_cleared_with_the_turn() -> None:
    """ACME-SOL-PRI-02: Egypt gets far ahead, but the choice is made."""
    facts = {"egypt": {"vp": 20, "hand": [16]}, "hittites": {**BOTH, "primary": "israelites"}}
    s = torn(**facts)
    choose_primary(s, "hittites")
    assert primary(s, "hittites") == "israelites"
    t = story(CALM, phase="growth", order=LINE, hittites={"enemies": ["egypt"], "primary": "egypt"})
    assert t.key.startswith("growth")
    assert t.civ("hittites").primary == ""


def test_amb_42_a_primary_that_is_no_enemy_any_more_is_none() -> None:
    """The next check chooses anew; who has been an enemy is remembered."""
    s = torn(hittites={**BOTH, "primary": "israelites"})
    end_enmity(s, "hittites", "israelites")
    c = s.civs["hittites"]
    assert (c.enemies, c.primary, c.former) == (["egypt"], "", ["israelites"])
    assert primary(s, "hittites") == "egypt"


def test_an_enemy_that_comes_back_as_another_people_is_still_one() -> None:
    """The disk beneath that of the NPC is the player's, whatever people it stands for."""
    facts = {**BOTH, "primary": "egypt", "former": ["egypt"], "harmed_by": ["egypt"], "driven_by": {"egypt": 2}}
    s = torn(hittites=facts)
    rename(s, "egypt", "greeks")
    c = s.civs["hittites"]
    assert (c.enemies, c.primary, c.former) == (["greeks", "israelites"], "greeks", ["greeks"])
    assert (c.harmed_by, c.driven_by) == (["greeks"], {"greeks": 2})
