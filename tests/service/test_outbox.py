"""What was committed is told, in order, once."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from bot.contract import Place
from bot.delivery.wire import Bad, Closed, Failed, Gone, Later, MayNot
from bot.outbox import Outbox
from tests.service.tables import ANA, BEN, HERE, Hand, Room, begun, give, refused, room, seated
from tests.service.wires import Recording


def outbox(made: Room) -> tuple[Outbox, Recording]:
    """An outbox over a recording wire."""
    wire = Recording()
    return Outbox(made.desk, wire, made.clock), wire


async def test_posts_are_sent_once_in_order(desk: Room) -> None:
    box, wire = outbox(desk)
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "walk")
    await give(desk, table, ANA, "done")
    wanted = [f"lobby {table} running: Ana, Ben", *(t for t in await desk.texts() if not t.startswith("lobby"))]
    await box.drain()
    assert wire.texts() == wanted
    assert await desk.posts() == []
    await box.drain()
    assert wire.texts() == wanted


async def test_the_lobby_post_is_edited_in_place(desk: Room) -> None:
    box, wire = outbox(desk)
    info = await seated(desk, ANA)
    await box.drain()
    await desk.service.join(info.id, BEN)
    await box.drain()
    assert wire.texts() == [f"lobby {info.id} lobby: Ana, Ben"]
    assert len(wire.edits) == 1


@pytest.mark.parametrize("failure", [Later("502"), Later("reset")])
async def test_what_fails_for_a_while_is_sent_later_and_keeps_its_order(desk: Room, failure: Failed) -> None:
    box, wire = outbox(desk)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    before = wire.texts()
    wire.fail = [failure, failure]
    await give(desk, table, ANA, "walk")
    await give(desk, table, ANA, "walk")
    wanted = await desk.texts()
    for _ in range(4):
        await box.drain()
        desk.clock.now += 10
    assert wire.texts() == before + wanted


async def test_a_message_that_arrived_although_sending_failed_is_not_sent_again(desk: Room) -> None:
    box, wire = outbox(desk)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    wire.lost = [Later("connection reset after sending")]
    await give(desk, table, ANA, "walk")
    wanted = [*wire.texts(), *await desk.texts()]
    await box.drain()
    desk.clock.now += 10
    await box.drain()
    assert wire.texts() == wanted


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_crash_between_post_and_mark_neither_loses_nor_doubles(tmp_path: Path, arrived: bool) -> None:
    wire = Recording()
    async with room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN)
        box = Outbox(before.desk, wire, before.clock)
        await box.drain()
        await give(before, table, ANA, "walk")
        wanted = [*wire.texts(), *await before.texts()]
        crash = asyncio.CancelledError()
        with contextlib.suppress(asyncio.CancelledError):
            await crashing(box, wire, crash, arrived=arrived)
    async with room(tmp_path / "a.db") as after:
        await Outbox(after.desk, wire, after.clock).drain()
        assert wire.texts() == wanted


async def crashing(box: Outbox, wire: Recording, crash: BaseException, *, arrived: bool) -> None:
    """Let the process die right after, or right before, the message has arrived."""
    send = wire.send

    async def dying(target: object, letter: object) -> object:
        if arrived:
            await send(target, letter)  # type: ignore[arg-type]
        raise crash

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wire, "send", dying)
        await box.drain()


async def test_closed_dms_are_tried_once_and_told_once(desk: Room) -> None:
    box, wire = outbox(desk)
    info = await seated(desk, ANA, BEN)
    wire.fail = [None, Closed("50007")]
    await box.drain()
    assert (await desk.service.info(info.id)).seats[1].dm_closed
    assert [n.code for n in await desk.service.take_notices(BEN, info.id)] == ["dm_closed"]
    await desk.service.start(info.id, ANA)
    assert await desk.posts(BEN.id) == []
    await box.drain()
    assert wire.texts(BEN.id) == []
    assert wire.texts(ANA.id)
    await desk.service.retry_dm(BEN)
    assert not (await desk.service.info(info.id)).seats[1].dm_closed


async def test_a_lost_permission_stops_the_channel_and_not_the_game(desk: Room) -> None:
    box, wire = outbox(desk)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    before = wire.texts()
    wire.fail = [MayNot("50013")]
    await give(desk, table, ANA, "walk")
    await box.drain()
    assert not (await desk.service.info(table)).may_post
    await give(desk, table, ANA, "walk")
    wanted = await desk.texts()
    assert len(wanted) == 2
    await box.drain()
    assert wire.texts() == before
    desk.clock.now += 61
    await box.drain()
    assert wire.texts() == before + wanted
    assert (await desk.service.info(table)).may_post


async def test_a_deleted_channel_is_told_to_the_host_once_and_the_table_moves(desk: Room) -> None:
    box, wire = outbox(desk)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    for _ in range(2):
        wire.fail = [Gone("10003")]
        await give(desk, table, ANA, "walk")
        await box.drain()
    assert len([text for text in wire.texts(ANA.id) if "lost its channel" in text]) == 1
    await desk.service.move(table, ANA, Place(5, 78))
    await box.drain()
    assert [t.channel for t, _ in wire.messages.values()][-1] == 78
    assert (await desk.service.info(table)).may_post


async def test_a_message_that_discord_refuses_is_tried_plain_and_then_dropped(desk: Room) -> None:
    box, wire = outbox(desk)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    count = len(wire.texts())
    wire.fail = [Bad("50035")] * 4
    await give(desk, table, ANA, "walk")
    await give(desk, table, ANA, "walk")
    for _ in range(6):
        await box.drain()
        desk.clock.now += 20
    assert len(wire.texts()) == count + 1
    assert True in wire.plain


async def test_a_newer_hand_replaces_the_older(desk: Room) -> None:
    box, wire = outbox(desk)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    assert len([t for t in wire.texts(BEN.id) if t.startswith("hand of")]) == 1
    await a_round(desk, table)
    await box.drain()
    assert wire.edits
    assert not wire.deleted
    desk.clock.now += 3601
    await a_round(desk, table)
    await box.drain()
    assert len(wire.deleted) == 2
    assert len([t for t in wire.texts(BEN.id) if t.startswith("hand of")]) == 1


async def a_round(made: Room, table: str) -> None:
    for person in (ANA, BEN):
        await give(made, table, person, "done")
    for person in (ANA, BEN):
        await made.service.answer(table, person, None, [["0"]])


async def test_the_last_post_carries_the_open_file(desk: Room) -> None:
    box, wire = outbox(desk)
    table = await begun(desk, ANA, BEN, options={"goal": 3})
    await give(desk, table, ANA, "walk", "walk", "walk")
    await box.drain()
    letter = next(letter for _, letter in wire.messages.values() if letter.post.kind == "end")
    assert [file.name for file in letter.files] == ["game.json"]
    assert (await desk.service.verify(table, letter.files[0].raw)).fits


async def test_it_runs_by_itself_and_stops_cleanly(desk: Room) -> None:
    box, wire = outbox(desk)
    running = asyncio.create_task(box.run())
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "walk")
    async with asyncio.timeout(5):
        while await desk.posts() or await desk.posts(BEN.id):  # noqa: ASYNC110 - nobody tells when it is done
            await asyncio.sleep(0.01)
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert wire.texts()[-1].startswith("answer")


async def test_moving_hurries_what_waits(tmp_path: Path) -> None:
    hand = Hand()
    async with room(tmp_path / "a.db", hand) as made:
        box, wire = outbox(made)
        table = await begun(made, ANA, BEN)
        wire.fail = [MayNot("50013")]
        await box.drain()
        count = len(wire.texts())
        await made.service.move(table, ANA, Place(5, 78))
        await box.drain()
        assert len(wire.texts()) > count
        assert (await refused(made.service.move(table, BEN, HERE))).code == "host_only"
