"""When auto-answers answer, whom that wakes, and what the logs of the host say of them (Notices; RUL-054)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.contract.posts import Post
from bot.contract.preferences import Preferences
from bot.features.auto_answers import service as auto_answers
from bot.store.models import AlarmRow, OutboxRow
from tests.acme.cards.tables import holds
from tests.acme.cards.tables import table as acme
from tests.service.tables import ANA, BEN, CHO
from tests.service.test_auto_answers import War
from tests.service.test_auto_answers_in_windows import PEOPLE, PLAGUED, plague
from tests.service.test_late_auto_answers import stricken
from tests.service.test_queue import windows

__all__ = ["plague", "stricken"]


async def waits(war: War) -> float:
    """How long from now it is until somebody's auto-answer comes."""
    (alarm,) = [row for row in await war.rows(AlarmRow) if row.kind == "order"]
    return float(alarm.at) - war.clock.now


@pytest.mark.parametrize(("pace", "least", "most"), [("daily", 20.0, 80.0), ("live", 5.0, 15.0)])
async def test_an_auto_answer_comes_at_no_time_by_which_it_is_told_from_a_person(
    plague: War, pace: str, least: float, most: float
) -> None:
    """Within a minute or so, and with something to take back, but at a second that nobody can foresee."""
    await plague.service.change_settings(plague.table, ANA, pace=pace)
    await auto_answers.set_answer(plague.service, plague.table, BEN, "negate", "never")
    found = []
    for _ in range(24):
        await plague.give(ANA, "73")
        found.append(await waits(plague))
        await plague.service.undo(plague.table, ANA)
    assert least <= min(found) < max(found) <= most
    assert len({round(wait, 3) for wait in found}) > 12
    assert sum(wait > (least + most) / 2 for wait in found) not in {0, 24}


async def test_what_has_been_answered_wakes_nobody(stricken: War) -> None:
    """A message that mentions nobody is sent silently."""
    hour = datetime.fromtimestamp(stricken.clock.now, UTC).hour
    await stricken.service.set_preferences(BEN, Preferences("UTC", hour, (hour + 6) % 24))
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await stricken.give(ANA, "73")
    await windows(stricken)
    await stricken.later()
    (told,) = [row for row in await stricken.rows(OutboxRow) if row.slot.startswith("orders:")]
    assert msgspec.json.decode(told.post, type=Post).mentions == ()


async def test_no_line_of_the_log_says_what_is_set(stricken: War) -> None:
    """Whoever runs the bot reads that something was set and followed, and not what."""
    with capture_logs() as lines:
        await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "home,mina")
        await stricken.give(ANA, "73")
        await windows(stricken)
        await stricken.later()
    said = [line for line in lines if line["event"] in {"ordered", "followed"}]
    assert {line["event"] for line in said} == {"ordered", "followed"}
    assert not [word for word in ("losses", "home", "mina") if word in str(said)]


async def test_an_early_window_closes_by_an_auto_answer_as_by_an_answer_by_hand(tmp_path: Path) -> None:
    """With `window_close` early what is sealed counts, whoever has sealed it."""
    closes = []
    for n, ordered in enumerate((False, True)):
        war = War(tmp_path / f"{n}.db")
        story = acme(PLAGUED, order=" ".join(PEOPLE), egypt=holds(73), hittites={"hand": [27]}, mittani={"hand": [17]})
        await war.put("acme", story.table, PEOPLE)
        await war.service.change_settings(war.table, ANA, window_close="early")
        if ordered:
            await auto_answers.set_answer(war.service, war.table, BEN, "negate", "never")
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
