"""Taking back: alone while nobody else has answered and nothing has come out; the host to any point."""

from __future__ import annotations

from pathlib import Path

from sqlmodel import select

from bot.store.models import CheckpointRow, EntryRow
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, refused, room


async def test_the_last_answer_is_taken_back(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "walk")
    done = await desk.service.undo(table, ANA)
    assert done.sheet is not None
    assert done.sheet.view["civs"]["seat_1"]["at"] == 0
    assert done.sheet.undo == "nothing"
    assert "undo" in (await desk.texts())[-1]


async def test_a_batch_is_taken_back_as_a_whole(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "walk")
    await give(desk, table, ANA, "walk", "done")
    await desk.service.undo(table, ANA)
    sheet = await desk.service.sheet(table, ANA)
    assert sheet.view["civs"]["seat_1"]["at"] == 1
    assert (sheet.undo, sheet.undo_key) == ("", "walk.act")


async def test_undo_is_barred_once_somebody_else_has_answered(desk: Room) -> None:
    table = await begun(desk, ANA, BEN, CHO)
    await give(desk, table, ANA, "done")
    await give(desk, table, BEN, "walk")
    assert (await desk.service.sheet(table, ANA)).undo == "answered"
    assert (await refused(desk.service.undo(table, ANA))).code == "undo_answered"


async def test_undo_is_barred_once_chance_has_moved(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "roll")
    assert (await refused(desk.service.undo(table, ANA))).code == "undo_chance"


async def test_what_was_undone_leaves_the_journal_and_is_struck_in_the_log(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "walk", "done")
    await desk.service.undo(table, ANA)
    async with desk.database.session() as session:
        assert (await session.execute(select(EntryRow))).first() is None
    lines = (await desk.service.log(table, None)).lines
    assert [line.undone for line in lines if "walks" in line.text] == [True]
    latest = (await desk.service.standing(table)).latest
    assert not any("walks" in line.text for line in latest)


async def test_an_old_click_after_undo_is_stale_and_no_double_click(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    number = (await desk.service.info(table)).ask_no
    await desk.service.answer(table, ANA, number, [["walk"]])
    await desk.service.undo(table, ANA)
    assert (await refused(desk.service.answer(table, ANA, number, [["walk"]]))).code == "stale"


async def test_undo_works_after_a_restart(tmp_path: Path) -> None:
    async with room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN)
        await give(before, table, ANA, "walk", "walk")
    async with room(tmp_path / "a.db") as after:
        await after.service.undo(table, ANA)
        assert (await after.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 0


async def test_the_host_goes_back_to_any_point(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    for person in (ANA, BEN):
        await give(desk, table, person, "walk", "done")
    await desk.service.answer(table, ANA, None, [["1"]])
    await desk.service.answer(table, BEN, None, [["0"]])
    points = await desk.service.checkpoints(table)
    assert [p.step for p in points][-2:] == ["walk", "deal"]
    assert (await refused(desk.service.go_back(table, BEN, points[-2].no))).code == "host_only"
    before = await desk.service.info(table)
    done = await desk.service.go_back(table, ANA, points[-2].no)
    assert done.info.ask_no > before.ask_no
    assert done.sheet is not None
    assert done.sheet.view["civs"]["seat_1"]["at"] == 0
    assert (await desk.service.checkpoints(table))[0].no >= points[-2].no
    assert (await desk.service.history(table, points[-1].no))["turn"] == 1


async def test_going_back_keeps_whoever_plays_now(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "done")
    await desk.service.control(table, ANA, 2, "npc")
    first = (await desk.service.checkpoints(table))[-1].no
    await desk.service.go_back(table, ANA, first)
    await give(desk, table, ANA, "done")
    info = await desk.service.info(table)
    assert [seat.by for seat in info.seats] == ["human", "npc"]
    assert (await desk.service.sheet(table, ANA)).request is not None


async def test_points_after_the_one_gone_back_to_are_forgotten(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "done")
    await give(desk, table, BEN, "walk", "done")
    first = (await desk.service.checkpoints(table))[-1].no
    await desk.service.go_back(table, ANA, first)
    async with desk.database.session() as session:
        rows = (await session.execute(select(CheckpointRow.no, CheckpointRow.first))).all()
    assert sorted(rows) == [(1, 0), (2, 0)]
    assert (await refused(desk.service.go_back(table, ANA, 99))).code == "no_checkpoint"
