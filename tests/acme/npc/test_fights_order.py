"""The order of Competitions in historical solitaire scenarios (Playbook, Solitaire Competition; RUL-164)."""

from __future__ import annotations

import pytest

from engine.acme.fight.category import category, in_order
from engine.acme.questions.board import near
from engine.acme.state import State
from tests.acme.npc.fighting import fought
from tests.acme.npc.positions import state

ENEMY = {"hittites": {"enemies": ["egypt"]}, "by_category": True}
BOTH = "egypt 2 hittites 2"
AREAS = {
    "hattusha": "egypt 2 hittites 1",
    "tarsus": "egypt 2 hittites 1 gold",
    "mittani": "egypt 2 hittites 3",
    "thebes": "egypt 1 hittites 2",
    "petra": "egypt 1 gold hittites 2",
    "aleppo": "egypt 3 hittites 2",
}
ORDER = ["hattusha", "tarsus", "mittani", "thebes", "petra", "aleppo"]


def ranked(**more: str) -> State:
    """Egypt is the Hittites' only and so Primary enemy."""
    return state({**AREAS, **more}, **ENEMY)


@pytest.mark.parametrize("i", range(len(ORDER)))
def test_sol_comp_02_to_05_homes_gold_and_cities(i: int) -> None:
    """SOL-COMP-02 to SOL-COMP-05: NPC home, NPC Gold, NPC City; the same of the Primary enemy."""
    assert category(ranked(), ORDER[i]) == i


def beside(area: str, *but: str) -> str:
    """A neighbour of that area and of none of the others, not named in the position."""
    s = ranked()
    others = {n for other in but for n in (other, *near(s, other))}
    return next(a for a in near(s, area) if a not in AREAS and a not in others)


@pytest.mark.parametrize(("of", "others"), [("thebes", ("petra", "aleppo")), ("petra", ("thebes", "aleppo"))])
def test_sol_comp_06_and_07_next_to_the_primary_enemys_home_and_gold(of: str, others: tuple[str, ...]) -> None:
    """SOL-COMP-06, SOL-COMP-07: what is adjacent comes after what it is adjacent to."""
    area = beside(of, *others)
    assert category(ranked(**{area: BOTH}), area) == 6 + ("thebes", "petra", "aleppo").index(of)


def test_sol_comp_07_next_to_its_cities() -> None:
    """SOL-COMP-07: its Gold before its Cities."""
    area = beside("aleppo", "thebes", "petra")
    assert category(ranked(**{area: BOTH}), area) == 8


def test_sol_comp_08_all_others_come_last() -> None:
    """SOL-COMP-08: nothing of the Primary enemy is near."""
    assert category(ranked(thrace=BOTH), "thrace") == 9


def test_sol_comp_01_north_east_to_south_west_inside_a_category() -> None:
    """SOL-COMP-01: equal categories keep the order of the map."""
    s = state({"aleppo": "hittites 3 barbarians 2", "mittani": "hittites 3 barbarians 2", "thebes": "egypt 1"}, **ENEMY)
    assert in_order(s, ["aleppo", "mittani"]) == ["mittani", "aleppo"]


def test_sol_comp_01_the_npcs_home_is_fought_for_first() -> None:
    """SOL-COMP-01: the home in the south-west before an area in the north-east, if the scenario says so."""
    areas = {"hattusha": "hittites 2 barbarians 2", "egyptian_sea": "egypt 1"}
    for by_category, order in ((True, ["hattusha", "zab"]), (False, ["zab", "hattusha"])):
        told = fought("hittites 2 barbarians 2", areas, area="zab", by_category=by_category)
        ends = [told.index(f"{{area:{area}}} after the Competition") for area in order]
        assert ends == sorted(ends)


def test_rul_164_the_best_category_for_any_npc_counts() -> None:
    """A second NPC's home is no less than the first one's."""
    s = state(
        {"mittani": "mittani 2 egypt 2", "hattusha": "hittites 2"}, order="egypt hittites mittani", by_category=True
    )
    assert category(s, "mittani") == category(s, "hattusha") == 0


def test_rul_164_the_primary_enemy_is_the_one_fixed_for_the_turn() -> None:
    """Of two enemies the one chosen counts, the other's home does not."""
    hittites = {"enemies": ["egypt", "mittani"], "primary": "egypt"}
    areas = {"thebes": "egypt 2 hittites 2", "mittani": "mittani 1 hittites 2"}
    s = state(
        areas,
        order="egypt hittites mittani",
        hittites=hittites,
        mittani={"npc": False, "by": "human"},
        by_category=True,
    )
    assert (category(s, "thebes"), category(s, "mittani")) == (3, 9)
