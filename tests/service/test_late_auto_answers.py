"""What an order does once the time of its seat is up, and how much is answered in one go (ACME §8.2)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features.auto_answers import service as auto_answers
from bot.features.clocks import overdue
from bot.store.models import EntryRow, OutboxRow
from bot.tables.work.recorded_table import RecordedTable
from tests.acme.cards.tables import holds
from tests.acme.cards.tables import table as acme
from tests.core.test_table import table as toys
from tests.service.tables import ANA, BEN
from tests.service.test_auto_answers import War
from tests.service.test_auto_answers_in_windows import PEOPLE, PLAGUED
from tests.service.test_queue import windows

LONG = 9 * 86400.0


@pytest.fixture
async def stricken(tmp_path: Path) -> AsyncIterator[War]:
    """Ben, who has a mina, is to lose three disks by the card that Ana is about to play."""
    made = War(tmp_path / "stricken.db")
    story = acme(PLAGUED, order=" ".join(PEOPLE), egypt=holds(73), hittites={"mina": 1})
    await made.put("acme", story.table, PEOPLE)
    yield made
    await made.database.close()


async def losses(war: War) -> int:
    """How many losses Ben has answered."""
    return len([row for row in await war.rows(EntryRow) if row.key == "loss.buy_off"])


async def late_posts(war: War) -> int:
    """How often the others have been asked what becomes of somebody who is late."""
    return len([row for row in await war.rows(OutboxRow) if b'"kind":"late"' in row.post])


async def test_the_computer_answers_once_for_who_has_set_that(stricken: War) -> None:
    """What the player has set goes before what the table has agreed on: the others aren't asked."""
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "late", "npc")
    await stricken.give(ANA, "73")
    await windows(stricken)
    await stricken.later(LONG)
    assert await losses(stricken) >= 1
    assert await late_posts(stricken) == 0
    assert (await stricken.service.info(stricken.table)).seats[1].by == "human"


async def test_whoever_has_set_nothing_for_being_late_is_left_to_the_table(stricken: War) -> None:
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "late", "npc")
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "late", "")
    await stricken.give(ANA, "73")
    await windows(stricken)
    await stricken.later(LONG)
    assert (await stricken.asked(), await losses(stricken)) == (["hittites"], 0)
    assert await late_posts(stricken) == 1


async def test_what_is_answered_in_one_go_is_bounded_and_goes_on_with_the_next(
    stricken: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two losses one, with each alarm."""
    monkeypatch.setattr(auto_answers, "MOST", 1)
    await auto_answers.set_answer(stricken.service, stricken.table, BEN, "losses", "lose")
    await stricken.give(ANA, "73")
    await windows(stricken)
    given = list[int]()
    for _ in range(2):
        await stricken.later()
        given.append(await losses(stricken))
    assert given == [1, 2]


def test_the_npc_answers_so_often_in_one_go_for_somebody_who_is_late_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of three steps that somebody may walk in a row two are walked for them."""
    t = toys("a", "b")
    game = t.game
    monkeypatch.setattr(type(game), "npc", lambda *_: ("walk",), raising=False)
    monkeypatch.setattr(overdue, "MOST", 2)
    table: RecordedTable = RecordedTable(game, t.record, npcs=False)
    overdue.stand_in(table, 0)
    assert table.answer_count() == 2
    assert table.waiting() == ("a",)
