"""What was committed is told, in order, once."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from bot.contract.tables import Place
from bot.delivery.outbox import Outbox
from bot.delivery.requests import refusal
from bot.delivery.wire import Bad, Closed, Failed, Later, MayNot, TargetGone
from bot.features.files import verification
from tests.service.tables import ANA, BEN, CHO, HERE, Hand, Room, begun, give, opened_room, refused, seated
from tests.service.wires import Recording, crashing, outbox


async def test_posts_are_sent_once_in_order(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk")
    await give(room, table, ANA, "done")
    wanted = [f"lobby {table} running: Ana, Ben", *(t for t in await room.texts() if not t.startswith("lobby"))]
    await box.drain()
    assert wire.texts() == wanted
    assert await room.posts() == []
    await box.drain()
    assert wire.texts() == wanted


async def test_the_lobby_post_is_edited_in_place(room: Room) -> None:
    box, wire = outbox(room)
    info = await seated(room, ANA)
    await box.drain()
    await room.service.join(info.id, BEN)
    await box.drain()
    assert wire.texts() == [f"lobby {info.id} lobby: Ana, Ben"]
    assert len(wire.edits) == 1


@pytest.mark.parametrize("failure", [Later("502"), Later("reset")])
async def test_what_fails_for_a_while_is_sent_later_and_keeps_its_order(room: Room, failure: Failed) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before = wire.texts()
    wire.fail = [failure, failure]
    await give(room, table, ANA, "walk")
    await give(room, table, ANA, "walk")
    wanted = await room.texts()
    for _ in range(4):
        await box.drain()
        room.clock.now += 10
    assert wire.texts() == before + wanted


async def test_a_message_that_arrived_although_sending_failed_is_not_sent_again(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    wire.lost = [Later("connection reset after sending")]
    await give(room, table, ANA, "walk")
    wanted = [*wire.texts(), *await room.texts()]
    await box.drain()
    room.clock.now += 10
    await box.drain()
    assert wire.texts() == wanted


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_crash_between_post_and_mark_neither_loses_nor_doubles(tmp_path: Path, arrived: bool) -> None:
    wire = Recording()
    async with opened_room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN)
        box = Outbox(before.game_service, wire, before.clock)
        await box.drain()
        await give(before, table, ANA, "walk")
        wanted = [*wire.texts(), *await before.texts()]
        crash = asyncio.CancelledError()
        with contextlib.suppress(asyncio.CancelledError):
            await crashing(box, wire, crash, arrived=arrived)
    async with opened_room(tmp_path / "a.db") as after:
        await Outbox(after.game_service, wire, after.clock).drain()
        assert wire.texts() == wanted


async def test_closed_dms_are_tried_once_and_told_once(room: Room) -> None:
    box, wire = outbox(room)
    info = await seated(room, ANA, BEN)
    wire.fail = [None, Closed("50007")]
    await box.drain()
    assert (await room.service.info(info.id)).seats[1].dm_closed
    assert [n.code for n in await room.service.take_notices(BEN, info.id)] == ["dm_closed"]
    await room.service.start(info.id, ANA)
    assert await room.posts(BEN.id) == []
    await box.drain()
    assert wire.texts(BEN.id) == []
    assert wire.texts(ANA.id)
    await room.service.retry_dm(BEN)
    assert not (await room.service.info(info.id)).seats[1].dm_closed


async def test_a_lost_permission_stops_the_channel_and_not_the_game(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before = wire.texts()
    wire.fail = [MayNot("50013")]
    await give(room, table, ANA, "walk")
    await box.drain()
    assert not (await room.service.info(table)).may_post
    await give(room, table, ANA, "walk")
    wanted = await room.texts()
    assert len(wanted) == 2
    await box.drain()
    assert wire.texts() == before
    room.clock.now += 61
    await box.drain()
    assert wire.texts() == before + wanted
    assert (await room.service.info(table)).may_post


async def test_a_deleted_channel_is_told_to_everybody_seated_once_and_the_table_moves(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    for _ in range(2):
        wire.fail = [TargetGone("10003")]
        await give(room, table, ANA, "walk")
        await box.drain()
    for person in (ANA, BEN):
        assert len([text for text in wire.texts(person.id) if text.startswith("channel_gone")]) == 1
    gone = await room.service.info(table)
    assert (gone.may_post, gone.lacks) == (False, "channel")
    await room.service.move(table, ANA, Place(5, 78))
    await box.drain()
    assert [t.channel for t, _ in wire.messages.values() if t.user is None][-1] == 78
    assert wire.texts()[-1] == "move\nasked seat_1"
    info = await room.service.info(table)
    assert (info.may_post, info.lacks) == (True, "")


async def test_who_takes_no_dms_reads_of_the_lost_channel_on_the_next_screen(room: Room) -> None:
    box, wire = outbox(room)
    info = await seated(room, ANA, BEN)
    wire.fail = [None, Closed("50007")]
    await box.drain()
    await room.service.start(info.id, ANA)
    wire.fail = [TargetGone("10003")]
    await box.drain()
    told = await room.service.take_notices(BEN, info.id)
    assert told[0].code == "dm_closed"
    gone = next(notice for notice in told if notice.code == "channel_gone")
    assert not gone.said["host"], "the host alone is told what to do about it"


async def test_a_post_that_discord_refuses_is_tried_plain_then_given_up_and_the_host_hears_of_it(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN, options={"goal": 3})
    await box.drain()
    count = len(wire.texts())
    wire.fail = [Bad("50035"), Bad("50035")]
    await give(room, table, ANA, "walk", "walk", "walk")
    await box.drain()
    assert len(wire.texts()) == count
    assert wire.plain[-3:] == [False, True, False]
    assert [text for text in wire.texts(ANA.id) if text.startswith("post_refused")] == [f"post_refused at {table}"]
    assert await room.posts() == []


async def test_a_refused_message_about_a_refused_message_brings_no_further_one(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    wire.fail = [Bad("50006")] * 9
    await give(room, table, ANA, "walk")
    await box.drain()
    assert len(wire.fail) == 7
    assert await room.posts(ANA.id) == []


@pytest.mark.soak
async def test_whatever_else_goes_wrong_a_post_is_tried_again_until_it_is_delivered_in_order(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before, waits = wire.texts(), []
    wire.fail = [refusal(status, {"code": 0, "message": "?"}, dm=False) for status in (400, 401, 408, 502, 404) * 8]
    await give(room, table, ANA, "walk")
    await give(room, table, ANA, "walk")
    wanted = await room.texts()
    while wire.fail:
        await box.drain()
        at = await box.next_at() - room.clock.now
        waits.append(at)
        room.clock.now += at
    await box.drain()
    assert wire.texts() == before + wanted
    assert waits[:9] == [1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert set(waits[9:]) == {300}


async def test_a_post_too_long_for_discord_is_cut_and_the_host_hears_of_it(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    wire.cut = 1
    await give(room, table, ANA, "walk")
    await box.drain()
    assert [text for text in wire.texts(ANA.id) if "shortened" in text] == [f"post_shortened at {table}"]


@pytest.mark.soak
@pytest.mark.parametrize(("mishap", "cut"), [("post_shortened", 1), ("post_refused", 0)])
async def test_the_host_hears_that_a_direct_message_was_cut_or_refused(room: Room, mishap: str, cut: int) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await room.service.answer_offer(table, CHO, (await room.service.give_seat(table, BEN, 2, CHO)).no, accepts=True)
    await box.drain()
    wire.cut, wire.fail = cut, [Bad("50035")] * (1 - cut)
    await room.service.reclaim_seat(table, BEN, 2)
    await box.drain()
    assert wire.texts(ANA.id)[-1] == f"{mishap} in private at {table}"


@pytest.mark.soak
async def test_without_attach_files_a_post_goes_out_in_words_and_the_host_hears_of_it_once(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN, options={"goal": 3})
    second = await room.service.open_table(ANA, Place(5, 78), "walk", options={"goal": 3})
    await room.service.join(second.id, BEN)
    await room.service.start(second.id, ANA)
    await box.drain()
    before = len(wire.texts())
    wire.fail = [MayNot("50013", ["attach_files"])]
    await give(room, table, ANA, "walk", "walk", "walk")
    await box.drain()
    assert len(wire.texts()) == before + 1
    info = await room.service.info(table)
    assert (info.may_post, info.lacks) == (True, "attach_files")
    assert [text for text in wire.texts(ANA.id) if "pictures" in text] == [f"no_pictures at {table} attach_files"]
    assert (await room.service.info(second.id)).lacks == ""


async def test_the_missing_permission_is_named_to_the_host_once(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    wire.fail = [MayNot("50013", ["send_messages"])]
    await give(room, table, ANA, "walk")
    await box.drain()
    for _ in range(2):
        wire.fail = [MayNot("50013", ["send_messages"])]
        room.clock.now += 301
        await box.drain()
    assert (await room.service.info(table)).lacks == "send_messages"
    told = [text for text in wire.texts(ANA.id) if "may_not" in text]
    assert told == [f"may_not_post at {table} send_messages"]
    room.clock.now += 301
    await box.drain()
    assert (await room.service.info(table)).lacks == ""


@pytest.mark.parametrize("code", [50278, 50241, 50013, 0])
async def test_a_dm_that_may_not_be_sent_now_waits_and_nobody_is_taken_for_closed(room: Room, code: int) -> None:
    box, wire = outbox(room)
    info = await seated(room, ANA, BEN)
    wire.fail = [None, *[refusal(403, {"code": code, "message": "?"}, dm=True)] * 2]
    await box.drain()
    assert not (await room.service.info(info.id)).seats[1].dm_closed
    for _ in range(2):
        room.clock.now += 2
        await box.drain()
    assert wire.texts(BEN.id) == [f"You sit at {info.id}"]


async def test_a_newer_hand_replaces_the_older(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    assert len([t for t in wire.texts(BEN.id) if t.startswith("hand of")]) == 1
    await a_round(room, table)
    await box.drain()
    assert wire.edits
    assert not wire.deleted
    room.clock.now += 3601
    await a_round(room, table)
    await box.drain()
    assert len(wire.deleted) == 2
    assert len([t for t in wire.texts(BEN.id) if t.startswith("hand of")]) == 1


async def test_a_message_that_gives_way_is_deleted_however_often_the_process_dies_in_between(tmp_path: Path) -> None:
    wire = Recording()
    async with opened_room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN)
        box = Outbox(before.game_service, wire, before.clock)
        await box.drain()
        before.clock.now += 3601
        await a_round(before, table)
        wire.dies = True
        with contextlib.suppress(asyncio.CancelledError):
            await box.drain()
        assert wire.deleted == []
    async with opened_room(tmp_path / "a.db", before.clock) as after:
        after.clock.now += 60
        wire.dies, wire.fail_delete = False, [Later("502"), MayNot("50001")]
        for _ in range(4):
            await Outbox(after.game_service, wire, after.clock).drain()
            after.clock.now += 100
        assert len(set(wire.deleted)) == len(wire.deleted) == 2
        assert len([t for t in wire.texts(BEN.id) if t.startswith("hand of")]) == 1
        assert await after.posts() == []


async def a_round(made: Room, table: str) -> None:
    for person in (ANA, BEN):
        await give(made, table, person, "done")
    for person in (ANA, BEN):
        await made.service.answer(table, person, None, [["0"]])


async def test_the_last_post_carries_the_open_file(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN, options={"goal": 3})
    await give(room, table, ANA, "walk", "walk", "walk")
    await box.drain()
    end = next(one for _, one in wire.messages.values() if one.post.kind == "end")
    assert [file.name for file in end.files] == ["game.json"]
    assert (await verification.verify_game(room.service, table, end.files[0].raw)).fits


async def test_it_runs_by_itself_and_stops_cleanly(room: Room) -> None:
    box, wire = outbox(room)
    running = asyncio.create_task(box.run())
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk")
    async with asyncio.timeout(5):
        while await room.posts() or await room.posts(BEN.id):  # noqa: ASYNC110 - nobody tells when it is done
            await asyncio.sleep(0.01)
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert wire.texts()[-1].startswith("answer")


async def test_moving_hurries_what_waits(tmp_path: Path) -> None:
    hand = Hand()
    async with opened_room(tmp_path / "a.db", hand) as made:
        box, wire = outbox(made)
        table = await begun(made, ANA, BEN)
        wire.fail = [MayNot("50013")]
        await box.drain()
        count = len(wire.texts())
        await made.service.move(table, ANA, Place(5, 78))
        await box.drain()
        assert len(wire.texts()) > count
        assert (await refused(made.service.move(table, BEN, HERE))).code == "host_only"


# -- what goes out together --------------------------------------------------------------------------------------------
