"""One plan for all removal rounds (ACME §9.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.fight.plan import FightPlans, final_stacks
from engine.core.errors import IllegalAnswer
from tests.acme.competition.arena import fight, finish
from tests.acme.npc.fighting import arena
from tests.acme.story import Story

PLANS = FightPlans()


def fought(t: Story, **wishes: dict[str, Any]) -> Story:
    """Both sides follow their plans to the end; one without a plan loses and pays nothing."""
    plans: dict[str, Any] = {}
    while t.table.pending is not None and t.key == "competition.removal":
        seat = t.ask().seat
        if seat not in plans:
            plans[seat] = PLANS.begin(t.table, seat, wishes.get(seat, {}))
        step = PLANS.follow(t.table, seat, plans[seat])
        assert step is not None
        picks, plans[seat] = step
        t.answer(seat, *picks)
    return t


def stacks(t: Story, area: str = "aleppo") -> dict[str, int]:
    return dict(t.state.disks.get(area, {}))


MINA = ["mina"] * 9


@pytest.mark.parametrize(
    ("until", "pay", "kept", "paid"),
    [
        ("win", 9, {"babylon": 2}, 2),
        ("win", 1, {"egypt": 1, "babylon": 1}, 1),
        ("share", 9, {"egypt": 1, "babylon": 1}, 1),
        ("useless", 9, {"babylon": 2}, 2),
        ("win", 0, {"egypt": 2}, 0),
    ],
)
def test_it_pays_no_more_than_it_has_to(until: str, pay: int, kept: dict[str, int], paid: int) -> None:
    t = fight("egypt 4 babylon 3", order="egypt babylon", babylon="mina=9")
    fought(t, babylon={"pay": pay, "means": MINA, "until": until})
    assert (stacks(t), 9 - t.civ("babylon").mina) == (kept, paid)


def test_it_saves_what_would_change_nothing() -> None:
    t = fight("egypt 6 babylon 3", order="egypt babylon", babylon="mina=2")
    fought(t, babylon={"pay": 2, "means": MINA, "until": "useless"})
    assert t.civ("babylon").mina == 2
    t = fight("egypt 6 babylon 3", order="egypt babylon", babylon="mina=2")
    fought(t, babylon={"pay": 2, "means": MINA, "until": "win"})
    assert t.civ("babylon").mina == 0


def test_two_plans_meet_and_the_larger_purse_wins() -> None:
    t = fight("egypt 3 babylon 3", order="egypt babylon", egypt="mina=2", babylon="mina=5")
    fought(t, egypt={"pay": 9, "means": MINA}, babylon={"pay": 9, "means": MINA})
    assert stacks(t) == {"babylon": 2}
    assert t.civ("egypt").mina == 0
    assert t.civ("babylon").mina == 2


def test_means_are_used_in_their_order_and_each_as_often_as_named() -> None:
    t = fight("egypt 4 babylon 3", order="egypt babylon", babylon="mina=5\nhand=[42, 80]").run_until(
        "competition.removal"
    )
    fought(t, babylon={"pay": 9, "means": ["card:80", "mina"]})
    assert (t.civ("babylon").hand, t.civ("babylon").mina) == ([42], 4)


def test_units_are_lost_in_the_order_named() -> None:
    t = fight("egypt 4 urartu 2 stronghold", area="hattusha", order="egypt urartu", urartu="mina=1")
    for order, first in ((["disk"], "disk"), ([], "cube"), (["white", "cube"], "cube")):
        step = PLANS.follow(t.table, "urartu", PLANS.begin(t.table, "urartu", {"lose": order}))
        assert step is not None
        assert step[0] == (first,)


def test_the_outlook_is_the_end_of_each_number_of_payments() -> None:
    t = fight("egypt 4 babylon 3", order="egypt babylon", babylon="mina=9")
    assert PLANS.outlook(t.table, "babylon", 3) == (
        {"egypt": 2},
        {"egypt": 1, "babylon": 1},
        {"babylon": 2},
        {"babylon": 3},
    )
    assert stacks(t) == {"egypt": 4, "babylon": 3}


def test_a_plan_is_for_its_own_competition_and_for_what_can_be() -> None:
    t = fight("egypt 4 babylon 3", order="egypt babylon", babylon="mina=9")
    plan = PLANS.begin(t.table, "babylon", {"pay": 1, "means": ["mina"]})
    assert PLANS.holds(t.table, plan)
    assert PLANS.follow(t.table, "egypt", plan) is None
    for wrong in ({"pay": -1}, {"lose": ["city"]}, {"until": "dawn"}, {"what": 1}):
        with pytest.raises(IllegalAnswer):
            PLANS.begin(t.table, "babylon", wrong)
    with pytest.raises(IllegalAnswer):
        PLANS.begin(t.table, "egypt", {})
    finish(t)
    assert not PLANS.holds(t.table, plan)


def test_what_an_npc_would_pay_is_not_presumed() -> None:
    """A look ahead presumes that nobody else pays anything, an NPC neither, which may hold as much as it likes."""
    t = arena("egypt 4 hittites 3", egypt={"mina": 9}, hittites={"mina": 9}).run_until("competition.removal")
    assert t.ask().seat == "egypt"
    assert final_stacks(t.table, "egypt", 9, [], []) == {"egypt": 4}
