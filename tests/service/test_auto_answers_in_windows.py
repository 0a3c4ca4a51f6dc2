"""Auto-answers in a window: sealed like an answer by hand, at a table of ACME."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features.auto_answers import service as auto_answers
from bot.store.models import OutboxRow
from tests.acme.cards.tables import holds
from tests.acme.cards.tables import table as acme
from tests.service.tables import ANA, BEN
from tests.service.test_auto_answers import War

PEOPLE = ["egypt", "hittites", "mittani"]
PLAGUED = {"thebes": "egypt 2", "hattusha": "hittites 3", "kaska": "hittites 2", "mittani": "mittani 2"}


@pytest.fixture
async def plague(tmp_path: Path) -> AsyncIterator[War]:
    """At a table of ACME Ana is to play a card; Ben and Cho will be asked in a window for what they answer."""
    made = War(tmp_path / "plague.db")
    story = acme(PLAGUED, order=" ".join(PEOPLE), egypt=holds(73), hittites={"hand": [27]}, mittani={"hand": [17]})
    await made.put("acme", story.table, PEOPLE)
    yield made
    await made.database.close()


async def test_an_auto_answer_is_sealed_in_a_window_and_nobody_sees_that_it_has(plague: War) -> None:
    """RUL-054: the others see the same before and after, and the window closes when it would have."""
    await auto_answers.set_answer(plague.service, plague.table, BEN, "negate", "any")
    await plague.give(ANA, "73")
    sheet = await plague.service.sheet(plague.table, BEN)
    assert (sheet.sealed, sheet.request.key if sheet.request else "") == (None, "card.negate")
    before = await plague.seen_by_others()
    assert await plague.later() == 1
    assert (await plague.service.sheet(plague.table, BEN)).sealed == ("27",)
    assert await plague.seen_by_others() == before
    await plague.service.unseal(plague.table, BEN, (await plague.service.sheet(plague.table, BEN)).ask_no)
    assert (await plague.service.sheet(plague.table, BEN)).sealed is None
    assert await plague.later() == 0, "who has taken it back decides alone"


async def test_a_window_that_hits_what_is_excepted_is_told_its_owner_in_time(plague: War) -> None:
    await auto_answers.set_answer(plague.service, plague.table, BEN, "respond", "home")
    await plague.give(ANA, "73")
    before = await plague.seen_by_others()
    await plague.later()
    stopped = (await plague.service.seat(plague.table, BEN)).advance.stopped  # type: ignore[union-attr]
    assert stopped is not None
    assert (stopped.why.key, stopped.now) == ("acme.auto.stop.hits", True)
    assert await plague.seen_by_others() == before
    assert any(row.user == BEN.id and b"It's your turn" in bytes(row.post) for row in await plague.rows(OutboxRow))
