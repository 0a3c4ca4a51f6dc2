"""What the strong computer does with tokens that their areas can't support (CIV §8, §9.3, §11.1)."""

from __future__ import annotations

from itertools import product

import pytest

from engine.civ.catalog import AREAS
from engine.civ.conflict import survivors
from engine.civ.npc.campaign import plan
from engine.civ.npc.prospect import prospect_of
from engine.civ.npc.style import PRESSING, USUALLY, Style
from engine.civ.options import STRONG
from tests.civ.story import Phase
from tests.civ.test_conflict import settled
from tests.civ.test_movement import moving
from tests.civ.test_npc_buying import decided

CHAIN = {"midian": "egypt 2", "arabia": "egypt 1", "petra": "crete city"}
ISLAND = {"phaestos": "egypt 5", "knossos": "crete 3"}


def planned(areas: dict[str, str], style: Style) -> list[tuple[str, str]]:
    """The steps by land that Egypt plans in that style, each with the name of its reason."""
    return [(step.token, step.reason) for step in plan(prospect_of(moving(areas).s, "egypt", style))]


def test_a_token_too_many_pushes_another_on_to_where_there_is_room() -> None:
    """CIV §8.1, §11.1, CIV-223: Midian and Arabia support one each, and Petra has a city of Crete."""
    assert planned(CHAIN, USUALLY) == []
    assert planned(CHAIN, PRESSING) == [("midian>arabia:1", "push"), ("arabia>syria:1", "push")]


def test_tokens_too_many_fight_for_land_of_others_if_that_brings_enough() -> None:
    """CIV §9.3, §11.1, CIV-223: two of three that would be lost leave Crete two in Knossos and Egypt one."""
    assert planned(ISLAND, USUALLY) == []
    assert planned(ISLAND, PRESSING) == [("phaestos>knossos:2", "contest")]
    assert settled({"knossos": "crete 3 egypt 2"}).at("knossos") == "crete 2 egypt 1"


def test_nobody_fights_for_nothing() -> None:
    """CIV §9.3, CIV-223: one against three would fall alone."""
    assert planned({**ISLAND, "phaestos": "egypt 3"}, PRESSING) == []


@pytest.mark.parametrize("areas", [CHAIN, ISLAND])
def test_where_all_move_at_once_strong_computers_press_too(areas: dict[str, str]) -> None:
    """CIV-RUL-052: nobody compares plans there."""
    options = {"npc": STRONG, "simultaneous_moves": True}
    assert [one for one in decided(moving(areas, options=options)) if one[1] in {"push", "contest"}]


@pytest.mark.parametrize("late", [[], ["crete"], ["egypt", "crete"]])
def test_the_computer_knows_how_a_fight_ends(late: list[str]) -> None:
    """CIV §9.3, CIV-095, CIV-RUL-012: as the rules settle it, with and without Metalworking."""
    for egypt, crete, babylon in product(range(5), range(1, 5), range(3)):
        before = {name: n for name, n in (("egypt", egypt), ("crete", crete), ("babylon", babylon)) if n}
        fought = Phase(
            "conflict.tokens",
            nations={
                name: {"advances": ["metalworking"] if name in late else []} for name in ("egypt", "crete", "babylon")
            },
            areas={"damascus": " ".join(f"{name} {n}" for name, n in before.items())},
        )
        found = survivors(fought.s, before, AREAS["damascus"].limit)
        assert fought.through("conflict.cities").s.tokens.get("damascus", {}) == found
