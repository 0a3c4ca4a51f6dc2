"""Taking back: alone while nobody else has answered and nothing has come out; the host to any point."""

from __future__ import annotations

from pathlib import Path

from sqlmodel import select

from bot.store.models import CheckpointRow, EntryRow
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, opened_room, refused


async def test_the_last_answer_is_taken_back(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk")
    done = await room.service.undo(table, ANA)
    assert done.sheet is not None
    assert done.sheet.view["civs"]["seat_1"]["at"] == 0
    assert done.sheet.undo == "nothing"
    assert "undo" in (await room.texts())[-1]


async def test_a_batch_is_taken_back_as_a_whole(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk")
    await give(room, table, ANA, "walk", "done")
    await room.service.undo(table, ANA)
    sheet = await room.service.sheet(table, ANA)
    assert sheet.view["civs"]["seat_1"]["at"] == 1
    assert (sheet.undo, sheet.undo_key) == ("", "walk.act")


async def test_undo_is_barred_once_somebody_else_has_answered(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await give(room, table, ANA, "done")
    await give(room, table, BEN, "walk")
    assert (await room.service.sheet(table, ANA)).undo == "answered"
    assert (await refused(room.service.undo(table, ANA))).code == "undo_answered"


async def bidding(room: Room) -> str:
    """A game in which all bid in secret, and the second has bid."""
    table = await begun(room, ANA, BEN, CHO)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "walk", "done")
    await room.service.answer(table, BEN, None, [["1"]])
    return table


async def test_a_secret_answer_is_taken_back_unnoticed_whoever_has_answered_since(room: Room) -> None:
    table = await bidding(room)
    await room.service.answer(table, CHO, None, [["2"]])
    posts, info = await room.posts(), await room.service.info(table)
    anas = await room.service.sheet(table, ANA)
    sheet = await room.service.sheet(table, BEN)
    assert (sheet.undo, sheet.undo_key, sheet.answered) == ("", "walk.bid", True)
    done = await room.service.undo(table, BEN)
    assert done.sheet is not None
    assert (done.sheet.answered, done.sheet.ask_no) == (False, info.ask_no + 1)
    assert (await room.service.info(table)).ask_no == info.ask_no
    assert await room.posts() == posts
    assert await room.service.sheet(table, ANA) == anas
    assert (await room.service.sheet(table, CHO)).answered
    stale = await refused(room.service.answer(table, BEN, info.ask_no, [["0"]]))
    assert stale.code == "stale"
    await room.service.answer(table, BEN, done.sheet.ask_no, [["0"]])
    await room.service.answer(table, ANA, info.ask_no, [["0"]])
    assert "seat_3" in (await room.service.log(table, None)).lines[-2].text
    assert (await room.service.sheet(table, ANA)).undo == "chance"


async def test_who_spoke_last_before_a_secret_question_may_go_back_before_it_is_decided(room: Room) -> None:
    """Whether or not somebody has answered it: that is nobody's business."""
    table = await bidding(room)
    assert (await room.service.sheet(table, CHO)).undo == ""
    await room.service.undo(table, CHO)
    assert (await room.service.standing(table)).view["civs"]["seat_3"]["at"] == 0
    assert not (await room.service.sheet(table, BEN)).answered


async def test_undo_is_barred_once_chance_has_moved(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "roll")
    assert (await refused(room.service.undo(table, ANA))).code == "undo_chance"


async def test_what_was_undone_leaves_the_journal_and_is_struck_in_the_log(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk", "done")
    await room.service.undo(table, ANA)
    async with room.database.session() as session:
        assert (await session.execute(select(EntryRow))).first() is None
    lines = (await room.service.log(table, None)).lines
    assert [line.undone for line in lines if "walks" in line.text] == [True]
    latest = (await room.service.standing(table)).latest
    assert not any("walks" in line.text for line in latest)


async def test_an_old_click_after_undo_is_stale_and_no_double_click(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    number = (await room.service.info(table)).ask_no
    await room.service.answer(table, ANA, number, [["walk"]])
    await room.service.undo(table, ANA)
    assert (await refused(room.service.answer(table, ANA, number, [["walk"]]))).code == "stale"


async def test_undo_works_after_a_restart(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN)
        await give(before, table, ANA, "walk", "walk")
    async with opened_room(tmp_path / "a.db") as after:
        await after.service.undo(table, ANA)
        assert (await after.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 0


async def test_the_host_goes_back_to_any_point_with_the_yes_of_those_concerned(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    for person in (ANA, BEN):
        await give(room, table, person, "walk", "done")
    await room.service.answer(table, ANA, None, [["1"]])
    await room.service.answer(table, BEN, None, [["0"]])
    points = await room.service.checkpoints(table)
    assert [p.step for p in points][-2:] == ["walk", "deal"]
    assert (await refused(room.service.go_back(table, BEN, points[-2].no))).code == "host_only"
    before = await room.service.info(table)
    told = await room.service.go_back(table, ANA, points[-2].no)
    assert (told.result, [seat.person for seat in told.asked]) == ("open", [BEN])
    assert (await room.service.info(table)).ask_no == before.ask_no
    await room.service.vote_back(table, BEN, told.no, agrees=True)
    assert (await room.service.info(table)).ask_no > before.ask_no
    assert (await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 0
    assert (await room.service.checkpoints(table))[0].no >= points[-2].no
    assert (await room.service.history(table, points[-1].no))["turn"] == 1


async def test_going_back_keeps_whoever_plays_now(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "done")
    await room.service.control(table, BEN, 2, "npc")
    first = (await room.service.checkpoints(table))[-1].no
    await room.service.go_back(table, ANA, first)
    await give(room, table, ANA, "done")
    info = await room.service.info(table)
    assert [seat.by for seat in info.seats] == ["human", "npc"]
    assert (await room.service.sheet(table, ANA)).request is not None


async def test_points_after_the_one_gone_back_to_are_forgotten(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "done")
    await give(room, table, BEN, "walk", "done")
    first = (await room.service.checkpoints(table))[-1].no
    told = await room.service.go_back(table, ANA, first)
    await room.service.vote_back(table, BEN, told.no, agrees=True)
    async with room.database.session() as session:
        rows = (await session.execute(select(CheckpointRow.no, CheckpointRow.first))).all()
    assert sorted(rows) == [(1, 0), (2, 0)]
    assert (await refused(room.service.go_back(table, ANA, 99))).code == "no_checkpoint"


async def test_answers_behind_what_chance_brings_are_not_taken_together(room: Room) -> None:
    """Whether the rest fits would tell what was rolled."""
    table = await begun(room, ANA, BEN)
    for rest in ("walk", "flies"):
        refusal = await refused(room.service.answer(table, ANA, None, [["roll"], [rest]]))
        assert refusal.code == "not_together"
    assert (await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 0
    await give(room, table, ANA, "roll")
    assert (await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] > 0
