"""Many messages that fall due together: sent evenly, to DM channels that are known, and no lane starves another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import pytest
from sqlmodel import select

from bot.contract.posts import Post, Words
from bot.delivery.outbox import BREATH, STEP, Outbox
from bot.delivery.outbox_rows import LaneHead
from bot.delivery.pacing import MOST
from bot.delivery.wire import ReadyPost, Sent, Target
from bot.store.models import OutboxRow
from bot.store.person_models import PersonRow
from tests.service.tables import ANA, Room, seated
from tests.service.wires import Recording

TEXT = msgspec.json.encode(Post("x", (Words("Good morning"),)))


class Timed(Outbox):
    """An outbox that notes when it began each lane, and counts its looks at what waits."""

    def __init__(self, room: Room, wire: Recording) -> None:
        super().__init__(room.game_service, wire, room.clock)
        self.times: list[float] = []
        self.looks = 0

    async def _heads(self) -> list[LaneHead]:
        self.looks += 1
        return await super()._heads()

    def _begin(self, lane: str) -> None:
        self.times.append(asyncio.get_running_loop().time())
        super()._begin(lane)


class Morning(Recording):
    """A wire that breaks at some people, and notes when it was used and for whom a channel was known."""

    def __init__(self, broken: range = range(0)) -> None:
        super().__init__()
        self.broken = broken
        self.known: list[int] = []

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        self.known.append(target.channel)
        if target.user in self.broken:
            raise RuntimeError("a fault of our own")
        sent = await super().send(target, posts)
        return Sent(target.channel or 5000 + (target.user or 0), sent.message)


async def write(room: Room, people: range, at: float) -> None:
    """A DM to each of these people, due at that time."""
    (table,) = await room.database.read(select(OutboxRow.table_id).distinct()) or [1]
    async with room.database.session() as session, room.database.writing(session):
        session.add_all(
            OutboxRow(table_id=table, lane=f"u{one}", user=one, post=TEXT, next_at=at, made_at=at) for one in people
        )


@pytest.fixture
async def quiet(room: Room) -> Room:
    """A room in which nothing else waits."""
    await seated(room, ANA)
    await Outbox(room.game_service, Recording(), room.clock).drain()
    return room


async def test_thirty_lanes_that_fail_do_not_hold_up_one_that_does_not(quiet: Room) -> None:
    wire = Morning(range(1, 31))
    box = Outbox(quiet.game_service, wire, quiet.clock)
    await write(quiet, range(1, 31), quiet.now - 100)
    await write(quiet, range(99, 100), quiet.now - 1)
    running = asyncio.create_task(box.run())
    async with asyncio.timeout(20):
        while [target.user for target, _ in wire.messages.values()] != [99]:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(BREATH)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_lanes_are_begun_evenly_and_not_all_at_once(quiet: Room) -> None:
    wire = Morning()
    box = Timed(quiet, wire)
    await write(quiet, range(1, 13), quiet.now - 1)
    running = asyncio.create_task(box.run())
    async with asyncio.timeout(20):
        while len(wire.messages) < 12:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(BREATH)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    steps = box.times[::STEP]
    assert steps[-1] - steps[0] >= (12 / STEP - 2) * BREATH, "after a late step the next may come sooner"
    assert box.looks < 12, "lanes that become free are no reason to look before the next step"


async def test_the_channel_of_a_persons_dms_is_kept(quiet: Room) -> None:
    async with quiet.database.session() as session, quiet.database.writing(session):
        await session.merge(PersonRow(person=7))
    wire = Morning()
    for _ in range(2):
        await write(quiet, range(7, 8), quiet.now - 1)
        await Outbox(quiet.game_service, wire, quiet.clock).drain()
    assert wire.known == [0, 5007]
    assert await quiet.database.read(select(PersonRow.dm_channel).where(PersonRow.person == 7)) == [5007]


async def test_messages_to_one_person_are_counted_together_whether_the_channel_is_known_or_not(quiet: Room) -> None:
    async with quiet.database.session() as session, quiet.database.writing(session):
        await session.merge(PersonRow(person=7))
    wire = Morning()
    for _ in range(MOST + 3):
        await write(quiet, range(7, 8), quiet.now - 1)
    await Outbox(quiet.game_service, wire, quiet.clock).drain()
    assert wire.known == [0, *[5007] * (MOST - 1)], "no more than Discord takes at once"
