"""What a civ has in an area, by its worth to Barbarians (SOL-BAR-03); cards that can be aimed at nothing."""

from __future__ import annotations

import pytest

from engine.acme.cards.religion import ZEAL, ZIGGURAT
from engine.acme.npc.cards.aims import AIMS, best
from engine.acme.npc.cards.effects import REMOVE, effects
from engine.acme.npc.cards.hordes import best_places, worth_to
from engine.acme.npc.cards.judging import Judge
from engine.acme.npc.cards.worth import UNWILLING
from tests.acme.npc.positions import state


def test_sol_bar_03_gold_then_a_deity_a_city_a_settlement_a_camp() -> None:
    """SOL-BAR-03: the less the figure, the better the aim."""
    areas = {"thebes": "egypt 3", "memphis": "egypt 2", "sinai": "egypt 1", "amarna": "egypt 3", "judah": "egypt 3"}
    s = state(areas, egypt={"deity": "god_of_the_forge"})
    s.gold["amarna"] = "egypt"
    order = [worth_to(s, "egypt", area) for area in ("amarna", "thebes", "judah", "memphis", "sinai")]
    assert order == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("card", sorted(set(AIMS) - {ZEAL}))
def test_sol_pri_01_a_card_that_can_be_aimed_at_nothing_takes_nothing(card: int) -> None:
    """SOL-PRI-01: nobody else has a disk on the map, so that there is nothing to think about."""
    s = state({"hattusha": "hittites 1"})
    assert not any(AIMS[card].options(s, "hittites"))
    assert best(Judge(s, "hittites"), card) == []
    assert effects(s, "hittites", card).get(REMOVE, 0) == 0


def test_sol_bar_03_areas_of_targets_then_of_nobody_then_of_others() -> None:
    """SOL-BAR-03: Barbarians go to a rival, else where nobody is, and only then to somebody else."""
    areas = {"hattusha": "hittites 1", "thebes": "egypt 1", "thrace": "greeks 1"}
    judge = Judge(state(areas, order="egypt hittites greeks", hittites={"enemies": ["egypt"]}), "hittites")
    assert [judge.is_target(civ) for civ in ("egypt", "greeks")] == [True, False]
    assert best_places(judge, ["thrace", "sinai", "thebes"], 3) == ["thebes", "sinai", "thrace"]


@pytest.mark.parametrize(
    ("areas", "disturbs"),
    [
        ({"hattusha": "hittites 4"}, False),
        ({"hattusha": "hittites 1"}, False),
        ({"hattusha": "hittites 1 egypt 1"}, True),
    ],
    ids=["a City", "a Camp of its own", "beside somebody at peace"],
)
def test_a_great_ziggurat_is_not_built_where_it_would_begin_a_fight_at_home(
    areas: dict[str, str], disturbs: bool
) -> None:
    assert UNWILLING[ZIGGURAT](state(areas), "hittites") is disturbs
