"""One plan for all losses of one effect (ACME §7.2): windows on what saves a disk do not end it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.acme.effects.loss_plan import LossPlans
from engine.core.errors import IllegalAnswer
from tests.acme.story import Story
from tests.acme.test_deities import struck

PLANS = LossPlans()


def saved(t: Story, **wishes: Any) -> Story:
    """The victim follows his plan as far as it goes; windows pass."""
    plan: Mapping[str, Any] = PLANS.begin(t.table, "egypt", wishes)
    while PLANS.holds(t.table, plan):
        if t.table.pending is not None and t.table.pending.sealed:
            t.windows()
            continue
        step = PLANS.follow(t.table, "egypt", plan)
        if step is None:
            break
        picks, plan = step
        t.answer("egypt", *picks)
    return t


def disks(t: Story) -> int:
    return t.disks("egypt", "amarna") + t.disks("egypt", "thebes")


def test_it_saves_with_each_means_once_and_goes_on_after_a_window() -> None:
    """RUL-059: the Deity's power opens a window each time it is used."""
    t = saved(struck({"mina": 1}), save=[0, 1, 2], means=["power", "power", "mina"])
    assert (disks(t), t.civ("egypt").mina, t.asked()[0]) == (5, 0, "card.play")


def test_what_it_does_not_save_is_lost() -> None:
    t = saved(struck({"mina": 2}), save=[1], means=["mina"])
    assert (disks(t), t.civ("egypt").mina) == (3, 1)


def test_it_ends_and_asks_where_a_means_fails_and_none_is_left() -> None:
    """RUL-073: a Sorcerer cancels the power; the disk must be saved otherwise, and with what nobody has said."""
    t = struck({"mina": 1}, {"hand": [73, 26]})
    plan = PLANS.begin(t.table, "egypt", {"save": [0], "means": ["power"]})
    step = PLANS.follow(t.table, "egypt", plan)
    assert step is not None
    t.answer("egypt", *step[0])
    assert PLANS.holds(t.table, step[1])
    t.answer("hittites", "26")
    assert t.asked()[0] == "loss.buy_off"
    assert PLANS.follow(t.table, "egypt", step[1]) is None


@pytest.mark.parametrize("wishes", [{"save": [9]}, {"save": "all"}, {"cheapest": True}])
def test_a_plan_that_makes_no_sense_is_refused(wishes: dict[str, Any]) -> None:
    with pytest.raises(IllegalAnswer):
        PLANS.begin(struck().table, "egypt", wishes)


def test_nobody_else_makes_a_plan_and_it_does_not_outlive_the_effect() -> None:
    t = struck()
    with pytest.raises(IllegalAnswer):
        PLANS.begin(t.table, "hittites", {})
    plan = PLANS.begin(t.table, "egypt", {})
    assert PLANS.outlook(t.table, "egypt", 3) == ()
    t.run_until("card.play")
    assert not PLANS.holds(t.table, plan)
