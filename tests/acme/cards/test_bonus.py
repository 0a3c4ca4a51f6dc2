"""Bonus cubes: cards 69 to 71."""

from __future__ import annotations

import pytest

from tests.acme.cards.tables import duel, holds, offered
from tests.acme.competition.arena import finish, phase

CUBES = [
    (69, "mountain_of_gold", "tarsus"),
    (70, "oasis", "sinai"),
    (71, "fishing_grounds", "sinai_sea"),
]
NAMED = pytest.mark.parametrize(("card", "kind", "area"), CUBES, ids=[f"test_card_{c[0]}" for c in CUBES])


@NAMED
def test_card_69_70_71_put_a_cube_and_give_a_mina(card: int, kind: str, area: str) -> None:
    """Cards 69 to 71: into an area of that terrain the civ Controls; the card is discarded, the cube stays.

    ACME-CORE-55.
    """
    t = duel({area: "egypt 1"}, egypt=holds(card)).play("egypt", str(card))
    assert (t.state.bonus, t.civ("egypt").mina, t.state.discard) == ({kind: area}, 1, [card])


@NAMED
def test_card_69_70_71_need_control_of_such_an_area(card: int, kind: str, area: str) -> None:
    """Cards 69 to 71: a Shared area is not Controlled."""
    assert not offered(duel({area: "egypt 1 hittites 1"}, egypt=holds(card)), card)


@NAMED
def test_card_69_70_71_move_the_cube_from_wherever_it_is(card: int, kind: str, area: str) -> None:
    """RUL-037: playing the card again moves it."""
    elsewhere = {"mountain_of_gold": "hattusha", "oasis": "nabatea", "fishing_grounds": "red_sea"}[kind]
    stack = f"hittites 2 {kind}" if elsewhere == "hattusha" else kind
    t = duel({area: "egypt 1", elsewhere: stack}, egypt=holds(card))
    assert t.state.bonus == {kind: elsewhere}
    t.play("egypt", str(card))
    assert t.state.bonus == {kind: area}


@pytest.mark.parametrize(("kind", "area"), [c[1:] for c in CUBES])
def test_card_69_70_71_the_cube_stays_when_the_area_changes_hands(kind: str, area: str) -> None:
    """RUL-037: no card removes it, nor does a Competition; Traitor takes all disks there, and Egypt has it now."""
    t = phase({area: f"egypt 1 hittites 2 {kind}"}, egypt="hand=[22]")
    t.table.close({"egypt": (f"22:{area}:hittites",)})
    finish(t.check())
    assert (t.state.disks[area], t.state.bonus) == ({"egypt": 1}, {kind: area})
