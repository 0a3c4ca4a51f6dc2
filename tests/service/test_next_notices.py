"""Who is next while a window is open learns by direct message that an action may be queued meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.contract.posts import Post, PostRow
from bot.contract.preferences import Preferences
from bot.contract.snapshot import QueueWish
from bot.features.auto_answers import service as auto_answers
from bot.store.models import OutboxRow
from tests.acme.cards.tables import holds
from tests.acme.cards.tables import table as acme
from tests.service.tables import ANA, BEN, CHO
from tests.service.test_auto_answers import War
from tests.service.test_auto_answers_in_windows import PEOPLE, PLAGUED

PASS = QueueWish("card.play", (("pass", (("pass",),)),))
DAY = 24 * 3600.0


async def begun(file: Path, order: str) -> War:
    """Ana, Ben and Cho act in that order; Egypt holds a card on which a window opens."""
    made = War(file)
    story = acme(PLAGUED, order=order, egypt=holds(73), hittites={"hand": [27]}, mittani={"hand": [17]})
    await made.put("acme", story.table, order.split())
    return made


@pytest.fixture
async def plague(tmp_path: Path) -> AsyncIterator[War]:
    """Ana is Egypt and acts."""
    made = await begun(tmp_path / "next.db", " ".join(PEOPLE))
    yield made
    await made.database.close()


async def told(war: War) -> list[tuple[OutboxRow, Post]]:
    """The direct messages that somebody is next."""
    posts = [(row, msgspec.json.decode(row.post, type=Post)) for row in await war.rows(OutboxRow)]
    return [(row, post) for row, post in posts if row.slot.startswith("next:")]


async def test_who_is_next_while_a_window_is_open_is_told_and_nobody_else(plague: War) -> None:
    """Notices: it names nothing but what all can tell, and the next window of the same action rings nobody anew."""
    assert await told(plague) == []
    await plague.give(ANA, "73")
    ((row, post),) = await told(plague)
    assert (row.user, post.mentions, row.slot) == (BEN.id, (BEN.id,), f"next:{plague.table}:2")
    assert "You're next, so you can queue" in str(post)
    buttons = next(part for part in post.parts if isinstance(part, PostRow)).buttons
    assert [(b.verb, b.option) for b in buttons] == [("seat", ""), ("auto", "2"), ("fewer", "next")]
    await plague.give(BEN, "27")
    await plague.later(2 * DAY)
    assert (await plague.service.info(plague.table)).window is not None, "Ana may Negate the Negate"
    assert [there.id for there, _ in await told(plague)] == [row.id]


@pytest.mark.parametrize("why", ["queued", "unwanted"])
async def test_who_has_queued_or_wants_no_such_notice_is_told_nothing(plague: War, why: str) -> None:
    if why == "queued":
        await auto_answers.queue(plague.service, plague.table, BEN, PASS)
    else:
        await plague.service.set_preferences(BEN, Preferences(next_notices=False))
    await plague.give(ANA, "73")
    assert (await plague.service.info(plague.table)).window is not None
    assert await told(plague) == []


async def test_at_night_it_waits_and_is_withdrawn_when_it_is_no_longer_true(plague: War) -> None:
    """It is told in the morning, unless something is queued or the window has closed until then."""
    hour = int(plague.clock.now % DAY // 3600)
    asleep = Preferences("UTC", hour, (hour + 6) % 24)
    await plague.service.set_preferences(BEN, asleep)
    await plague.give(ANA, "73")
    ((row, _),) = await told(plague)
    assert row.lane.startswith("q")
    assert row.next_at > plague.clock.now
    await auto_answers.queue(plague.service, plague.table, BEN, PASS)
    assert await told(plague) == []
    await auto_answers.queue(plague.service, plague.table, BEN, QueueWish(without=(0,)))
    await plague.service.undo(plague.table, ANA)
    await plague.give(ANA, "73")
    assert len(await told(plague)) == 1
    await plague.service.undo(plague.table, ANA)
    assert await told(plague) == []


@pytest.mark.parametrize(("order", "whom"), [("hittites egypt mittani", [CHO.id]), ("hittites mittani egypt", [])])
async def test_next_is_who_has_not_passed_beside_the_one_who_acts(tmp_path: Path, order: str, whom: list[int]) -> None:
    """ACME §8.2: in Turn Order, over those who have passed."""
    war = await begun(tmp_path / "next.db", order)
    people = (ANA, BEN, CHO)[: order.split().index("egypt") + 1]
    for person in people[:-1]:
        await war.give(person, "pass")
    await war.give(people[-1], "73")
    assert (await war.service.info(war.table)).window is not None
    assert [row.user for row, _ in await told(war)] == whom
    await war.database.close()
