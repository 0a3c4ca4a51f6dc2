"""What an order does once the time of its seat is up, and how much is answered in one go (ACME §8.2)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col

from bot.service.play import late, ordering
from bot.service.recorded_table import RecordedTable
from bot.store.models import EntryRow, OutboxRow, SeatRow
from tests.acme.cards.tables import holds
from tests.acme.cards.tables import table as acme
from tests.core.test_table import table as toys
from tests.service.tables import ANA, BEN
from tests.service.test_orders import War
from tests.service.test_orders_in_windows import PEOPLE, PLAGUED
from tests.service.test_queue import begun, windows

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


async def test_who_cannot_pass_when_late_is_left_to_the_table(stricken: War) -> None:
    """A loss cannot be passed: the others are asked, as if nothing were ordered, and nothing is answered."""
    await stricken.service.set_order(stricken.table, BEN, "late: pass")
    await stricken.give(ANA, "73")
    await windows(stricken)
    await stricken.later(LONG)
    assert (await stricken.asked(), await losses(stricken)) == (["hittites"], 0)
    assert await late_posts(stricken) == 1


async def test_who_has_ordered_to_pass_when_late_can_take_it_back(tmp_path: Path) -> None:
    """It is an answer of the seat itself, as by hand: the others are not asked, and what the NPC has answered for it
    before is not in a row with what it answers later.
    """
    war = await begun(tmp_path / "late.db")
    await war.service.set_order(war.table, BEN, "late: pass")
    async with war.database.session() as session, war.database.writing(session):
        await session.execute(update(SeatRow).where(col(SeatRow.number) == 2).values(stood_in=2))
    war.service.deps.forget(1)
    await war.give(ANA, "pass")
    await war.later(LONG)
    assert await war.asked() == ["babylon"]
    assert await late_posts(war) == 0
    assert [row.stood_in for row in await war.rows(SeatRow) if row.number == 2] == [0]
    assert (await war.service.sheet(war.table, BEN)).undo == ""
    await war.service.undo(war.table, BEN)
    assert await war.asked() == ["hittites"]
    await war.database.close()


async def test_what_is_answered_in_one_go_is_bounded_and_goes_on_with_the_next(
    stricken: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two losses one, with each alarm."""
    monkeypatch.setattr(ordering, "MOST", 1)
    await stricken.service.set_order(stricken.table, BEN, "losses: lose")
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
    monkeypatch.setattr(late, "MOST", 2)
    table: RecordedTable = RecordedTable(game, t.record, npcs=False)
    late.stand_in(table, 0)
    assert table.answered() == 2
    assert table.waiting() == ("a",)
