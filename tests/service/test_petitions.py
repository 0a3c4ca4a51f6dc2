"""Going back with the consent of those concerned: who is asked, what silence means, and what comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import select

from bot.contract.table_settings import Settings
from bot.contract.tables import Petition, Place
from bot.features.files import verification
from bot.store.models import EntryRow, PetitionRow, RecentRequestRow
from bot.tables.alarm_clock import Clock
from tests.bot.fake_game import WalkGame
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, give, opened_room, refused, stop, without_deadlines

LIVE = Settings(pace="live")
HOUR = 3600.0


async def walked(room: Room, *people: object, settings: Settings | None = None, npcs: int = 0) -> str:
    """A game in which the first two have walked a step each; the third is asked."""
    table = await begun(room, ANA, BEN, CHO, settings=settings, npcs=npcs)
    for person in (ANA, BEN):
        await give(room, table, person, "walk", "done")
    return table


def seats(told: Petition) -> list[str]:
    return [seat.seat for seat in told.asked]


async def close(room: Room, seconds: float = 24 * HOUR) -> int:
    return await without_deadlines(room, seconds)


async def at(room: Room, table: str) -> list[int]:
    view = (await room.service.standing(table)).view
    return [civ["at"] for civ in view["civs"].values()]


async def test_points_are_the_latest_actions_and_the_beginnings_of_phases(room: Room) -> None:
    table = await walked(room)
    points = await room.service.back_points(table, ANA)
    assert [(p.answers, p.text) for p in points if p.text] == [
        (2, "{civ:seat_2} walks from 0 to 1"),
        (0, "{civ:seat_1} walks from 0 to 1"),
    ]
    assert (await refused(room.service.back_points(table, DEE))).code == "no_seat"


async def test_those_who_have_answered_since_must_agree_and_then_the_game_goes_back(room: Room) -> None:
    table = await walked(room)
    told = await room.service.ask_back(table, ANA, 0, "wrong City")
    assert (told.result, seats(told), told.reason) == ("open", ["seat_2"], "wrong City")
    assert (await room.texts())[-1] == "petition open: seat_2; "
    after = await room.service.vote_back(table, BEN, told.no, agrees=True)
    assert (after.result, [seat.seat for seat in after.agreed]) == ("agreed", ["seat_2"])
    assert await at(room, table) == [0, 0, 0]
    assert (await room.texts())[-1].startswith("back")
    async with room.database.session() as session:
        assert (await session.execute(select(EntryRow))).first() is None
        assert (await session.execute(select(PetitionRow))).first() is None
    lines = (await room.service.log(table, None)).lines
    assert [line.undone for line in lines if "walks" in line.text] == [True, True]
    assert lines[-1].text == "{civ:seat_1} asked to go back. The others agreed."
    await give(room, table, ANA, "walk", "done")
    assert await at(room, table) == [1, 0, 0]


async def test_one_may_go_back_into_the_middle_and_the_game_still_follows_from_its_number(room: Room) -> None:
    table = await walked(room)
    await give(room, table, CHO, "roll")
    await give(room, table, CHO, "done")
    told = await room.service.ask_back(table, ANA, 2)
    assert seats(told) == ["seat_2", "seat_3"]
    for person in (BEN, CHO):
        told = await room.service.vote_back(table, person, told.no, agrees=True)
    assert told.result == "agreed"
    assert await at(room, table) == [1, 0, 0]
    await stop(room.service, table)
    proof = await verification.verify_game(room.service, table)
    assert (proof.difference, proof.fits, proof.answers) == ("", True, 2)


async def test_answers_are_told_together_and_silence_is_a_no(room: Room) -> None:
    table = await walked(room)
    await give(room, table, CHO, "walk", "done")
    told = await room.service.ask_back(table, ANA, 0)
    posts = await room.texts()
    again = await room.service.vote_back(table, BEN, told.no, agrees=True)
    assert (again.result, again.agreed) == ("open", ())
    assert await room.texts() == posts
    assert await close(room, 23 * HOUR) == 0
    assert await close(room, HOUR) == 1
    assert (await room.texts())[-1] == "petition refused: seat_2, seat_3; seat_2"
    assert await at(room, table) == [1, 1, 1]
    assert (await refused(room.service.vote_back(table, CHO, told.no, agrees=True))).code == "petition_over"


async def test_a_refusal_ends_it_once_all_have_answered(room: Room) -> None:
    table = await walked(room)
    told = await room.service.ask_back(table, ANA, 0)
    assert (await room.service.vote_back(table, BEN, told.no, agrees=False)).result == "refused"
    assert (await room.texts())[-1] == "petition refused: seat_2; "
    assert (await room.service.log(table, None)).lines[-1].text.endswith("The others didn't agree.")
    later = await room.service.ask_back(table, ANA, 0)
    assert later.no > told.no


async def test_whoever_answers_meanwhile_is_concerned_as_well(room: Room) -> None:
    table = await walked(room)
    told = await room.service.ask_back(table, ANA, 0)
    assert (await refused(room.service.vote_back(table, CHO, told.no, agrees=True))).code == "petition_free"
    await give(room, table, CHO, "walk", "done")
    assert (await room.service.vote_back(table, BEN, told.no, agrees=True)).result == "open"
    assert (await room.service.vote_back(table, CHO, told.no, agrees=True)).result == "agreed"
    assert await at(room, table) == [0, 0, 0]


async def test_one_request_at_a_time_which_its_owner_may_withdraw(room: Room) -> None:
    table = await walked(room)
    told = await room.service.ask_back(table, ANA, 0)
    refusal = await refused(room.service.ask_back(table, BEN, 0))
    assert refusal.code == "undo_pending"
    assert refusal.said["until"] == told.closes_at
    assert (await refused(room.service.back_points(table, BEN))).code == "undo_pending"
    assert (await refused(room.service.vote_back(table, ANA, told.no, agrees=True))).code == "petition_own"
    assert (await room.service.vote_back(table, ANA, told.no, agrees=False)).result == "withdrawn"
    assert (await room.service.ask_back(table, BEN, 0)).result == "open"


async def test_one_person_asks_three_times_an_hour_at_all_tables_together(room: Room) -> None:
    first = await walked(room)
    for _ in range(3):
        told = await room.service.ask_back(first, ANA, 0)
        await room.service.vote_back(first, ANA, told.no, agrees=False)
        room.clock.now += 60
    info = await room.service.open_table(ANA, Place(5, 78), "walk")
    second = (await room.service.join(info.id, BEN)).id
    await room.service.start(second, ANA)
    for person in (ANA, BEN):
        await give(room, second, person, "walk", "done")
    for table in (first, second):
        refusal = await refused(room.service.ask_back(table, ANA, 0))
        assert (refusal.code, refusal.said["until"].timestamp()) == ("too_many_requests", room.clock.now - 180 + HOUR)
    assert (await room.service.ask_back(first, BEN, 0)).result == "open"
    room.clock.now += HOUR - 180
    assert (await room.service.ask_back(second, ANA, 0)).result == "open"
    async with room.database.session() as session:
        assert len((await session.execute(select(RecentRequestRow))).all()) == 4


async def test_chance_concerns_everybody(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await give(room, table, ANA, "roll")
    assert (await refused(room.service.undo(table, ANA))).code == "undo_chance"
    await give(room, table, ANA, "done")
    assert seats(await room.service.ask_back(table, ANA, 0)) == ["seat_2", "seat_3"]


@pytest.mark.parametrize("member", ["chance", "reveal_count"])
async def test_what_counts_as_chance_is_what_the_game_says(
    room: Room, monkeypatch: pytest.MonkeyPatch, member: str
) -> None:
    """Whatever its state calls it: here a step taken is a coin turned."""
    monkeypatch.setattr(WalkGame, member, lambda _, s: s.at["seat_1"])
    table = await begun(room, ANA, BEN, CHO)
    await give(room, table, ANA, "walk", "done")
    assert seats(await room.service.ask_back(table, ANA, 0)) == ["seat_2", "seat_3"]


async def test_where_nobody_is_concerned_it_is_done_at_once(room: Room) -> None:
    table = await begun(room, ANA, npcs=2)
    await give(room, table, ANA, "roll")
    await give(room, table, ANA, "done")
    told = await room.service.ask_back(table, ANA, 0)
    assert (told.result, told.asked) == ("agreed", ())
    assert await at(room, table) == [0, 0, 0]


async def played(room: Room, table: str) -> None:
    """The first plays a card, and the window on it closes after `BEN` has sealed what he holds."""
    sheet = await room.service.sheet(table, ANA)
    assert sheet.ask is not None
    card = next(option for option in sheet.ask.options if option.isdigit())
    await give(room, table, ANA, card)


async def test_a_sealed_answer_counts_by_what_came_of_it(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await played(room, table)
    sheet = await room.service.sheet(table, BEN)
    assert sheet.ask is not None
    veto = next((o for o in sheet.ask.options if o != "pass"), None)
    if veto is not None:
        await room.service.answer(table, BEN, sheet.ask_no, [[veto]])
    await close(room, 8 * HOUR)
    if veto is not None:
        await close(room, 8 * HOUR)
    expected = ["seat_2"] if veto is not None else []
    assert seats(await room.service.ask_back(table, ANA, 0)) == expected


@pytest.mark.parametrize(("pace", "seconds"), [("live", 300), ("brisk", 7200), ("daily", 86400), ("slow", 259200)])
async def test_the_pace_says_how_long_it_is_open(room: Room, pace: str, seconds: int) -> None:
    table = await walked(room, settings=Settings(pace=pace))  # type: ignore[arg-type]
    told = await room.service.ask_back(table, ANA, 0)
    assert told.closes_at.timestamp() == room.clock.now + seconds


async def test_it_is_decided_after_a_restart_with_a_grace(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as first:
        table = await walked(first, settings=LIVE)
        told = await first.service.ask_back(table, ANA, 0)
        clock = first.clock
    clock.now += HOUR
    async with opened_room(tmp_path / "a.db", clock) as second:
        watch = Clock(second.game_service, clock)
        await watch.give_grace()
        assert await watch.close_due() == 0
        assert (await second.service.vote_back(table, BEN, told.no, agrees=True)).result == "agreed"
    async with opened_room(tmp_path / "a.db", clock) as third:
        assert await at(third, table) == [0, 0, 0]


async def test_when_the_game_goes_back_by_itself_the_request_lapses(room: Room) -> None:
    table = await walked(room)
    told = await room.service.ask_back(table, CHO, 2)
    await room.service.undo(table, BEN)
    assert (await refused(room.service.vote_back(table, BEN, told.no, agrees=True))).code == "petition_over"
    assert await close(room) == 1
    assert (await room.texts())[-1] == "petition lapsed: ; "
    again = await room.service.ask_back(table, CHO, 0)
    first = (await room.service.checkpoints(table))[-1].no
    assert (await refused(room.service.go_back(table, ANA, first))).code == "undo_pending"
    await room.service.vote_back(table, CHO, again.no, agrees=False)
    assert (await refused(room.service.vote_back(table, ANA, again.no, agrees=True))).code == "petition_over"


async def test_only_points_that_were_offered_can_be_asked_for(room: Room) -> None:
    table = await walked(room)
    assert (await refused(room.service.ask_back(table, ANA, 1))).code == "no_checkpoint"
    assert (await refused(room.service.ask_back(table, ANA, 99))).code == "no_checkpoint"
    assert (await refused(room.service.petition(table, 1))).code == "petition_over"
    told = await room.service.ask_back(table, ANA, 0)
    look = await room.service.petition(table, told.no)
    assert look.then["civs"]["seat_1"]["at"] == 0
    assert look.now["civs"]["seat_1"]["at"] == 1
