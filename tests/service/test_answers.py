"""Answering: once, in order, all or none."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.service.tables import ANA, BEN, CHO, Room, ask_no, begun, give, opened_room, refused


async def test_a_game_is_opened_joined_started_and_answered(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    sheet = await room.service.sheet(table, ANA)
    assert sheet.request is not None
    assert sheet.request.key == "walk.act"
    assert [o.token for o in sheet.options][:2] == ["walk", "roll"]
    done = await give(room, table, ANA, "walk", "walk", "done")
    assert done.undo
    assert "walks from 0 to 2" in done.events[-1].text
    assert (await room.service.sheet(table, BEN)).request is not None


async def test_an_answer_given_twice_is_applied_once(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    number = await ask_no(room, table)
    clicks = (room.service.answer(table, ANA, number, [["walk"]]) for _ in range(2))
    one, two = await asyncio.gather(*clicks)
    assert sorted([one.repeated, two.repeated]) == [False, True]
    assert (await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 1


async def test_two_at_once_are_served_one_after_the_other(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "done")
    number = await ask_no(room, table)
    bids = [room.service.answer(table, p, number, [[b]]) for p, b in ((ANA, "0"), (BEN, "2"), (CHO, "1"))]
    await asyncio.gather(*bids)
    log = await room.service.log(table, None)
    assert any("{civ:seat_2} bids most" in line.text for line in log.lines)


async def test_an_old_screen_is_refused_as_stale(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    number = await ask_no(room, table)
    await give(room, table, ANA, "walk")
    assert (await refused(room.service.answer(table, ANA, number, [["roll"]]))).code == "stale"
    assert (await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 1


async def test_question_numbers_grow_and_are_never_used_again(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    numbers = [await ask_no(room, table)]
    for _ in range(2):
        await give(room, table, ANA, "walk")
        numbers.append(await ask_no(room, table))
        await room.service.undo(table, ANA)
        numbers.append(await ask_no(room, table))
    assert numbers == sorted(set(numbers))


async def test_a_batch_is_applied_all_or_none(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    refusal = await refused(room.service.answer(table, ANA, None, [["walk"], ["fly"]]))
    assert refusal.code == "not_an_option"
    assert "fly" in refusal.said["reason"]
    assert (await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 0


async def test_others_are_told_who_is_asked(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    refusal = await refused(room.service.answer(table, BEN, None, [["walk"]]))
    assert refusal.code == "not_asked"
    assert [s.person for s in refusal.said["ask"].asked] == [ANA]
    assert (await refused(room.service.answer(table, CHO, None, [["walk"]]))).code == "no_seat"


async def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN)
        await give(before, table, ANA, "walk")
    async with opened_room(tmp_path / "a.db") as after:
        assert (await after.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 1
        await give(after, table, ANA, "done")
        assert (await after.service.sheet(table, BEN)).ask is not None


async def test_two_processes_on_one_table_lose_nothing(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as one, opened_room(tmp_path / "a.db") as two:
        table = await begun(one, ANA, BEN, CHO)
        await two.service.sheet(table, ANA)
        await give(one, table, ANA, "done")
        await give(two, table, BEN, "done")
        await give(one, table, CHO, "done")
        number = await ask_no(two, table)
        await asyncio.gather(
            one.service.answer(table, ANA, number, [["0"]]), two.service.answer(table, BEN, number, [["1"]])
        )
        assert (await one.service.sheet(table, ANA)).answered
        assert (await one.service.sheet(table, BEN)).answered
        assert not (await one.service.sheet(table, CHO)).answered


async def test_the_game_ends_and_says_so(room: Room) -> None:
    table = await begun(room, ANA, BEN, options={"goal": 3})
    await give(room, table, ANA, "walk", "walk", "walk")
    info = await room.service.info(table)
    assert (info.state, info.over_reason) == ("over", "arrived")
    assert (await room.service.standing(table)).outcome is not None
    assert (await refused(room.service.answer(table, BEN, None, [["walk"]]))).code == "over"
    assert (await room.posts())[-1].kind == "end"
