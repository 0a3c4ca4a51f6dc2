"""Discord takes five messages in five seconds in a channel, however many tables are played there."""

from __future__ import annotations

import math

import pytest

from bot.delivery.outbox import Outbox
from bot.delivery.pacing import MOST, SPAN, Pace
from bot.delivery.wire import Later, Target
from tests.service.tables import ANA, BEN, Hand, Room, begun, stop
from tests.service.test_joined_messages import busy
from tests.service.wires import Recording

HALL = Target(7)


@pytest.mark.soak
async def test_tables_of_one_channel_share_its_pace(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    for _ in range(2):
        table = await begun(room, ANA, BEN, options={"goal": 99})
        await busy(room, table, 4)
        await stop(room.service, table)
    waiting = len(await room.posts())
    counts = []
    for _ in range(math.ceil(waiting / MOST)):
        before = len(wire.sizes)
        await box.drain()
        counts.append(len(wire.sizes) - before)
        room.clock.now += SPAN
    assert max(counts) == MOST
    assert await room.posts() == []


@pytest.mark.soak
async def test_a_message_that_may_have_arrived_counts(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    await busy(room, await begun(room, ANA, BEN, options={"goal": 99}), 6)
    wire.lost = [Later("reset after sending")]
    await box.drain()
    room.clock.now += 1.5
    await box.drain()
    assert len(wire.sizes) == MOST


def test_what_is_under_way_to_a_channel_counts_for_all_that_lead_there() -> None:
    clock = Hand()
    pace = Pace(clock)
    for _ in range(MOST - 1):
        pace.note_post(HALL)
    with pace.posting("t1", HALL) as first, pace.posting("t2", HALL) as second:
        assert (first, second) == (True, False)
        assert pace.free_at("t2") > clock()
    assert pace.free_at("t2") == 0.0


def test_what_is_known_of_channels_is_bounded() -> None:
    clock = Hand()
    pace = Pace(clock)
    for number in range(5000):
        with pace.posting(f"t{number}", Target(number)):
            pace.note_post(Target(number))
        clock.now += 1
    assert len(pace._targets) + len(pace._posted) + len(pace._under_way) < 1000, (
        "each look of the outbox goes over them"
    )
