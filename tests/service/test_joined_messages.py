"""Posts of a channel that wait together go out as one message."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete
from sqlmodel import col

from bot.delivery.outbox import Outbox
from bot.delivery.pacing import SPAN, rows_together
from bot.delivery.wire import Bad
from bot.store.models import OutboxRow
from tests.service.tables import ANA, BEN, Room, begun, give, opened_room
from tests.service.wires import Recording, crashing, outbox


async def busy(made: Room, table: str, times: int) -> None:
    """Several posts of a table, one after the other, before any of them is sent."""
    before = len(await made.posts())
    while len(await made.posts()) < before + times:
        for person in (ANA, BEN):
            sheet = await made.service.sheet(table, person)
            if sheet.request is not None and len(await made.posts()) < before + times:
                await give(made, table, person, "0" if sheet.request.key == "walk.bid" else "walk")


async def test_what_waits_together_goes_out_together_in_order_as_far_as_it_fits(room: Room) -> None:
    wire = Recording(room=3)
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN, options={"goal": 99})
    await box.drain()
    before, sizes = wire.texts(), len(wire.sizes)
    await busy(room, table, 7)
    wanted = await room.texts()
    await box.drain()
    assert wire.texts() == before + wanted
    assert wire.sizes[sizes:] == [3, 3, 1]


@pytest.mark.soak
async def test_a_channel_gets_five_messages_in_five_seconds_and_loses_none(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN, options={"goal": 99})
    await box.drain()
    room.clock.now += 10
    before = wire.texts()
    await busy(room, table, 12)
    wanted = await room.texts()
    counts = []
    for _ in range(4):
        await box.drain()
        counts.append(len(wire.texts()) - len(before))
        assert await box.next_at() > room.clock.now
        room.clock.now += SPAN
    assert counts == [5, 10, 12, 12]
    assert wire.texts() == before + wanted


@pytest.mark.sample(1)
@pytest.mark.parametrize("arrived", [True, False])
async def test_a_crash_around_a_message_of_several_posts_neither_loses_nor_doubles(
    tmp_path: Path, arrived: bool
) -> None:
    wire = Recording(room=4)
    async with opened_room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN, options={"goal": 99})
        box = Outbox(before.game_service, wire, before.clock)
        await box.drain()
        await busy(before, table, 6)
        wanted = [*wire.texts(), *await before.texts()]
        with contextlib.suppress(asyncio.CancelledError):
            await crashing(box, wire, asyncio.CancelledError(), arrived=arrived)
    async with opened_room(tmp_path / "a.db") as after:
        await Outbox(after.game_service, wire, after.clock).drain()
        assert wire.texts() == wanted


async def three_waiting(room: Room) -> tuple[Recording, Outbox, list[str], list[str]]:
    """A game of which three posts wait to share a message: what was sent before, and what waits."""
    wire = Recording(room=4)
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN, options={"goal": 99})
    await box.drain()
    before = wire.texts()
    await busy(room, table, 3)
    return wire, box, before, await room.texts()


async def test_of_several_posts_only_the_one_that_discord_refuses_is_given_up(room: Room) -> None:
    wire, box, before, wanted = await three_waiting(room)
    wire.fail = [Bad("50035"), Bad("50035")]
    await box.drain()
    assert wire.texts() == before + wanted[1:]


async def test_a_post_withdrawn_while_it_was_made_ready_is_not_sent(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire, box, before, wanted = await three_waiting(room)
    attempt, tries = box._rows.attempt, 0

    async def withdrawing(rows: Sequence[OutboxRow], outdated: Sequence[OutboxRow] = ()) -> set[int]:
        nonlocal tries
        tries += 1
        if tries == 1:
            async with room.database.session() as session, room.database.writing(session):
                await session.execute(delete(OutboxRow).where(col(OutboxRow.id) == rows[1].id))
        return await attempt(rows, outdated)

    monkeypatch.setattr(box._rows, "attempt", withdrawing)
    await box.drain()
    assert wire.texts() == [*before, wanted[0], wanted[2]]


def row(number: int, **values: Any) -> OutboxRow:
    return OutboxRow(id=number, table_id=1, lane="t1", post=b"", **values)


def test_what_may_be_replaced_later_stands_alone() -> None:
    def numbers(*rows: OutboxRow) -> list[int | None]:
        return [row.id for row in rows_together(rows, 10.0)]

    assert numbers(row(1), row(2), row(3)) == [1, 2, 3]
    assert numbers(row(1, slot="lobby:100"), row(2)) == [1]
    assert numbers(row(1), row(2, slot="hand:100:1:5"), row(3)) == [1]
    assert numbers(row(1), row(2, next_at=11.0), row(3)) == [1]
    assert numbers(row(1), row(2, slot="run:100:4"), row(3, slot="run:100:5")) == [1, 2]
    assert numbers(row(1, slot="run:100:4"), row(2, slot="run:100:4"), row(3, slot="run:100:5")) == [1]
    assert numbers(row(1, slot="run:100:4"), row(2)) == [1]
    assert numbers(row(1), OutboxRow(id=2, table_id=2, lane="u5", post=b""), row(3)) == [1]
