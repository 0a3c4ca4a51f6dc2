"""When orders answer, whom that wakes, and what the logs of the host say of them (Notices; RUL-054)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.posts import Post
from bot.preferences import Preferences
from bot.store.models import AlarmRow, OutboxRow
from tests.acme.cards.tables import holds
from tests.acme.cards.tables import table as acme
from tests.service.tables import ANA, BEN, CHO
from tests.service.test_orders import War
from tests.service.test_orders_in_windows import PEOPLE, PLAGUED
from tests.service.test_queue import begun


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    """Egypt, Ana's, acts; then the Hittites, Ben's."""
    made = await begun(tmp_path / "time.db")
    yield made
    await made.database.close()


async def waits(war: War) -> float:
    """How long from now it is until the order of somebody answers."""
    (alarm,) = [row for row in await war.rows(AlarmRow) if row.kind == "order"]
    return float(alarm.at) - war.clock.now


async def drawn(war: War, times: int) -> list[float]:
    """How long an order waits, each time that its question is asked."""
    await war.service.set_order(war.table, BEN, "pass: always")
    found = []
    for _ in range(times):
        await war.give(ANA, "pass")
        found.append(await waits(war))
        await war.service.undo(war.table, ANA)
    return found


@pytest.mark.parametrize(("pace", "least", "most"), [("daily", 20.0, 80.0), ("live", 5.0, 15.0)])
async def test_an_order_answers_at_no_time_by_which_it_is_told_from_a_person(
    war: War, pace: str, least: float, most: float
) -> None:
    """Within a minute or so, and with something to take back, but at a second that nobody can foresee."""
    await war.service.change_settings(war.table, ANA, pace=pace)
    found = await drawn(war, 24)
    assert least <= min(found) < max(found) <= most
    assert len({round(wait, 3) for wait in found}) > 12
    assert sum(wait > (least + most) / 2 for wait in found) not in {0, 24}


async def test_what_orders_have_answered_wakes_nobody(war: War) -> None:
    """A message that mentions nobody is sent silently."""
    hour = datetime.fromtimestamp(war.clock.now, UTC).hour
    await war.service.set_preferences(BEN, Preferences("UTC", hour, (hour + 6) % 24))
    await war.service.set_order(war.table, BEN, "pass: always")
    await war.give(ANA, "pass")
    await war.later()
    assert await war.asked() == ["babylon"]
    (told,) = [row for row in await war.rows(OutboxRow) if row.slot.startswith("orders:")]
    assert msgspec.json.decode(told.post, type=Post).mentions == ()


async def test_no_line_of_the_log_says_what_is_ordered(war: War) -> None:
    """Whoever runs the bot reads that something was ordered and followed, and not what."""
    with capture_logs() as lines:
        await war.service.set_order(war.table, BEN, "pass: always up to 7 unless leader vp 61")
        await war.give(ANA, "pass")
        await war.later()
    assert await war.asked() == ["babylon"]
    assert {"ordered", "followed"} <= {line["event"] for line in lines}
    said = str([line for line in lines if line["event"] in {"ordered", "followed"}])
    assert not [word for word in ("pass", "always", "leader", "61") if word in said]


async def test_an_early_window_closes_by_an_order_as_by_an_answer_by_hand(tmp_path: Path) -> None:
    """With `window_close` early what is sealed counts, whoever has sealed it."""
    closes = []
    for n, ordered in enumerate((False, True)):
        war = War(tmp_path / f"{n}.db")
        story = acme(PLAGUED, order=" ".join(PEOPLE), egypt=holds(73), hittites={"hand": [27]}, mittani={"hand": [17]})
        await war.put("acme", story.table, PEOPLE)
        await war.service.change_settings(war.table, ANA, window_close="early")
        if ordered:
            await war.service.set_order(war.table, BEN, "negate: pass")
        await war.give(ANA, "73")
        await war.service.answer(war.table, CHO, None, [["pass"]])
        before = (await war.service.info(war.table)).window
        if not ordered:
            war.clock.now += 120
            await war.service.answer(war.table, BEN, None, [["pass"]])
        else:
            await war.later()
        after = (await war.service.info(war.table)).window
        assert before is not None
        assert after is not None
        assert after.closes_at < before.closes_at
        closes.append(after.closes_at)
        await war.database.close()
    assert closes[0] == closes[1]
