"""Actions queued ahead in ACME: unseen by others, done in their time, taken back, and gone with their turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract.snapshot import QueueWish
from bot.features.auto_answers import service as auto_answers
from bot.store.models import OutboxRow, QueuedRow
from engine.core.queue import ActionQueue
from tests.acme.cards.tables import table as acme
from tests.service.tables import ANA, BEN, CHO, refused
from tests.service.test_auto_answers import War

NAMES = ["egypt", "hittites", "babylon"]
LAND = {
    "thebes": "egypt 3",
    "memphis": "egypt 3",
    "hattusha": "hittites 3",
    "babylon": "babylon 2",
    "tarsus": "hittites 1",
}
PLAY = "card.play"
MINE, PASS, PLAGUE = ("58", (("58",),)), ("pass", (("pass",),)), ("73 memphis", (("73",), ("memphis",)))


async def begun(file: Path, *more: int) -> War:
    """Egypt is Ana's and acts, then the Hittites, Ben's, then Babylon, Cho's. Ben may hold more cards."""
    made = War(file)
    hands = {"egypt": {"hand": [16, 27]}, "hittites": {"hand": [58, 73, *more], "mina": 1}, "babylon": {"hand": [28]}}
    await made.put("acme", acme(LAND, order="egypt hittites babylon", board="western", **hands).table, NAMES)
    return made


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    """The three at their actions."""
    made = await begun(tmp_path / "queue.db")
    yield made
    await made.database.close()


async def queue(war: War, *ways: tuple[str, tuple[tuple[str, ...], ...]]) -> ActionQueue | None:
    """Ben queues the first of these that fits."""
    done = await auto_answers.queue(war.service, war.table, BEN, QueueWish(PLAY, ways))
    assert done.seat is not None
    assert done.seat.advance is not None
    return done.seat.advance.queue


async def left(war: War) -> list[str]:
    """What Ben has queued still."""
    advance = (await war.service.seat(war.table, BEN)).advance
    return [entry.line for entry in advance.queue.entries] if advance and advance.queue else []


async def windows(war: War) -> None:
    """All windows that are open close in silence."""
    while (await war.service.info(war.table)).window is not None:
        await war.later(48 * 3600)


async def test_what_is_queued_is_done_a_while_after_it_is_asked_one_behind_the_other(war: War) -> None:
    """ACME §8.2: with something to take back in between."""
    await queue(war, MINE)
    await queue(war, PASS)
    assert await left(war) == ["58", "pass"]
    await war.give(ANA, "pass")
    assert await war.later(10) == 0
    assert await war.later() == 1
    assert await left(war) == ["pass"]
    await windows(war)
    await war.give(CHO, "pass")
    await war.later()
    assert await left(war) == []
    assert (await war.service.standing(war.table)).view.phase != "card"


async def test_who_takes_back_what_was_queued_decides_anew(war: War) -> None:
    """What was queued behind it is gone too: it was meant to come after it."""
    await queue(war, PASS)
    await queue(war, PASS)
    await war.give(ANA, "pass")
    await war.later()
    assert await war.asked() == ["babylon"]
    await war.service.undo(war.table, BEN)
    assert await war.asked() == ["hittites"]
    assert await war.rows(QueuedRow) == []
    assert await war.later() == 0


async def test_what_fits_no_more_is_told_its_owner_alone(war: War) -> None:
    """Stop reason `home`, at once and once."""
    await queue(war, MINE)
    async with war.database.session() as session, war.database.writing(session):
        [row] = (await session.execute(QueuedRow.__table__.select())).all()  # type: ignore[attr-defined]
        changed = row.body.replace('"58"', '"59"')
        await session.execute(QueuedRow.__table__.update().values(body=changed))  # type: ignore[attr-defined]
    war.service.deps.forget(1)
    await war.give(ANA, "pass")
    public = [row for row in await war.rows(OutboxRow) if row.user is None]
    assert await war.later() == 1
    assert await war.asked() == ["hittites"]
    told = [row.post.decode() for row in await war.rows(OutboxRow) if row.user == BEN.id]
    assert any("no longer hold" in post for post in told)
    assert [row for row in await war.rows(OutboxRow) if row.user is None] == public
    assert await war.rows(QueuedRow) == []
    assert await war.later() == 0


async def test_what_is_queued_can_be_taken_out_and_its_stops_chosen(war: War) -> None:
    await queue(war, PLAGUE, PASS)
    await queue(war, MINE)
    assert await left(war) == ["73 memphis; else pass", "58"]
    await auto_answers.queue(war.service, war.table, BEN, QueueWish(stops=("hit", "nonsense")))
    advance = (await war.service.seat(war.table, BEN)).advance
    assert advance is not None
    assert advance.queue is not None
    assert advance.queue.stops == ("hit",)
    await auto_answers.queue(war.service, war.table, BEN, QueueWish(without=(0,)))
    assert await left(war) == ["58"]
    await auto_answers.queue(war.service, war.table, BEN, QueueWish(without=(0,)))
    assert await war.rows(QueuedRow) == []


async def test_what_cannot_be_queued_is_refused(war: War) -> None:
    """Who is asked now answers now; what is not held is not legal; strangers have no seat."""
    assert (
        await refused(auto_answers.queue(war.service, war.table, ANA, QueueWish(PLAY, (PASS,))))
    ).code == "not_ahead"
    assert (
        await refused(auto_answers.queue(war.service, war.table, BEN, QueueWish(PLAY, (("80", (("80",),)),))))
    ).code == "not_an_option"
    assert (
        await refused(auto_answers.queue(war.service, war.table, BEN, QueueWish("movement.tokens", (PASS,))))
    ).code == "not_ahead"
    assert await war.rows(QueuedRow) == []


async def test_a_seat_that_the_computer_takes_has_nothing_queued(war: War) -> None:
    await queue(war, MINE)
    await war.service.control(war.table, BEN, 2, "npc")
    await war.service.control(war.table, BEN, 2, "human")
    assert await war.rows(QueuedRow) == []


@pytest.mark.soak
async def test_with_or_without_a_queue_the_others_see_the_same(tmp_path: Path) -> None:
    """To the byte and in the same order, until it acts; then as if its owner had."""
    by_hand, queued = [await begun(tmp_path / f"{n}.db") for n in range(2)]
    await queue(queued, MINE)
    await queue(queued, PASS)
    assert await by_hand.seen_by_others() == await queued.seen_by_others()
    for one in (by_hand, queued):
        await one.give(ANA, "pass")
    assert await by_hand.seen_by_others() == await queued.seen_by_others()
    assert [await one.later() for one in (by_hand, queued)] == [0, 1]
    await by_hand.give(BEN, "58")
    assert await by_hand.seen_by_others() == await queued.seen_by_others()
    for one in (by_hand, queued):
        await one.database.close()
