"""A post gives way to the next one about the same action, which tells what it told: the channel keeps one of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlmodel import select

from bot.delivery.wire import Later
from bot.outbox import Outbox
from bot.service.runs import RUN
from bot.store.models import SlotRow
from engine.core.herald import Herald
from tests.service.tables import ANA, BEN, Room, begun, give, room
from tests.service.wires import Recording


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """A desk of a game whose actions are told in one post each."""
    monkeypatch.setattr(Herald, "one_post", True)
    async with room(tmp_path / "a.db") as made:
        yield made


async def slots(made: Room) -> list[str]:
    """The slots of runs that are remembered."""
    async with made.database.session() as session:
        names = (await session.execute(select(SlotRow.name))).scalars().all()
    return [name for name in names if name.startswith(RUN)]


async def sent_after(made: Room, box: Outbox, table: str, *picks: str) -> None:
    """ANA's picks one by one, each told before the next."""
    for pick in picks:
        await give(made, table, ANA, pick)
        await box.drain()


async def test_the_newest_post_of_an_action_takes_the_place_of_the_one_before(desk: Room) -> None:
    wire = Recording()
    box = Outbox(desk.desk, wire, desk.clock)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    before = len(wire.texts())
    await sent_after(desk, box, table, "walk", "walk", "done")
    assert len(wire.texts()) == before + 1
    assert "walks from 0 to 2" in wire.texts()[-1]
    assert wire.messages[max(wire.messages)][1].post.mentions == (BEN.id,)
    assert (len(wire.deleted), wire.edits) == (2, [])
    assert len(await slots(desk)) == 1


async def test_a_new_action_stands_beside_the_old_one(desk: Room) -> None:
    wire = Recording()
    box = Outbox(desk.desk, wire, desk.clock)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    before = len(wire.texts())
    await sent_after(desk, box, table, "done")
    await give(desk, table, BEN, "done")
    await box.drain()
    told = wire.texts()[before:]
    assert len(told) == 2
    assert "seat_1} walks" in told[0]
    assert "seat_2} walks" in told[1]
    assert len(await slots(desk)) == 1


async def test_nothing_else_may_stand_between(desk: Room) -> None:
    wire = Recording()
    box = Outbox(desk.desk, wire, desk.clock)
    table = await begun(desk, ANA, BEN)
    await sent_after(desk, box, table, "walk")
    before = len(wire.texts())
    await desk.service.give_host(table, ANA, BEN)
    await sent_after(desk, box, table, "done")
    assert len(wire.texts()) == before + 2
    assert wire.deleted == []


async def test_what_was_taken_back_is_told_in_a_post_of_its_own(desk: Room) -> None:
    wire = Recording()
    box = Outbox(desk.desk, wire, desk.clock)
    table = await begun(desk, ANA, BEN)
    await sent_after(desk, box, table, "walk")
    await desk.service.undo(table, ANA)
    await box.drain()
    assert wire.deleted == []
    assert "undo" in wire.texts()[-1]
    await sent_after(desk, box, table, "done")
    assert wire.deleted == []
    assert "walks from 0 to 0" in wire.texts()[-1]


async def test_posts_that_wait_together_are_sent_as_one(desk: Room) -> None:
    wire = Recording()
    table = await begun(desk, ANA, BEN)
    for pick in ("walk", "walk", "done"):
        await give(desk, table, ANA, pick)
    await Outbox(desk.desk, wire, desk.clock).drain()
    assert len([text for text in wire.texts() if text.startswith("answer")]) == 1
    assert "walks from 0 to 2" in wire.texts()[-1]


async def test_after_a_crash_before_the_old_one_was_deleted_the_same_is_told_twice_and_no_more(desk: Room) -> None:
    wire = Recording()
    box = Outbox(desk.desk, wire, desk.clock)
    table = await begun(desk, ANA, BEN)
    await sent_after(desk, box, table, "walk")
    kept = len(wire.texts())
    wire.lost = [Later("the answer did not come")]
    await sent_after(desk, box, table, "walk")
    desk.clock.now += 10
    await Outbox(desk.desk, wire, desk.clock).drain()
    assert len(wire.texts()) == kept
