"""Orders that stand by themselves where nothing has been said: nobody is asked for the rate of tax alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.tables import ANA, BEN
from tests.service.test_orders import LAND, War, questions


@pytest.fixture
async def taxed(tmp_path: Path) -> AsyncIterator[War]:
    """Babylon has a city and Coinage, and has said nothing of its rate; the question before the tax is Egypt's."""
    made = War(tmp_path / "taxed.db")
    nations = {"babylon": {"advances": ["coinage"]}, "egypt": {"hand": ["moon_ore_60a"]}, "crete": {}}
    await made.begin("advances", areas={**LAND, "aleppo": "babylon city"}, nations=nations)
    yield made
    await made.database.close()


async def rates(war: War) -> list[tuple[str, bool]]:
    """What stands of Ana's rate, and whether it pauses."""
    orders = (await war.service.seat(war.table, ANA)).orders
    assert orders is not None
    return [(kept.order.line, kept.paused) for kept in orders.standing if kept.order.kind == "tax"]


async def test_who_has_said_nothing_of_the_rate_keeps_that_of_last_turn_and_nobody_waits_for_it(taxed: War) -> None:
    """CIV §5.2, CIV-038, CIV-RUL-060: as after a window of moves that has closed, or a plan lodged without a rate."""
    assert await rates(taxed) == []
    await taxed.give(BEN, "done")
    assert (await taxed.asked(), await rates(taxed)) == (["babylon"], [("tax: last", False)])
    assert await taxed.later() == 1
    assert await questions(taxed, ANA) != "tax.rate"
    assert (await taxed.service.standing(taxed.table)).view["nations"]["babylon"]["treasury"] == 2


@pytest.mark.soak
@pytest.mark.parametrize("line", ["tax: 3", "tax: pause"])
async def test_what_has_been_said_of_the_rate_stands(taxed: War, line: str) -> None:
    """CIV-RUL-060: another rate; and whoever lets it pause is asked each turn."""
    await taxed.service.set_order(taxed.table, ANA, "tax: 3")
    await taxed.service.set_order(taxed.table, ANA, line)
    await taxed.give(BEN, "done")
    assert await rates(taxed) == [("tax: 3", line != "tax: 3")]
    assert await taxed.later() == (line == "tax: 3")
    assert (await questions(taxed, ANA) == "tax.rate") is (line != "tax: 3")


async def test_who_takes_the_usual_rate_back_names_one(taxed: War) -> None:
    """CIV-RUL-060, CIV-213: whoever takes something back decides anew."""
    await taxed.give(BEN, "done")
    await taxed.later()
    await taxed.service.undo(taxed.table, ANA)
    assert await questions(taxed, ANA) == "tax.rate"
    assert await taxed.later() == 0
    await taxed.give(ANA, "3")
    assert (await taxed.service.standing(taxed.table)).view["nations"]["babylon"]["treasury"] == 3
