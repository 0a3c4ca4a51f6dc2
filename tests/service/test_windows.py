"""Sealed windows: kept outside the record, closed at their time, telling nothing before."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from bot.clock import Clock
from bot.contract import Person, Preferences, Settings
from bot.service.hours import waking_end
from bot.service.windows import LENGTHS
from bot.store.models import EntryRow
from tests.service.tables import ANA, BEN, CHO, HERE, Hand, Room, ask_no, begun, refused, room

LIVE = Settings(pace="live")
EARLY = Settings(pace="live", window_close="early")


async def announced(made: Room, settings: Settings = LIVE, *people: Person) -> str:
    """A game in which the first person has just played a card: a window is open for the others."""
    table = await begun(made, *(people or (ANA, BEN, CHO)), settings=settings)
    await play(made, table)
    return table


async def play(made: Room, table: str) -> None:
    sheet = await made.service.sheet(table, ANA)
    card = next(o.token for o in sheet.options if o.token.isdigit())
    await made.service.answer(table, ANA, sheet.ask_no, [[card]])


async def test_a_window_opens_with_its_closing_time(desk: Room) -> None:
    table = await announced(desk)
    info = await desk.service.info(table)
    assert info.window is not None
    assert (info.window.kind, info.window.closes_at - info.window.opens_at) == ("long", timedelta(seconds=45))


async def test_nothing_is_told_of_sealed_answers_before_the_close(desk: Room) -> None:
    table = await announced(desk)
    before = await desk.service.standing(table)
    posts, number = await desk.posts(), await ask_no(desk, table)
    done = await desk.service.answer(table, BEN, number, [["pass"]])
    assert done.sheet is not None
    assert done.sheet.sealed == ("pass",)
    assert await desk.service.standing(table) == before
    assert await desk.posts() == posts
    assert (await desk.service.sheet(table, CHO)).sealed is None


async def test_sealed_answers_are_outside_the_record_until_the_close(desk: Room) -> None:
    table = await announced(desk)
    await desk.service.answer(table, BEN, None, [["pass"]])
    async with desk.database.session() as session:
        keys = (await session.execute(select(EntryRow.key))).scalars().all()
    assert "walk.veto" not in keys


@pytest.mark.parametrize("answering", [(), (BEN,), (BEN, CHO)])
async def test_a_window_closes_exactly_at_its_time(desk: Room, answering: tuple[Person, ...]) -> None:
    table = await announced(desk)
    clock = Clock(desk.desk, desk.clock)
    for person in answering:
        await desk.service.answer(table, person, None, [["pass"]])
    desk.clock.now += 44.9
    assert await clock.close_due() == 0
    desk.clock.now += 0.1
    assert await clock.close_due() == 1
    assert (await desk.service.info(table)).window is None
    assert (await desk.service.sheet(table, BEN)).request is not None


async def test_an_answer_after_the_close_is_refused(desk: Room) -> None:
    table = await announced(desk)
    number = await ask_no(desk, table)
    desk.clock.now += 60
    await Clock(desk.desk, desk.clock).close_due()
    assert (await refused(desk.service.answer(table, CHO, number, [["pass"]]))).code == "window_closed"


async def test_a_sealed_answer_may_be_changed_and_taken_back(desk: Room) -> None:
    table = await announced(desk)
    number = await ask_no(desk, table)
    options = [o.token for o in (await desk.service.sheet(table, BEN)).options]
    for token in options:
        done = await desk.service.answer(table, BEN, number, [[token]])
        assert done.sheet is not None
        assert done.sheet.sealed == (token,)
    done = await desk.service.unseal(table, BEN, number)
    assert done.sheet is not None
    assert done.sheet.sealed is None
    assert not done.sheet.answered


async def test_the_announcer_may_undo_while_others_have_sealed(desk: Room) -> None:
    table = await announced(desk)
    for person in (BEN, CHO):
        await desk.service.answer(table, person, None, [["pass"]])
    assert (await desk.service.undo(table, ANA)).sheet is not None
    assert (await desk.service.info(table)).window is None
    await play(desk, table)
    assert (await desk.service.sheet(table, BEN)).sealed is None


@pytest.mark.parametrize("answering", [(), (BEN, CHO)])
async def test_after_the_close_undo_does_not_tell_who_let_it_pass(desk: Room, answering: tuple[Person, ...]) -> None:
    table = await announced(desk)
    for person in answering:
        await desk.service.answer(table, person, None, [["pass"]])
    desk.clock.now += 45
    await Clock(desk.desk, desk.clock).close_due()
    assert (await desk.service.sheet(table, ANA)).undo == ""


async def test_an_early_window_closes_ten_seconds_after_the_last_answer_at_most(desk: Room) -> None:
    table = await announced(desk, EARLY)
    clock = Clock(desk.desk, desk.clock)
    desk.clock.now += 3
    await desk.service.answer(table, BEN, None, [["pass"]])
    before = (await desk.service.info(table)).window
    await desk.service.answer(table, CHO, None, [["pass"]])
    after = (await desk.service.info(table)).window
    assert before is not None
    assert after is not None
    assert after.closes_at < before.closes_at
    assert after.closes_at.timestamp() % 10 == 0
    desk.clock.now = after.closes_at.timestamp()
    assert await clock.close_due() == 1


async def test_a_window_that_is_overdue_after_a_restart_gets_a_quarter_of_its_length(tmp_path: Path) -> None:
    hand = Hand()
    async with room(tmp_path / "a.db", hand) as before:
        table = await announced(before)
        await before.service.answer(table, BEN, None, [["pass"]])
    hand.now += 300
    async with room(tmp_path / "a.db", hand) as after:
        clock = Clock(after.desk, hand)
        await clock.give_grace()
        assert await clock.close_due() == 0
        assert (await after.service.sheet(table, BEN)).sealed == ("pass",)
        hand.now += 45 / 4
        assert await clock.close_due() == 1


async def test_a_window_that_is_not_overdue_after_a_restart_closes_as_announced(tmp_path: Path) -> None:
    hand = Hand()
    async with room(tmp_path / "a.db", hand) as before:
        await announced(before)
    hand.now += 30
    async with room(tmp_path / "a.db", hand) as after:
        clock = Clock(after.desk, hand)
        await clock.give_grace()
        hand.now += 14.5
        assert await clock.close_due() == 0
        hand.now += 0.5
        assert await clock.close_due() == 1


async def test_a_person_alone_never_waits_for_a_window(desk: Room) -> None:
    info = await desk.service.open_table(ANA, HERE, "walk")
    await desk.service.join(info.id, ANA, again=True)
    await desk.service.start(info.id, ANA)
    assert (await desk.service.info(info.id)).alone
    await play(desk, info.id)
    sheet = await desk.service.sheet(info.id, ANA)
    assert sheet.info.window is None
    assert (sheet.seat.number, sheet.request.key if sheet.request else "") == (2, "walk.veto")
    done = await desk.service.answer(info.id, ANA, sheet.ask_no, [["pass"]])
    assert done.sheet is not None
    assert done.sheet.request is not None
    assert done.sheet.request.key == "walk.act"


async def test_holders_get_a_private_notice_and_others_none(desk: Room) -> None:
    table = await announced(desk)
    for person in (BEN, CHO):
        holds = len((await desk.service.sheet(table, person)).options) > 1
        assert any("window for" in text for text in await desk.texts(person.id)) is holds


async def test_a_veto_of_a_veto_is_a_chain(desk: Room) -> None:
    table = await announced(desk)
    for person in (BEN, CHO):
        token = (await desk.service.sheet(table, person)).options[0].token
        await desk.service.answer(table, person, None, [[token]])
    desk.clock.now += 45
    await Clock(desk.desk, desk.clock).close_due()
    info = await desk.service.info(table)
    assert info.window is not None
    assert (info.window.kind, info.window.closes_at - info.window.opens_at) == ("chain", timedelta(seconds=20))


async def test_the_clock_survives_a_table_that_cannot_be_closed(desk: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await announced(desk)
    clock = Clock(desk.desk, desk.clock)

    async def fail(*_: object) -> bool:
        raise OSError("disk")

    desk.clock.now += 45
    with monkeypatch.context() as broken:
        broken.setattr(desk.desk, "close_window", fail)
        assert await clock.close_due() == 0
    desk.clock.now += 5
    assert await clock.close_due() == 1
    assert (await desk.service.info(table)).window is None


def test_waking_hours_are_counted_around_the_night() -> None:
    wanted = Preferences("Europe/Berlin", 23, 7)
    evening = 1_750_019_400.0  # 22:30 in Berlin
    assert waking_end(evening, 1800, wanted) == evening + 1800
    assert waking_end(evening, 3600, wanted) == evening + 3600 + 8 * 3600
    night = evening + 2 * 3600
    assert waking_end(night, 60, wanted) == evening + 1800 + 8 * 3600 + 60


async def test_a_daily_window_waits_for_the_waking_hours_of_everybody_asked(desk: Room) -> None:
    desk.clock.now = 1_750_019_400.0
    await desk.service.set_preferences(BEN, Preferences("Europe/Berlin", 23, 7))
    table = await announced(desk, Settings(pace="daily"))
    info = await desk.service.info(table)
    assert info.window is not None
    length = (info.window.closes_at - info.window.opens_at).total_seconds()
    assert length == LENGTHS["daily"]["long"] + 8 * 3600
