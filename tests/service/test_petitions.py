"""Going back with the consent of those concerned: who is asked, what silence means, and what comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import select

from bot.clock import Clock
from bot.contract import Petition, Settings
from bot.store.models import EntryRow, PetitionRow
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, give, refused, room

LIVE = Settings(pace="live")
HOUR = 3600.0


async def walked(desk: Room, *people: object, settings: Settings | None = None, npcs: int = 0) -> str:
    """A game in which the first two have walked a step each; the third is asked."""
    table = await begun(desk, ANA, BEN, CHO, settings=settings, npcs=npcs)
    for person in (ANA, BEN):
        await give(desk, table, person, "walk", "done")
    return table


def seats(told: Petition) -> list[str]:
    return [seat.seat for seat in told.asked]


async def close(desk: Room, seconds: float = 24 * HOUR) -> int:
    desk.clock.now += seconds
    return await Clock(desk.desk, desk.clock).close_due()


async def at(desk: Room, table: str) -> list[int]:
    view = (await desk.service.standing(table)).view
    return [civ["at"] for civ in view["civs"].values()]


async def test_points_are_the_latest_actions_and_the_beginnings_of_phases(desk: Room) -> None:
    table = await walked(desk)
    points = await desk.service.back_points(table, ANA)
    assert [(p.answers, p.text) for p in points if p.text] == [
        (2, "{civ:seat_2} walks from 0 to 1"),
        (0, "{civ:seat_1} walks from 0 to 1"),
    ]
    assert (await refused(desk.service.back_points(table, DEE))).code == "no_seat"


async def test_those_who_have_answered_since_must_agree_and_then_the_game_goes_back(desk: Room) -> None:
    table = await walked(desk)
    told = await desk.service.ask_back(table, ANA, 0, "wrong City")
    assert (told.result, seats(told), told.reason) == ("open", ["seat_2"], "wrong City")
    assert (await desk.texts())[-1] == "petition open: seat_2; "
    after = await desk.service.vote_back(table, BEN, told.no, agrees=True)
    assert (after.result, [seat.seat for seat in after.agreed]) == ("agreed", ["seat_2"])
    assert await at(desk, table) == [0, 0, 0]
    assert (await desk.texts())[-1].startswith("back")
    async with desk.database.session() as session:
        assert (await session.execute(select(EntryRow))).first() is None
        assert (await session.execute(select(PetitionRow))).first() is None
    lines = (await desk.service.log(table, None)).lines
    assert [line.undone for line in lines if "walks" in line.text] == [True, True]
    assert lines[-1].text == "{civ:seat_1} asked to go back, and it was agreed."
    await give(desk, table, ANA, "walk", "done")
    assert await at(desk, table) == [1, 0, 0]


async def test_one_may_go_back_into_the_middle_and_the_game_still_follows_from_its_number(desk: Room) -> None:
    table = await walked(desk)
    await give(desk, table, CHO, "roll", "done")
    told = await desk.service.ask_back(table, ANA, 2)
    assert seats(told) == ["seat_2", "seat_3"]
    for person in (BEN, CHO):
        told = await desk.service.vote_back(table, person, told.no, agrees=True)
    assert told.result == "agreed"
    assert await at(desk, table) == [1, 0, 0]
    found = await refused(desk.service.end(table, ANA))
    await desk.service.end(table, ANA, confirm=found.said["confirm"])
    proof = await desk.service.verify(table)
    assert (proof.difference, proof.fits, proof.answers) == ("", True, 2)


async def test_answers_are_told_together_and_silence_is_a_no(desk: Room) -> None:
    table = await walked(desk)
    await give(desk, table, CHO, "walk", "done")
    told = await desk.service.ask_back(table, ANA, 0)
    posts = await desk.texts()
    again = await desk.service.vote_back(table, BEN, told.no, agrees=True)
    assert (again.result, again.agreed) == ("open", ())
    assert await desk.texts() == posts
    assert await close(desk, 23 * HOUR) == 0
    assert await close(desk, HOUR) == 1
    assert (await desk.texts())[-1] == "petition refused: seat_2, seat_3; seat_2"
    assert await at(desk, table) == [1, 1, 1]
    assert (await refused(desk.service.vote_back(table, CHO, told.no, agrees=True))).code == "petition_over"


async def test_a_refusal_ends_it_once_all_have_answered(desk: Room) -> None:
    table = await walked(desk)
    told = await desk.service.ask_back(table, ANA, 0)
    assert (await desk.service.vote_back(table, BEN, told.no, agrees=False)).result == "refused"
    assert (await desk.texts())[-1] == "petition refused: seat_2; "
    assert (await desk.service.log(table, None)).lines[-1].text.endswith("and it was not agreed.")
    later = await desk.service.ask_back(table, ANA, 0)
    assert later.no > told.no


async def test_whoever_answers_meanwhile_is_concerned_as_well(desk: Room) -> None:
    table = await walked(desk)
    told = await desk.service.ask_back(table, ANA, 0)
    assert (await refused(desk.service.vote_back(table, CHO, told.no, agrees=True))).code == "petition_free"
    await give(desk, table, CHO, "walk", "done")
    assert (await desk.service.vote_back(table, BEN, told.no, agrees=True)).result == "open"
    assert (await desk.service.vote_back(table, CHO, told.no, agrees=True)).result == "agreed"
    assert await at(desk, table) == [0, 0, 0]


async def test_one_request_at_a_time_which_its_owner_may_withdraw(desk: Room) -> None:
    table = await walked(desk)
    told = await desk.service.ask_back(table, ANA, 0)
    refusal = await refused(desk.service.ask_back(table, BEN, 0))
    assert refusal.code == "undo_pending"
    assert refusal.said["until"] == told.closes_at
    assert (await refused(desk.service.back_points(table, BEN))).code == "undo_pending"
    assert (await refused(desk.service.vote_back(table, ANA, told.no, agrees=True))).code == "petition_own"
    assert (await desk.service.vote_back(table, ANA, told.no, agrees=False)).result == "withdrawn"
    assert (await desk.service.ask_back(table, BEN, 0)).result == "open"


async def test_chance_concerns_everybody(desk: Room) -> None:
    table = await begun(desk, ANA, BEN, CHO)
    await give(desk, table, ANA, "roll")
    assert (await refused(desk.service.undo(table, ANA))).code == "undo_chance"
    await give(desk, table, ANA, "done")
    assert seats(await desk.service.ask_back(table, ANA, 0)) == ["seat_2", "seat_3"]


async def test_where_nobody_is_concerned_it_is_done_at_once(desk: Room) -> None:
    table = await begun(desk, ANA, npcs=2)
    await give(desk, table, ANA, "roll", "done")
    told = await desk.service.ask_back(table, ANA, 0)
    assert (told.result, told.asked) == ("agreed", ())
    assert await at(desk, table) == [0, 0, 0]


async def played(desk: Room, table: str) -> None:
    """The first plays a card, and the window on it closes after `BEN` has sealed what he holds."""
    sheet = await desk.service.sheet(table, ANA)
    assert sheet.ask is not None
    card = next(option for option in sheet.ask.options if option.isdigit())
    await give(desk, table, ANA, card)


async def test_a_sealed_answer_counts_by_what_came_of_it(desk: Room) -> None:
    table = await begun(desk, ANA, BEN, CHO)
    await played(desk, table)
    sheet = await desk.service.sheet(table, BEN)
    assert sheet.ask is not None
    veto = next((o for o in sheet.ask.options if o != "pass"), None)
    if veto is not None:
        await desk.service.answer(table, BEN, sheet.ask_no, [[veto]])
    await close(desk, 8 * HOUR)
    if veto is not None:
        await close(desk, 8 * HOUR)
    expected = ["seat_2"] if veto is not None else []
    assert seats(await desk.service.ask_back(table, ANA, 0)) == expected


@pytest.mark.parametrize(("pace", "seconds"), [("live", 300), ("brisk", 7200), ("daily", 86400), ("slow", 259200)])
async def test_the_pace_says_how_long_it_is_open(desk: Room, pace: str, seconds: int) -> None:
    table = await walked(desk, settings=Settings(pace=pace))  # type: ignore[arg-type]
    told = await desk.service.ask_back(table, ANA, 0)
    assert told.closes_at.timestamp() == desk.clock.now + seconds


async def test_it_is_decided_after_a_restart_with_a_grace(tmp_path: Path) -> None:
    async with room(tmp_path / "a.db") as first:
        table = await walked(first, settings=LIVE)
        told = await first.service.ask_back(table, ANA, 0)
        clock = first.clock
    clock.now += HOUR
    async with room(tmp_path / "a.db", clock) as second:
        watch = Clock(second.desk, clock)
        await watch.give_grace()
        assert await watch.close_due() == 0
        assert (await second.service.vote_back(table, BEN, told.no, agrees=True)).result == "agreed"
    async with room(tmp_path / "a.db", clock) as third:
        assert await at(third, table) == [0, 0, 0]


async def test_when_the_game_goes_back_by_itself_the_request_lapses(desk: Room) -> None:
    table = await walked(desk)
    told = await desk.service.ask_back(table, CHO, 2)
    await desk.service.undo(table, BEN)
    assert (await refused(desk.service.vote_back(table, BEN, told.no, agrees=True))).code == "petition_over"
    assert await close(desk) == 1
    assert (await desk.texts())[-1] == "petition lapsed: ; "
    again = await desk.service.ask_back(table, CHO, 0)
    first = (await desk.service.checkpoints(table))[-1].no
    await desk.service.go_back(table, ANA, first)
    assert (await refused(desk.service.vote_back(table, ANA, again.no, agrees=True))).code == "petition_over"


async def test_only_points_that_were_offered_can_be_asked_for(desk: Room) -> None:
    table = await walked(desk)
    assert (await refused(desk.service.ask_back(table, ANA, 1))).code == "no_checkpoint"
    assert (await refused(desk.service.ask_back(table, ANA, 99))).code == "no_checkpoint"
    assert (await refused(desk.service.petition(table, 1))).code == "petition_over"
    told = await desk.service.ask_back(table, ANA, 0)
    look = await desk.service.petition(table, told.no)
    assert look.then["civs"]["seat_1"]["at"] == 0
    assert look.now["civs"]["seat_1"]["at"] == 1
