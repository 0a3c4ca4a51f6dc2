"""The rate of tax that is set by itself where nothing has been: nobody is asked for it alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features.auto_answers import service as auto_answers
from tests.service.tables import ANA, BEN
from tests.service.test_auto_answers import LAND, War, questions


@pytest.fixture
async def taxed(tmp_path: Path) -> AsyncIterator[War]:
    """Babylon has a city and Coinage, and has said nothing of its rate; the question before the tax is Egypt's."""
    made = War(tmp_path / "taxed.db")
    nations = {"babylon": {"advances": ["coinage"]}, "egypt": {"hand": ["moon_ore_60a"]}, "crete": {}}
    await made.begin("advances", areas={**LAND, "aleppo": "babylon city"}, nations=nations)
    yield made
    await made.database.close()


async def rate(war: War) -> str:
    """The rate that Ana has set."""
    advance = (await war.service.seat(war.table, ANA)).advance
    assert advance is not None
    return advance.value("tax")


async def test_who_has_said_nothing_of_the_rate_keeps_that_of_last_turn_and_nobody_waits_for_it(taxed: War) -> None:
    """CIV §5.2, CIV-038, CIV-RUL-060: as after a window of moves that has closed, or a plan lodged without a rate."""
    assert await rate(taxed) == ""
    await taxed.give(BEN, "done")
    assert (await taxed.asked(), await rate(taxed)) == (["babylon"], "last")
    assert await taxed.later() == 1
    assert await questions(taxed, ANA) != "tax.rate"
    assert (await taxed.service.standing(taxed.table)).view.nations["babylon"].treasury == 2


async def test_another_rate_that_is_set_stays(taxed: War) -> None:
    """CIV-RUL-060."""
    await auto_answers.set_answer(taxed.service, taxed.table, ANA, "tax", "3")
    await taxed.give(BEN, "done")
    assert await rate(taxed) == "3"
    assert await taxed.later() == 1
    assert await questions(taxed, ANA) != "tax.rate"


async def test_who_takes_the_usual_rate_back_names_one(taxed: War) -> None:
    """CIV-RUL-060, CIV-213: whoever takes something back decides anew."""
    await taxed.give(BEN, "done")
    await taxed.later()
    await taxed.service.undo(taxed.table, ANA)
    assert await questions(taxed, ANA) == "tax.rate"
    assert await taxed.later() == 0
    await taxed.give(ANA, "3")
    assert (await taxed.service.standing(taxed.table)).view.nations["babylon"].treasury == 3
