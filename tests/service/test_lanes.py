"""Of several processes at one database one sends what waits in a lane, and another after it if it dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import delete
from sqlmodel import col, select

from bot.delivery.outbox import Outbox
from bot.delivery.outbox_rows import LEASE, LaneTaken, OutboxRows
from bot.delivery.pacing import MOST
from bot.delivery.wire import Later, ReadyPost, Sent, Target
from bot.store.cluster_models import LaneLeaseRow
from bot.store.models import OutboxRow
from tests.service.tables import ANA, BEN, Hand, Room, begun, give, opened_room, seated
from tests.service.test_joined_messages import busy
from tests.service.wires import Recording


class Slow(Recording):
    """A wire in which a message arrives when the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.go = asyncio.Event(), asyncio.Event()

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        self.began.set()
        await self.go.wait()
        return await super().send(target, posts)


@pytest.fixture
async def rooms(tmp_path: Path) -> AsyncIterator[tuple[Room, Room]]:
    """Two processes at one database, with one time."""
    async with opened_room(tmp_path / "a.db") as one, opened_room(tmp_path / "a.db", one.clock) as other:
        yield one, other


async def leases(room: Room) -> list[str]:
    return await room.database.read(select(LaneLeaseRow.lane).order_by(col(LaneLeaseRow.lane)))


async def waiting(room: Room) -> int:
    return len(await room.database.read(select(OutboxRow.id)))


async def test_what_one_process_is_sending_no_other_sends(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    await seated(one, ANA)
    slow, second = Slow(), Recording()
    sending = asyncio.create_task(Outbox(one.game_service, slow, one.clock).drain())
    await slow.began.wait()
    box = Outbox(other.game_service, second, other.clock)
    await box.drain()
    assert second.messages == {}
    assert await box.next_at() == one.clock.now + LEASE
    slow.go.set()
    await sending
    assert len(slow.messages) == 1
    assert (await leases(one), await waiting(one)) == ([], 0)


async def test_what_a_dead_process_was_sending_is_looked_for_and_sent_by_another_when_its_lease_has_lapsed(
    rooms: tuple[Room, Room],
) -> None:
    one, other = rooms
    await seated(one, ANA)
    rows = OutboxRows(one.database, one.clock, "dead")
    (lane,) = await one.database.read(select(OutboxRow.lane))
    row, outdated = await rows.head(lane)
    assert row is not None
    assert len(await rows.attempt([row], outdated)) == 1
    wire = Recording()
    box = Outbox(other.game_service, wire, other.clock)
    await box.drain()
    assert wire.messages == {}
    other.clock.now += LEASE
    await box.drain()
    assert len(wire.messages) == 1
    assert (await leases(one), await waiting(one)) == ([], 0)


async def test_whoever_has_lost_a_lease_writes_nothing_down(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    await seated(one, ANA)
    slow, second = Slow(), Recording()
    sending = asyncio.create_task(Outbox(one.game_service, slow, one.clock).drain())
    await slow.began.wait()
    one.clock.now += LEASE
    await Outbox(other.game_service, second, other.clock).drain()
    (slot,) = [one.post.slot for _, one in second.messages.values()]
    assert slot
    slow.go.set()
    await sending
    filled = await OutboxRows(one.database, one.clock, "").slot(OutboxRow(table_id=1296, lane="", slot=slot, post=b""))
    assert filled is None or filled.message in second.messages
    assert await waiting(one) == 0


async def test_a_lease_is_taken_by_one_kept_and_given_back(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    mine, theirs = (OutboxRows(room.database, one.clock, room.service.deps.process) for room in rooms)
    await mine.claim("t1")
    one.clock.now += LEASE - 1
    await mine.keep(["t1", "t2"])
    one.clock.now += LEASE - 1
    with pytest.raises(LaneTaken):
        await theirs.claim("t1")
    await mine.release("t1")
    await theirs.claim("t1")
    with pytest.raises(LaneTaken):
        await mine.claim("t1")
    await theirs.release_all()
    assert await leases(other) == []


async def test_two_processes_keep_the_order_of_a_channel(rooms: tuple[Room, Room]) -> None:
    one = rooms[0]
    wire = Recording()
    table = await begun(one, ANA, BEN)
    for _ in range(4):
        sheet = await one.service.sheet(table, ANA)
        if sheet.request is None:
            break
        await give(one, table, ANA, sheet.options[0].token)
    wanted = [text for text in await one.texts() if not text.startswith("lobby")]
    boxes = [Outbox(room.game_service, wire, one.clock) for room in rooms]
    for _ in range(20):
        await asyncio.gather(*(box.drain() for box in boxes))
        one.clock.now += 6
    assert len(wanted) > 2
    assert [text for text in wire.texts() if not text.startswith("lobby")] == wanted


class Strict(Recording):
    """A Discord that takes five messages in five seconds in a channel, from whomever they come."""

    def __init__(self, clock: Hand) -> None:
        super().__init__()
        self.clock, self.times, self.marks, self.refused = clock, list[float](), list[int](), 0

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        if target.user is None:
            latest = [at for at in self.times if at > self.clock() - 5]
            if len(latest) >= MOST:
                self.refused += 1
                raise Later("429", latest[0] + 5 - self.clock(), unknown=False)
            self.times.append(self.clock())
            self.marks += [post.mark for post in posts]
        return await super().send(target, posts)


@pytest.mark.soak
async def test_processes_that_send_in_a_channel_in_turn_lose_and_swap_nothing_where_discord_takes_no_more(
    rooms: tuple[Room, Room],
) -> None:
    one = rooms[0]
    wire = Strict(one.clock)
    boxes = [Outbox(room.game_service, wire, one.clock) for room in rooms]
    table = await begun(one, ANA, BEN, options={"goal": 99})
    for number in range(8):
        await busy(one, table, 2)
        await boxes[number % 2].drain()
        one.clock.now += 0.2
    assert wire.refused > 0
    for _ in range(12):
        await asyncio.gather(*(box.drain() for box in boxes))
        one.clock.now += 2
    assert await one.posts() == []
    assert len(wire.marks) > MOST
    assert wire.marks == sorted(set(wire.marks))


async def test_a_post_withdrawn_at_the_last_moment_is_not_said_to_be_there(rooms: tuple[Room, Room]) -> None:
    """As another process may do between what is read here and what is written."""
    one = rooms[0]
    await seated(one, ANA)
    rows = OutboxRows(one.database, one.clock, "me")
    (lane,) = await one.database.read(select(OutboxRow.lane))
    row, outdated = await rows.head(lane)
    assert row is not None
    async with one.database.session() as session, one.database.writing(session):
        await session.execute(delete(OutboxRow).where(col(OutboxRow.id) == row.id))
    assert await rows.attempt([row], outdated) == set()


async def test_with_sqlite_nobody_waits_for_a_process_of_this_machine_that_has_died(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    if not one.database.lite:
        pytest.skip("processes at PostgreSQL may be on several machines")
    await seated(one, ANA)
    (lane,) = await one.database.read(select(OutboxRow.lane))
    dead, alive = OutboxRows(one.database, one.clock, f"{2**22 + 5}-a"), OutboxRows(one.database, one.clock, "1-a")
    await dead.claim(lane)
    await alive.claim("t5")
    wire = Recording()
    box = Outbox(other.game_service, wire, other.clock)
    running = asyncio.create_task(box.run())
    async with asyncio.timeout(60):
        while await waiting(other):  # noqa: ASYNC110 - what is stored tells no event
            await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert len(wire.messages) == 1
    assert await leases(one) == ["t5"]
