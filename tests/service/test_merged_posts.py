"""A post gives way to the next one about the same action, which tells what it told: the channel keeps one of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlmodel import select

from bot.delivery.wire import Later
from bot.outbox import Outbox
from bot.service.notifications.channel_posts import RUN
from bot.store.models import SlotRow
from engine.core.summary import Summary
from tests.service.tables import ANA, BEN, Room, begun, give, opened_room
from tests.service.wires import Recording


@pytest.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """A service of a game whose actions are told in one post each."""
    monkeypatch.setattr(Summary, "one_post", True)
    async with opened_room(tmp_path / "a.db") as made:
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


async def test_the_newest_post_of_an_action_takes_the_place_of_the_one_before(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before = len(wire.texts())
    await sent_after(room, box, table, "walk", "walk", "done")
    assert len(wire.texts()) == before + 1
    assert "walks from 0 to 2" in wire.texts()[-1]
    assert wire.messages[max(wire.messages)][1].post.mentions == (BEN.id,)
    assert (len(wire.deleted), wire.edits) == (2, [])
    assert len(await slots(room)) == 1


async def test_a_new_action_stands_beside_the_old_one(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before = len(wire.texts())
    await sent_after(room, box, table, "done")
    await give(room, table, BEN, "done")
    await box.drain()
    told = wire.texts()[before:]
    assert len(told) == 2
    assert "seat_1} walks" in told[0]
    assert "seat_2} walks" in told[1]
    assert len(await slots(room)) == 1


async def test_nothing_else_may_stand_between(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await sent_after(room, box, table, "walk")
    before = len(wire.texts())
    await room.service.give_host(table, ANA, BEN)
    await sent_after(room, box, table, "done")
    assert len(wire.texts()) == before + 2
    assert wire.deleted == []


async def test_what_was_taken_back_is_told_in_a_post_of_its_own(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await sent_after(room, box, table, "walk")
    await room.service.undo(table, ANA)
    await box.drain()
    assert wire.deleted == []
    assert "undo" in wire.texts()[-1]
    await sent_after(room, box, table, "done")
    assert wire.deleted == []
    assert "walks from 0 to 0" in wire.texts()[-1]


async def test_posts_that_wait_together_are_sent_as_one(room: Room) -> None:
    wire = Recording()
    table = await begun(room, ANA, BEN)
    for pick in ("walk", "walk", "done"):
        await give(room, table, ANA, pick)
    await Outbox(room.game_service, wire, room.clock).drain()
    assert len([text for text in wire.texts() if text.startswith("answer")]) == 1
    assert "walks from 0 to 2" in wire.texts()[-1]


async def test_after_a_crash_before_the_old_one_was_deleted_the_same_is_told_twice_and_no_more(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await sent_after(room, box, table, "walk")
    kept = len(wire.texts())
    wire.lost = [Later("the answer did not come")]
    await sent_after(room, box, table, "walk")
    room.clock.now += 10
    await Outbox(room.game_service, wire, room.clock).drain()
    assert len(wire.texts()) == kept
