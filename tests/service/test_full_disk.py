"""When the disk is full nothing is half done, nobody is kept in the dark, and all goes on once there is room."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from sqlmodel import func, select
from structlog.testing import capture_logs

from bot.contract.tables import Refused
from bot.delivery.outbox import Outbox
from bot.delivery.pacing import LONGEST, Rests
from bot.store.models import OutboxRow
from bot.tables.people.profiles import set_dm_closed
from bot.ui.lookup.errors import text
from tests.service.fulldisk import full_disk
from tests.service.tables import ANA, BEN, HERE, Hand, Room, begun, give, refused
from tests.service.wires import Recording


def test_who_fails_is_left_alone_twice_as_long_each_time() -> None:
    clock = Hand(0.0)
    rests = Rests(clock)
    assert [rests.note_failure("lane") for _ in range(11)] == [1, 2, 4, 8, 16, 32, 64, 128, 256, LONGEST, LONGEST]
    assert (rests.until("lane"), rests.until("other")) == (LONGEST, 0.0)
    rests.over("lane")
    assert rests.until("lane") == 0.0
    assert rests.note_failure("lane") == 1


@pytest.mark.soak
async def test_posts_wait_longer_each_time_and_are_sent_once_there_is_room(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await box.drain()
    await give(room, table, ANA, "walk")
    wanted = [*wire.texts(), *await room.texts()]
    with full_disk(room.database) as refused, capture_logs() as logs:
        for _ in range(600):
            await box.drain()
            room.clock.now += 1
    assert 5 <= len(logs) <= 11
    assert {line["event"] for line in logs} == {"database.not_stored"}
    assert len(refused) == len(logs)
    room.clock.now += LONGEST
    await box.drain()
    assert wire.texts() == wanted


async def lanes(made: Room) -> int:
    """How many lanes have something to be sent."""
    async with made.database.session() as session:
        return (await session.execute(select(func.count(func.distinct(OutboxRow.lane))))).scalar_one()


@pytest.mark.soak
async def test_a_running_outbox_does_not_spin_on_a_full_disk(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    await begun(room, ANA, BEN)
    with full_disk(room.database) as stopped:
        running = asyncio.create_task(box.run())
        async with asyncio.timeout(20):
            while not stopped:  # noqa: ASYNC110 - nobody tells when it has failed
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        assert 1 <= len(stopped) <= await lanes(room)
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    await asyncio.sleep(0)
    room.clock.now += LONGEST
    await Outbox(room.game_service, wire, room.clock).drain()
    assert await room.posts() == []


async def test_who_presses_hears_that_nothing_was_changed_and_goes_on_once_there_is_room(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    before = (await room.service.sheet(table, ANA), await room.texts())
    for after in range(4):
        with full_disk(room.database, after):
            assert (await refused(give(room, table, ANA, "walk"))).code == "not_stored"
        room.game_service.deps.forget(1)
        sheet = await room.service.sheet(table, ANA)
        assert (sheet, await room.texts()) == before
    with full_disk(room.database):
        assert (await refused(give(room, table, ANA, "walk"))).code == "not_stored"
        assert await room.service.sheet(table, ANA) == before[0]
    done = await give(room, table, ANA, "walk")
    assert not done.repeated


async def test_nothing_else_is_half_done_either(room: Room) -> None:
    with full_disk(room.database):
        assert (await refused(room.service.open_table(ANA, HERE, "walk"))).code == "not_stored"
        wanted = await room.service.preferences(ANA)
        assert (await refused(room.service.set_preferences(ANA, wanted))).code == "not_stored"
    table = await begun(room, ANA, BEN)
    with full_disk(room.database):
        assert (await refused(room.service.end(table, ANA, confirm=f"end-{table}-0"))).code == "not_stored"
    assert (await room.service.info(table)).state == "running"


async def test_what_is_to_be_told_once_waits_until_that_can_be_kept(room: Room) -> None:
    await begun(room, ANA, BEN)
    await set_dm_closed(room.game_service.deps, BEN.id, closed=True, table=1)
    with full_disk(room.database):
        assert await room.service.take_notices(BEN) == ()
    assert "dm_closed" in [notice.code for notice in await room.service.take_notices(BEN)]


def test_the_refusal_says_what_to_do() -> None:
    said = text(Refused("not_stored"))
    assert "your action didn't count" in said
    assert "Tell the bot owner" in said
